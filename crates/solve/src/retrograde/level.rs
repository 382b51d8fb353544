//! The positions of one level that a worker owns, packed in blocks, in memory or on disk.

use std::io;
use std::sync::Arc;

use super::error::RetrogradeError;
use super::store::{RoundWriter, StoredRound};
use crate::values::{
    BlockHead, BlockRows, BlockSink, BlockStorage, Key, LevelsDraft, PositionCounts, ScratchFile, ValueCode,
    checksum, put, take_as, take_level,
};

/// The positions of one level, sorted by key, in blocks, with their values, if they are known.
#[derive(Debug, Default)]
pub struct PackedLevel {
    blocks: Vec<LevelBlock>,
    place: Option<BlockStorage>,
    /// The number of positions.
    pub positions: u64,
    /// The number of positions of each kind, if their values are known.
    pub counts: PositionCounts,
    /// The name, for messages to people.
    name: String,
}

/// A block, and where it begins.
#[derive(Debug)]
struct LevelBlock {
    head: BlockHead,
    from: u64,
}

impl PackedLevel {
    /// The level with this index.
    fn new(mut index: &[u8], place: BlockStorage, counts: PositionCounts) -> Option<PackedLevel> {
        let (mut from, mut positions) = (0, 0);
        let block = |head: BlockHead| {
            let block = LevelBlock { head, from };
            (from, positions) = (from + head.bytes, positions + head.positions);
            block
        };
        let blocks = take_level(&mut index)?.into_iter().map(block).collect();
        index.is_empty().then_some(PackedLevel {
            blocks,
            place: Some(place),
            positions,
            counts,
            name: String::new(),
        })
    }

    /// The level that was stored in a round.
    ///
    /// # Errors
    /// If its end is not as it was written.
    pub fn stored(round: StoredRound) -> Result<PackedLevel, RetrogradeError> {
        let StoredRound { name, blocks, end } = round;
        let read = || {
            let (mut rest, mut numbers) = (&end[..], [0; 8]);
            for number in &mut numbers {
                *number = take_as(&mut rest)?;
            }
            PackedLevel::new(rest, BlockStorage::At(blocks, 0), PositionCounts::of_numbers(numbers)?)
        };
        match read() {
            Some(level) => Ok(PackedLevel { name, ..level }),
            None => Err(damaged(&name)),
        }
    }

    /// The bytes of a block.
    fn block(&self, number: usize) -> io::Result<Vec<u8>> {
        let LevelBlock { head, from } = &self.blocks[number];
        let Some(place) = &self.place else { return Ok(Vec::new()) };
        let bytes = place.read(number, *from, head.bytes as usize)?;
        match place {
            BlockStorage::At(..) if checksum(&bytes) != head.sum => {
                Err(io::Error::other(damaged(&self.name).to_string()))
            }
            _ => Ok(bytes),
        }
    }

    fn rows_of(&self, number: usize) -> io::Result<BlockRows> {
        let BlockHead { first, positions, .. } = self.blocks[number].head;
        Ok(BlockRows::new(self.block(number)?, (first, positions)))
    }

    /// Hands over all blocks: the first key, the number of positions and the bytes of each.
    ///
    /// # Errors
    /// If one cannot be read, and those of `take`.
    pub fn each_block(&self, mut take: impl FnMut(u128, u64, &[u8]) -> io::Result<()>) -> io::Result<()> {
        (0..self.blocks.len()).try_for_each(|number| {
            let BlockHead { first, positions, .. } = self.blocks[number].head;
            take(first, positions, &self.block(number)?)
        })
    }

    /// The keys, one after the other.
    pub fn keys<K: Key>(&self) -> PackedKeys<'_, K> {
        PackedKeys { level: self, block: 0, keys: Vec::new(), taken: 0 }
    }

    /// The value of the first position, if there is one.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn first_code(&self) -> io::Result<Option<ValueCode>> {
        if self.blocks.is_empty() {
            return Ok(None);
        }
        Ok(self.rows_of(0)?.next_row().map(|(_, code)| code))
    }

    /// The values of positions of this level, whose keys do not fall.
    ///
    /// # Errors
    /// If they cannot be read, or a position is not there.
    pub fn codes<K: Key>(&self, keys: &[K]) -> io::Result<Vec<u16>> {
        let mut codes = Vec::with_capacity(keys.len());
        // The blocks before this number begin before the present row.
        let (mut block, mut rows) = (0, BlockRows::default());
        for key in keys {
            let position = key.position().wide();
            if self.blocks.get(block).is_some_and(|next| next.head.first.position() <= position) {
                block += self.blocks[block..].partition_point(|next| next.head.first.position() <= position);
                rows = self.rows_of(block - 1)?;
            }
            match rows.seek(position) {
                Some((found, code)) if found.position() == position => codes.push(code.0),
                _ => return Err(io::Error::other(RetrogradeError::unlike().to_string())),
            }
        }
        Ok(codes)
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        let held = match &self.place {
            Some(BlockStorage::Held(blocks)) => {
                let last = self.blocks.last().map_or(0, |last| last.from + last.head.bytes);
                last + (blocks.capacity() * size_of::<Box<[u8]>>()) as u64
            }
            _ => 0,
        };
        held + (self.blocks.capacity() * size_of::<LevelBlock>()) as u64
    }
}

fn damaged(name: &str) -> RetrogradeError {
    RetrogradeError::Checkpoint(format!(
        "cannot use {name}: it is damaged, or was cut off; remove the folder and begin again"
    ))
}

/// The keys of a level, one after the other.
pub struct PackedKeys<'a, K> {
    level: &'a PackedLevel,
    /// The next block.
    block: usize,
    /// The keys of the block before it, and the number of those that were taken.
    keys: Vec<K>,
    taken: usize,
}

impl<K: Key> PackedKeys<'_, K> {
    /// The next key.
    ///
    /// # Errors
    /// If it cannot be read.
    #[inline]
    pub fn next_key(&mut self) -> io::Result<Option<K>> {
        while self.taken == self.keys.len() {
            if self.block == self.level.blocks.len() {
                return Ok(None);
            }
            self.read_block()?;
        }
        self.taken += 1;
        Ok(Some(self.keys[self.taken - 1]))
    }

    fn read_block(&mut self) -> io::Result<()> {
        let mut rows = self.level.rows_of(self.block)?;
        (self.block, self.taken) = (self.block + 1, 0);
        self.keys.clear();
        while !rows.is_over() {
            let key = rows.next_row().and_then(|(key, _)| K::narrow(key));
            self.keys.push(key.ok_or_else(|| io::Error::other(damaged(&self.level.name).to_string()))?);
        }
        Ok(())
    }
}

/// The place where the blocks of a level go.
pub enum LevelSink {
    /// Memory.
    Memory(Vec<Box<[u8]>>),
    /// The end of a file for a while, where the first of them is at this place.
    Scratch(Arc<dyn ScratchFile>, Option<u64>),
    /// A result of a round.
    Round(Box<dyn RoundWriter>),
}

impl LevelSink {
    /// The end of this file, or memory if there is none.
    pub fn of(scratch: Option<Arc<dyn ScratchFile>>) -> LevelSink {
        match scratch {
            Some(scratch) => LevelSink::Scratch(scratch, None),
            None => LevelSink::Memory(Vec::new()),
        }
    }

    /// The blocks that went there; `None` for a result of a round.
    pub fn storage(self) -> Option<BlockStorage> {
        match self {
            LevelSink::Memory(blocks) => Some(BlockStorage::Held(blocks)),
            LevelSink::Scratch(scratch, first) => Some(BlockStorage::At(scratch, first.unwrap_or_default())),
            LevelSink::Round(_) => None,
        }
    }
}

impl BlockSink for LevelSink {
    fn take_block(&mut self, block: &[u8]) -> io::Result<()> {
        match self {
            LevelSink::Memory(blocks) => blocks.push(block.into()),
            LevelSink::Scratch(scratch, first) => {
                let at = scratch.append(block)?;
                first.get_or_insert(at);
            }
            LevelSink::Round(writer) => writer.write(block)?,
        }
        Ok(())
    }
}

/// A level in the making.
pub struct LevelDraft {
    rows: LevelsDraft<LevelSink>,
}

impl LevelDraft {
    /// An empty level.
    pub fn new(sink: LevelSink) -> LevelDraft {
        LevelDraft { rows: LevelsDraft::new(sink) }
    }

    /// Adds a position. Keys rise.
    ///
    /// # Errors
    /// If it cannot be written.
    #[inline]
    pub fn add<K: Key>(&mut self, key: K, code: ValueCode) -> io::Result<()> {
        self.rows.add(key.wide(), code)
    }

    /// The bytes of its blocks.
    pub fn bytes(&self) -> u64 {
        match self.rows.sink {
            LevelSink::Memory(_) => self.rows.bytes,
            _ => 0,
        }
    }

    /// The level; `None` if it is now stored as the result of a round.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(mut self, counts: PositionCounts) -> io::Result<Option<PackedLevel>> {
        self.rows.end_level()?;
        let LevelsDraft { index, sink, .. } = self.rows;
        let place = match sink {
            LevelSink::Round(writer) => {
                let mut end = Vec::with_capacity(index.len() + 64);
                counts.numbers().iter().for_each(|&number| put(&mut end, number.into()));
                end.extend(index);
                writer.finish(&end)?;
                return Ok(None);
            }
            other => other.storage(),
        };
        Ok(place.and_then(|place| PackedLevel::new(&index, place, counts)))
    }
}

/// The level of the results of two rounds of an earlier version: positions, and their values if they are known.
pub fn repacked<K: Key>(keys: &[K], values: Option<(Vec<ValueCode>, PositionCounts)>) -> PackedLevel {
    let mut draft = LevelDraft::new(LevelSink::of(None));
    let (codes, counts) = values.unwrap_or_default();
    for (at, &key) in keys.iter().enumerate() {
        let code = codes.get(at).copied().unwrap_or(ValueCode::UNKNOWN);
        draft.add(key, code).expect("nothing is written outside of memory");
    }
    let level = draft.finish(counts).expect("nothing is written outside of memory");
    level.unwrap_or_default()
}

/// The values of a level as earlier versions stored them, with the number of its positions of each kind.
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
