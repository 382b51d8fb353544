//! The reasons for which workers stop.

use std::io;

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

impl RetrogradeError {
    /// The error of a store whose texts say which file it is about.
    pub(crate) fn of_store(error: io::Error) -> RetrogradeError {
        RetrogradeError::Checkpoint(error.to_string())
    }

    /// The error of a round that differs from the others.
    pub(crate) fn unlike() -> RetrogradeError {
        RetrogradeError::Checkpoint(
            "a checkpoint does not fit the others: remove the folder and begin again".to_string(),
        )
    }
}
