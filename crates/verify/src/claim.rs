//! Claims: that a player wins, or does not lose.

use std::fmt;

use plywood_rules::Player;

/// A goal that a player can reach whatever the other one plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// Win, after finitely many moves.
    Wins,
    /// Not lose, even if play continues for ever.
    Holds,
}

/// The claim that a player reaches a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Claim {
    /// The player who reaches it: the prover.
    pub player: Player,
    /// The goal.
    pub goal: Goal,
}

impl Claim {
    /// Parses the words of the head.
    pub(crate) fn read(text: &str) -> Option<Claim> {
        let (player, goal) = text.split_once(' ')?;
        let player = Player::BOTH.into_iter().find(|known| known.to_string() == player)?;
        let goal = match goal {
            "wins" => Goal::Wins,
            "holds" => Goal::Holds,
            _ => return None,
        };
        Some(Claim { player, goal })
    }
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
