//! A game being played, through the interface that has no types.

use std::sync::Arc;

use plywood_erased::{Call, Ending, Playthrough};
use plywood_rules::{Outcome, Player, Stop, Turn};
use plywood_workshop::{AnyGame, Session, Workshop};

/// Lets seated bots play on after `moves`, for at most `plies` plies. Every value has to keep its bounds.
pub fn played_by_bots(
    game: &Arc<dyn AnyGame>,
    names: [&str; 2],
    moves: &str,
    plies: usize,
) -> Box<dyn Playthrough> {
    let mut play = game.begin(None, moves, 7).unwrap();
    let mut bots = game.seat_bots(names.map(Some), None, 7).unwrap();
    while play.ending().is_none() && play.played().len() < plies {
        if play.turn() == Turn::Chance {
            play.roll().unwrap();
            continue;
        }
        bots.follow(0, play.played()).unwrap();
        let found = bots.search(None, Arc::new(|_| ()), &Stop::never()).unwrap();
        let points = found.value.map_or(0.0, |value| value.points(found.win_worth));
        assert!(points.abs() <= found.win_worth, "{} at {}", game.name(), play.position());
        play.play(&found.best).unwrap();
    }
    play
}

fn session(game: &str, moves: &str) -> Box<dyn Session> {
    Workshop::standard().open(game).unwrap().session(None, moves, 7).unwrap()
}

#[test]
fn undo_and_redo_walk_through_the_game() {
    let mut s = session("tictactoe", "b2 a1 c3");
    let end = s.position();
    assert!(s.undo() && s.undo());
    assert_eq!(s.played(), ["b2"]);
    assert!(s.redo() && s.redo() && !s.redo());
    assert_eq!(s.position(), end);
    assert!(s.undo());
    s.play("a2").unwrap();
    assert!(!s.redo(), "a new move forgets those taken back");
    assert_eq!(s.played(), ["b2", "a1", "a2"]);
    while s.undo() {}
    assert_eq!(s.position(), "3/3/3 x");
}

#[test]
fn a_wrong_move_changes_nothing() {
    let mut s = session("tictactoe", "b2");
    let before = (s.position(), s.played().to_vec(), s.turn());
    assert!(s.play("b2").is_err() && s.play("").is_err() && s.play("z9").is_err());
    assert_eq!((s.position(), s.played().to_vec(), s.turn()), before);
}

#[test]
fn finished_games_take_no_moves() {
    let mut s = session("tictactoe", "a1 a2 b1 b2 c1");
    assert_eq!(s.ending(), Some(Ending::Rules(Outcome::Win(Player::First))));
    assert!(s.play("c3").is_err());
    assert!(s.call(Call::Resigned(Player::Second)).is_err());
    assert!(s.undo());
    s.call(Call::Resigned(Player::First)).unwrap();
    assert_eq!(s.ending().and_then(Ending::winner), Some(Player::Second));
    assert!(s.play("c1").is_err());
    assert!(s.undo(), "a resignation can be taken back");
    s.play("c1").unwrap();
}

#[test]
fn the_same_position_three_times_is_a_draw() {
    // In the opening of size 3 a rank pushed there and back makes the position recur every four plies.
    let mut s = session("pikkpakk:size=5", "");
    let mut back = Vec::new();
    'search: for a in s.moves() {
        for b in session("pikkpakk:size=5", &a).moves() {
            let opposite = |mv: &str| match mv.strip_suffix('+') {
                Some(line) => format!("{line}-"),
                None => format!("{}+", mv.trim_end_matches('-')),
            };
            let round = [a.clone(), b.clone(), opposite(&a), opposite(&b)];
            let game = Workshop::standard().open("pikkpakk:size=5").unwrap();
            if let Ok(there) = game.session(None, &round.join(" "), 7)
                && there.position() == s.position()
            {
                back = round.to_vec();
                break 'search;
            }
        }
    }
    assert!(!back.is_empty(), "some pushes can be taken back");
    for mv in back.iter().cycle().take(7) {
        s.play(mv).unwrap();
        assert_eq!(s.ending(), None);
    }
    s.play(&back[3]).unwrap();
    assert_eq!(s.ending(), Some(Ending::Repetition));
    assert!(s.play(&back[0]).is_err());
}

#[test]
fn dice_that_stand_still_hang_nothing_and_end_nothing() {
    let mut s = session("pig:target=20", "");
    for _ in 0..200 {
        s.play("roll").unwrap();
        s.play("1").unwrap();
    }
    assert_eq!((s.position().as_str(), s.ending()), ("0 0 0 first", None));
    let analysis = s.analyse("expectiminimax:depth=6", false, 1, &Stop::never()).unwrap();
    assert_eq!(analysis.best, "roll");
}

#[test]
fn taking_back_a_roll_does_not_roll_anew() {
    let mut s = session("pig", "");
    s.play("roll").unwrap();
    let first = s.roll().unwrap();
    for _ in 0..5 {
        assert!(s.undo());
        assert_eq!(s.turn(), Turn::Chance);
        assert_eq!(s.roll().unwrap(), first);
    }
    assert!(s.turn() == Turn::Chance || s.roll().is_err(), "nothing is left to chance at a decision");
}

#[test]
fn seated_bots_play_and_records_replay() {
    for game in [
        "pikkpakk",
        "cube3",
        "pig:target=30",
        "mnk:m=5,n=4,k=4,gravity=on",
        "pikkpakk:size=3,opening=placement",
    ] {
        let names = ["random", "rules:depth=1,tie=random"];
        let s = played_by_bots(&Workshop::standard().open(game).unwrap(), names, "", 400);
        let record = s.record(names);
        let read = plywood_erased::Record::read_all(&record.to_text()).unwrap();
        assert_eq!(read, std::slice::from_ref(&record));
        let opened = Workshop::standard().open(record.tag("Game").unwrap()).unwrap();
        let again = opened.session(record.tag("Position"), &record.moves.join(" "), 0).unwrap();
        assert_eq!(again.position(), s.position(), "{game}");
    }
}

#[test]
fn seated_bots_follow_takebacks() {
    let game = Workshop::standard().open("tictactoe").unwrap();
    let mut bots = game.seat_bots([None, Some("first")], None, 1).unwrap();
    let mut best = |ply: usize, moves: &[&str]| {
        let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
        bots.follow(ply, &moves)?;
        bots.search(None, Arc::new(|_| ()), &Stop::never()).map(|analysis| analysis.best)
    };
    assert_eq!(best(0, &["b2", "a3", "a1"]).unwrap(), "b3");
    // One move and the next; then a takeback of both.
    assert_eq!(best(3, &["b3", "c1"]).unwrap(), "c3");
    assert_eq!(best(3, &["c1"]).unwrap_err().to_string(), "no bot is to move here");
    assert_eq!(best(0, &["a3"]).unwrap(), "b3");
    for wrong in [&["b2", "b2"][..], &[], &["a1", "a2"], &["a1", "a2", "b1", "b2", "c1"]] {
        assert!(best(0, wrong).is_err(), "{wrong:?}");
    }
    assert!(best(6, &["b1"]).unwrap_err().to_string().contains("have 5 plies of the game, not 6"));
    assert_eq!(best(0, &["b2"]).unwrap(), "a3");
}

#[test]
fn bots_are_looked_up_by_name() {
    let game = Workshop::standard().open("tictactoe").unwrap();
    assert!(game.check_bot("alphabeta:depth=3,tie=random").is_ok());
    for wrong in
        ["", "human", "hold", "alphabeta:depth", "alphabeta:depth=x", "random:depth=1", "rules:eval=x"]
    {
        assert!(game.check_bot(wrong).is_err(), "{wrong}");
    }
    assert!(Workshop::standard().open("pig").unwrap().check_bot("hold:at=20").is_ok());
}

#[test]
fn what_is_known_is_looked_up() {
    // All values and distances, as they are when everything is played out.
    for moves in ["b2 a1", "b2 b1", "b2 b1 a1"] {
        let s = session("tictactoe", moves);
        let known = s.look_up(&Stop::never()).unwrap().unwrap();
        let found = s.analyse("minimax:depth=9", true, 0, &Stop::never()).unwrap();
        assert!(known.is_exact() && found.is_exact());
        assert_eq!((known.value, &known.moves), (found.value, &found.moves), "{moves}");
    }
    let pig = session("pig", "").look_up(&Stop::never()).unwrap().unwrap();
    assert!(pig.is_exact() && pig.best == "roll");
    // The large ones, the one of points and the long race.
    for game in ["connect4", "qubic", "cube:n=4,d=4", "cube:n=4,d=5", "tree:(a:0.5,b:0.2)", "pig:target=401"]
    {
        assert_eq!(session(game, "").look_up(&Stop::never()).unwrap(), None, "{game}");
    }
    assert!(session("tictactoe", "a1 a2 b1 b2 c1").look_up(&Stop::never()).is_err());
    // A look-up that was stopped succeeds on the next request.
    let stop = Stop::never();
    stop.raise();
    let s = session("mnk:m=4,n=3,k=3", "");
    assert_eq!(s.look_up(&stop).unwrap(), None);
    assert!(s.look_up(&Stop::never()).unwrap().is_some());
}

#[test]
fn every_bot_answers_legally_when_stopped_at_once() {
    let stop = Stop::never();
    stop.raise();
    for game in ["tictactoe", "gomoku", "pikkpakk", "tesseract", "pig"] {
        let s = session(game, "");
        for bot in
            ["minimax", "alphabeta:time=1s", "expectiminimax:nodes=1", "rules:depth=9", "random", "first"]
        {
            let best = s.analyse(bot, true, 1, &stop).unwrap().best;
            assert!(s.moves().contains(&best), "{game} {bot} {best}");
        }
    }
}

#[test]
fn own_games_are_opened_beside_the_others() {
    let workshop = Workshop::standard();
    assert!(workshop.names().any(|name| name == "qubic"));
    let names: Vec<_> = workshop.names().collect();
    for name in names.iter().filter(|name| **name != "tree") {
        let game = workshop.open(name).unwrap();
        let again = workshop.open(&game.name()).unwrap();
        assert_eq!(again.name(), game.name(), "{name}");
        assert!(game.session(None, "", 1).is_ok());
    }
}

/// Pruning at chance nodes relies on no payoff being above the worth of a win.
#[test]
fn large_payoffs_are_not_pruned_away() {
    let s = session("tree:(safe:5 risk:{1/2 -3 1/2 (x:14 y:15)} poor:{1/2 4 1/2 +(5 14)})", "");
    let value = |bot: &str| s.analyse(bot, true, 1, &Stop::never()).unwrap();
    let plain = value("minimax");
    for bot in [
        "alphabeta",
        "engine",
        "expectiminimax:prune=star1",
        "expectiminimax:prune=star2,eval=none",
        "minimax:eval=none",
    ] {
        let found = value(bot);
        assert_eq!((found.best, found.value), (plain.best.clone(), plain.value), "{bot}");
    }
    assert_eq!(plain.best, "poor");
}

#[test]
fn images_of_a_move_get_the_same_value() {
    let mirrored: &[&[&str]] = &[&["a", "g"], &["b", "f"], &["c", "e"]];
    let corners: &[&[&str]] = &[&["a1", "a3", "c1", "c3"], &["a2", "b1", "b3", "c2"]];
    let cases = [
        ("connect4", "engine:depth=5", mirrored),
        ("connect4", "engine:nodes=20000", mirrored),
        ("connect4", "mcts:playouts=300", mirrored),
        ("tictactoe", "alphabeta", corners),
    ];
    for (game, bot, images) in cases {
        let analysis = session(game, "").analyse(bot, true, 3, &Stop::never()).unwrap();
        let value = |name: &str| {
            let valued = analysis.moves.iter().find(|valued| valued.mv == name);
            valued.unwrap_or_else(|| panic!("{bot} values {name}")).value
        };
        for group in images {
            assert!(
                group.iter().all(|mv| value(mv) == value(group[0])),
                "{game} {bot}: {:?}",
                analysis.moves
            );
            assert!(value(group[0]).is_some(), "{game} {bot}: {group:?}");
        }
    }
}
