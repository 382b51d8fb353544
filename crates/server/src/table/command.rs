//! Commands to the task of a table.

use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex};

use futures_util::future::BoxFuture;
use plywood_page::play::{ConnectionId, GameCommand as Input, GameSnapshot};
use plywood_page::problem::Problem;
use tokio::sync::{mpsc, oneshot};

use super::send_queue::SendQueue;
use crate::protocol::{ClientMessage, SeatTaken, SitRequest, TableLine};

/// A command to the task of a table.
pub enum TableCommand {
    /// A connection opens; the welcome goes to its queue.
    Join {
        /// The token shown, if any.
        token: Option<String>,
        /// The queue of messages to it.
        queue: Arc<SendQueue>,
        /// Receives its number.
        reply: oneshot::Sender<Result<ConnectionId, Problem>>,
    },
    /// A connection is gone.
    Leave(ConnectionId),
    /// A message of a connection.
    Say(ConnectionId, ClientMessage),
    /// Somebody takes an open seat.
    Sit {
        /// The seat and their name.
        wish: SitRequest,
        /// Receives the token.
        reply: oneshot::Sender<Result<SeatTaken, Problem>>,
    },
    /// Somebody wants to know what is played here.
    Show(oneshot::Sender<GameSnapshot>),
    /// A command for the game: of a bot, or of the lobby.
    Give(Input),
    /// A question is answered.
    Answered(ConnectionId, QuestionKind),
}

/// A question of a connection, one of each at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuestionKind {
    /// A hint from a bot.
    Hint,
    /// The opinion of a brain.
    Opinion,
}

/// Begins another game, for a rematch.
pub type Begin = Arc<dyn Fn(GameSnapshot) -> BoxFuture<'static, Result<(), Problem>> + Send + Sync>;

/// A handle to a running table.
#[derive(Clone)]
pub struct Handle {
    /// Takes its commands.
    pub commands: mpsc::Sender<TableCommand>,
    /// Its line in the list; `None` if it is not in the list.
    pub line: Arc<Mutex<Option<TableLine>>>,
    /// The time since when it could be evicted, in milliseconds since 1970; `u64::MAX` while it could not.
    pub left: Arc<AtomicU64>,
}
