//! The finished work of a worker: its levels, which are kept packed, in memory or on disk, until the table is written.

use std::io;

use plywood_rules::{Notation, Symmetric};

use super::worker::WorkerContext;
use crate::values::{BlockSink, Key, LevelsDraft, PositionCounts, ValueCode};

/// The positions of one worker, valued.
#[derive(Debug)]
pub struct WorkerShare<K> {
    /// The positions: level by level where every move raises the stage, otherwise all in one level.
    pub levels: Vec<SolvedLevel<K>>,
    /// The number of these positions.
    pub counts: PositionCounts,
    /// The value of the start, if it is one of these positions.
    pub start: Option<ValueCode>,
    /// Rounds that were loaded from the store.
    pub resumed: u64,
}

/// The positions of one level that a worker owns, sorted by key, and their values.
#[derive(Debug)]
pub enum SolvedLevel<K> {
    /// In memory.
    Held(Vec<K>, Vec<ValueCode>),
    /// The result of this round, which valued the positions of the stage that the other one found.
    Kept {
        /// The round that found them.
        found: u64,
        /// The round that valued them.
        valued: u64,
    },
}

impl<K: Key> SolvedLevel<K> {
    /// Adds the level to a draft. It is kept no longer in memory. If it cannot be loaded, the error is recorded.
    pub fn add_to<G: Symmetric + Notation + ?Sized, P: BlockSink>(
        self,
        worker: &mut WorkerContext<'_, '_, G, K>,
        draft: &mut LevelsDraft<P>,
    ) -> io::Result<()> {
        match self {
            SolvedLevel::Held(keys, codes) => {
                let bytes = keys.capacity() * K::SIZE + codes.capacity() * size_of::<ValueCode>();
                worker.count(0, (bytes + draft.index.capacity()) as u64);
                for (key, &code) in keys.iter().zip(&codes) {
                    draft.add(key.wide(), code)?;
                }
            }
            SolvedLevel::Kept { found, valued } => {
                let level = worker.valued_level(found, valued);
                let level = worker.record(level).unwrap_or_default();
                worker.count(0, level.bytes() + draft.index.capacity() as u64);
                let mut blocks = 0;
                level.each_block(|first, positions, block| {
                    blocks += 1;
                    if blocks % LOOK == 0 {
                        let looked = worker.look(0);
                        worker.record(looked).ok_or(io::ErrorKind::Interrupted)?;
                    }
                    draft.add_block(first, positions, block)
                })?;
                worker.forget(valued);
            }
        }
        draft.end_level()
    }
}

/// Blocks between two checks of the limits.
const LOOK: u64 = 1 << 10;
