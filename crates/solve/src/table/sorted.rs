//! Positions by key, sorted, as bytes: for games without ranks, or with too few positions among them.
//!
//! A block has positions of one level, with ascending keys: for each its code, and before that, except for the
//! first one, the difference of its key from the one before. The index has for each level the number of its
//! blocks, and for each of these the number of its positions and of its bytes, the difference of its first key
//! from that of the block before it in the level, and its checksum. All of them are varints (seven bits a byte,
//! the lowest first, the highest bit set if more follow), except for checksums, which are eight bytes,
//! little-endian.

use std::io;
use std::ops::Range;

use plywood_rules::Playable;

use super::blocks::{BlockEntry, BlockStorage, Blocks};
use super::error::TablebaseError;
use super::header::{ByKey, TableHeader};
use crate::values::{Codec, Exact, Key, ValueCode, checksum, level_of, put, take, take_word};

/// Bytes of a block at most: to look at all of its positions takes microseconds.
const BLOCK: usize = 8 << 10;
/// Positions between two places of a block where reading can begin.
const STRIDE: u64 = 64;

/// Levels as blocks and an index, in the making. Each block is handed over when it is full.
pub(super) struct LevelsDraft<P> {
    hand_over: P,
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

impl<P: FnMut(&[u8]) -> io::Result<()>> LevelsDraft<P> {
    /// A draft without levels.
    pub fn new(hand_over: P) -> LevelsDraft<P> {
        LevelsDraft {
            hand_over,
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
        put(&mut self.entries, self.positions.into());
        put(&mut self.entries, self.block.len() as u128);
        put(&mut self.entries, self.first - self.before);
        self.entries.extend(checksum(&self.block).to_le_bytes());
        self.bytes += self.block.len() as u64;
        (self.hand_over)(&self.block)?;
        self.block.clear();
        self.blocks += 1;
        (self.before, self.positions) = (self.first, 0);
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

/// The places of positions: what the index says.
#[derive(Debug)]
pub(super) struct SortedIndex {
    /// The blocks of each level.
    pub levels: Vec<Range<usize>>,
    /// Of each block its first key, and how many positions it has.
    pub heads: Vec<(u128, u64)>,
}

impl SortedIndex {
    /// Reads the index of positions with this header, with the ends and checksums of the blocks, or returns the error.
    pub fn read(
        index: &[u8],
        header: &TableHeader,
        form: &ByKey,
    ) -> Result<(SortedIndex, Vec<BlockEntry>), &'static str> {
        const WRONG: &str = "a level of it is not as it should be";
        const OTHER: &str = "it does not have as many positions as it says";
        let (mut rest, mut entries, mut heads, mut levels) = (index, Vec::new(), Vec::new(), Vec::new());
        let (mut all, mut to) = (0u64, 0u64);
        for _ in 0..form.levels {
            let (from, mut key) = (heads.len(), 0u128);
            for _ in 0..take(&mut rest).ok_or(WRONG)? {
                let mut next = || {
                    let positions =
                        u64::try_from(take(&mut rest)?).ok().filter(|&positions| positions > 0)?;
                    let bytes = take(&mut rest)?;
                    let rise = take(&mut rest)?;
                    key = key.checked_add(rise).filter(|_| rise > 0)?;
                    // None takes more than that, so that nothing that is read takes more room.
                    let bytes = u64::try_from(bytes).ok().filter(|&bytes| bytes <= BLOCK as u64)?;
                    (all, to) = (all.checked_add(positions)?, to.checked_add(bytes)?);
                    Some((positions, take_word(&mut rest)?))
                };
                let (positions, sum) = next().ok_or(WRONG)?;
                entries.push(BlockEntry { to, sum });
                heads.push((key, positions));
            }
            levels.push(from..heads.len());
        }
        if !rest.is_empty() || all != header.counts.up_to_symmetry || to != header.bytes {
            return Err(OTHER);
        }
        Ok((SortedIndex { levels, heads }, entries))
    }
}

/// The positions.
#[derive(Debug)]
pub(super) struct Sorted {
    pub index: SortedIndex,
    blocks: Blocks<SortedPage>,
}

impl Sorted {
    /// The positions of this index, with blocks in `place` and a cache of about `memory` bytes.
    pub fn new(index: SortedIndex, entries: Vec<BlockEntry>, place: BlockStorage, memory: u64) -> Sorted {
        Sorted { index, blocks: Blocks::new(entries, place, memory) }
    }

    /// The value of the position of this key and level; `None` if it is not one of these.
    pub fn find(&self, SortedPlace { key, level }: SortedPlace) -> Result<Option<Exact>, TablebaseError> {
        let own = || {
            let SortedIndex { levels, heads } = &self.index;
            let level = levels.get(level)?;
            let after = heads[level.clone()].partition_point(|(first, _)| first.position() <= key);
            Some(level.start + after.checked_sub(1)?)
        };
        let Some(number) = own() else { return Ok(None) };
        let page = self.blocks.page(number, |bytes| self.page(number, bytes))?;
        Ok(page.find(key).and_then(ValueCode::exact))
    }

    fn page(&self, number: usize, bytes: Vec<u8>) -> Option<SortedPage> {
        let (first, positions) = self.index.heads[number];
        SortedPage::read(bytes, first, positions)
    }

    pub fn blocks(&self) -> &Blocks<SortedPage> {
        &self.blocks
    }
}

/// The place of a position among sorted ones.
#[derive(Clone, Copy, Debug)]
pub(super) struct SortedPlace {
    pub key: u128,
    pub level: usize,
}

impl SortedPlace {
    /// The place of `state` in a table with this header; `None` if it cannot be there.
    pub fn of<G: Playable>(game: &G, state: &G::State, merged: bool, form: &ByKey) -> Option<SortedPlace> {
        let key = Codec { game, merged }.key::<u128>(state, false, &mut Vec::new()).ok()?;
        Some(SortedPlace { key, level: level_of(game, state, form.first_stage)? })
    }
}

/// A block that is as it should be.
#[derive(Debug)]
pub(super) struct SortedPage {
    bytes: Vec<u8>,
    /// The key of every [`STRIDE`]th position from the first on, and where its code begins.
    marks: Vec<(u128, usize)>,
}

impl SortedPage {
    /// Checks every position of a block of `positions`, from this key on.
    fn read(bytes: Vec<u8>, first: u128, positions: u64) -> Option<SortedPage> {
        let (mut rest, mut key, mut marks) = (&bytes[..], first, Vec::new());
        for number in 0..positions {
            if number > 0 {
                let step = take(&mut rest)?;
                key = key.checked_add(step).filter(|_| step > 0)?;
            }
            if number.is_multiple_of(STRIDE) {
                marks.push((key, bytes.len() - rest.len()));
            }
            let code = take(&mut rest)?;
            if code == 0 || code > u16::MAX.into() {
                return None;
            }
        }
        rest.is_empty().then_some(())?;
        Some(SortedPage { bytes, marks })
    }

    /// The code of the position of this key.
    fn find(&self, key: u128) -> Option<ValueCode> {
        let mark = self.marks.partition_point(|mark| mark.0.position() <= key).checked_sub(1)?;
        let (mut current, at) = self.marks[mark];
        let mut rest = &self.bytes[at..];
        loop {
            let code = take(&mut rest)?;
            if current.position() >= key {
                return (current.position() == key).then_some(ValueCode(code as u16));
            }
            current += take(&mut rest)?;
        }
    }
}

/// The positions of a block with their codes, one after the other.
pub(super) struct BlockRows {
    bytes: Vec<u8>,
    at: usize,
    key: u128,
    left: u64,
}

impl BlockRows {
    /// The rows of a block of `positions`, from this key on.
    pub fn new(bytes: Vec<u8>, (first, positions): (u128, u64)) -> BlockRows {
        BlockRows { bytes, at: 0, key: first, left: positions }
    }

    /// True if there are no more.
    pub fn is_over(&self) -> bool {
        self.left == 0
    }

    /// The next row, if there is one and it is as it should be.
    pub fn next_row(&mut self) -> Option<(u128, ValueCode)> {
        let mut rest = &self.bytes[self.at..];
        self.left = self.left.checked_sub(1)?;
        if self.at > 0 {
            self.key = self.key.checked_add(take(&mut rest)?)?;
        }
        let code = take(&mut rest)?.try_into().ok()?;
        self.at = self.bytes.len() - rest.len();
        Some((self.key, ValueCode(code)))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_key_is_found_in_its_block(steps in prop::collection::vec(1u64..5000, 1..9000), odd in any::<bool>()) {
            let keys: Vec<u64> = steps
                .iter()
                .scan(0, |key, step| {
                    *key += 2 * step;
                    Some(*key + u64::from(odd))
                })
                .collect();
            let code = |key: u64| ValueCode((key / 2 % 300 + 1) as u16);
            let codes: Vec<ValueCode> = keys.iter().map(|&key| code(key)).collect();
            let mut blocks = Vec::new();
            let mut draft = LevelsDraft::new(|block: &[u8]| {
                blocks.push(block.to_vec());
                Ok(())
            });
            for (&key, &code) in keys.iter().zip(&codes) {
                draft.add(key.into(), code).unwrap();
            }
            draft.end_level().unwrap();
            let index = draft.index;
            let mut index = &index[..];
            prop_assert_eq!(take(&mut index).unwrap(), blocks.len() as u128);
            let mut from = 0;
            for bytes in blocks {
                let positions = take(&mut index).unwrap() as usize;
                for _ in 0..2 {
                    take(&mut index).unwrap();
                }
                take_word(&mut index).unwrap();
                prop_assert!(positions > 0 && bytes.len() <= BLOCK);
                let mut rows = BlockRows::new(bytes.clone(), (keys[from].into(), positions as u64));
                for at in from..from + positions {
                    prop_assert_eq!(rows.next_row(), Some((keys[at].into(), codes[at])));
                }
                prop_assert!(rows.is_over() && rows.next_row().is_none());
                let own = &keys[from..from + positions];
                let page = SortedPage::read(bytes, own[0].into(), positions as u64).unwrap();
                for (at, key) in own.iter().enumerate() {
                    let key = key.position();
                    prop_assert_eq!(page.find(key.into()), Some(code(key)));
                    let next = own.get(at + 1).filter(|next| next.position() == key + 2);
                    prop_assert_eq!(page.find(u128::from(key) + 2), next.map(|&next| code(next)));
                }
                prop_assert_eq!(page.find(u128::from(own[0].position()) - 2), None);
                from += positions;
            }
        }

        #[test]
        fn whatever_stands_in_a_block_nothing_panics(
            bytes in prop::collection::vec(0u8..4, 0..300), first: u128, positions in 0u64..200, key: u128,
        ) {
            for positions in [positions, bytes.len().div_ceil(2) as u64] {
                if let Some(page) = SortedPage::read(bytes.clone(), first, positions) {
                    prop_assert!(page.find(key).is_none_or(|code| code != ValueCode::UNKNOWN));
                    page.find(first.saturating_add(key % 500));
                }
            }
        }
    }
}
