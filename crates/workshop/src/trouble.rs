//! The error of every question and of all operations with bots, brains, tables and proofs.

use plywood_learn::BrainError;
use plywood_rules::TextError;
use plywood_rules::wording::Wording;

/// The reason why something has no answer: its kind, and its text in parts, which each front end words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// It was asked for wrongly: a name, an option, a position or a file is wrong.
    #[error(transparent)]
    Wrong(#[from] TextError),
    /// It could not be done.
    #[error("{0}")]
    Failed(TextError),
}

impl Trouble {
    /// Something that could not be done, with the reason.
    pub fn failed(reason: impl Into<String>) -> Trouble {
        Trouble::Failed(TextError::new(reason))
    }

    /// The text in the words of a front end.
    pub fn worded(&self, wording: &dyn Wording) -> String {
        match self {
            Trouble::Wrong(text) | Trouble::Failed(text) => text.worded(wording),
        }
    }
}

impl From<BrainError> for Trouble {
    fn from(error: BrainError) -> Trouble {
        if error.is_mistake() { Trouble::Wrong(error.text()) } else { Trouble::Failed(error.text()) }
    }
}

/// True in a program that has everything. A browser gets only what its page asks for: code for every game that trains, proves and
/// holds matches would be most of the module.
pub(crate) const COMPLETE: bool = !cfg!(target_family = "wasm");

/// The answer where something is left out.
pub(crate) const LEFT_OUT: &str = "a browser cannot do this; use the program";
