//! Games with loops teach the positions before the loop exactly what they would teach without it, unless the loops are
//! learnt at once.

use std::sync::Arc;

use plywood_learn::{Edge, LearnSettings, Loops};
use plywood_rules::Player;
use plywood_rules::student::Ended;

use crate::kit::{Played, ScratchBrain, about, edge, q, settings, teach};
use crate::ways::Ways;

/// From s the players may go round by two plies (a) or four (a c d), or leave it by b.
const ROUND: &str = "o 1: p; p 2: s; s 1: a b; a 2: s c; c 1: d win2; d 2: s win1; b 2: win1 win2 draw";

/// All edges that are not part of a loop, and those that are.
const STRAIGHT: [&str; 6] = ["o p", "p s", "s b", "b win1", "b win2", "b draw"];
const LOOPS: [(&str, &[&str]); 2] = [("a s", &["s a", "a s"]), ("a c d s", &["s a", "a c", "c d", "d s"])];

fn at(line: &str) -> (&str, &str) {
    line.split_once(' ').unwrap()
}

fn brain(alpha: f32, prove: u32) -> ScratchBrain<Ways> {
    by_rule(Loops::After, alpha, prove)
}

fn by_rule(loops: Loops, alpha: f32, prove: u32) -> ScratchBrain<Ways> {
    let settings = LearnSettings { loops, ..settings(alpha, 0.9, prove) };
    ScratchBrain::new(&Arc::new(Ways::new(ROUND)), settings)
}

#[test]
fn slow_what_comes_before_a_loop_learns_as_without_it() {
    let ends = [
        ("b win1", None),
        ("b win2", None),
        ("b draw", None),
        ("b", Some(Ended::CalledOff)),
        ("", Some(Ended::CalledOff)),
        ("b", Some(Ended::Resigned { winner: Player::First })),
        ("b", Some(Ended::Resigned { winner: Player::Second })),
    ];
    let histories: [&[&str]; 3] = [&[], &["p s b win1", "p s a c win2"], &["p s b win2", "p s a c d win1"]];
    for (end, ended) in ends {
        for history in histories {
            for (alpha, prove) in [(1.0, 0), (1.0, 1), (0.5, 1)] {
                let learnt = ["", "a s a s a s", "a c d s"].map(|round| {
                    let ScratchBrain { brain, folder: _folder } = brain(alpha, prove);
                    for line in history {
                        teach(&brain, line);
                    }
                    let mut game = Played::of(brain.game(), &format!("p s {round} {end}"));
                    game.ended = ended.unwrap_or(game.ended);
                    game.teach(&brain, [false, true]);
                    // What is only seen of the positions after moves nobody made depends on what else is known.
                    let made = |edge: &Edge| edge.visits > 0 || edge.tries > 0;
                    STRAIGHT.map(|line| {
                        edge(&brain, at(line).0, at(line).1).filter(made).map(|edge| {
                            (edge.q.to_bits(), edge.visits, edge.proof(), edge.tries, edge.result.to_bits())
                        })
                    })
                });
                let [without, short, long] = learnt;
                let case = format!("'{end}' {ended:?} after {history:?}, alpha {alpha}, prove {prove}");
                assert_eq!(without, short, "{case}");
                assert_eq!(without, long, "{case}");
            }
        }
    }
}

#[test]
fn the_edges_of_a_loop_are_learnt_too() {
    for (round, edges) in LOOPS {
        let ScratchBrain { brain, folder: _folder } = brain(1.0, 0);
        teach(&brain, "p s b win1");
        about(q(&brain, "s", "b"), 0.9); // -0.9 * -1
        let (before, straight) = (brain.counters(), q(&brain, "o", "p"));
        let lesson = teach(&brain, &format!("p s {round} b win1"));
        assert_eq!(lesson.new_moves, edges.len() as u64);
        assert_eq!(brain.counters().edges, before.edges + edges.len() as u64);
        // Back to front from s, where 0.9 is to be had: the second player's move back to s is worth -0.9 * 0.9, the
        // one before it -0.9 times that, and so on.
        let mut value = 0.9;
        for line in edges.iter().rev() {
            value *= -0.9;
            about(q(&brain, at(line).0, at(line).1), value);
            assert_eq!(edge(&brain, at(line).0, at(line).1).unwrap().visits, 1);
        }
        assert_eq!(q(&brain, "o", "p").to_bits(), straight.to_bits());
        // The way round is worth less than the way out: 0.9^3 or 0.9^5 instead of 0.9.
        assert!(q(&brain, "s", "a") < q(&brain, "s", "b"));
    }
}

#[test]
fn going_round_does_not_soften_a_loss() {
    let ScratchBrain { brain, folder: _folder } = brain(1.0, 0);
    teach(&brain, "p s a s b win2");
    about(q(&brain, "s", "b"), -0.9); // -0.9 * 1
    about(q(&brain, "p", "s"), 0.81); // -0.9 * -0.9: as without the loop
    about(q(&brain, "o", "p"), -0.729);
    // Within the loop neither player would ever have lost: -0.9 * max(0, -0.9).
    about(q(&brain, "a", "s"), 0.0);
    about(q(&brain, "s", "a"), 0.0);
}

#[test]
fn loops_within_loops() {
    // The small loop a s is cut out before the great one p s a c d .. closes; here it closes at s, twice over.
    let ScratchBrain { brain: with, folder: _one } = brain(0.5, 0);
    teach(&with, "p s a s a c d s b win1");
    let ScratchBrain { brain: without, folder: _two } = brain(0.5, 0);
    teach(&without, "p s b win1");
    for line in ["o p", "p s", "s b", "b win1"] {
        let (position, mv) = at(line);
        assert_eq!(edge(&with, position, mv), edge(&without, position, mv), "{line}");
    }
    assert_eq!(edge(&with, "s", "a").unwrap().visits, 2);
    // A game that is nothing but circles teaches nothing and is counted.
    let ScratchBrain { brain, folder: _three } = brain(1.0, 1);
    let lesson = teach(&brain, "p s a s a s");
    assert_eq!((lesson.games, lesson.new_moves), (1, 4));
    assert_eq!((q(&brain, "o", "p"), q(&brain, "p", "s")), (0.0, 0.0));
}

#[test]
fn a_loop_proves_nothing_by_itself() {
    // The second player can go round forever or win at b; the first player's only other way loses.
    for loops in [Loops::After, Loops::AtOnce] {
        let ScratchBrain { brain, folder: _folder } = by_rule(loops, 1.0, 1);
        teach(&brain, "p s a c win2");
        teach(&brain, "p s a s a s b win2");
        for (line, proved) in
            [("b win2", true), ("s b", true), ("a s", false), ("s a", false), ("p s", false)]
        {
            let (position, mv) = at(line);
            assert_eq!(edge(&brain, position, mv).unwrap().proof().is_some(), proved, "{line}, {loops}");
        }
    }
}

#[test]
fn at_once_a_way_round_counts_before_the_end_does() {
    let ScratchBrain { brain, folder: _folder } = by_rule(Loops::AtOnce, 1.0, 0);
    teach(&brain, "p s a s b win2");
    // When s recurred, nothing was known: the way round is worth -0.9 * 0 to both.
    about(q(&brain, "a", "s"), 0.0);
    about(q(&brain, "s", "a"), 0.0);
    about(q(&brain, "s", "b"), -0.9); // -0.9 * 1
    // So s is as good as the way round, where it is 0.81 for the other after the path.
    about(q(&brain, "p", "s"), 0.0); // -0.9 * max(0, -0.9)
    about(q(&brain, "o", "p"), 0.0);
}

#[test]
fn at_once_a_loop_learns_nothing_of_the_rest_of_its_game() {
    let ScratchBrain { brain, folder: _folder } = by_rule(Loops::AtOnce, 1.0, 0);
    teach(&brain, "p s a s b win1");
    about(q(&brain, "s", "b"), 0.9); // -0.9 * -1
    about(q(&brain, "p", "s"), -0.81); // -0.9 * max(0, 0.9)
    about(q(&brain, "a", "s"), 0.0);
    // In the next game it is known what s is worth when the loop closes.
    teach(&brain, "p s a c d s b win1");
    about(q(&brain, "d", "s"), -0.81); // -0.9 * 0.9
    about(q(&brain, "c", "d"), 0.729); // -0.9 * -0.81
    about(q(&brain, "a", "c"), -0.6561); // -0.9 * 0.729
    about(q(&brain, "s", "a"), 0.0); // -0.9 * max(0, -0.6561)
    let visits = |line| edge(&brain, at(line).0, at(line).1).unwrap().visits;
    assert_eq!(["o p", "s b", "s a", "a s", "a c", "d s"].map(visits), [2, 2, 2, 1, 1, 1]);
}
