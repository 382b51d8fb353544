//! Errors of brains.

use plywood_rules::Notation;
use plywood_rules::threads::has_failed;

use crate::settings::LearnSettings;
use crate::store::StoreError;

/// The reason why an operation on a brain failed.
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
        /// The game it is about.
        other: String,
        /// The game that was asked for.
        wanted: String,
    },
    /// The rules, the notation or the order of moves have changed since it was made.
    #[error(
        "'{path}' was made when {game} had other rules here; export it with the program that made it, and import that"
    )]
    OtherRules {
        /// The file.
        path: String,
        /// The game.
        game: String,
    },
    /// A strategy graph only learns games without chance.
    #[error("{0} has dice, and a strategy graph only learns games without; a brain of kind=ntuple learns it")]
    Dice(String),
    /// It was made with other settings, which it keeps.
    #[error(
        "the brain '{path}' learns with {own}, not with {wanted}; leave these options out, or name a new brain"
    )]
    OtherSettings {
        /// The file.
        path: String,
        /// Its settings.
        own: LearnSettings,
        /// The settings that were asked for.
        wanted: LearnSettings,
    },
    /// A setting is out of its range.
    #[error("{0}")]
    Settings(String),
    /// A text to be imported is wrong in this line, counted from 1.
    #[error("line {line}: {reason}")]
    Text {
        /// The line.
        line: u64,
        /// The reason.
        reason: String,
    },
    /// Two brains do not fit together.
    #[error("{0}")]
    Mismatch(String),
    /// The text cannot be read or written.
    #[error("{0}")]
    Stream(#[from] std::io::Error),
    /// The moves to be learnt are not a game of these rules.
    #[error("{0}")]
    Game(String),
}

impl BrainError {
    /// An opponent in training has answered with this move.
    pub(crate) fn illegal_answer<G: Notation>(game: &G, state: &G::State, mv: G::Move) -> BrainError {
        let at = game.state_text(state);
        BrainError::Game(format!("the opponent answered with a move that is not legal, {mv:?}, at '{at}'"))
    }

    /// Returns true for an error of the input (a name, a setting, a file of something else), false if an operation failed.
    pub fn is_mistake(&self) -> bool {
        match self {
            BrainError::Store(error) => matches!(
                error,
                StoreError::Missing { .. } | StoreError::Exists { .. } | StoreError::NotABrain { .. }
            ),
            BrainError::OtherGame { .. }
            | BrainError::Dice(_)
            | BrainError::OtherSettings { .. }
            | BrainError::Settings(_)
            | BrainError::Text { .. }
            | BrainError::Mismatch(_) => true,
            BrainError::OtherRules { .. } | BrainError::Stream(_) | BrainError::Game(_) => false,
        }
    }
}

/// Refuses to write what rules that failed in this call led to.
pub(crate) fn check_rules() -> Result<(), BrainError> {
    match has_failed() {
        true => Err(BrainError::Game("the rules of the game failed".to_string())),
        false => Ok(()),
    }
}
