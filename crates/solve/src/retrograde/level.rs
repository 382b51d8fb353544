//! The levels of the finished work of a worker, which are kept packed or on disk until the table is written.

use plywood_rules::{Notation, Symmetric};

use super::store::{FOUND, VALUED};
use super::worker::WorkerContext;
use crate::values::{Key, PositionCounts, ValueCode, put, put_keys, take_as, take_keys};

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
    /// The results of these rounds, which found and valued them.
    Kept {
        /// The round that found them.
        found: u64,
        /// The round that valued them.
        valued: u64,
    },
}

impl<K: Key> SolvedLevel<K> {
    /// The positions and values, which are kept no longer in memory. If they cannot be loaded, the error is recorded, and there
    /// are none.
    pub fn rows<G: Symmetric + Notation + ?Sized>(
        self,
        worker: &mut WorkerContext<'_, '_, G, K>,
    ) -> (Vec<K>, Vec<ValueCode>) {
        let (found, valued) = match self {
            SolvedLevel::Held(keys, codes) => return (keys, codes),
            SolvedLevel::Kept { found, valued } => (found, valued),
        };
        let keys = worker.load(FOUND, found, unpack_keys).unwrap_or_default();
        let values = worker.load(VALUED, valued, |body| unpack_values(body, keys.len()));
        worker.forget(found);
        worker.forget(valued);
        values.map_or_else(Default::default, |(codes, _)| (keys, codes))
    }
}

/// The positions of a level as bytes.
pub fn pack_keys<K: Key>(keys: &[K]) -> Vec<u8> {
    // Most differences of two keys take two bytes.
    let mut body = Vec::with_capacity(3 * keys.len() + 16);
    put_keys(&mut body, keys);
    body
}

/// The inverse of [`pack_keys`].
pub fn unpack_keys<K: Key>(mut body: &[u8]) -> Option<Vec<K>> {
    take_keys(&mut body)
}

/// The values of a level as bytes, with the number of its positions of each kind.
pub fn pack_values(codes: &[ValueCode], counts: PositionCounts) -> Vec<u8> {
    let mut body = Vec::with_capacity(codes.len() + 64);
    for count in counts.numbers() {
        put(&mut body, count.into());
    }
    for code in codes {
        put(&mut body, code.0.into());
    }
    body
}

/// The inverse of [`pack_values`].
pub fn unpack_values(mut body: &[u8], positions: usize) -> Option<(Vec<ValueCode>, PositionCounts)> {
    let mut numbers = [0; 8];
    for number in &mut numbers {
        *number = take_as(&mut body)?;
    }
    let counts = PositionCounts::of_numbers(numbers)?;
    let mut codes = Vec::with_capacity(positions.min(body.len()));
    for _ in 0..positions {
        codes.push(ValueCode(take_as(&mut body)?));
    }
    body.is_empty().then_some((codes, counts))
}
