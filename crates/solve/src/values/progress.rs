//! The progress of a solver, and the reasons to stop it.

use plywood_rules::{Interrupted, Run};

use super::code::ValueCode;

/// A phase of solving.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Finding positions, level by level: by stage, or by plies from the start if positions recur.
    Find,
    /// Valuing them, level by level: back from the last stage, or by plies to the end if positions recur.
    Value,
}

/// The progress of a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolveProgress {
    /// The present phase.
    pub phase: Phase,
    /// The last finished level, if there is one.
    pub level: Option<u32>,
    /// Positions found so far, up to symmetry.
    pub found: u64,
    /// Positions valued so far, up to symmetry.
    pub valued: u64,
    /// Images of positions that were generated to merge positions: most of the work in games with many
    /// symmetries.
    pub images: u64,
    /// Bytes held now, approximately.
    pub bytes: u64,
}

impl SolveProgress {
    /// The beginning.
    pub const NONE: SolveProgress =
        SolveProgress { phase: Phase::Find, level: None, found: 0, valued: 0, images: 0, bytes: 0 };
}

/// The reason why a game was not solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// The caller stopped it.
    #[error("stopped before every position was known")]
    Stopped,
    /// It needs more memory than allowed.
    #[error(
        "at least {needs} MiB are needed, which is above the {limit} MiB allowed: allow more, or solve a smaller game"
    )]
    Memory {
        /// MiB held when it stopped, or needed from the start if that is known before.
        needs: u64,
        /// MiB allowed.
        limit: u64,
    },
    /// More positions or moves than can be numbered.
    #[error("there are more positions that recur than can be held: 2147483647 moves between them at most")]
    TooMany,
    /// A win in more plies than a table can hold.
    #[error(
        "a forced win takes more than {} plies, which is more than a table can hold",
        ValueCode::MOST_PLIES
    )]
    TooLong,
    /// A game of a kind that cannot be solved this way.
    #[error("{0}")]
    Unfit(String),
}

impl From<Interrupted> for SolveError {
    fn from(_: Interrupted) -> SolveError {
        SolveError::Stopped
    }
}

impl SolveError {
    /// Compares the memory held with that allowed.
    ///
    /// # Errors
    /// If it is more.
    pub fn beyond(allowed: u64, bytes: u64) -> Result<(), SolveError> {
        if bytes <= allowed {
            return Ok(());
        }
        Err(SolveError::Memory { needs: bytes.div_ceil(1 << 20), limit: allowed >> 20 })
    }
}

/// Counts the work of a solver, reports it and enforces its limits.
pub struct SolveWatch<'a> {
    run: &'a Run<'a, SolveProgress>,
    /// The bytes of others, for which the limit counts as well.
    others: Option<&'a dyn Fn() -> u64>,
    /// The number of these others.
    number: u64,
    progress: SolveProgress,
}

impl<'a> SolveWatch<'a> {
    /// A watch over work that has not begun.
    pub fn new(run: &'a Run<'a, SolveProgress>) -> SolveWatch<'a> {
        SolveWatch { run, others: None, number: 0, progress: SolveProgress::NONE }
    }

    /// The same, with a limit for the memory of this work and that of `number` others together, whose bytes are `others`.
    pub fn beside(
        run: &'a Run<'a, SolveProgress>,
        number: usize,
        others: &'a dyn Fn() -> u64,
    ) -> SolveWatch<'a> {
        SolveWatch { others: Some(others), number: number as u64, ..SolveWatch::new(run) }
    }

    /// The share of this work in the memory that it and the others may hold.
    pub fn share(&self) -> u64 {
        self.run.memory / (self.number + 1)
    }

    /// Counts `more` positions found or valued. `bytes` is the memory held now, or 0 to leave that as it was.
    ///
    /// # Errors
    /// If that is too much, or the caller stops the work.
    pub fn look(&mut self, more: u64, bytes: u64) -> Result<(), SolveError> {
        match self.progress.phase {
            Phase::Find => self.progress.found += more,
            Phase::Value => self.progress.valued += more,
        }
        if bytes > 0 {
            self.progress.bytes = bytes;
            SolveError::beyond(self.run.memory, bytes + self.others.map_or(0, |others| others()))?;
        }
        Ok(self.run.report(self.progress)?)
    }

    /// Counts moves made while finding, each of which leads to a position of `images` images.
    pub fn moved(&mut self, moves: u64, images: u64) {
        self.progress.images += moves * images;
    }

    /// Begins a phase.
    pub fn begin(&mut self, phase: Phase) {
        (self.progress.phase, self.progress.level) = (phase, None);
    }

    /// Finishes a level.
    ///
    /// # Errors
    /// If the caller stops the work.
    pub fn level_done(&mut self, level: u32) -> Result<(), SolveError> {
        self.progress.level = Some(level);
        self.look(0, 0)
    }
}
