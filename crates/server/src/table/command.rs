//! Commands to the task of a table.

use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex};

use futures_util::future::BoxFuture;
use plywood_erased::{Analysis, Learnt};
use plywood_page::problem::Problem;
use plywood_play::{ConnectionId, GameSnapshot, Moment};
use tokio::sync::{mpsc, oneshot};

use super::send_queue::SendQueue;
use crate::protocol::{ClientMessage, SeatTaken, SitWish, TableLine};

/// A command to the task of a table.
pub enum Command {
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
    /// Closes the table to make room for others, unless a client is connected.
    Evict,
    /// A message of a connection.
    Say(ConnectionId, ClientMessage),
    /// Somebody takes an open seat.
    Sit {
        /// The seat and their name.
        wish: SitWish,
        /// Receives the token.
        reply: oneshot::Sender<Result<SeatTaken, Problem>>,
    },
    /// Somebody wants to know what is played here.
    Show(oneshot::Sender<GameSnapshot>),
    /// A program is started for a search, or has started.
    Starts {
        /// The moment that will be searched.
        moment: Moment,
        /// True once it has started.
        done: bool,
    },
    /// A bot has chosen.
    Chosen {
        /// The moment that it searched.
        moment: Moment,
        /// Its choice, or why it has none.
        result: Result<Analysis, String>,
    },
    /// The learners have learnt the game, or could not.
    Taught(Result<Vec<Learnt>, String>),
    /// A question is answered.
    Answered(ConnectionId, Question),
}

/// A question of a connection, one of each at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
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
    pub commands: mpsc::Sender<Command>,
    /// Its line in the list; `None` if it is not in the list.
    pub line: Arc<Mutex<Option<TableLine>>>,
    /// The time since when it could be evicted, in milliseconds since 1970; `u64::MAX` while it could not.
    pub left: Arc<AtomicU64>,
}
