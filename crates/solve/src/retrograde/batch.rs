//! Positions of a stage that wait for the values of their children, a batch at a time.
//!
//! The children of a batch are sorted before they are looked up: so the stage above is read in its order, and none of it has to
//! be in memory.

use std::collections::VecDeque;
use std::io;

use plywood_rules::{Player, Turn};

use super::level::{LevelDraft, PackedLevel};
use crate::values::{Key, PositionCounts, ValueCode};

/// A position of a batch.
struct BatchPosition<K> {
    key: K,
    /// The value, if the game is over there.
    code: ValueCode,
    mover: Player,
    /// The end of its children.
    to: u32,
    orbit: u64,
}

/// Positions that wait for the values of their children.
pub struct PositionBatch<K> {
    nodes: Vec<BatchPosition<K>>,
    children: Vec<ValueCode>,
    /// For each worker: the children whose values it was asked for, by these values.
    asked: Vec<Vec<ChildPlace>>,
    /// Workers that have not answered yet.
    waiting: usize,
}

/// A child of a batch, and the number of the value among those of its owner's answer.
#[derive(Clone, Copy)]
struct ChildPlace {
    child: u32,
    value: u32,
}

/// A batch that is being filled.
pub struct BatchDraft<K> {
    nodes: Vec<BatchPosition<K>>,
    children: usize,
    /// For each worker: the children that it owns.
    keys: Vec<Vec<(K, u32)>>,
}

impl<K: Key> BatchDraft<K> {
    /// An empty batch of `workers` workers.
    pub fn new(workers: usize) -> BatchDraft<K> {
        BatchDraft { nodes: Vec::new(), children: 0, keys: vec![Vec::new(); workers] }
    }

    /// Adds a child of the next position, which worker `to` owns.
    #[inline]
    pub fn add_child(&mut self, to: usize, key: K) {
        self.keys[to].push((key, self.children as u32));
        self.children += 1;
    }

    /// Adds a position where this player moves to the children added since the one before.
    #[inline]
    pub fn add(&mut self, key: K, mover: Player, orbit: u64) {
        let (code, to) = (ValueCode::UNKNOWN, self.children as u32);
        self.nodes.push(BatchPosition { key, code, mover, to, orbit });
    }

    /// Adds a position where the game is over.
    #[inline]
    pub fn add_end(&mut self, key: K, code: ValueCode) {
        let to = self.children as u32;
        self.nodes.push(BatchPosition { key, code, mover: Player::First, to, orbit: 0 });
    }

    /// Positions and children.
    pub fn len(&self) -> usize {
        self.nodes.len().max(self.children)
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        (self.nodes.capacity() * size_of::<BatchPosition<K>>()
            + self.keys.iter().map(|keys| keys.capacity() * size_of::<(K, u32)>()).sum::<usize>())
            as u64
    }

    /// The batch, and for each worker the children that it owns, each once, sorted.
    fn finish(self) -> (PositionBatch<K>, Vec<Vec<K>>) {
        let sorted = |mut all: Vec<(K, u32)>| {
            all.sort_unstable_by_key(|child| child.0.position());
            let mut keys: Vec<K> = Vec::with_capacity(all.len());
            let mut places = Vec::with_capacity(all.len());
            for (key, child) in all {
                if keys.last().is_none_or(|last| last.position() != key.position()) {
                    keys.push(key);
                }
                places.push(ChildPlace { child, value: keys.len() as u32 - 1 });
            }
            (places, keys)
        };
        let (asked, keys) = self.keys.into_iter().map(sorted).unzip();
        let children = vec![ValueCode::UNKNOWN; self.children];
        (PositionBatch { nodes: self.nodes, children, asked, waiting: 0 }, keys)
    }
}

impl<K: Key> PositionBatch<K> {
    /// Takes the values of the children that a worker owns.
    fn answered(&mut self, from: usize, codes: &[u16]) {
        for place in std::mem::take(&mut self.asked[from]) {
            self.children[place.child as usize] = ValueCode(codes[place.value as usize]);
        }
    }

    fn bytes(&self) -> u64 {
        (self.nodes.capacity() * size_of::<BatchPosition<K>>()
            + self.children.capacity() * size_of::<ValueCode>()
            + self.asked.iter().map(|asked| asked.capacity() * size_of::<ChildPlace>()).sum::<usize>())
            as u64
    }
}

/// The batches of a stage that are not valued yet, in their order.
#[derive(Default)]
pub struct WaitingBatches<K> {
    waiting: VecDeque<PositionBatch<K>>,
    /// The number of the first of them.
    first: u64,
    /// The number of positions of each kind in those before.
    pub counts: PositionCounts,
}

impl<K: Key> WaitingBatches<K> {
    /// Adds a batch with the values of the children that worker `me` owns, which are in `above`. Returns its number, and for each
    /// other worker the children to ask it for.
    ///
    /// # Errors
    /// If a value cannot be read.
    pub fn post(
        &mut self,
        draft: BatchDraft<K>,
        me: usize,
        above: Option<&PackedLevel>,
    ) -> io::Result<(u64, Vec<Vec<K>>)> {
        let (mut batch, mut keys) = draft.finish();
        let own = std::mem::take(&mut keys[me]);
        batch.answered(me, &codes(above, &own)?);
        batch.waiting = keys.iter().filter(|keys| !keys.is_empty()).count();
        self.waiting.push_back(batch);
        Ok((self.first + self.waiting.len() as u64 - 1, keys))
    }

    /// Takes the answer of a worker.
    pub fn answered(&mut self, from: usize, number: u64, codes: &[u16]) {
        // Of a batch that was dropped there may be answers on their way.
        let place = number.checked_sub(self.first).map(|place| place as usize);
        if let Some(batch) = place.and_then(|place| self.waiting.get_mut(place)) {
            batch.answered(from, codes);
            batch.waiting -= 1;
        }
    }

    /// Adds the positions of the first batches to a level, as far as their values are known.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn settle(&mut self, level: &mut LevelDraft) -> io::Result<()> {
        while self.waiting.front().is_some_and(|batch| batch.waiting == 0)
            && let Some(batch) = self.waiting.pop_front()
        {
            self.first += 1;
            let mut from = 0;
            for node in &batch.nodes {
                let to = node.to as usize;
                let code = match node.code {
                    ValueCode::UNKNOWN => {
                        let code = value_of(node.mover, &batch.children[from..to]);
                        self.counts.add(code, Turn::Decision(node.mover), false, node.orbit);
                        code
                    }
                    known => known,
                };
                level.add(node.key, code)?;
                from = to;
            }
        }
        Ok(())
    }

    /// The number of batches.
    pub fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Drops all of them; returns the number of positions of each kind in those before.
    pub fn take_counts(&mut self) -> PositionCounts {
        self.first += self.waiting.len() as u64;
        self.waiting.clear();
        std::mem::take(&mut self.counts)
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.waiting.iter().map(PositionBatch::bytes).sum()
    }
}

/// The values of positions of a stage, whose keys do not fall.
///
/// # Errors
/// If they cannot be read.
pub fn codes<K: Key>(stage: Option<&PackedLevel>, keys: &[K]) -> io::Result<Vec<u16>> {
    stage.map_or(Ok(Vec::new()), |stage| stage.codes(keys))
}

/// The value of a position where `mover` moves to positions of these values.
#[inline]
fn value_of(mover: Player, children: &[ValueCode]) -> ValueCode {
    let (mut quickest, mut slowest, mut draw) = (None, 0, false);
    for child in children {
        match child.winner() {
            Some((winner, plies)) if winner == mover => {
                quickest = Some(quickest.map_or(plies, |known: u32| known.min(plies)));
            }
            Some((_, plies)) => slowest = slowest.max(plies),
            None => draw = true,
        }
    }
    match quickest {
        Some(plies) => ValueCode::win(mover, plies + 1),
        None if draw => ValueCode::DRAW,
        None => ValueCode::win(mover.other(), slowest + 1),
    }
}
