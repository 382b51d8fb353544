//! The reason why a program has no answer.

use std::fmt;
use std::time::Duration;

/// The kind of a [`ProgramFailure`], for programs that sort them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureKind {
    /// It could not be started.
    Start,
    /// It did not answer in time.
    Silent,
    /// It ended, or closed its standard output.
    Ended,
    /// It wrote more than it may.
    Flood,
    /// It wrote something that is no answer.
    NoAnswer,
    /// Its answer is not legal.
    IllegalMove,
    /// It started more processes than it may.
    Processes,
    /// The question was taken back: no fault of the program.
    Stopped,
}

impl FailureKind {
    /// The name in JSON.
    pub fn word(self) -> &'static str {
        match self {
            FailureKind::Start => "start",
            FailureKind::Silent => "silent",
            FailureKind::Ended => "ended",
            FailureKind::Flood => "flood",
            FailureKind::NoAnswer => "no answer",
            FailureKind::IllegalMove => "illegal move",
            FailureKind::Processes => "processes",
            FailureKind::Stopped => "stopped",
        }
    }
}

/// The reason why a program has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramFailure {
    /// Its kind.
    pub kind: FailureKind,
    /// The reason in words, for people.
    pub reason: String,
}

impl ProgramFailure {
    pub(crate) fn new(kind: FailureKind, reason: impl Into<String>) -> ProgramFailure {
        ProgramFailure { kind, reason: reason.into() }
    }

    /// An answer that is none.
    pub(crate) fn no_answer(reason: impl Into<String>) -> ProgramFailure {
        ProgramFailure::new(FailureKind::NoAnswer, reason)
    }

    /// The failure of a program that had this time to start.
    pub(crate) fn at_start(self, time: Duration) -> ProgramFailure {
        match self.kind {
            FailureKind::Silent => {
                ProgramFailure::new(FailureKind::Start, format!("it was not ready within {time:?}"))
            }
            _ => self,
        }
    }

    pub(crate) fn stopped() -> ProgramFailure {
        ProgramFailure::new(FailureKind::Stopped, "stopped")
    }
}

impl fmt::Display for ProgramFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for ProgramFailure {}

/// The first part of a text from outside, on one line, for a message.
pub(crate) fn quoted(text: &str) -> String {
    const MOST: usize = 100;
    let mut short: String = text.chars().take(MOST).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(MOST).is_some() {
        short.push('…');
    }
    format!("'{short}'")
}
