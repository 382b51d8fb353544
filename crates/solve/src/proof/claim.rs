//! Claims: that a player wins, or does not lose.

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
