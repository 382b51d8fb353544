//! All positions of a solved game: each once, with the value that it has when it is asked for alone.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use plywood_rules::{Player, Proved, Run, Stop, Turn, Value};
use plywood_workshop::{Enumeration, EnumerationOptions, Session, Trouble, ValuedPosition, Workshop};

/// Games of several families, where positions recur or not, with a table by key or (the last one) by rank.
const GAMES: &[&str] = &[
    "tictactoe",
    "mnk:m=4,n=3,k=3,gravity=on",
    "mnk:m=3,n=3,k=3,misere=on",
    "nim:heaps=1-3-5",
    "hex:size=3",
    "breakthrough:m=3,n=4",
    "pikkpakk:size=3",
];

/// Positions of a game that are asked for alone.
const ASKED: usize = 150;

fn enumerated(session: &dyn Session) -> Enumeration {
    session.enumerate(EnumerationOptions::default(), &Run::default()).unwrap()
}

fn rows(
    session: &dyn Session,
    of: &Enumeration,
    memory: u64,
    most: usize,
) -> Result<Vec<ValuedPosition>, Trouble> {
    let (mut positions, mut rows) = (session.positions(of, memory, false)?, Vec::new());
    loop {
        let batch = positions.next_batch(most, &Stop::never())?;
        assert!(batch.len() <= most);
        if batch.is_empty() {
            return Ok(rows);
        }
        rows.extend(batch);
    }
}

#[test]
fn slow_each_has_the_value_that_it_has_alone() {
    let workshop = Workshop::standard();
    for name in GAMES {
        let game = workshop.open(name).unwrap();
        let session = game.session(None, "", 1).unwrap();
        let found = enumerated(&*session);
        let all = rows(&*session, &found, 1 << 30, 1000).unwrap();
        let texts: HashSet<&str> = all.iter().map(|row| &*row.position).collect();
        assert_eq!((texts.len(), all.len() as u64), (all.len(), found.counts.positions), "{name}");
        let kinds = |kind: fn(&ValuedPosition) -> bool| all.iter().filter(|row| kind(row)).count() as u64;
        let counts = found.counts;
        assert_eq!(kinds(|row| row.turn.outcome().is_some()), counts.finished, "{name}");
        assert_eq!(
            [
                kinds(|row| row.number() > 0.0),
                kinds(|row| row.number() == 0.0),
                kinds(|row| row.number() < 0.0)
            ],
            [counts.wins, counts.draws, counts.losses],
            "{name}"
        );
        assert!(all.is_sorted_by_key(|row| row.ply), "{name}");
        assert_eq!(all.iter().filter_map(ValuedPosition::plies).max(), Some(counts.longest), "{name}");
        for row in all.iter().step_by(all.len().div_ceil(ASKED)) {
            let alone = game.session(Some(&row.position), "", 1).unwrap();
            let place = format!("{name} '{}'", row.position);
            assert_eq!(row.turn, alone.turn(), "{place}");
            let Some(side) = row.turn.player() else {
                assert_eq!(row.moves, 0, "{place}");
                continue;
            };
            assert_eq!(row.moves, alone.moves().len(), "{place}");
            // The values of the moves, one ply later: what is known of the position itself is not asked for.
            let analysis = alone.analyse("perfect", false, 1, &Stop::never()).unwrap();
            assert_eq!(Some(row.value), analysis.value, "{place}, {side}");
        }
        // In other batches they come in the same order.
        if all.len() < 20_000 {
            assert_eq!(rows(&*session, &found, 1 << 30, 77).unwrap(), all, "{name}");
        }
    }
}

#[test]
fn those_of_a_table_file_begin_at_its_start_and_are_those_of_the_file_as_it_is_now() {
    let folder = tempfile("positions");
    let file = folder.join("a.table");
    let workshop = Workshop::standard();
    let session = |game: &str, moves: &str| workshop.open(game).unwrap().session(None, moves, 1).unwrap();
    let write = |session: &dyn Session| {
        let mut bytes = Vec::new();
        enumerated(session).write(&mut bytes).unwrap();
        // As `-o` does: the file that is open stays as it is.
        std::fs::write(folder.join("new"), bytes).unwrap();
        std::fs::rename(folder.join("new"), &file).unwrap();
    };
    let (whole, part) = (session("tictactoe", ""), session("tictactoe", "a1 b2"));
    write(&*whole);
    let read = |session: &dyn Session| {
        let found = session.read_table(&file)?;
        Ok::<_, Trouble>(rows(session, &found, 1 << 30, 1000)?.len())
    };
    assert_eq!(read(&*whole), Ok(5478));
    let error = read(&*part).unwrap_err().to_string();
    assert!(error.contains("the positions that come after '3/3/3 x'"), "{error}");
    write(&*part);
    assert_eq!(read(&*part), Ok(enumerated(&*part).counts.positions as usize));
    assert!(read(&*whole).is_err() && read(&*session("nim", "")).is_err());
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn they_take_no_more_memory_than_allowed_and_stop() {
    let session = Workshop::standard().open("hex:size=3").unwrap().session(None, "", 1).unwrap();
    let found = enumerated(&*session);
    let error = rows(&*session, &found, 1000, 100).unwrap_err().to_string();
    assert!(error.contains("MiB are needed"), "{error}");
    let (mut positions, stop) =
        (session.positions(&found, 1 << 30, false).unwrap(), Stop::on(std::sync::Arc::default()));
    let first = positions.next_batch(1, &stop).unwrap();
    assert_eq!(
        (first[0].turn, first[0].value, first[0].ply),
        (Turn::Decision(Player::First), Value::Proved(Proved::Win { plies: 5 }), 0)
    );
    stop.raise();
    assert_eq!(positions.next_batch(100, &stop), Ok(Vec::new()));
}

/// Games with dice or payoffs have no table: their values are those of each position by itself.
#[test]
fn games_with_dice_or_payoffs_are_iterated() {
    for (name, value) in
        [("kalah:houses=2,seeds=2", -2.0), ("pig:target=6", 17.0 / 31.0), ("dotsandboxes:m=2,n=1", 0.0)]
    {
        let game = Workshop::standard().open(name).unwrap();
        let session = game.session(None, "", 1).unwrap();
        assert!(session.solved_at_once(&Stop::never()).is_none(), "{name}");
        let mut positions = session.iterated_at_once(true, &Stop::never()).unwrap();
        let all = positions.next_batch(usize::MAX, &Stop::never()).unwrap();
        assert!((all[0].number() - value).abs() < 1e-12, "{name}: {}", all[0].number());
        let of: HashMap<&str, &ValuedPosition> = all.iter().map(|row| (&*row.position, row)).collect();
        assert_eq!(of.len(), all.len(), "{name}");
        assert!(all.is_sorted_by_key(|row| row.ply), "{name}");
        // The value of each decision is that of its best move, in the view of its player.
        for row in &all {
            let alone = game.session(Some(&row.position), "", 1).unwrap();
            assert_eq!(
                (row.turn, row.moves),
                (alone.turn(), alone.moves().len()),
                "{name} '{}'",
                row.position
            );
            assert_eq!(row.children.len(), row.moves, "{name} '{}'", row.position);
            let Turn::Decision(player) = row.turn else { continue };
            let after = row.children.iter().map(|child| {
                let child = of[&**child];
                assert!(child.ply <= row.ply + 1);
                let view = match child.turn {
                    Turn::Chance => Player::First,
                    turn => turn.player().unwrap_or_else(|| side_of(&child.position)),
                };
                if view == player { child.number() } else { -child.number() }
            });
            let best = after.fold(f64::NEG_INFINITY, f64::max);
            assert!(
                (row.number() - best).abs() < 1e-9,
                "{name} '{}': {} and {best}",
                row.position,
                row.number()
            );
        }
    }
    let tictactoe = Workshop::standard().open("tictactoe").unwrap().session(None, "", 1).unwrap();
    assert!(tictactoe.iterated_at_once(false, &Stop::never()).is_none());
}

/// The side whose turn it would be in a finished game, by its text.
fn side_of(position: &str) -> Player {
    if position.split(' ').any(|word| word == "second") { Player::Second } else { Player::First }
}

fn tempfile(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("plywood-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}
