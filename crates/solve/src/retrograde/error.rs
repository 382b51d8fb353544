//! The reasons for which workers stop.

use crate::values::SolveError;

/// The reason why a game was not solved by several workers.
#[derive(Debug, thiserror::Error)]
pub enum RetrogradeError {
    /// The same reasons as with one worker.
    #[error(transparent)]
    Halt(#[from] SolveError),
    /// Another worker or process failed, is missing or does something else.
    #[error("{0}")]
    Peer(String),
    /// A checkpoint cannot be used or written.
    #[error("{0}")]
    Checkpoint(String),
    /// A part of the table cannot be written.
    #[error("{0}")]
    Part(String),
}
