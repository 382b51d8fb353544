//! What can go wrong with a brain.

use crate::store::StoreError;

/// Why something could not be done with a brain.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BrainError {
    /// The file.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// It is a brain of another game.
    #[error("'{path}' is a brain of {other}, not of {wanted}; name a brain of that game, or a new file")]
    OtherGame {
        /// The file.
        path: String,
        /// The game it is of.
        other: String,
        /// The game that was asked for.
        wanted: String,
    },
    /// The rules, the notation or the order of moves are not what they were when it was made.
    #[error(
        "'{path}' was made when {game} had other rules here; export it with the program that made it, and import that"
    )]
    OtherRules {
        /// The file.
        path: String,
        /// The game.
        game: String,
    },
    /// The machine learns games without chance only.
    #[error("{0} has dice, and the learning machine only learns games without chance")]
    Dice(String),
    /// A setting is out of its range.
    #[error("{0}")]
    Settings(String),
    /// A text to be imported is wrong in this line, counted from 1.
    #[error("line {line}: {reason}")]
    Text {
        /// The line.
        line: u64,
        /// What is wrong with it.
        reason: String,
    },
    /// Two brains do not fit together.
    #[error("{0}")]
    Mismatch(String),
    /// The text cannot be read or written.
    #[error("{0}")]
    Stream(#[from] std::io::Error),
    /// A game that was to be learnt is none of this game.
    #[error("{0}")]
    Game(String),
}

impl BrainError {
    /// Whether it was the words that were wrong (a name, a setting, a file of something else), and not that something
    /// could not be done.
    pub fn is_mistake(&self) -> bool {
        match self {
            BrainError::Store(error) => matches!(
                error,
                StoreError::Missing { .. } | StoreError::Exists { .. } | StoreError::NotABrain { .. }
            ),
            BrainError::OtherGame { .. }
            | BrainError::Dice(_)
            | BrainError::Settings(_)
            | BrainError::Text { .. }
            | BrainError::Mismatch(_) => true,
            BrainError::OtherRules { .. } | BrainError::Stream(_) | BrainError::Game(_) => false,
        }
    }
}
