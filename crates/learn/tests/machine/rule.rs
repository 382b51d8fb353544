//! The rule of learning, in numbers worked out by hand.
//!
//! The last edge gets what the game ended with; before it, from back to front,
//! `q <- (1 - alpha) q + alpha * (-gamma * max over the known moves of the next position)`, where the sign stays if the
//! same player moves again.

use std::sync::Arc;

use plywood_learn::{Aim, Brain, Learner};
use plywood_rules::{Bot, Player, Position, Stop, Value};

use crate::kit::{Played, ScratchBrain, about, edge, q, rng, settings, teach, teach_resigned, with_game};
use crate::ways::Ways;

const PLAIN: &str = "s 1: t win2; t 2: u win2 draw; u 1: win1 win2 draw";

fn ways(text: &'static str, alpha: f32, gamma: f32, prove: u32) -> ScratchBrain<Ways> {
    ScratchBrain::new(&Arc::new(Ways::new(text)), settings(alpha, gamma, prove))
}

#[test]
fn a_won_and_then_a_lost_game() {
    let ScratchBrain { brain, folder: _folder } = ways(PLAIN, 1.0, 0.9, 0);
    let lesson = teach(&brain, "t u win1");
    assert_eq!((lesson.games, lesson.new_positions, lesson.new_moves, lesson.changed_moves), (1, 3, 3, 0));
    about(q(&brain, "u", "win1"), 1.0);
    about(q(&brain, "t", "u"), -0.9); // -0.9 * 1
    about(q(&brain, "s", "t"), 0.81); // -0.9 * -0.9
    // The same way with a worse end: the first player knows better at u, so nothing before it changes.
    let lesson = teach(&brain, "t u win2");
    assert_eq!((lesson.games, lesson.new_positions, lesson.new_moves, lesson.changed_moves), (2, 0, 1, 0));
    about(q(&brain, "u", "win2"), -1.0);
    about(q(&brain, "u", "win1"), 1.0);
    about(q(&brain, "t", "u"), -0.9); // -0.9 * max(1, -1)
    about(q(&brain, "s", "t"), 0.81);
    // The second player finds a win of their own.
    let lesson = teach(&brain, "t win2");
    assert_eq!((lesson.games, lesson.new_positions, lesson.new_moves, lesson.changed_moves), (3, 0, 1, 1));
    about(q(&brain, "t", "win2"), 1.0);
    about(q(&brain, "s", "t"), -0.9); // -0.9 * max(-0.9, 1)
    let visits = ["s t", "t u", "t win2", "u win1", "u win2"].map(|at| {
        let (position, mv) = at.split_once(' ').unwrap();
        edge(&brain, position, mv).unwrap().visits
    });
    assert_eq!(visits, [3, 2, 1, 1, 1]);
    assert_eq!(edge(&brain, "u", "draw"), None);
    // A move that loses at once.
    teach(&brain, "win2");
    about(q(&brain, "s", "win2"), -1.0);
}

#[test]
fn a_drawn_game() {
    let ScratchBrain { brain, folder: _folder } = ways(PLAIN, 1.0, 0.9, 0);
    teach(&brain, "t draw");
    // Zero has no sign: a brain as text would show it.
    assert_eq!(q(&brain, "t", "draw").to_bits(), 0.0f32.to_bits());
    assert_eq!(q(&brain, "s", "t").to_bits(), 0.0f32.to_bits());
    teach(&brain, "t u win2");
    about(q(&brain, "t", "u"), 0.9); // -0.9 * -1
    about(q(&brain, "s", "t"), -0.81); // -0.9 * max(0, 0.9)
    teach(&brain, "t u draw");
    about(q(&brain, "t", "u"), 0.0); // -0.9 * max(-1, 0)
    about(q(&brain, "s", "t"), 0.0); // -0.9 * max(0, 0)
}

#[test]
fn half_the_way_each_time() {
    let ScratchBrain { brain, folder: _folder } = ways(PLAIN, 0.5, 0.9, 0);
    teach(&brain, "t u win1");
    about(q(&brain, "u", "win1"), 1.0); // an end is no estimate
    about(q(&brain, "t", "u"), -0.45); // 0.5 * 0 + 0.5 * -0.9 * 1
    about(q(&brain, "s", "t"), 0.2025); // 0.5 * 0 + 0.5 * -0.9 * -0.45
    teach(&brain, "t u win1");
    about(q(&brain, "t", "u"), -0.675); // 0.5 * -0.45 + 0.5 * -0.9
    about(q(&brain, "s", "t"), 0.405); // 0.5 * 0.2025 + 0.5 * -0.9 * -0.675
}

#[test]
fn a_player_who_moves_again_keeps_the_sign() {
    let ScratchBrain { brain, folder: _folder } = ways("s 1: t; t 1: u; u 2: win1 win2", 1.0, 0.9, 0);
    teach(&brain, "t u win1");
    about(q(&brain, "u", "win1"), -1.0); // for the second player, who moves there
    about(q(&brain, "t", "u"), 0.9); // -0.9 * -1
    about(q(&brain, "s", "t"), 0.81); // 0.9 * 0.9: the first player at both
}

#[test]
fn points_count_as_parts_of_the_greatest_payoff() {
    for prove in [0, 2] {
        let ScratchBrain { brain, folder: _folder } = ways("s 1: t 2; t 2: -1 4", 1.0, 0.9, prove);
        teach(&brain, "t -1");
        about(q(&brain, "t", "-1"), 0.25); // the first player pays 1 of 4
        about(q(&brain, "s", "t"), -0.225); // -0.9 * 0.25
        teach(&brain, "2");
        about(q(&brain, "s", "2"), 0.5);
        teach(&brain, "t 4");
        about(q(&brain, "t", "4"), -1.0);
        about(q(&brain, "s", "t"), -0.225); // -0.9 * max(0.25, -1)
        // Points prove nothing, however many they are.
        let all = ["s t", "s 2", "t -1", "t 4"].map(|at| at.split_once(' ').unwrap());
        assert!(all.iter().all(|(position, mv)| edge(&brain, position, mv).unwrap().proof().is_none()));
    }
}

#[test]
fn a_game_that_somebody_gave_up() {
    let ScratchBrain { brain, folder: _folder } = ways(PLAIN, 1.0, 0.9, 0);
    // The first player resigns at u, where the second player's move has led.
    teach_resigned(&brain, "t u", Player::Second);
    about(q(&brain, "t", "u"), 1.0);
    about(q(&brain, "s", "t"), -0.9); // -0.9 * 1
    assert_eq!(edge(&brain, "u", "win1"), None);
    let ScratchBrain { brain, folder: _folder } = ways(PLAIN, 0.5, 0.9, 0);
    teach_resigned(&brain, "t", Player::First);
    about(q(&brain, "s", "t"), 0.5); // an opinion, not an end: 0.5 * 0 + 0.5 * 1
    // A player gives up out of turn, after the other's good move: the last edge is the loser's own.
    teach_resigned(&brain, "t", Player::Second);
    about(q(&brain, "s", "t"), -0.25); // 0.5 * 0.5 + 0.5 * -1
}

#[test]
fn a_game_that_was_called_off() {
    let ScratchBrain { brain, folder: _folder } = ways(PLAIN, 1.0, 0.9, 0);
    // Nothing is known of u, so the move to it has no value; but u is known now.
    let lesson = teach(&brain, "t u");
    assert_eq!((lesson.new_positions, lesson.new_moves), (3, 2));
    assert_eq!((q(&brain, "t", "u"), q(&brain, "s", "t")), (0.0, 0.0));
    teach(&brain, "t u win1");
    teach(&brain, "t draw");
    about(q(&brain, "s", "t"), 0.0); // -0.9 * max(-0.9, 0)
    // The known value of the position in which it was called off counts as if play had continued.
    teach(&brain, "t u");
    about(q(&brain, "t", "u"), -0.9); // -0.9 * 1
    about(q(&brain, "s", "t"), 0.0);
    assert_eq!(edge(&brain, "t", "u").unwrap().visits, 3);
    // Called off before it began.
    assert_eq!(teach(&brain, "").games, 5);
}

/// The move that the machine chooses in a position, with the value it gives it.
fn choice<G: plywood_rules::Playable>(
    brain: &Arc<Brain<G>>,
    position: &str,
    seed: u64,
) -> (String, Option<Value>) {
    let game = brain.game();
    let state = game.parse_state(position).unwrap();
    let mut learner = Learner::new(Arc::clone(brain), Aim::Value, false, None);
    let report = learner.choose(game, Position::new(&state), &mut rng(seed), &Stop::never());
    assert_eq!(learner.trouble(), None);
    (game.move_text(&state, report.best), report.value)
}

const FOUR: &str =
    "s 1: a b c d; a 2: win1 win2 draw; b 2: win1 win2 draw; c 2: win1 win2 draw; d 2: win1 win2 draw";

#[test]
fn where_nothing_is_known_it_plays_anything() {
    let ScratchBrain { brain, folder: _folder } = ways(FOUR, 1.0, 0.99, 0);
    let mut chosen: Vec<String> = (0..60).map(|seed| choice(&brain, "s", seed).0).collect();
    chosen.sort();
    chosen.dedup();
    assert_eq!(chosen, ["a", "b", "c", "d"]);
}

#[test]
fn from_what_is_bad_it_turns_to_what_was_never_tried() {
    let ScratchBrain { brain, folder: _folder } = ways(FOUR, 1.0, 0.99, 0);
    for (known, left) in [("a", vec!["b", "c", "d"]), ("c", vec!["b", "d"]), ("b", vec!["d"])] {
        teach(&brain, &format!("{known} win2"));
        about(q(&brain, "s", known), -0.99);
        let mut chosen: Vec<String> = (0..60).map(|seed| choice(&brain, "s", seed).0).collect();
        chosen.sort();
        chosen.dedup();
        assert_eq!(chosen, left);
    }
    // A draw is not bad: no more trying.
    teach(&brain, "d draw");
    assert!((0..60).all(|seed| choice(&brain, "s", seed).0 == "d"));
}

#[test]
fn where_all_is_bad_and_tried_it_plays_the_least_bad() {
    let ScratchBrain { brain, folder: _folder } =
        ways("s 1: a win2; a 2: b draw; b 1: c; c 2: win2 draw", 1.0, 0.9, 0);
    teach(&brain, "win2");
    teach(&brain, "a b c win2");
    about(q(&brain, "s", "a"), -0.729); // -0.9 * -0.9 * -0.9 * 1
    assert!((0..20).all(|seed| choice(&brain, "s", seed).0 == "a"));
}

#[test]
fn a_practical_result_decides_between_equal_values() {
    let ScratchBrain { brain, folder: _folder } = ways(FOUR, 1.0, 0.99, 0);
    for line in ["a win1", "a draw", "b win1", "b draw"] {
        teach(&brain, line);
    }
    // Of the two that are worth nothing, the machine itself once won with the second.
    let own = Played::of(brain.game(), "b win1");
    own.teach(&brain, [true, false]);
    let known = edge(&brain, "s", "b").unwrap();
    assert_eq!((known.q, known.tries, known.result), (0.0, 1, 1.0));
    assert_eq!(edge(&brain, "s", "a").unwrap().tries, 0);
    assert!((0..20).all(|seed| choice(&brain, "s", seed).0 == "b"));
    // In games against itself, no habits of an opponent are learnt.
    Played::of(brain.game(), "a win1").teach(&brain, [true, true]);
    assert_eq!(edge(&brain, "s", "a").unwrap().tries, 0);
}

#[test]
fn one_game_teaches_its_mirror_images() {
    fn test<G: plywood_rules::Playable>(game: Arc<G>) {
        let ScratchBrain { brain, folder: _folder } = ScratchBrain::new(&game, settings(1.0, 0.99, 0));
        teach(&brain, "a1 b2 a2 a3 c1 b1 b3 c2 c3");
        // The same with left and right exchanged, top and bottom, or turned.
        for opening in ["a1 b2", "c1 b2", "a3 b2", "c3 b2"] {
            let played = Played::of(&*game, opening);
            let known = brain.known_moves(&played.states[2]).unwrap();
            let visited: Vec<(String, u32)> = known
                .iter()
                .filter_map(|known| {
                    Some((game.move_text(&played.states[2], known.mv), known.edge.as_ref()?.visits))
                })
                .collect();
            // The position is the same on both sides of the diagonal, and so is what is known of it.
            assert_eq!(visited.iter().map(|(_, visits)| visits).collect::<Vec<_>>(), [&1, &1], "{opening}");
        }
        let before = brain.counters();
        for image in ["c1 b2 c2 c3 a1 b1 b3 a2 a3", "a3 b2 a2 a1 c3 b3 b1 c2 c1"] {
            teach(&brain, image);
        }
        let after = brain.counters();
        assert_eq!(after.games, 3);
        assert_eq!((after.nodes, after.edges), (before.nodes, before.edges));
        // Without symmetry every image is a game of its own.
        let ScratchBrain { brain, folder: _folder } = ScratchBrain::new(
            &game,
            plywood_learn::LearnSettings { symmetry: false, ..settings(1.0, 0.99, 0) },
        );
        for image in ["a1 b2 a2 a3 c1 b1 b3 c2 c3", "c1 b2 c2 c3 a1 b1 b3 a2 a3"] {
            let lesson = teach(&brain, image);
            assert_eq!(lesson.new_moves, 9);
        }
        let nothing = Played::of(&*game, "a3 b2");
        assert!(brain.known_moves(&nothing.states[2]).unwrap().iter().all(|known| known.edge.is_none()));
    }
    with_game!("tictactoe", test);
}
