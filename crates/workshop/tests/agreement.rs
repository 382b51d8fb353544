//! The searches agree with the plain reference on the real games: same values, same proofs and distances, move by move.

use plywood_rules::random::{below, part_seed};
use plywood_rules::{Stop, Turn};
use plywood_workshop::{Session, Workshop};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// The value of every move by a bot, or `None` if no player decides here.
fn opinion(session: &dyn Session, bot: &str) -> Option<Vec<(String, Option<plywood_rules::Value>)>> {
    matches!(session.turn(), Turn::Decision(_)).then(|| {
        let analysis = session.analyse(bot, true, 1, &Stop::never()).unwrap();
        let mut all = vec![(analysis.best, analysis.value)];
        all.extend(analysis.moves.into_iter().map(|mv| (mv.mv, mv.value)));
        all
    })
}

/// Compares `bots` with minimax to `depth` at every position of `games` random games.
fn agree(name: &str, depth: u32, games: u64, bots: &[&str]) {
    let game = Workshop::standard().open(name).unwrap();
    for number in 0..games {
        let mut rng = ChaCha8Rng::seed_from_u64(part_seed(3, number));
        let mut session = game.session(None, "", number).unwrap();
        while session.ending().is_none() && session.played().len() < 60 {
            let expected = opinion(session.as_ref(), &format!("minimax:depth={depth}"));
            for bot in bots {
                let separator = if bot.contains(':') { ',' } else { ':' };
                let found = opinion(session.as_ref(), &format!("{bot}{separator}depth={depth}"));
                assert_eq!(found, expected, "{name} {bot} at '{}'", session.position());
            }
            let moves = session.moves();
            session.play(&moves[below(&mut rng, moves.len())]).unwrap();
        }
    }
}

const EXACT: &[&str] = &["engine", "expectiminimax", "expectiminimax:order=promising"];

#[test]
fn on_boards_and_cubes() {
    agree("tictactoe", 9, 20, EXACT);
    agree("tictactoe:misere=on", 9, 10, EXACT);
    agree("mnk:m=4,n=4,k=3,gravity=on", 4, 5, EXACT);
    agree("mnk:m=5,n=4,k=4,exact=on", 3, 3, EXACT);
    agree("cube3", 2, 3, EXACT);
    agree("qubic", 2, 1, EXACT);
}

#[test]
fn on_pikk_pakk() {
    for variant in ["basic", "tie-win", "capture", "rolling", "rolling-tie-win"] {
        agree(&format!("pikkpakk:size=3,variant={variant}"), 4, 3, EXACT);
        agree(&format!("pikkpakk:size=5,variant={variant}"), 2, 2, EXACT);
    }
    agree("pikkpakk:size=3,opening=placement", 3, 3, EXACT);
    agree("pikkpakk", 3, 1, EXACT);
}

#[test]
fn on_dice() {
    let pruned =
        &["engine", "expectiminimax:prune=off", "expectiminimax:prune=star1", "expectiminimax:prune=star2"];
    agree("pig:target=20", 5, 5, pruned);
    agree("piglet", 6, 10, pruned);
    agree("pig:target=15,die=3", 5, 5, pruned);
}

#[test]
fn on_written_trees() {
    let tree = "tree:(a:(b1:3 b2:12 b3:8) b:{1/2 +(W 2) 1/3 -4 1/6 (= L)} c:+(d1:14 d2:(5 =) d3:2))";
    for depth in 1..5 {
        agree(tree, depth, 10, &["engine", "expectiminimax:prune=star2"]);
    }
}
