//! Positions that differ only in who plays which part share a node.

use std::num::NonZeroUsize;
use std::sync::Arc;

use plywood_learn::{Opponent, Training, TrainingStage};
use plywood_rules::{
    Depict, Game, NoHints, Notation, Outcome, Playable, Player, Proved, Run, Symmetric, TextError, Turn,
};

use crate::kit::{ScratchBrain, about, edge, proof, q, settings, teach};

/// One to three sticks are taken from a heap; the player who takes the last one wins. The side to move makes
/// no difference.
struct Sticks;

/// The sticks left, and the side to move.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Heap {
    left: u32,
    to_move: Player,
}

impl Game for Sticks {
    type State = Heap;
    type Move = u32;

    fn initial(&self) -> Heap {
        Heap { left: 13, to_move: Player::First }
    }

    fn turn(&self, heap: &Heap) -> Turn {
        match heap.left {
            0 => Turn::Over(Outcome::Win(heap.to_move.other())),
            _ => Turn::Decision(heap.to_move),
        }
    }

    fn legal_moves(&self, heap: &Heap, moves: &mut Vec<u32>) {
        moves.extend(1..=heap.left.min(3));
    }

    fn play(&self, heap: &mut Heap, taken: u32) {
        *heap = Heap { left: heap.left - taken, to_move: heap.to_move.other() };
    }
}

impl Notation for Sticks {
    fn move_text(&self, _: &Heap, taken: u32) -> String {
        taken.to_string()
    }

    fn state_text(&self, heap: &Heap) -> String {
        format!("{} {}", heap.left, heap.to_move)
    }

    fn parse_state(&self, text: &str) -> Result<Heap, TextError> {
        let read = || {
            let (left, player) = text.split_once(' ')?;
            let to_move = Player::BOTH.into_iter().find(|p| p.to_string() == player)?;
            Some(Heap { left: left.parse().ok()?, to_move })
        };
        read().ok_or_else(|| TextError::new("a position is the sticks left and who is to move: '7 second'"))
    }
}

impl Symmetric for Sticks {
    fn exchanged(&self, heap: &Heap) -> Option<Heap> {
        Some(Heap { to_move: heap.to_move.other(), ..heap.clone() })
    }
}

impl NoHints for Sticks {}

impl Depict for Sticks {}

impl Playable for Sticks {
    fn name(&self) -> String {
        "sticks".into()
    }
}

#[test]
fn exchanged_players_share_a_node() {
    let ScratchBrain { brain, folder: _folder } = ScratchBrain::new(&Arc::new(Sticks), settings(1.0, 0.9, 0));
    // 13 - 3 = 10, - 3 = 7, - 3 = 4, - 3 = 1: the first player takes the last one.
    teach(&brain, "3 3 3 3 1");
    for player in Player::BOTH {
        let at = |left: u32| format!("{left} {player}");
        about(q(&brain, &at(1), "1"), 1.0);
        about(q(&brain, &at(4), "3"), -0.9);
        about(q(&brain, &at(7), "3"), 0.81);
    }
    assert_eq!(brain.counters().nodes, 5);
    // 13 - 2 - 2 - 2 = 7 with the second player to move, who had nothing to do with it before.
    let lesson = teach(&brain, "2 2 2 3 3 1");
    assert_eq!((lesson.new_positions, lesson.new_moves), (2, 3));
    assert_eq!(edge(&brain, "7 first", "3").unwrap().visits, 2);
    about(q(&brain, "9 first", "2"), -0.729); // -0.9 * 0.81
    // Without symmetry, the players' positions are learnt separately.
    let apart = plywood_learn::LearnSettings { symmetry: false, ..settings(1.0, 0.9, 0) };
    let ScratchBrain { brain, folder: _folder } = ScratchBrain::new(&Arc::new(Sticks), apart);
    teach(&brain, "3 3 3 3 1");
    assert_eq!(edge(&brain, "7 second", "3"), None);
}

#[test]
fn playing_itself_with_exchanged_players_it_learns_the_truth() {
    let game = Arc::new(Sticks);
    let ScratchBrain { brain, folder: _folder } = ScratchBrain::new(&game, settings(1.0, 0.99, 1));
    let training = Training {
        plan: "sticks".into(),
        start: game.initial(),
        stages: vec![TrainingStage { games: 600, opponent: Opponent::Itself }],
        seed: 1,
        explore: 0.2,
        round: NonZeroUsize::MIN,
        max_plies: 100,
        search: 1,
        lines: 0,
        teacher: None,
    };
    training.begin(&brain).run_until(600, &Run::default()).unwrap();
    // The player who leaves a multiple of four wins.
    for left in 1..=13u32 {
        for player in Player::BOTH {
            let of = |taken: u32| proof(&brain, &format!("{left} {player}"), &taken.to_string());
            let proofs: Vec<Option<Proved>> = (1..=left.min(3)).map(of).collect();
            for (taken, known) in (1..).zip(&proofs) {
                let wins = (left - taken).is_multiple_of(4);
                let wrong = known.is_some_and(|proof| matches!(proof, Proved::Win { .. }) != wins);
                assert!(!wrong, "{taken} of {left} for the {player} player: {known:?}");
            }
            let won = proofs.iter().any(|proof| matches!(proof, Some(Proved::Win { .. })));
            assert_eq!(won, left % 4 != 0, "{left} sticks");
            assert!(won || proofs.iter().all(Option::is_some), "{left} sticks are not known to lose");
        }
    }
}
