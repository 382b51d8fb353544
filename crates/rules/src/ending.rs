//! The end of a game, by its rules or by a decision from outside.

use serde::{Deserialize, Serialize};

use crate::{Outcome, Player};

/// The result of a game and the reason for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ending {
    /// By the rules of the game.
    Rules(Outcome),
    /// A draw by threefold repetition ([`crate::is_threefold`]).
    Repetition,
    /// It was ended from outside.
    Called(Call),
}

/// A decision that ends a game which could continue by its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Call {
    /// This player gave up.
    Resigned(Player),
    /// This player ran out of time, and the opponent wins.
    OutOfTime(Player),
    /// This player left and did not come back, and the opponent wins.
    Left(Player),
    /// This player is a program from outside that failed (crashed, hung or played an illegal move), and the opponent wins.
    Failed(Player),
    /// The players agreed on a draw.
    Agreed,
    /// A referee knew how it would end: the winner, or a draw.
    Adjudicated(Option<Player>),
    /// The limit of plies was reached: a draw.
    PlyLimit,
}

impl Call {
    /// The winner, if there is one.
    pub fn winner(self) -> Option<Player> {
        match self {
            Call::Resigned(loser) | Call::OutOfTime(loser) | Call::Left(loser) | Call::Failed(loser) => {
                Some(loser.other())
            }
            Call::Adjudicated(winner) => winner,
            Call::Agreed | Call::PlyLimit => None,
        }
    }

    /// In the words of a record.
    pub fn reason(self) -> &'static str {
        match self {
            Call::Resigned(_) => "resignation",
            Call::OutOfTime(_) => "time",
            Call::Left(_) => "absence",
            Call::Failed(_) => "failure",
            Call::Agreed => "agreement",
            Call::Adjudicated(_) => "adjudication",
            Call::PlyLimit => "ply limit",
        }
    }
}

impl Ending {
    /// The winner, if there is one.
    pub fn winner(self) -> Option<Player> {
        match self {
            Ending::Rules(outcome) => outcome.winner(),
            Ending::Repetition => None,
            Ending::Called(call) => call.winner(),
        }
    }

    /// +1, 0 or -1: win, draw or loss from the point of view of `player`.
    pub fn utility(self, player: Player) -> i8 {
        self.winner().map_or(0, |winner| if winner == player { 1 } else { -1 })
    }

    /// `first`, `second` or `draw`, as in a record.
    pub fn result(self) -> &'static str {
        match self.winner() {
            Some(Player::First) => "first",
            Some(Player::Second) => "second",
            None => "draw",
        }
    }

    /// The reason in the words of a record, unless the game ended by its rules.
    pub fn reason(self) -> Option<&'static str> {
        match self {
            Ending::Rules(_) => None,
            Ending::Repetition => Some("repetition"),
            Ending::Called(call) => Some(call.reason()),
        }
    }
}
