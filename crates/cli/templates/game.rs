//! The game chomp. Every command of `plywood` has it:
//!
//! cargo run --release -- play chomp
//!
//! Its rules are there to be replaced: take one to three sticks; the player who takes the last one wins.

use plywood::prelude::*;

struct Chomp;

/// The sticks that are left, and the player to move.
type Sticks = (usize, Player);

const ALL: usize = 15;

impl Game for Chomp {
    type State = Sticks;
    type Move = usize;

    fn initial(&self) -> Sticks {
        (ALL, Player::First)
    }

    fn turn(&self, &(left, player): &Sticks) -> Turn {
        if left == 0 { Turn::Over(Outcome::Win(player.other())) } else { Turn::Decision(player) }
    }

    fn legal_moves(&self, &(left, _): &Sticks, moves: &mut Vec<usize>) {
        moves.extend(1..=left.min(3));
    }

    fn play(&self, (left, player): &mut Sticks, taken: usize) {
        (*left, *player) = (*left - taken, player.other());
    }
}

// Moves and positions as text that reads back.
impl Notation for Chomp {
    fn move_text(&self, _: &Sticks, taken: usize) -> String {
        taken.to_string()
    }

    fn state_text(&self, (left, player): &Sticks) -> String {
        format!("{left} {player}")
    }

    fn parse_state(&self, text: &str) -> Result<Sticks, TextError> {
        let states = (0..=ALL).flat_map(|left| Player::BOTH.map(|player| (left, player)));
        let state = states.into_iter().find(|state| self.state_text(state) == text);
        state.ok_or_else(|| TextError::new("a position is the sticks left and the side to move: '7 second'"))
    }
}

// The board, in the terminal and on the page: `x` and `o` for pieces of the players, `#` for one of neither, a dot for a free place.
impl Depict for Chomp {
    fn rows(&self, &(left, _): &Sticks) -> Vec<String> {
        vec!["#".repeat(left) + &".".repeat(ALL - left)]
    }
}

// Defaults do for a start.
impl Symmetric for Chomp {}
impl NoHints for Chomp {}

impl Playable for Chomp {
    fn name(&self) -> String {
        "chomp".to_string()
    }
}

fn main() -> std::process::ExitCode {
    let about = "Take one to three sticks; the player who takes the last one wins.";
    plywood::cli::run(Workshop::standard().with("chomp", about, &[], |_: &Options| Ok(Chomp)))
}
