//! The value of a finished position.

use plywood_rules::{Outcome, Player, Proved, Value};
use plywood_workshop::Session;

use crate::output::Failure;

/// A finished position, seen by the side whose turn it would be.
pub struct End {
    pub side: Player,
    pub value: Value,
    /// The points of a win by the game's own evaluation.
    pub win_worth: f64,
    winner: Option<Player>,
}

impl End {
    /// The end of a game with this outcome.
    pub fn of(session: &dyn Session, outcome: Outcome) -> Result<End, Failure> {
        let evaluated = session.evaluate(None)?;
        let side = evaluated.view;
        let winner = outcome.winner();
        let value = match outcome {
            Outcome::Payoff(points) => Value::Exact(points).seen_by(side),
            _ => Value::Proved(match winner {
                Some(winner) if winner == side => Proved::Win { plies: 0 },
                Some(_) => Proved::Loss { plies: 0 },
                None => Proved::Draw,
            }),
        };
        Ok(End { side, value, win_worth: evaluated.value.abs(), winner })
    }

    /// `the game is over: X has won, a loss for O to move`.
    pub fn words(&self, session: &dyn Session) -> String {
        let names = session.player_names();
        let side = names[self.side.index()];
        let words = match (self.value, self.winner) {
            (Value::Proved(proved), Some(winner)) => {
                format!("{} has won, a {} for {side} to move", names[winner.index()], proved.word())
            }
            (Value::Proved(_), None) => "a draw".to_string(),
            (value, _) => format!("worth {value} to {side}"),
        };
        format!("the game is over: {words}\n")
    }
}
