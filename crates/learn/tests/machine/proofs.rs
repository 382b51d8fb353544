//! Proofs: where they come from, how far they reach, and that nothing takes them away.

use std::sync::Arc;

use plywood_learn::{Aim, Brain, Learner};
use plywood_rules::{Bot, Notation, Player, Position, Proved, Stop, Value};

use crate::kit::{ScratchBrain, about, edge, proof, q, rng, settings, teach, teach_resigned};
use crate::ways::Ways;

const WIN: fn(u32) -> Option<Proved> = |plies| Some(Proved::Win { plies });
const LOSS: fn(u32) -> Option<Proved> = |plies| Some(Proved::Loss { plies });

fn ways(text: &'static str, prove: u32) -> ScratchBrain<Ways> {
    ScratchBrain::new(&Arc::new(Ways::new(text)), settings(1.0, 0.9, prove))
}

#[test]
fn one_win_proves_a_win_and_a_loss_needs_all_moves() {
    let ScratchBrain { brain, folder: _folder } =
        ways("s 1: t; t 2: u v; u 1: win1; v 1: w x; w 1: win1; x 2: win2", 1);
    teach(&brain, "t u win1");
    assert_eq!(proof(&brain, "u", "win1"), WIN(1));
    assert_eq!(proof(&brain, "t", "u"), LOSS(2));
    // The second player has another move at t.
    assert_eq!(proof(&brain, "s", "t"), None);
    about(q(&brain, "s", "t"), 0.9); // -0.9 * -1
    teach(&brain, "t v w win1");
    assert_eq!(proof(&brain, "w", "win1"), WIN(1));
    assert_eq!(proof(&brain, "v", "w"), WIN(2)); // the first player at both
    assert_eq!(proof(&brain, "t", "v"), LOSS(3));
    // Both moves of t lose, and the slower one is the better one.
    assert_eq!(proof(&brain, "s", "t"), WIN(4));
    assert_eq!(q(&brain, "s", "t"), 1.0);
}

#[test]
fn a_draw_needs_all_moves_too() {
    let ScratchBrain { brain, folder: _folder } = ways("s 1: t; t 2: draw x; x 1: win1", 1);
    teach(&brain, "t draw");
    assert_eq!(proof(&brain, "t", "draw"), Some(Proved::Draw));
    assert_eq!((proof(&brain, "s", "t"), q(&brain, "s", "t")), (None, 0.0));
    teach(&brain, "t x win1");
    assert_eq!(proof(&brain, "s", "t"), Some(Proved::Draw));
}

#[test]
fn a_quicker_win_that_is_found_later_counts() {
    // Within one ply nothing is seen at s, and the long way is shown first.
    let ScratchBrain { brain, folder: _folder } =
        ways("s 1: a f; a 2: b; b 1: c; c 2: d; d 1: win1; f 2: g; g 1: win1", 1);
    teach(&brain, "a b c d win1");
    assert_eq!(proof(&brain, "s", "a"), WIN(5));
    teach(&brain, "f g win1");
    assert_eq!((proof(&brain, "s", "f"), proof(&brain, "s", "a")), (WIN(3), WIN(5)));
    assert!(
        (0..20)
            .all(|seed| choice(&brain, "s", seed)
                == ("f".into(), Some(Value::Proved(Proved::Win { plies: 3 }))))
    );
}

#[test]
fn what_is_proved_is_never_diluted() {
    let text = "p 1: s u; s 2: win2 t; t 1: draw s; u 2: t win1";
    for learnt in ["s win2", "s t s win2"] {
        let ScratchBrain { brain, folder: _folder } = ways(text, 1);
        teach(&brain, learnt);
        let sure = |brain: &Brain<Ways>| {
            assert_eq!((proof(brain, "p", "s"), q(brain, "p", "s")), (LOSS(2), -1.0));
            assert_eq!((proof(brain, "s", "win2"), q(brain, "s", "win2")), (WIN(1), 1.0));
        };
        sure(&brain);
        let visits = edge(&brain, "p", "s").unwrap().visits;
        teach(&brain, "s"); // called off
        sure(&brain);
        teach(&brain, "s t"); // called off later
        sure(&brain);
        teach_resigned(&brain, "s", Player::First); // given up by the one who could have won
        sure(&brain);
        teach(&brain, "s t draw"); // not taken
        sure(&brain);
        teach(&brain, "s t s t draw");
        sure(&brain);
        assert_eq!(edge(&brain, "p", "s").unwrap().visits, visits + 5);
    }
}

#[test]
fn what_somebody_gives_up_is_no_proof() {
    let ScratchBrain { brain, folder: _folder } = ways("s 1: t; t 2: u win2; u 1: draw", 1);
    teach_resigned(&brain, "t u", Player::Second);
    assert_eq!((proof(&brain, "t", "u"), q(&brain, "t", "u")), (None, 1.0));
    teach(&brain, "t u draw");
    assert_eq!((proof(&brain, "t", "u"), q(&brain, "t", "u")), (Some(Proved::Draw), 0.0));
}

const THREE: &str =
    "r 2: s z; s 1: a b; a 2: c d; c 1: win1 draw; d 1: win1 draw; b 2: e; e 1: draw; z 1: y; y 2: draw";

fn choice(brain: &Arc<Brain<Ways>>, position: &str, seed: u64) -> (String, Option<Value>) {
    let game = brain.game();
    let state = game.parse_state(position).unwrap();
    let mut learner = Learner::new(Arc::clone(brain), Aim::Value, false, None);
    let report = learner.choose(game, Position::new(&state), &mut rng(seed), &Stop::never());
    (game.move_text(&state, report.best), report.value)
}

#[test]
fn a_forced_win_in_three_is_found_and_never_handed_over() {
    let ScratchBrain { brain, folder: _folder } = ways(THREE, 3);
    for seed in 0..30 {
        let (mv, value) = choice(&brain, "s", seed);
        assert_eq!((mv.as_str(), value), ("a", Some(Value::Proved(Proved::Win { plies: 3 }))));
        // Nothing is known of r, and still the learner avoids the move with which the opponent wins.
        assert_eq!(choice(&brain, "r", seed).0, "z");
    }
    // With one ply less, neither is found.
    let ScratchBrain { brain, folder: _folder } = ways(THREE, 2);
    let all = |position| {
        let mut all: Vec<String> = (0..30).map(|seed| choice(&brain, position, seed).0).collect();
        all.sort();
        all.dedup();
        all
    };
    assert_eq!((all("s"), all("r")), (vec!["a".into(), "b".into()], vec!["s".into(), "z".into()]));
}

#[test]
fn what_the_search_finds_is_learnt_with_the_game() {
    let ScratchBrain { brain, folder: _folder } = ways(THREE, 3);
    // A game in which neither player sees the win: the search finds it when the game is learnt.
    teach(&brain, "s b e draw");
    assert_eq!(proof(&brain, "s", "a"), WIN(3));
    assert_eq!((proof(&brain, "r", "s"), q(&brain, "r", "s")), (LOSS(4), -1.0));
    assert_eq!(proof(&brain, "b", "e"), Some(Proved::Draw));
    // Found by searching, and never played.
    assert_eq!(edge(&brain, "s", "a").unwrap().visits, 0);
}

#[test]
fn without_proving_nothing_is_ever_proved() {
    let ScratchBrain { brain, folder: _folder } = ways(THREE, 0);
    for line in ["s a c win1", "s a d win1", "s b e draw", "z y draw", "s a c draw"] {
        teach(&brain, line);
        teach_resigned(&brain, "s a", Player::First);
    }
    let summary = brain.summary(&Stop::never()).unwrap().unwrap();
    assert_eq!((summary.proved_wins, summary.proved_draws, summary.proved_losses), (0, 0, 0));
    assert!(summary.played > 0);
}
