//! Positions by key, sorted, as bytes: for games without ranks, or with too few positions among them.
//!
//! A block has positions of one level, with ascending keys: for each its code, and before that, except for the
//! first one, the difference of its key from the one before. The index has for each level the number of its
//! blocks, and for each of these the number of its positions and of its bytes, the difference of its first key
//! from that of the block before it in the level, and its checksum. All of them are varints (seven bits a byte,
//! the lowest first, the highest bit set if more follow), except for checksums, which are eight bytes,
//! little-endian.

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

/// Levels as blocks and an index, in the making.
#[derive(Debug, Default)]
pub(super) struct LevelsDraft {
    pub levels: u64,
    pub index: Vec<u8>,
    pub blocks: Vec<Vec<u8>>,
}

impl LevelsDraft {
    /// Adds a level: its positions, sorted, and the code of each.
    pub fn add<K: Key>(&mut self, keys: &[K], codes: &[ValueCode]) {
        let before = self.blocks.len();
        let mut entries = Vec::new();
        let (mut from, mut last) = (0, 0);
        while from < keys.len() {
            let (block, positions) = block(&keys[from..], &codes[from..]);
            let first = keys[from].wide();
            put(&mut entries, positions as u128);
            put(&mut entries, block.len() as u128);
            put(&mut entries, first - last);
            entries.extend(checksum(&block).to_le_bytes());
            self.blocks.push(block);
            (from, last) = (from + positions, first);
        }
        put(&mut self.index, (self.blocks.len() - before) as u128);
        self.index.append(&mut entries);
        self.levels += 1;
    }
}

/// A block of as many positions as go into it, from the first one on, and how many those are.
fn block<K: Key>(keys: &[K], codes: &[ValueCode]) -> (Vec<u8>, usize) {
    // The last position may not go into it.
    let mut block = Vec::with_capacity(BLOCK + 32);
    let mut positions = 0;
    for (key, code) in keys.iter().zip(codes) {
        let before = block.len();
        if positions > 0 {
            put(&mut block, key.wide() - keys[positions - 1].wide());
        }
        put(&mut block, code.0.into());
        if block.len() > BLOCK {
            block.truncate(before);
            break;
        }
        positions += 1;
    }
    // A copy, because allocators keep the room of bytes that shrink.
    (block[..].to_vec(), positions)
}

/// The positions.
#[derive(Debug)]
pub(super) struct Sorted {
    merged: bool,
    first_stage: Option<u32>,
    /// True if keys have 128 bits.
    wide: bool,
    /// The blocks of each level.
    levels: Vec<Range<usize>>,
    /// Of each block its first key, and how many positions it has.
    heads: Vec<(u128, u64)>,
    blocks: Blocks<SortedPage>,
}

impl Sorted {
    /// Reads the index of the positions of this header, or returns the error. Keys have 128 bits if `wide` is set.
    pub fn read(
        index: &[u8],
        header: &TableHeader,
        form: &ByKey,
        wide: bool,
        place: BlockStorage,
        memory: u64,
    ) -> Result<Sorted, &'static str> {
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
        let blocks = Blocks::new(entries, place, memory);
        let (merged, first_stage) = (header.merged, form.first_stage);
        Ok(Sorted { merged, first_stage, wide, levels, heads, blocks })
    }

    /// The value of a position that is not over.
    pub fn lookup<G: Playable>(&self, game: &G, state: &G::State) -> Result<Option<Exact>, TablebaseError> {
        let codec = Codec { game, merged: self.merged };
        let mut packed = Vec::new();
        let key = match self.wide {
            false => codec.key::<u64>(state, false, &mut packed).map(Key::wide),
            true => codec.key::<u128>(state, false, &mut packed),
        };
        let own = || {
            let key = key.ok()?;
            let level = self.levels.get(level_of(game, state, self.first_stage)?)?;
            let after = self.heads[level.clone()].partition_point(|(first, _)| first.position() <= key);
            Some((key, level.start + after.checked_sub(1)?))
        };
        let Some((key, number)) = own() else { return Ok(None) };
        let page = self.blocks.page(number, |bytes| self.page(number, bytes))?;
        Ok(page.find(key).and_then(ValueCode::exact))
    }

    fn page(&self, number: usize, bytes: Vec<u8>) -> Option<SortedPage> {
        let (first, positions) = self.heads[number];
        SortedPage::read(bytes, first, positions)
    }

    pub fn blocks(&self) -> &Blocks<SortedPage> {
        &self.blocks
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
            let mut from = 0;
            while from < keys.len() {
                let (bytes, positions) = block(&keys[from..], &codes[from..]);
                prop_assert!(positions > 0 && bytes.len() <= BLOCK);
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
