//! Errors of brains.

use std::fmt;
use std::path::PathBuf;

use plywood_rules::threads::has_failed;
use plywood_rules::{Notation, TextError};

use crate::settings::LearnSettings;
use crate::store::StoreError;

/// The reason why an operation on a brain failed.
#[derive(Debug)]
#[non_exhaustive]
pub enum BrainError {
    /// The file.
    Store(StoreError),
    /// It is a brain of another game.
    OtherGame {
        /// The file.
        path: PathBuf,
        /// The game it is about.
        other: String,
        /// The game that was asked for.
        wanted: String,
    },
    /// The rules, the notation or the order of moves have changed since it was made.
    OtherRules {
        /// The file.
        path: PathBuf,
        /// The game.
        game: String,
    },
    /// A strategy graph only learns games without chance.
    Dice(String),
    /// It was made with other settings, which it keeps.
    OtherSettings {
        /// The file.
        path: PathBuf,
        /// Its settings.
        own: LearnSettings,
        /// The settings that were asked for.
        wanted: LearnSettings,
    },
    /// A setting is out of its range.
    Settings(TextError),
    /// A text to be imported is wrong in this line, counted from 1.
    Text {
        /// The line.
        line: u64,
        /// The reason.
        reason: String,
    },
    /// Two brains do not fit together.
    Mismatch(String),
    /// The text cannot be read or written.
    Stream(std::io::Error),
    /// The moves to be learnt are not a game of these rules.
    Game(String),
}

impl BrainError {
    /// An opponent in training has answered with this move.
    pub(crate) fn illegal_answer<G: Notation>(game: &G, state: &G::State, mv: G::Move) -> BrainError {
        let at = game.state_text(state);
        BrainError::Game(format!("the opponent answered with a move that is not legal, {mv:?}, at '{at}'"))
    }

    /// Its text, with the file as a part.
    pub fn text(&self) -> TextError {
        match self {
            BrainError::Store(error) => error.text(),
            BrainError::OtherGame { path, other, wanted } => TextError::with_file(
                "",
                path,
                &format!(" is a brain of {other}, not of {wanted}; name a brain of that game, or a new file"),
            ),
            BrainError::OtherRules { path, game } => TextError::with_file(
                "",
                path,
                &format!(
                    " was made when {game} had other rules here; export it with the program that made it, and import that"
                ),
            ),
            BrainError::OtherSettings { path, own, wanted } => TextError::with_file(
                "the brain ",
                path,
                &format!(
                    " learns with {own}, not with {wanted}; leave these options out, or name a new brain"
                ),
            ),
            BrainError::Dice(game) => TextError::new(format!(
                "{game} has dice, and a strategy graph only learns games without; a brain of kind=ntuple learns it"
            )),
            BrainError::Text { line, reason } => TextError::new(format!("line {line}: {reason}")),
            BrainError::Stream(error) => TextError::new(error.to_string()),
            BrainError::Settings(error) => error.clone(),
            BrainError::Mismatch(reason) | BrainError::Game(reason) => TextError::new(reason.as_str()),
        }
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

impl fmt::Display for BrainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

impl std::error::Error for BrainError {}

impl From<StoreError> for BrainError {
    fn from(error: StoreError) -> BrainError {
        BrainError::Store(error)
    }
}

impl From<std::io::Error> for BrainError {
    fn from(error: std::io::Error) -> BrainError {
        BrainError::Stream(error)
    }
}

/// Refuses to write what rules that failed in this call led to.
pub(crate) fn check_rules() -> Result<(), BrainError> {
    match has_failed() {
        true => Err(BrainError::Game("the rules of the game failed".to_string())),
        false => Ok(()),
    }
}
