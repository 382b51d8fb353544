//! A guess of who will enclose the target first.

use plywood_rules::{Evaluate, Player};

use super::{Colour, Move, PikkPakk, State};

/// Balls beside the target, and pushes to choose from.
#[derive(Clone, Copy, Debug, Default)]
pub struct Surround;

impl Evaluate<PikkPakk> for Surround {
    fn evaluate(&self, game: &PikkPakk, state: &State) -> f64 {
        let points = |colour| game.surround_points(state, colour);
        let light = points(Colour::Light) - points(Colour::Dark);
        let sign = if game.player(Colour::Light) == Player::First { 1.0 } else { -1.0 };
        sign * f64::from(light)
    }

    fn win_worth(&self, _: &PikkPakk) -> f64 {
        10_000.0
    }

    fn promise(&self, _game: &PikkPakk, _state: &State, _mv: Move) -> i32 {
        0
    }
}

impl PikkPakk {
    fn surround_points(&self, state: &State, colour: Colour) -> i32 {
        (state.balls(colour) & self.field.around(state.target)).count_ones() as i32
    }
}
