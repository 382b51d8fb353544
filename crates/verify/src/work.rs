//! The work of a check: counted, and stopped by its caller.

use plywood_rules::{Interrupted, Run};

use crate::refusal::{LineFault, ProofFault};

/// The progress of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckProgress {
    /// Positions entered.
    pub positions: u64,
    /// Replies tried on lines.
    pub line_moves: u64,
    /// Connections that were derived.
    pub connections: u64,
    /// Bytes after the head that were read.
    pub read: usize,
    /// All bytes after the head.
    pub bytes: usize,
}

/// The reason why a walk was not finished: a fault of the file, or its caller.
pub enum Unchecked<F> {
    Fault(F),
    Interrupted(Interrupted),
}

impl<F> From<Interrupted> for Unchecked<F> {
    fn from(interrupted: Interrupted) -> Unchecked<F> {
        Unchecked::Interrupted(interrupted)
    }
}

impl From<ProofFault> for Unchecked<ProofFault> {
    fn from(fault: ProofFault) -> Unchecked<ProofFault> {
        Unchecked::Fault(fault)
    }
}

impl From<LineFault> for Unchecked<LineFault> {
    fn from(fault: LineFault) -> Unchecked<LineFault> {
        Unchecked::Fault(fault)
    }
}

/// Counts the work, and reports it now and then.
pub struct CheckRun<'a> {
    pub progress: CheckProgress,
    steps: u64,
    run: &'a Run<'a, CheckProgress>,
}

impl<'a> CheckRun<'a> {
    /// Steps between two reports.
    const STRIDE: u64 = 1 << 12;

    /// Begins the count for a file with `bytes` bytes after its head.
    pub fn new(bytes: usize, run: &'a Run<'a, CheckProgress>) -> CheckRun<'a> {
        let progress = CheckProgress { positions: 0, line_moves: 0, connections: 0, read: 0, bytes };
        CheckRun { progress, steps: 0, run }
    }

    /// One more step.
    pub fn step(&mut self) -> Result<(), Interrupted> {
        self.steps += 1;
        if self.steps.is_multiple_of(CheckRun::STRIDE) { self.run.report(self.progress) } else { Ok(()) }
    }

    /// One more connection is derived.
    pub fn connection(&mut self) -> Result<(), Interrupted> {
        self.progress.connections += 1;
        self.step()
    }

    /// One more reply is tried on a line.
    pub fn line_move(&mut self) -> Result<(), Interrupted> {
        self.progress.line_moves += 1;
        self.step()
    }
}
