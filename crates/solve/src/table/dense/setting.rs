//! The parts of the work that stay the same while a game is solved.

use std::ops::Range;

use plywood_rules::{Game, Ranking};

use super::images::Images;
use crate::values::Halt;

/// The game, its ranks and the way to solve it.
pub struct Setting<'a, G: ?Sized> {
    pub ranking: &'a dyn Ranking<G>,
    pub images: Images,
    pub stages: Vec<Range<u64>>,
    pub merged: bool,
    pub threads: usize,
}

impl<G: Game + ?Sized> Setting<'_, G> {
    /// The number of ranks.
    pub fn ranks(&self) -> u64 {
        self.stages.last().map_or(0, |stage| stage.end)
    }

    /// The error for a game that breaks the laws of its ranks.
    pub fn broken(&self, rank: u64) -> Halt {
        Halt::Unfit(format!("the position of rank {rank} is none that a table holds"))
    }
}
