//! The progress of value iteration.

/// The progress of value iteration.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
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

/// The work that was done.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct IterationWork {
    pub sweeps: u64,
    pub valuations: u64,
    pub endless: bool,
    pub stopped: bool,
}
