//! The positions of a stage while they are found: many times each, in any order.
//!
//! They are sorted and merged in memory. What is beyond the memory for them goes to sorted runs, which are packed, on disk if
//! there is a place for them; at the end all runs are merged (external sorting: Knuth, volume 3, 5.4).

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::io;
use std::sync::Arc;

use super::level::{LevelDraft, LevelSink, PackedKeys, PackedLevel};
use crate::values::{BLOCK, Key, PositionCounts, ScratchFile, ValueCode};

/// Positions that are found before they are sorted, beyond twice the number of those that are.
const UNSORTED: usize = 1 << 20;

/// Positions in memory at most: to sort more of them takes too long to be stopped in time.
const MOST: usize = 1 << 23;

/// Positions in memory at least.
const LEAST: usize = 1 << 12;

/// Runs at most.
const MOST_RUNS: usize = 256;

/// Bytes in memory of a run that is merged: a block, and its keys.
const RUN: u64 = 4 * BLOCK as u64;

/// Positions between two looks while runs are merged.
const LOOK: u64 = 1 << 16;

/// The positions found of a stage.
pub struct FoundKeys<K> {
    /// Those in memory; up to `sorted` they are sorted and different.
    keys: Vec<K>,
    sorted: usize,
    /// Positions in memory before they are sorted again.
    limit: usize,
    /// Positions in memory, and runs, at most.
    most: usize,
    most_runs: usize,
    /// Places for positions, the greatest number at a time: there are two vectors while the larger one is filled.
    places: usize,
    runs: Vec<PackedLevel>,
    /// The file for runs.
    scratch: Option<Arc<dyn ScratchFile>>,
    /// The reason why a run is not there.
    error: Option<io::Error>,
}

impl<K: Key> FoundKeys<K> {
    /// No positions, with about this memory for them.
    pub fn new(memory: u64) -> FoundKeys<K> {
        // Two vectors of them for a moment, or one block of every run.
        let most = usize::try_from(memory / 4 / K::SIZE as u64).unwrap_or(MOST).clamp(LEAST, MOST);
        let most_runs = usize::try_from(memory / 8 / RUN).unwrap_or(MOST_RUNS).clamp(4, MOST_RUNS);
        FoundKeys {
            keys: Vec::new(),
            sorted: 0,
            limit: UNSORTED.min(most),
            most,
            most_runs,
            places: 0,
            runs: Vec::new(),
            scratch: None,
            error: None,
        }
    }

    /// Lets runs of the next stage go to this file instead of memory.
    pub fn use_scratch(&mut self, scratch: Option<Arc<dyn ScratchFile>>) {
        self.scratch = scratch;
    }

    /// Adds a position.
    #[inline]
    pub fn add(&mut self, key: K) {
        self.keys.push(key);
        // Most children have several parents: they are merged before they take much more room than they need.
        if self.keys.len() > self.limit {
            self.settle();
            if 2 * self.sorted > self.most {
                self.end_run();
            }
            self.limit = (2 * self.sorted + UNSORTED).min(self.most);
            self.grow();
        }
    }

    /// Makes room for unsorted positions. Only the sorted ones are copied: a vector that grows by itself would copy all
    /// places, and double them.
    fn grow(&mut self) {
        let places = self.limit + 1;
        if self.keys.capacity() < places {
            self.places = self.keys.capacity() + self.sorted;
            let mut keys = Vec::with_capacity(places);
            keys.append(&mut self.keys);
            self.keys = keys;
        }
    }

    fn settle(&mut self) {
        self.keys.sort_unstable();
        self.keys.dedup_by_key(|key| key.position());
        self.sorted = self.keys.len();
    }

    /// Moves the positions in memory, which are sorted, to a run.
    fn end_run(&mut self) {
        let written = self.write_run();
        let written =
            written.and_then(|()| if self.runs.len() < self.most_runs { Ok(()) } else { self.merge_runs() });
        if let Err(error) = written {
            self.error.get_or_insert(error);
        }
        self.keys.clear();
        self.sorted = 0;
    }

    fn write_run(&mut self) -> io::Result<()> {
        let mut run = LevelDraft::new(LevelSink::of(self.scratch.clone()));
        for &key in &self.keys {
            run.add(key, ValueCode::UNKNOWN)?;
        }
        self.runs.extend(run.finish(PositionCounts::default())?);
        Ok(())
    }

    /// Makes one run of all.
    fn merge_runs(&mut self) -> io::Result<()> {
        let mut run = LevelDraft::new(LevelSink::of(self.scratch.clone()));
        merge(&self.runs, |key: K| run.add(key, ValueCode::UNKNOWN))?;
        self.runs = run.finish(PositionCounts::default())?.into_iter().collect();
        Ok(())
    }

    /// Adds the positions found to a level, each once. `look` is called now and then. The room for them stays for the next
    /// stage.
    ///
    /// # Errors
    /// If a run could not be written or read, the level cannot be written, or `look` fails.
    pub fn finish(
        &mut self,
        level: &mut LevelDraft,
        mut look: impl FnMut(u64) -> io::Result<()>,
    ) -> io::Result<()> {
        self.settle();
        let mut added = 0;
        let mut add = |key: K| {
            added += 1;
            if added % LOOK == 0 {
                look(level.bytes())?;
            }
            level.add(key, ValueCode::UNKNOWN)
        };
        let result = if self.runs.is_empty() {
            self.keys.iter().try_for_each(|&key| add(key))
        } else {
            self.end_run();
            merge(&self.runs, add)
        };
        self.clear();
        self.error.take().map_or(result, Err)
    }

    /// Drops the positions found.
    pub fn clear(&mut self) {
        self.keys.clear();
        self.runs.clear();
        self.scratch = None;
        (self.sorted, self.limit) = (0, UNSORTED.min(self.most).max(self.keys.capacity().min(self.most)));
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        let runs: u64 = self.runs.iter().map(PackedLevel::bytes).sum();
        (self.keys.capacity().max(self.places) * K::SIZE) as u64 + runs
    }
}

/// Hands over the positions of these runs, each once, in their order.
fn merge<K: Key>(runs: &[PackedLevel], mut add: impl FnMut(K) -> io::Result<()>) -> io::Result<()> {
    let mut all: Vec<PackedKeys<'_, K>> = runs.iter().map(PackedLevel::keys).collect();
    let mut least = BinaryHeap::new();
    for (number, keys) in all.iter_mut().enumerate() {
        least.extend(keys.next_key()?.map(|key| Reverse((key, number))));
    }
    let mut before = None;
    while let Some(mut next) = least.peek_mut() {
        let Reverse((key, number)) = *next;
        // Of two keys of the same position the first one counts.
        if before != Some(key.position()) {
            before = Some(key.position());
            add(key)?;
        }
        match all[number].next_key()? {
            Some(key) => *next = Reverse((key, number)),
            None => _ = PeekMut::pop(next),
        }
    }
    Ok(())
}
