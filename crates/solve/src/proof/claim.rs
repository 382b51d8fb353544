//! Claims: that a player wins, or does not lose.

use std::fmt;

use plywood_rules::Player;

/// A goal that one side can reach whatever the opponent does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// To win.
    Wins,
    /// Not to lose, however long the game lasts.
    Holds,
}

/// The claim that a player reaches a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The player.
    pub player: Player,
    /// The goal.
    pub goal: Goal,
}

/// `first wins`, `second holds`.
impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let goal = match self.goal {
            Goal::Wins => "wins",
            Goal::Holds => "holds",
        };
        write!(f, "{} {goal}", self.player)
    }
}
