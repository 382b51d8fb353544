//! Messages of a page become requests to the state machine of its game.

use plywood_play::{Moment, Request};

use crate::problem::{Code, Problem};
use crate::protocol::ClientMessage;

/// The subject of a message.
pub enum Subject {
    /// The game.
    Game(Request),
    /// The connection: answer with `pong`.
    Ping,
    /// A hint: the ply, and the bot to ask.
    Hint(usize, Option<String>),
    /// The opinion of a brain: the ply, and its name.
    Opinion(usize, String),
}

/// Reads a message.
///
/// # Errors
/// If it cannot be read: says where.
pub fn parse(text: &str) -> Result<ClientMessage, Problem> {
    serde_json::from_str(text)
        .map_err(|error| Problem::new(Code::Malformed, format!("the message cannot be read: {error}")))
}

/// The subject of a message that follows the greeting.
///
/// # Errors
/// If it is another greeting.
pub fn subject(message: ClientMessage) -> Result<Subject, Problem> {
    Ok(match message {
        ClientMessage::Hello { .. } => {
            return Err(Problem::new(Code::Malformed, "'hello' is said once, at the beginning"));
        }
        ClientMessage::Ping {} => Subject::Ping,
        ClientMessage::Move { revision, ply, text } => {
            Subject::Game(Request::Move { moment: Moment { revision, ply }, text })
        }
        ClientMessage::Resign {} => Subject::Game(Request::Resign),
        ClientMessage::Draw {} => Subject::Game(Request::Draw),
        ClientMessage::Undo {} => Subject::Game(Request::Undo),
        ClientMessage::Rematch {} => Subject::Game(Request::Rematch),
        ClientMessage::Decline { what } => Subject::Game(Request::Decline(what)),
        ClientMessage::Pace(pace) => Subject::Game(Request::Pace(pace)),
        ClientMessage::Think { ply, bot } => Subject::Hint(ply, bot),
        ClientMessage::Ask { ply, brain } => Subject::Opinion(ply, brain),
    })
}
