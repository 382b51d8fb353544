//! The error of all operations with a bot, a brain, a table or a proof.

use plywood_learn::BrainError;
use plywood_rules::TextError;

/// The reason why there is no such bot.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BotError {
    /// Its name, an option or its file is wrong.
    #[error(transparent)]
    Wrong(#[from] TextError),
    /// It could not be made.
    #[error("{0}")]
    Failed(String),
}

impl From<BrainError> for BotError {
    fn from(error: BrainError) -> BotError {
        let reason = error.to_string();
        if error.is_mistake() { TextError::new(reason).into() } else { BotError::Failed(reason) }
    }
}

/// True in a program that has everything. A browser gets only what its page asks for: code for every game that trains, proves and
/// holds matches would be most of the module.
pub(crate) const COMPLETE: bool = !cfg!(target_family = "wasm");

/// The answer where something is left out.
pub(crate) const LEFT_OUT: &str = "a browser cannot do this; use the program";
