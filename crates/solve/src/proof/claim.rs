//! Claims: that a player wins, or does not lose.

use std::fmt;

use plywood_rules::Player;

/// A goal that one side can reach whatever the opponent does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofGoal {
    /// To win.
    Wins,
    /// Not to lose, however long the game lasts.
    Holds,
}

/// The claim that a player reaches a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofClaim {
    /// The player.
    pub player: Player,
    /// The goal.
    pub goal: ProofGoal,
}

/// `first wins`, `second holds`.
impl fmt::Display for ProofClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let goal = match self.goal {
            ProofGoal::Wins => "wins",
            ProofGoal::Holds => "holds",
        };
        write!(f, "{} {goal}", self.player)
    }
}
