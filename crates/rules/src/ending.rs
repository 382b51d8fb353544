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
    /// This player is a program from outside that failed (crashed, hung or played an illegal move), or a function of Python
    /// whose answer was no legal move, and the opponent wins.
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

    /// The end that a record names by [`Ending::result`] and [`Ending::reason`]; `None` if it has none of these names. Payoffs are
    /// not in them.
    pub fn read(result: &str, reason: Option<&str>) -> Option<Ending> {
        let winner = match result {
            "first" => Some(Player::First),
            "second" => Some(Player::Second),
            "draw" => None,
            _ => return None,
        };
        let Some(reason) = reason else {
            return Some(Ending::Rules(winner.map_or(Outcome::Draw, Outcome::Win)));
        };
        let lost = winner.map(Player::other);
        let calls = lost.into_iter().flat_map(|loser| {
            [Call::Resigned(loser), Call::OutOfTime(loser), Call::Left(loser), Call::Failed(loser)]
        });
        let calls = calls.chain([Call::Adjudicated(winner), Call::Agreed, Call::PlyLimit]);
        let mut endings = calls.map(Ending::Called).chain([Ending::Repetition]);
        endings.find(|ending| ending.reason() == Some(reason) && ending.winner() == winner)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_read_back_from_their_names() {
        let mut endings = vec![Ending::Repetition, Ending::Rules(Outcome::Draw)];
        endings.extend([Call::Agreed, Call::PlyLimit, Call::Adjudicated(None)].map(Ending::Called));
        for player in Player::BOTH {
            endings.push(Ending::Rules(Outcome::Win(player)));
            let calls = [
                Call::Resigned(player),
                Call::OutOfTime(player),
                Call::Left(player),
                Call::Failed(player),
                Call::Adjudicated(Some(player)),
            ];
            endings.extend(calls.map(Ending::Called));
        }
        for ending in endings {
            assert_eq!(Ending::read(ending.result(), ending.reason()), Some(ending));
        }
        for (result, reason) in
            [("*", None), ("1-0", None), ("first", Some("agreement")), ("draw", Some("x"))]
        {
            assert_eq!(Ending::read(result, reason), None, "{result} {reason:?}");
        }
    }
}
