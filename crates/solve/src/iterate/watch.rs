//! The limits and the progress of value iteration.

use crate::values::Halt;

/// The progress of value iteration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IterationProgress {
    /// Positions found so far.
    pub found: u64,
    /// The positions whose bounds are final; 0 while positions are found.
    pub settled: u64,
    /// Sweeps over the positions that are valued now.
    pub sweeps: u64,
    /// The greatest distance between the two bounds of one of these.
    pub width: f64,
    /// The bytes held, approximately, with those needed to value the positions found. Heap memory of states is
    /// not counted.
    pub bytes: u64,
}

/// The limits of value iteration. States are counted without their heap memory.
pub type Limits<'a> = crate::limits::Limits<'a, IterationProgress>;

/// Reports the progress, and enforces the limits.
pub(super) struct Watch<'a> {
    limits: Limits<'a>,
    pub progress: IterationProgress,
}

impl<'a> Watch<'a> {
    pub fn new(limits: Limits<'a>) -> Watch<'a> {
        let progress = IterationProgress { found: 0, settled: 0, sweeps: 0, width: 0.0, bytes: 0 };
        Watch { limits, progress }
    }

    pub fn found(&mut self, positions: usize, bytes: usize) -> Result<(), Halt> {
        (self.progress.found, self.progress.bytes) = (positions as u64, bytes as u64);
        if self.progress.bytes > self.limits.memory {
            return Err(Halt::Memory {
                needs: self.progress.bytes.div_ceil(1 << 20),
                limit: self.limits.memory >> 20,
            });
        }
        self.look()
    }

    pub fn look(&mut self) -> Result<(), Halt> {
        if self.goes_on() { Ok(()) } else { Err(Halt::Stopped) }
    }

    pub fn goes_on(&mut self) -> bool {
        (self.limits.go_on)(self.progress)
    }
}

/// The work that was done.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Work {
    pub sweeps: u64,
    pub valuations: u64,
    pub endless: bool,
    pub stopped: bool,
}
