//! The place of a running program in a browser, where none can be started.

use std::fs::File;
use std::time::{Duration, Instant};

use plywood_rules::Stop;

use crate::failure::{FailureKind, ProgramFailure};
use crate::limits::ProcessLimits;
use crate::program::Program;
use crate::transcript::Transcript;

pub(crate) struct Wait;

impl Wait {
    pub fn new(_: Duration, _: &Stop) -> Wait {
        Wait
    }
}

/// There is none.
pub(crate) struct Process {
    never: std::convert::Infallible,
    pub unasked: u64,
    pub transcript: Transcript,
}

impl Process {
    pub fn start(_: &Program, _: &ProcessLimits, _: Option<File>) -> Result<Process, ProgramFailure> {
        Err(ProgramFailure::new(FailureKind::Start, "a browser starts no programs"))
    }

    pub fn send(&mut self, _: &str, _: &Wait) -> Result<(), ProgramFailure> {
        match self.never {}
    }

    pub fn line(&mut self, _: &Wait) -> Result<String, ProgramFailure> {
        match self.never {}
    }

    pub fn begin_question(&mut self) -> Result<(), ProgramFailure> {
        match self.never {}
    }

    pub fn check_idle(&mut self) -> Result<(), ProgramFailure> {
        match self.never {}
    }

    pub fn close(&mut self) {}

    pub fn wait_until(&mut self, _: Instant) {}
}
