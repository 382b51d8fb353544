//! Messages of a page become requests to the state machine of its game.

use crate::play::{Moment, Request};

use crate::problem::{Problem, RefusalCode};
use crate::protocol::{ClientMessage, PROTOCOL};

/// The subject of a message.
pub enum ParsedMessage {
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
        .map_err(|error| Problem::new(RefusalCode::Malformed, format!("the message cannot be read: {error}")))
}

/// Reads the first message of a connection: the token that it shows.
///
/// # Errors
/// If it is no greeting, or that of another version.
pub fn greeting(text: &str) -> Result<Option<String>, Problem> {
    match parse(text)? {
        ClientMessage::Hello { protocol: PROTOCOL, token } => Ok(token),
        ClientMessage::Hello { protocol, .. } => Err(Problem::new(
            RefusalCode::Protocol,
            format!("the page speaks protocol {protocol}, the server {PROTOCOL}: reload the page"),
        )),
        _ => Err(Problem::new(RefusalCode::Malformed, "say 'hello' first")),
    }
}

/// The subject of a message that follows the greeting.
///
/// # Errors
/// If it is another greeting.
pub fn subject(message: ClientMessage) -> Result<ParsedMessage, Problem> {
    Ok(match message {
        ClientMessage::Hello { .. } => {
            return Err(Problem::new(RefusalCode::Malformed, "'hello' is said once, at the beginning"));
        }
        ClientMessage::Ping {} => ParsedMessage::Ping,
        ClientMessage::Move { revision, ply, text } => {
            ParsedMessage::Game(Request::Move { moment: Moment { revision, ply }, text })
        }
        ClientMessage::Resign {} => ParsedMessage::Game(Request::Resign),
        ClientMessage::Draw {} => ParsedMessage::Game(Request::Draw),
        ClientMessage::Undo {} => ParsedMessage::Game(Request::Undo),
        ClientMessage::Rematch {} => ParsedMessage::Game(Request::Rematch),
        ClientMessage::Decline { what } => ParsedMessage::Game(Request::Decline(what)),
        ClientMessage::Pace(pace) => ParsedMessage::Game(Request::Pace(pace)),
        ClientMessage::Think { ply, bot } => ParsedMessage::Question(ply, GameQuestion::Hint(bot)),
        ClientMessage::Ask { ply, brain } => ParsedMessage::Question(ply, GameQuestion::Opinion(brain)),
    })
}
