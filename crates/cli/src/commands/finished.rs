//! The value of a finished position in words.

use plywood_rules::Value;
use plywood_workshop::{FinishedValue, Session};

/// `the game is over: X has won, a loss for O to move`.
pub fn words(end: &FinishedValue, session: &dyn Session) -> String {
    let names = session.player_names();
    let side = names[end.side.index()];
    let words = match (end.value, end.winner) {
        (Value::Proved(proved), Some(winner)) => {
            format!("{} has won, a {} for {side} to move", names[winner.index()], proved.word())
        }
        (Value::Proved(_), None) => "a draw".to_string(),
        (value, _) => format!("worth {value} to {side}"),
    };
    format!("the game is over: {words}\n")
}
