//! The work of a check: counted, and stopped by its caller.

use crate::refusal::Fault;

/// The progress of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckProgress {
    /// Positions entered.
    pub positions: u64,
    /// Replies tried on lines.
    pub line_moves: u64,
    /// Bytes after the head that were read.
    pub read: usize,
    /// All bytes after the head.
    pub bytes: usize,
}

/// The reason why a walk was not finished.
pub enum Halt {
    Fault(Fault),
    Interrupted,
}

impl From<Fault> for Halt {
    fn from(fault: Fault) -> Halt {
        Halt::Fault(fault)
    }
}

/// Counts the work, and asks the caller now and then whether to continue.
pub struct Work<'a> {
    pub progress: CheckProgress,
    steps: u64,
    go_on: &'a mut dyn FnMut(CheckProgress) -> bool,
}

impl<'a> Work<'a> {
    /// Steps between two questions.
    const STRIDE: u64 = 1 << 12;

    /// Begins the count for a file with `bytes` bytes after its head.
    pub fn new(bytes: usize, go_on: &'a mut dyn FnMut(CheckProgress) -> bool) -> Work<'a> {
        let progress = CheckProgress { positions: 0, line_moves: 0, read: 0, bytes };
        Work { progress, steps: 0, go_on }
    }

    /// One more step; false if it is to be the last.
    pub fn step(&mut self) -> bool {
        self.steps += 1;
        !self.steps.is_multiple_of(Work::STRIDE) || (self.go_on)(self.progress)
    }

    /// One more reply is tried on a line; false if it is to be the last.
    pub fn line_move(&mut self) -> bool {
        self.progress.line_moves += 1;
        self.step()
    }
}
