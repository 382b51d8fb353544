//! Positions and their values as blocks: those of a table, and those of the levels that it is made of.
//!
//! A block has positions of one level, with ascending keys: for each its code, and before that, except for the first one, the
//! difference of its key from the one before. The index has for each level the number of its blocks, and for each of these the
//! number of its positions and of its bytes, the difference of its first key from that of the block before it in the level, and
//! its checksum. All of them are varints (seven bits a byte, the lowest first, the highest bit set if more follow), except for
//! checksums, which are eight bytes, little-endian.

use std::io;

use super::bytes::{checksum, put, take, take_word};
use super::code::ValueCode;
use super::key::Key;

/// Bytes of a block at most: to look at all of its positions takes microseconds.
pub const BLOCK: usize = 8 << 10;

/// Takes blocks that are full.
pub trait BlockSink {
    /// Takes one.
    ///
    /// # Errors
    /// If it cannot be kept.
    fn take_block(&mut self, block: &[u8]) -> io::Result<()>;
}

impl<F: FnMut(&[u8]) -> io::Result<()>> BlockSink for F {
    fn take_block(&mut self, block: &[u8]) -> io::Result<()> {
        self(block)
    }
}

/// Levels as blocks and an index, in the making. Each block is handed over when it is full.
pub struct LevelsDraft<P> {
    /// Takes the blocks that are full.
    pub sink: P,
    /// Finished levels.
    pub levels: u64,
    /// The index of the finished levels.
    pub index: Vec<u8>,
    /// The bytes of all blocks that were handed over.
    pub bytes: u64,
    /// The index of the level that is being made: its blocks, and the first key of the last one.
    entries: Vec<u8>,
    blocks: u64,
    before: u128,
    /// The block that is being made: its positions, and the first and last key.
    block: Vec<u8>,
    positions: u64,
    first: u128,
    last: u128,
}

impl<P: BlockSink> LevelsDraft<P> {
    /// A draft without levels.
    pub fn new(sink: P) -> LevelsDraft<P> {
        LevelsDraft {
            sink,
            levels: 0,
            index: Vec::new(),
            bytes: 0,
            entries: Vec::new(),
            blocks: 0,
            before: 0,
            block: Vec::with_capacity(BLOCK + 32),
            positions: 0,
            first: 0,
            last: 0,
        }
    }

    /// Adds a position to the level that is being made. Keys rise.
    pub fn add(&mut self, key: u128, code: ValueCode) -> io::Result<()> {
        let end = self.block.len();
        if self.positions > 0 {
            put(&mut self.block, key - self.last);
        }
        put(&mut self.block, code.0.into());
        if self.block.len() > BLOCK {
            // It is the first one of the next block.
            self.block.truncate(end);
            self.end_block()?;
            put(&mut self.block, code.0.into());
        }
        if self.positions == 0 {
            self.first = key;
        }
        self.positions += 1;
        self.last = key;
        Ok(())
    }

    fn end_block(&mut self) -> io::Result<()> {
        let block = std::mem::take(&mut self.block);
        self.add_block(self.first, self.positions, &block)?;
        (self.block, self.positions) = (block, 0);
        self.block.clear();
        Ok(())
    }

    /// Adds a whole block of `positions` from the key `first` on, which was made for the same level.
    pub fn add_block(&mut self, first: u128, positions: u64, block: &[u8]) -> io::Result<()> {
        put(&mut self.entries, positions.into());
        put(&mut self.entries, block.len() as u128);
        put(&mut self.entries, first - self.before);
        self.entries.extend(checksum(block).to_le_bytes());
        self.bytes += block.len() as u64;
        self.sink.take_block(block)?;
        self.blocks += 1;
        self.before = first;
        Ok(())
    }

    /// Ends the level that is being made.
    pub fn end_level(&mut self) -> io::Result<()> {
        if self.positions > 0 {
            self.end_block()?;
        }
        put(&mut self.index, self.blocks.into());
        self.index.append(&mut self.entries);
        self.levels += 1;
        (self.blocks, self.before) = (0, 0);
        Ok(())
    }
}

/// A block's entry in the index.
#[derive(Clone, Copy, Debug)]
pub struct BlockHead {
    /// Its first key.
    pub first: u128,
    /// Its positions.
    pub positions: u64,
    /// Its bytes.
    pub bytes: u64,
    /// Their checksum.
    pub sum: u64,
}

/// Takes the entries of the blocks of a level off the front of an index; `None` if they are not as they should be.
pub fn take_level(index: &mut &[u8]) -> Option<Vec<BlockHead>> {
    let (mut heads, mut first) = (Vec::new(), 0u128);
    for _ in 0..take(index)? {
        let positions = u64::try_from(take(index)?).ok().filter(|&positions| positions > 0)?;
        // None takes more than that, so that nothing that is read takes more room.
        let bytes = u64::try_from(take(index)?).ok().filter(|&bytes| bytes <= BLOCK as u64)?;
        let rise = take(index)?;
        first = first.checked_add(rise).filter(|_| rise > 0)?;
        heads.push(BlockHead { first, positions, bytes, sum: take_word(index)? });
    }
    Some(heads)
}

/// The positions of a block with their codes, one after the other.
#[derive(Debug, Default)]
pub struct BlockRows {
    bytes: Vec<u8>,
    at: usize,
    key: u128,
    code: u16,
    left: u64,
}

impl BlockRows {
    /// The rows of a block of `positions`, from this key on.
    pub fn new(bytes: Vec<u8>, (first, positions): (u128, u64)) -> BlockRows {
        BlockRows { bytes, at: 0, key: first, code: 0, left: positions }
    }

    /// True if there are no more.
    pub fn is_over(&self) -> bool {
        self.left == 0
    }

    /// The next row, if there is one and it is as it should be.
    #[inline]
    pub fn next_row(&mut self) -> Option<(u128, ValueCode)> {
        let mut rest = &self.bytes[self.at..];
        self.left = self.left.checked_sub(1)?;
        if self.at > 0 {
            self.key = self.key.checked_add(take(&mut rest)?)?;
        }
        self.code = take(&mut rest)?.try_into().ok()?;
        self.at = self.bytes.len() - rest.len();
        Some((self.key, ValueCode(self.code)))
    }

    /// The first row from the present one on whose position is not before this one, if there is one.
    #[inline]
    pub fn seek(&mut self, position: u128) -> Option<(u128, ValueCode)> {
        if self.at == 0 {
            self.next_row()?;
        }
        let mut rest = &self.bytes[self.at..];
        while self.key.position() < position {
            self.left = self.left.checked_sub(1)?;
            self.key = self.key.checked_add(take(&mut rest)?)?;
            self.code = take(&mut rest)?.try_into().ok()?;
        }
        self.at = self.bytes.len() - rest.len();
        Some((self.key, ValueCode(self.code)))
    }
}
