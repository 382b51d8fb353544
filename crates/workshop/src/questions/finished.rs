//! The value of a finished position.

use plywood_rules::{Outcome, Player, Value};

use crate::session::Session;
use crate::trouble::Trouble;

/// The value of a finished position, seen by the side whose turn it would be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FinishedValue {
    /// That side.
    pub side: Player,
    /// The value for it.
    pub value: Value,
    /// The points of a win by the game's own evaluation.
    pub win_worth: f64,
    /// The winner; `None` for a draw.
    pub winner: Option<Player>,
}

impl FinishedValue {
    /// The value of the position of `at`, whose game ended with this outcome.
    ///
    /// # Errors
    /// Those of [`Session::evaluate`].
    pub fn of(at: &dyn Session, outcome: Outcome) -> Result<FinishedValue, Trouble> {
        let evaluated = at.evaluate(None)?;
        let side = evaluated.view;
        let value = outcome.value(side);
        Ok(FinishedValue { side, value, win_worth: evaluated.value.abs(), winner: outcome.winner() })
    }
}
