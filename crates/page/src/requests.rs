//! Messages of a page become requests to the state machine of its game.

use plywood_play::{Moment, Request};

use crate::problem::{Code, Problem};
use crate::protocol::{ClientMessage, PROTOCOL};

/// The subject of a message.
pub enum Subject {
    /// The game.
    Game(Request),
    /// The connection: answer with `pong`.
    Ping,
    /// A question about the position after so many plies.
    Question(usize, GameQuestion),
}

/// A question about a position of a live game.
pub enum GameQuestion {
    /// A hint of this bot, or of any source.
    Hint(Option<String>),
    /// The opinion of this brain.
    Opinion(String),
}

/// Reads a message.
///
/// # Errors
/// If it cannot be read: says where.
pub fn parse(text: &str) -> Result<ClientMessage, Problem> {
    serde_json::from_str(text)
        .map_err(|error| Problem::new(Code::Malformed, format!("the message cannot be read: {error}")))
}

/// Reads the first message of a connection: the token that it shows.
///
/// # Errors
/// If it is no greeting, or that of another version.
pub fn greeting(text: &str) -> Result<Option<String>, Problem> {
    match parse(text)? {
        ClientMessage::Hello { protocol: PROTOCOL, token } => Ok(token),
        ClientMessage::Hello { protocol, .. } => Err(Problem::new(
            Code::Protocol,
            format!("the page speaks protocol {protocol}, the server {PROTOCOL}: reload the page"),
        )),
        _ => Err(Problem::new(Code::Malformed, "say 'hello' first")),
    }
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
        ClientMessage::Think { ply, bot } => Subject::Question(ply, GameQuestion::Hint(bot)),
        ClientMessage::Ask { ply, brain } => Subject::Question(ply, GameQuestion::Opinion(brain)),
    })
}
