//! Positions by key, sorted, as bytes: for games without ranks, or with too few positions among them.
//! `values/rows.rs` documents the blocks and the index.

use std::ops::Range;

use plywood_rules::Playable;

use super::blocks::{BlockEntry, Blocks};
use super::error::TablebaseError;
use super::header::{ByKey, TableHeader};
use crate::values::{BlockStorage, Codec, Exact, Key, ValueCode, level_of, take, take_level};

/// Positions between two places of a block where reading can begin.
const STRIDE: u64 = 64;

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
            let from = heads.len();
            for block in take_level(&mut rest).ok_or(WRONG)? {
                all = all.checked_add(block.positions).ok_or(WRONG)?;
                to = to.checked_add(block.bytes).ok_or(WRONG)?;
                entries.push(BlockEntry { to, sum: block.sum });
                heads.push((block.first, block.positions));
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::values::{BLOCK, BlockRows, LevelsDraft, take_word};

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
