//! Problems: the reasons for refusals.

use plywood_rules::TextError;

use crate::play::RefusedCommand;
pub use crate::protocol::{Problem, RefusalCode};

impl Problem {
    /// A refusal with its reason.
    pub fn new(code: RefusalCode, text: impl Into<String>) -> Problem {
        Problem { code, text: text.into() }
    }

    /// A record that is not there.
    pub fn no_record() -> Problem {
        Problem::new(RefusalCode::NotFound, "there is no such record, or it was too old to be kept")
    }

    /// A wrong name, option, position or move.
    pub fn options(error: TextError) -> Problem {
        Problem::new(RefusalCode::Options, error.to_string())
    }
}

impl From<RefusedCommand> for Problem {
    fn from(refusal: RefusedCommand) -> Problem {
        Problem { code: refusal.code, text: refusal.text }
    }
}
