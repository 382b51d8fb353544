//! A game of one's own in one file: take one to three sticks from a heap; whoever takes the last one wins.
//!
//! cargo run --release --example sticks -- play sticks

use plywood_rules::options::{Kind, Options, Parameter};
use plywood_rules::{Depict, Game, NoHints, Notation, Outcome, Playable, Player, Symmetric, TextError, Turn};

/// The rules; how many sticks there are at the start is an option.
struct Sticks(u32);

/// What is left, and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Heap {
    left: u32,
    to_move: Player,
}

impl Game for Sticks {
    type State = Heap;
    type Move = u32;

    fn initial(&self) -> Heap {
        Heap { left: self.0, to_move: Player::First }
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

impl Symmetric for Sticks {}
impl NoHints for Sticks {}
impl Depict for Sticks {}
impl Playable for Sticks {
    fn name(&self) -> String {
        format!("sticks:heap={}", self.0)
    }
}

const HEAP: Parameter = Parameter {
    key: "heap",
    kind: Kind::Integer { min: 1, max: 99 },
    default: "21",
    about: "sticks at the start",
};

fn main() -> std::process::ExitCode {
    let open = |options: &Options| Ok(Sticks(options.integer("heap").unwrap_or(21)));
    let about = "Take one to three sticks from a heap; whoever takes the last one wins.";
    plywood_cli::run(plywood_workshop::Registry::standard().with("sticks", about, &[HEAP], open))
}
