//! The result of one worker.

use crate::values::{Counts, Levels};

/// The positions of one worker, valued.
#[derive(Debug)]
pub struct Part<K> {
    /// The positions and their values: level by level where every move raises the stage, otherwise all in one level.
    pub levels: Levels<K>,
    /// The number of these positions.
    pub counts: Counts,
    /// Rounds that were loaded from the store.
    pub resumed: u64,
}
