//! A game of your own: take one to three sticks from a heap; the player who takes the last one wins. With an evaluation and
//! a bot of its own, and every command of `plywood`:
//!
//! cargo run --release -- play sticks

use plywood::prelude::*;

/// The rules; the number of sticks at the start is an option.
struct Sticks(u32);

/// The sticks that are left, and the player to move.
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
        read().ok_or_else(|| TextError::new("a position is the sticks left and the side to move: '7 second'"))
    }
}

// Defaults do for a start: no symmetries, no hints for searches, a scene made of the position's text.
impl Symmetric for Sticks {}
impl NoHints for Sticks {}
impl Depict for Sticks {}

impl Playable for Sticks {
    fn name(&self) -> String {
        format!("sticks:heap={}", self.0)
    }

    fn evaluations(&self) -> Vec<NamedEvaluation<Sticks>> {
        vec![NamedEvaluation {
            name: "fours",
            about: "A multiple of four is bad for the side to move.",
            evaluation: Box::new(Fours),
        }]
    }

    fn own_bots(&self) -> Vec<OwnBot<Sticks>> {
        vec![OwnBot {
            name: "nim",
            about: "Leaves a multiple of four if it can.",
            parameters: &[],
            build: |_, _| Ok(Box::new(Nim)),
        }]
    }
}

/// An evaluation: a guess in points, from the first player's view.
struct Fours;

impl Evaluate<Sticks> for Fours {
    fn evaluate(&self, _: &Sticks, heap: &Heap) -> f64 {
        let for_mover = if heap.left.is_multiple_of(4) { -10.0 } else { 10.0 };
        heap.to_move.sign() * for_mover
    }

    fn win_worth(&self, _: &Sticks) -> f64 {
        100.0
    }
}

/// A bot: takes what leaves a multiple of four, otherwise anything.
struct Nim;

impl Bot<Sticks> for Nim {
    fn choose(
        &mut self,
        game: &Sticks,
        position: Position<'_, Sticks>,
        rng: &mut dyn Rng,
        _: &Stop,
    ) -> Report<u32> {
        let mut moves = Vec::new();
        game.legal_moves(position.state, &mut moves);
        let best = match position.state.left % 4 {
            0 => moves[below(rng, moves.len())],
            taken => taken,
        };
        Report::without_value(best, moves)
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
    let about = "Take one to three sticks from a heap; the player who takes the last one wins.";
    plywood::cli::run(Workshop::standard().with("sticks", about, &[HEAP], open))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_keep_every_law() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let verdict = laws::check(&Sticks(21), Effort::default(), &mut rng, &Run::default());
        assert!(verdict.ok(), "{verdict}");
    }
}
