//! The messages between the page and an engine. What an engine only passes on is text, which costs no code to read.

use plywood_erased::Analysis;
use plywood_page::play::ConnectionId;
use plywood_page::problem::Problem;
use serde::{Deserialize, Serialize};

/// The number of a request or a piece of work.
pub type MessageId = u64;

/// A message to an engine.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EngineMessage {
    /// A request, as over HTTP.
    Ask {
        /// Names the answer.
        id: MessageId,
        /// The path: `api/house`.
        path: String,
        /// The query, as text.
        query: String,
        /// The body, as text; `None` for a plain question.
        body: Option<String>,
    },
    /// The answer to a request is not needed any more.
    Forget {
        /// The request.
        id: MessageId,
    },
    /// A connection to a live game opens.
    Join {
        /// Its number, given by the page.
        connection: ConnectionId,
        /// The game.
        table: String,
    },
    /// A message of a connection, the first one being `hello`.
    Hear {
        /// The connection.
        connection: ConnectionId,
        /// The message, as over a WebSocket.
        text: String,
    },
    /// A connection is closed.
    Leave {
        /// The connection.
        connection: ConnectionId,
    },
    /// The time of [`EngineEvent::Alarm`] has come.
    Alarm {},
    /// Work to be done by this engine.
    Work {
        /// Its number.
        task: MessageId,
        /// The work, as text: it has numbers that JavaScript cannot have.
        work: String,
    },
    /// Progress of the work that this engine gave away.
    Thinking {
        /// The work.
        task: MessageId,
        /// The message about it, as text.
        text: String,
    },
    /// The work that this engine gave away is done.
    Done {
        /// The work.
        task: MessageId,
        /// Its result as text: an outcome; null if its worker failed.
        result: Option<String>,
    },
}

/// The result of work.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TaskOutcome {
    /// The choice of a bot.
    Chosen(Analysis),
    /// The answer to a question of a connection or to a request, as text.
    Answer(String),
    /// There is none, for this reason.
    Refused(Problem),
}

/// A message of an engine.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum EngineEvent {
    /// The answer to a request.
    Answer {
        /// The request.
        id: MessageId,
        /// The answer, as text.
        text: String,
    },
    /// A request is refused.
    Refused {
        /// The request.
        id: MessageId,
        /// Why.
        problem: Problem,
    },
    /// A message to a connection.
    Message {
        /// The connection.
        connection: ConnectionId,
        /// The message, as over a WebSocket.
        text: String,
    },
    /// Work to be done by another worker of this kind.
    Work {
        /// Its number.
        task: MessageId,
        /// The kind of worker: one does one thing at a time.
        worker: &'static str,
        /// The work, as text.
        work: String,
    },
    /// That work is not needed any more.
    Cancel {
        /// The work.
        task: MessageId,
    },
    /// Progress of the work of this engine.
    Thinking {
        /// The work.
        task: MessageId,
        /// The message about it, as text.
        text: String,
    },
    /// The work of this engine is done.
    Done {
        /// The work.
        task: MessageId,
        /// Its result, as text.
        result: String,
    },
    /// The engine cannot go on, for this reason.
    Failed {
        /// The reason.
        text: String,
    },
    /// Send [`EngineMessage::Alarm`] after this time.
    Alarm {
        /// In milliseconds.
        millis: u64,
    },
}
