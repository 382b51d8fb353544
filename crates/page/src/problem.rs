//! Problems: the reasons for refusals.

use std::path::Path;

use plywood_rules::TextError;
use plywood_rules::wording::Wording;
use plywood_workshop::Trouble;

use crate::play::RefusedCommand;
pub use crate::protocol::{Problem, RefusalCode};

impl Problem {
    /// A refusal with its reason.
    pub fn new(code: RefusalCode, text: impl Into<String>) -> Problem {
        Problem { code, text: text.into() }
    }

    /// Refuses a list of moves that is too long.
    ///
    /// # Errors
    /// If it has more than 5000 moves.
    pub(crate) fn if_too_long(moves: &[String]) -> Result<(), Problem> {
        const MOST_MOVES: usize = 5000;
        let refused = || Problem::new(RefusalCode::Options, format!("'moves' may hold {MOST_MOVES} at most"));
        (moves.len() <= MOST_MOVES).then_some(()).ok_or_else(refused)
    }

    /// A record that is not there.
    pub fn no_record() -> Problem {
        Problem::new(RefusalCode::NotFound, "there is no such record, or it was too old to be kept")
    }

    /// A wrong name, option, position or move.
    pub fn options(error: TextError) -> Problem {
        Problem::new(RefusalCode::Options, error.worded(&PageWords))
    }

    /// The trouble of a bot.
    pub fn of_bot(error: Trouble) -> Problem {
        Problem::new(RefusalCode::Bot, error.worded(&PageWords))
    }
}

impl From<Trouble> for Problem {
    fn from(error: Trouble) -> Problem {
        match error {
            Trouble::Wrong(text) => Problem::options(text),
            failed => Problem::of_bot(failed),
        }
    }
}

/// The words of the page: plain names of options, and the names of brains and proofs instead of their files, whose places stay private.
pub struct PageWords;

impl Wording for PageWords {
    fn option(&self, name: &str) -> String {
        name.to_string()
    }

    fn file(&self, path: &Path) -> String {
        format!("'{}'", path.file_stem().unwrap_or_default().to_string_lossy())
    }
}

impl From<RefusedCommand> for Problem {
    fn from(refusal: RefusedCommand) -> Problem {
        Problem { code: refusal.code, text: refusal.text }
    }
}
