//! Questions about a position: a type for each, which can be read from arguments (`args`) and from JSON (`serde`, `schema`), and a type for
//! its answer. Front ends decode the question, ask it and encode the answer.

mod finished;
mod folder;
mod solve;

use plywood_rules::Run;

use crate::session::Session;
use crate::trouble::Trouble;

pub use finished::FinishedValue;
pub use solve::{OptionUse, Solve};

/// A question about a position.
pub trait Question {
    /// The answer.
    type Answer;
    /// The progress on the way to the answer.
    type Progress;

    /// The name of the question: of the command, of the tool, of the function.
    const NAME: &'static str;

    /// Answers the question about the position of `at`. `run` stops it and limits what it uses, whatever the question allows.
    ///
    /// # Errors
    /// If the question does not fit the game or the position, or cannot be answered.
    fn ask(&self, at: &dyn Session, run: &Run<'_, Self::Progress>) -> Result<Self::Answer, Trouble>;
}
