//! Positions by rank as bytes.
//!
//! A block has the results of 16384 consecutive ranks (the last block of the rest): first a bit for each rank,
//! set if it has a result, in words of 64 ranks, and then the code numbers of these ranks with the least
//! sufficient number of bits each. Bits are in order from the lowest of the first byte on. The index has for
//! each block its number of ranks with a result, as a varint (seven bits a byte, the lowest first, the highest
//! bit set if more follow), and its checksum, eight bytes, little-endian.

use std::any::Any;
use std::sync::Arc;

use plywood_rules::{Playable, Ranking, fingerprint_of_ranks};

use super::blocks::{BlockEntry, Blocks};
use super::dense::{DenseTable, exact_of};
use super::error::TablebaseError;
use super::header::{ByRank, Form};
use crate::values::{BlockStorage, Exact, ValueCode, checksum, put, take, take_word};

/// Ranks of a block.
const BLOCK: u64 = 1 << 14;
/// Ranks of which it is counted how many before them are known.
const STRIDE: u64 = 512;
/// Bytes of a word.
const WORD: usize = size_of::<u64>();

/// The positions.
#[derive(Debug)]
pub(super) struct PackedTable {
    /// The `Box<dyn Ranking<G>>` of the game that it is a table of.
    ranking: Arc<dyn Any + Send + Sync>,
    ranks: u64,
    codes: Vec<ValueCode>,
    /// By block: how many of its ranks are known.
    known: Vec<u32>,
    blocks: Blocks<PackedPage>,
}

/// The number of bits for `codes` codes.
fn bits_for(codes: usize) -> u32 {
    codes.saturating_sub(1).checked_ilog2().map_or(0, |highest| highest + 1)
}

/// Bytes of the bits of ranks.
fn marks_bytes(ranks: u64) -> u64 {
    ranks.div_ceil(64) * WORD as u64
}

/// The number of ranks in a block.
fn ranks_of(block: u64, ranks: u64) -> u64 {
    BLOCK.min(ranks - block * BLOCK)
}

/// The eight bytes at a place, as a number; 0 for those that are not there.
fn word(bytes: &[u8], at: usize) -> u64 {
    let mut word = [0; WORD];
    let own = bytes.get(at..).unwrap_or_default();
    let length = own.len().min(WORD);
    word[..length].copy_from_slice(&own[..length]);
    u64::from_le_bytes(word)
}

/// The header, the index and the blocks of a table of `game` from `start` on.
pub(super) fn pack<G: Playable>(
    game: &G,
    ranking: &dyn Ranking<G>,
    start: &G::State,
    table: &DenseTable,
) -> (Form, Vec<u8>, Vec<Box<[u8]>>) {
    let ranks = table.ranks();
    let mut used = vec![false; 1 << 16];
    (0..ranks).for_each(|rank| used[usize::from(table.code(rank).0)] = true);
    let codes: Vec<ValueCode> = (0..=u16::MAX)
        .map(ValueCode)
        .filter(|&code| code != ValueCode::UNKNOWN && used[usize::from(code.0)])
        .collect();
    let mut numbers = vec![0u64; 1 << 16];
    for (number, code) in (0..).zip(&codes) {
        numbers[usize::from(code.0)] = number;
    }
    let bits = bits_for(codes.len());
    let (mut index, mut blocks, mut known) = (Vec::new(), Vec::new(), 0u64);
    for block in 0..ranks.div_ceil(BLOCK) {
        let own = block * BLOCK..block * BLOCK + ranks_of(block, ranks);
        let of_block = || {
            own.clone()
                .map(|rank| (rank - own.start, table.code(rank)))
                .filter(|it| it.1 != ValueCode::UNKNOWN)
        };
        let count = of_block().count() as u64;
        let length = marks_bytes(own.end - own.start) + (count * u64::from(bits)).div_ceil(8);
        let mut bytes = Vec::with_capacity(length as usize);
        bytes.resize(marks_bytes(own.end - own.start) as usize, 0);
        let (mut waiting, mut filled) = (0u64, 0);
        for (place, code) in of_block() {
            bytes[(place / 8) as usize] |= 1 << (place % 8);
            waiting |= numbers[usize::from(code.0)] << filled;
            filled += bits;
            while filled >= 8 {
                bytes.push(waiting as u8);
                waiting >>= 8;
                filled -= 8;
            }
        }
        if filled > 0 {
            bytes.push(waiting as u8);
        }
        put(&mut index, count.into());
        index.extend(checksum(&bytes).to_le_bytes());
        blocks.push(bytes.into_boxed_slice());
        known += count;
    }
    let numbering = fingerprint_of_ranks(game, ranking, start);
    (Form::Ranks(ByRank { numbering, ranks, known, codes }), index, blocks)
}

impl PackedTable {
    /// Reads the index of such positions with `bytes` bytes in all blocks, or returns the error.
    pub fn read<G: Playable>(
        game: &G,
        start: &G::State,
        index: &[u8],
        form: ByRank,
        bytes: u64,
        place: BlockStorage,
        memory: u64,
    ) -> Result<PackedTable, &'static str> {
        const OTHER: &str = "it does not have as many positions as it says";
        let ByRank { numbering, ranks, known: all_known, codes } = form;
        let ranking = game
            .specialists()
            .ranking
            .and_then(|new| new(game, start))
            .ok_or("positions from its start have no ranks")?;
        if ranking.stages().last().map_or(0, |stage| stage.end) != ranks
            || fingerprint_of_ranks(game, &*ranking, start) != numbering
        {
            return Err("positions are numbered in another way than this program does: solve the game again");
        }
        if codes.first().is_none_or(|&code| code == ValueCode::UNKNOWN)
            || !codes.is_sorted_by(|one, next| one < next)
        {
            return Err("its codes are not in order");
        }
        let bits = u64::from(bits_for(codes.len()));
        let (mut rest, mut entries, mut known) = (index, Vec::new(), Vec::new());
        let (mut all, mut to) = (0, 0);
        for block in 0..ranks.div_ceil(BLOCK) {
            let own = ranks_of(block, ranks);
            let count =
                take(&mut rest).and_then(|count| u64::try_from(count).ok()).filter(|&count| count <= own);
            let (count, sum) = count.zip(take_word(&mut rest)).ok_or(OTHER)?;
            all += count;
            to += marks_bytes(own) + (count * bits).div_ceil(8);
            entries.push(BlockEntry { to, sum });
            known.push(count as u32);
        }
        if !rest.is_empty() || all != all_known || to != bytes {
            return Err(OTHER);
        }
        let blocks = Blocks::new(entries, place, memory);
        Ok(PackedTable { ranking: Arc::new(ranking), ranks, codes, known, blocks })
    }

    /// The value of a position that is not over, or of an image of it.
    pub fn lookup<G: Playable>(&self, state: &G::State) -> Result<Option<Exact>, TablebaseError> {
        let ranking = self.ranking.downcast_ref::<Box<dyn Ranking<G>>>();
        let place = ranking.and_then(|ranking| Some((ranking, ranking.place(state)?)));
        let Some((ranking, place)) = place.filter(|(_, place)| place.rank < self.ranks) else {
            return Ok(None);
        };
        let block = (place.rank / BLOCK) as usize;
        let page = self.blocks.page(block, |bytes| self.page(block, bytes))?;
        let code = page.number(place.rank % BLOCK, bits_for(self.codes.len()));
        let code = code.and_then(|number| self.codes.get(number).copied());
        Ok(code.and_then(|code| exact_of(&**ranking, code, place.image)))
    }

    fn page(&self, block: usize, bytes: Vec<u8>) -> Option<PackedPage> {
        PackedPage::read(bytes, ranks_of(block as u64, self.ranks), self.known[block])
    }

    pub fn blocks(&self) -> &Blocks<PackedPage> {
        &self.blocks
    }
}

/// A block that is as it should be.
#[derive(Debug)]
pub(super) struct PackedPage {
    bytes: Vec<u8>,
    /// The place where codes begin.
    codes_at: usize,
    /// For every [`STRIDE`]th rank: how many before it are known.
    before: Vec<u32>,
}

impl PackedPage {
    /// Checks that `known` of these `ranks` ranks have a result.
    fn read(bytes: Vec<u8>, ranks: u64, known: u32) -> Option<PackedPage> {
        let codes_at = marks_bytes(ranks) as usize;
        let (mut before, mut sum) = (Vec::new(), 0);
        for own in bytes.get(..codes_at)?.chunks(STRIDE as usize / 8) {
            before.push(sum);
            sum += own.chunks(WORD).map(|marks| word(marks, 0).count_ones()).sum::<u32>();
        }
        (sum == known).then_some(PackedPage { bytes, codes_at, before })
    }

    /// The number of the code of the rank at a place of the block; `None` where nothing is known.
    fn number(&self, place: u64, bits: u32) -> Option<usize> {
        let marks = |number: u64| word(&self.bytes, number as usize * WORD);
        let (own, bit) = (place / 64, place % 64);
        if marks(own) >> bit & 1 == 0 {
            return None;
        }
        let stride = place / STRIDE;
        let words = (stride * STRIDE / 64..own).map(|number| marks(number).count_ones());
        let below = (marks(own) & ((1 << bit) - 1)).count_ones();
        let at = (self.before[stride as usize] + words.sum::<u32>() + below) as usize * bits as usize;
        Some((word(&self.bytes, self.codes_at + at / 8) >> (at % 8) & ((1 << bits) - 1)) as usize)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn whatever_stands_in_a_block_nothing_panics(
            bytes in prop::collection::vec(any::<u8>(), 0..400), ranks in 1u64..2000, bits in 0u32..=16,
        ) {
            let marks = bytes.get(..marks_bytes(ranks) as usize);
            let known = marks.map(|marks| marks.iter().map(|byte| byte.count_ones()).sum::<u32>());
            prop_assert!(PackedPage::read(bytes.clone(), ranks, known.map_or(0, |known| known + 1)).is_none());
            let page = PackedPage::read(bytes.clone(), ranks, known.unwrap_or(0));
            prop_assert_eq!(page.is_some(), known.is_some());
            if let Some(page) = page {
                for rank in 0..ranks {
                    let set = bytes[(rank / 8) as usize] >> (rank % 8) & 1 == 1;
                    prop_assert_eq!(page.number(rank, bits).is_some(), set);
                }
            }
        }
    }
}
