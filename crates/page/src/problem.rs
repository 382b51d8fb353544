//! Problems: the reasons for refusals.

use plywood_play::Refusal;
use plywood_rules::TextError;

pub use crate::protocol::{Code, Problem};

impl Problem {
    /// A refusal with its reason.
    pub fn new(code: Code, text: impl Into<String>) -> Problem {
        Problem { code, text: text.into() }
    }

    /// A record that is not there.
    pub fn no_record() -> Problem {
        Problem::new(Code::NotFound, "there is no such record, or it was too old to be kept")
    }

    /// A wrong name, option, position or move.
    pub fn options(error: TextError) -> Problem {
        Problem::new(Code::Options, error.to_string())
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        Problem { code: refusal.code, text: refusal.text }
    }
}
