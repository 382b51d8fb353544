//! The same question has the same answer: the best move is the same with the values of all moves and without, no move is better, and what is
//! proved is what `solve` finds.

use std::sync::Arc;

use plywood_erased::Analysis;
use plywood_rules::random::{below, part_seed};
use plywood_rules::{Proved, Run, Stop, Turn, Value};
use plywood_workshop::{AnyGame, Session, Workshop, adviser, default_bot};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::common::Sticks;

/// Games besides the samples of all families.
const GAMES: &[&str] = &[
    "mnk:m=5,n=5,k=4",
    "connect4",
    "cube3",
    "pikkpakk:size=5",
    "pig",
    "nim:heaps=2-3-4",
    "othello:size=6",
    "hex:size=4",
    "kalah:houses=4,seeds=3",
    "breakthrough:m=4,n=5",
    "tree:(a:(b1:3 b2:12) b:(c1:2 c2:{1/2 W 1/2 L}) c:(d1:14 d2:5))",
];

/// Positions of a random game in which a player decides: the first, and one in so many after it.
fn positions(game: &Arc<dyn AnyGame>, seed: u64, every: usize) -> Vec<Box<dyn Session>> {
    let mut rng = ChaCha8Rng::seed_from_u64(part_seed(53, seed));
    let mut session = Arc::clone(game).session(None, "", seed).unwrap();
    let mut found = Vec::new();
    while session.ending().is_none() && session.played().len() < 80 {
        if session.played().len().is_multiple_of(every) && matches!(session.turn(), Turn::Decision(_)) {
            found.push(Arc::clone(game).session(Some(&session.position()), "", 1).unwrap());
        }
        let moves = session.moves();
        session.play(&moves[below(&mut rng, moves.len())]).unwrap();
    }
    found
}

/// Checks two answers about one position: without the values of all moves and with them.
fn agree(alone: &Analysis, all: &Analysis, context: &str) {
    assert_eq!((&all.best, all.value), (&alone.best, alone.value), "{context}");
    let Some(value) = all.value else { return };
    for valued in &all.moves {
        let better = valued.value.is_some_and(|found| found.compare(&value).is_gt());
        assert!(!better, "{context}: {} is better than {}: {all:?}", valued.mv, all.best);
    }
    let of_best = all.moves.iter().find(|valued| valued.mv == all.best).and_then(|valued| valued.value);
    assert!(of_best.is_some_and(|found| found.compare(&value).is_eq()), "{context}: {all:?}");
}

#[test]
fn slow_the_best_move_is_the_same_with_all_values() {
    let workshop = Workshop::standard();
    let samples = workshop.families().iter().flat_map(|family| family.samples);
    for name in samples.chain(GAMES) {
        let game = Workshop::standard().open(name).unwrap();
        let bots: &[&str] = match game.details().has_chance {
            true => &["expectiminimax:depth=3", "expectiminimax:nodes=150"],
            false => {
                &["engine:nodes=300", "engine:nodes=300,tie=random", "engine:depth=2", "minimax:nodes=200"]
            }
        };
        for session in positions(&game, 1, 9) {
            for bot in bots {
                let ask = |all| session.analyse(bot, all, 1, &Stop::never()).unwrap();
                agree(&ask(false), &ask(true), &format!("{name} {bot} at '{}'", session.position()));
            }
            // Here the best move is the one that was tried most.
            let ask = |all| session.analyse("mcts:playouts=40", all, 1, &Stop::never()).unwrap();
            let (alone, all) = (ask(false), ask(true));
            assert_eq!(
                (&all.best, all.value),
                (&alone.best, alone.value),
                "{name} at '{}'",
                session.position()
            );
        }
    }
}

fn word(value: Option<Value>) -> Option<&'static str> {
    value.and_then(Value::proved).map(Proved::word)
}

/// The answer without a bot is exact where a few positions are enough for it, and agrees with `solve`.
#[test]
fn advice_is_exact_where_that_takes_a_moment() {
    const SMALL: &[&str] = &[
        "tictactoe",
        "mnk:m=4,n=3,k=3,gravity=on",
        "nim:heaps=2-3",
        "othello:size=4",
        "hex:size=3",
        "kalah:houses=3,seeds=2",
        "dotsandboxes:m=2,n=2",
    ];
    let mut exact = 0;
    for name in SMALL {
        let game = Workshop::standard().open(name).unwrap();
        let details = game.details();
        for session in positions(&game, 2, 4) {
            let context = format!("{name} at '{}'", session.position());
            let ask = |all| session.advise(adviser(&details), all, 2_000, 1, &Stop::never()).unwrap();
            let (alone, all) = (ask(false), ask(true));
            assert_eq!(alone.bot, all.bot, "{context}");
            agree(&alone.analysis, &all.analysis, &context);
            let value = alone.analysis.value;
            if matches!(value, None | Some(Value::Estimated(_))) {
                continue;
            }
            exact += 1;
            let solve = |session: &dyn Session| session.solve(None, &Run::default()).unwrap().value;
            assert_eq!(word(solve(&*session)), word(value), "{context}");
            for valued in all.analysis.moves.iter().filter(|valued| word(valued.value).is_some()) {
                let after = Arc::clone(&game).session(Some(&session.position()), &valued.mv, 1).unwrap();
                if after.turn().player() == session.turn().player().map(|player| player.other()) {
                    let solved = solve(&*after).map(Value::reversed);
                    assert_eq!(word(solved), word(valued.value), "{context} {}", valued.mv);
                }
            }
        }
    }
    assert!(exact > 15, "{exact}");
}

/// The work of an exact answer is counted in positions: with none there is none, and the same number gives the same answer.
#[test]
fn exact_answers_keep_to_their_work() {
    let game = Workshop::standard().open("connect4").unwrap();
    let session = Arc::clone(&game).session(None, "d d d d d c c a b e e f", 1).unwrap();
    let known = |work| session.known_within(work, false, &Stop::never()).unwrap();
    assert!(known(0).is_none());
    let (one, two) = (known(200_000).unwrap(), known(200_000).unwrap());
    assert_eq!((one.best, one.value, one.nodes), (two.best, two.value, two.nodes));
    assert_eq!(one.value, Some(Value::Proved(Proved::Win { plies: 23 })));
    let opening = Arc::clone(&game).session(None, "d", 1).unwrap();
    assert!(opening.known_within(1_000, true, &Stop::never()).unwrap().is_none());
}

/// Nothing says how deep a search of a game from outside comes in a moment: a time limits it.
#[test]
fn a_game_from_outside_is_answered_within_a_time() {
    let workshop = Workshop::standard().with("sticks", "A heap.", &[], |_| Ok(Sticks(7)));
    for (game, bot) in [
        ("sticks", "engine:time=1s"),
        ("nim", "engine"),
        ("tree:(a:1 b:2)", "engine"),
        ("pig", "expectiminimax"),
    ] {
        let details = workshop.open(game).unwrap().details();
        assert_eq!(default_bot(&details), bot, "{game}");
        assert_eq!(adviser(&details).contains("time="), game == "sticks", "{game}");
    }
}
