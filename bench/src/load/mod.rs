//! The load test of the playing server: a client that speaks its protocol over real sockets, and can misbehave.
//!
//! [`ServerAddress`] is the address of a server: it makes tables, takes seats and joins games. A [`Client`] is
//! one connection at a table. [`HttpConnection`] sends requests, [`RawConnection`] any bytes. [`ServerProcess`] is a
//! server in its own process, to be killed. The binary `load` plays thousands of games at once with them.

mod client;
mod http;
mod process;

use std::time::Duration;

use plywood_server::protocol::{Problem, SeatRequest, TableRequest};

pub use client::{Client, Socket};
pub use http::{HttpConnection, HttpResponse, RawConnection, ServerAddress};
pub use tokio_tungstenite::tungstenite::Message;

pub use process::{Processor, ServerProcess, memory, more_files, processor, processor_of};

/// The time after which anything counts as failed.
pub const LIMIT: Duration = Duration::from_secs(20);

/// An error of a client.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The server refused.
    #[error("refused ({:?}): {}", .0.code, .0.text)]
    Refused(Problem),
    /// The server sent an unexpected answer.
    #[error("a strange answer: {0}")]
    Strange(String),
    /// The connection cannot be opened, or broke.
    #[error("the connection broke: {0}")]
    Broken(String),
    /// The server closed the connection, with this code if it gave one.
    #[error("the connection was closed ({0:?})")]
    Closed(Option<u16>),
    /// Nothing came in time.
    #[error("nothing came of it: {0}")]
    Late(String),
}

impl ClientError {
    /// A connection that broke.
    pub fn broken(error: impl std::fmt::Display) -> ClientError {
        ClientError::Broken(error.to_string())
    }

    /// The server's reason, if it refused.
    pub fn problem(&self) -> Option<&Problem> {
        match self {
            ClientError::Refused(problem) => Some(problem),
            _ => None,
        }
    }
}

/// A wish for a game of these two, and everything else as usual.
pub fn wish(game: &str, first: SeatRequest, second: SeatRequest) -> TableRequest {
    TableRequest {
        game: game.to_string(),
        position: None,
        moves: Vec::new(),
        seats: [first, second],
        name: String::new(),
        clock: None,
        public: false,
        max_plies: None,
        away: None,
        pace: None,
    }
}

/// A bot for a seat.
pub fn bot(name: &str) -> SeatRequest {
    SeatRequest::Bot(name.to_string())
}
