//! Sets of cells as bitboards: cell `i` is bit `i % 64` of word `i / 64`.

use std::fmt;
use std::ops::{BitAnd, BitOr, Sub};

/// A set of up to 64 `W` cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Bits<W> {
    /// No cell.
    pub const EMPTY: Bits<W> = Bits([0; W]);

    /// The set of these cells.
    #[inline]
    pub fn from_cells(cells: impl IntoIterator<Item = usize>) -> Bits<W> {
        let mut bits = Bits::EMPTY;
        for cell in cells {
            bits.insert(cell);
        }
        bits
    }

    /// The set whose lowest 64 cells are these bits, and no others.
    #[inline]
    pub fn from_word(word: u64) -> Bits<W> {
        let mut bits = Bits::EMPTY;
        bits.0[0] = word;
        bits
    }

    /// The set of these words, the lowest cells first.
    #[inline]
    pub fn from_words(words: [u64; W]) -> Bits<W> {
        Bits(words)
    }

    /// The words, the lowest cells first.
    #[inline]
    pub fn words(&self) -> &[u64; W] {
        &self.0
    }

    /// The cells below `64 V`, in `V` words.
    #[inline]
    pub fn resized<const V: usize>(&self) -> Bits<V> {
        Bits(std::array::from_fn(|i| if i < W { self.0[i] } else { 0 }))
    }

    /// Adds a cell.
    #[inline]
    pub fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    /// Takes a cell out.
    #[inline]
    pub fn remove(&mut self, cell: usize) {
        self.0[cell / 64] &= !(1 << (cell % 64));
    }

    /// True if the cell is in the set.
    #[inline]
    pub fn has(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    /// True if the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The number of cells in the set.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The set itself if `holds`, and else no cells: without a branch.
    #[inline]
    pub fn only_if(self, holds: bool) -> Bits<W> {
        let mask = u64::from(holds).wrapping_neg();
        Bits(self.0.map(|word| word & mask))
    }

    /// The number of cells in both sets.
    #[inline]
    pub fn both(&self, other: &Bits<W>) -> usize {
        self.0.iter().zip(&other.0).map(|(own, other)| (own & other).count_ones() as usize).sum()
    }

    /// The lowest cell, if there is any.
    #[inline]
    pub fn first(&self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(64 * word + self.0[word].trailing_zeros() as usize)
    }

    /// The two lowest cells, if there are as many.
    #[inline]
    pub fn first_two(self) -> Option<(usize, usize)> {
        let mut cells = self.cells();
        cells.next().zip(cells.next())
    }

    /// True if at most one cell is in the set.
    #[inline]
    pub fn at_most_one(&self) -> bool {
        if W == 1 {
            return self.0[0] & self.0[0].wrapping_sub(1) == 0;
        }
        // The first word with a cell decides most often.
        let mut words = self.0.iter().skip_while(|&&word| word == 0);
        words.next().is_none_or(|word| word & word.wrapping_sub(1) == 0) && words.all(|&word| word == 0)
    }

    /// True if exactly two cells are in the set.
    #[inline]
    pub fn is_pair(&self) -> bool {
        if W == 1 {
            let rest = Bits::<1>::from_word(self.0[0] & self.0[0].wrapping_sub(1));
            !rest.is_empty() & rest.at_most_one()
        } else {
            self.len() == 2
        }
    }

    /// The cell at place `n`, counted from 0, in ascending order.
    ///
    /// # Panics
    /// If there are not that many.
    #[inline]
    pub fn nth(&self, n: usize) -> usize {
        let mut left = n;
        for (i, &word) in self.0.iter().enumerate() {
            let count = word.count_ones() as usize;
            if left < count {
                return 64 * i + select(word, left as u32);
            }
            left -= count;
        }
        panic!("there is no place {n} among {} cells", self.len())
    }

    /// The cells in ascending order.
    #[inline]
    pub fn cells(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(i, mut word)| {
            std::iter::from_fn(move || {
                (word != 0).then(|| {
                    let cell = 64 * i + word.trailing_zeros() as usize;
                    word &= word - 1;
                    cell
                })
            })
        })
    }

    /// Every cell moved up by one.
    #[inline]
    pub fn shifted(&self) -> Bits<W> {
        let mut carry = 0;
        Bits(self.0.map(|word| {
            let shifted = word << 1 | carry;
            carry = word >> 63;
            shifted
        }))
    }

    /// Every cell moved down by one; cell 0 drops out.
    #[inline]
    pub fn lowered(&self) -> Bits<W> {
        let next = |i: usize| self.0.get(i + 1).map_or(0, |word| word << 63);
        Bits(std::array::from_fn(|i| self.0[i] >> 1 | next(i)))
    }

    /// Every cell moved up by `by` places, less than 64; what is beyond the last word drops out.
    #[inline]
    pub fn raised_by(&self, by: usize) -> Bits<W> {
        let carry = |i: usize| if i > 0 && by > 0 { self.0[i - 1] >> (64 - by) } else { 0 };
        Bits(std::array::from_fn(|i| self.0[i] << by | carry(i)))
    }

    /// Every cell moved down by `by` places, less than 64; those below `by` drop out.
    #[inline]
    pub fn lowered_by(&self, by: usize) -> Bits<W> {
        let carry = |i: usize| if i + 1 < W && by > 0 { self.0[i + 1] << (64 - by) } else { 0 };
        Bits(std::array::from_fn(|i| self.0[i] >> by | carry(i)))
    }

    /// Cell `i` of the lowest `cells` becomes cell `cells - 1 - i`.
    #[inline]
    pub fn turned(&self, cells: usize) -> Bits<W> {
        let beyond = 64 * W - cells;
        let reversed = |i: usize| W.checked_sub(1 + i).map_or(0, |i| self.0[i].reverse_bits());
        Bits(std::array::from_fn(|i| reversed(i + beyond / 64))).lowered_by(beyond % 64)
    }
}

/// The cells in both sets.
impl<const W: usize> BitAnd for Bits<W> {
    type Output = Bits<W>;
    #[inline]
    fn bitand(self, other: Bits<W>) -> Bits<W> {
        Bits(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

/// The cells in either set.
impl<const W: usize> BitOr for Bits<W> {
    type Output = Bits<W>;
    #[inline]
    fn bitor(self, other: Bits<W>) -> Bits<W> {
        Bits(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

/// The cells of the first set that are not in the second.
impl<const W: usize> Sub for Bits<W> {
    type Output = Bits<W>;
    #[inline]
    fn sub(self, other: Bits<W>) -> Bits<W> {
        Bits(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }
}

impl<const W: usize> fmt::Debug for Bits<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.cells()).finish()
    }
}

/// For every byte and `n`: the place of its `n`-th set bit.
const SELECT_IN_BYTE: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut found) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][found] = bit as u8;
                found += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// The place of the `n`-th set bit, `n` less than their number. No branches, which random play could not
/// predict: the counts of all bytes are summed at once, then the byte that holds the bit is found by
/// comparing all sums with `n` at once (Vigna, "Broadword implementation of rank/select queries", WEA 2008).
#[inline]
fn select(word: u64, n: u32) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    // Byte i: how many bits are set in bytes 0 to i.
    let sums = ((nibbles + (nibbles >> 4)) & 0x0F0F_0F0F_0F0F_0F0F).wrapping_mul(ONES);
    // The high bit of every byte whose sum is at most n: one for each byte wholly before the bit.
    let before = (((u64::from(n) * ONES) | HIGH) - sums) & HIGH;
    let shift = 8 * before.count_ones();
    let rank = u64::from(n) - ((sums << 8) >> shift & 0xFF);
    shift as usize + usize::from(SELECT_IN_BYTE[(word >> shift & 0xFF) as usize][(rank & 7) as usize])
}

#[cfg(test)]
mod tests {
    use plywood_rules::random::below;
    use rand_chacha::ChaCha8Rng;
    use rand_core::{Rng, SeedableRng};

    use super::*;

    #[test]
    fn select_finds_every_bit_in_order() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let sparse = |rng: &mut ChaCha8Rng| rng.next_u64() & rng.next_u64() & rng.next_u64();
        let random = (0..200).map(|_| sparse(&mut rng)).collect::<Vec<_>>();
        for word in [1, 1 << 63, u64::MAX, 0x0101_0101_0101_0101].into_iter().chain(random) {
            let places: Vec<usize> = (0..64).filter(|i| word >> i & 1 == 1).collect();
            let selected: Vec<usize> = (0..word.count_ones()).map(|n| select(word, n)).collect();
            assert_eq!(selected, places, "{word:#x}");
        }
    }

    #[test]
    fn a_set_of_many_words_behaves_like_a_set() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        for _ in 0..50 {
            let cells = (0..40).map(|_| below(&mut rng, 384)).collect::<std::collections::BTreeSet<_>>();
            let bits = Bits::<6>::from_cells(cells.iter().copied());
            assert_eq!(bits.len(), cells.len());
            assert!(bits.cells().eq(cells.iter().copied()));
            assert!(cells.iter().enumerate().all(|(n, &cell)| bits.nth(n) == cell));
            assert!((0..384).all(|cell| bits.has(cell) == cells.contains(&cell)));
            let shifted = cells.iter().map(|cell| cell + 1).filter(|&cell| cell < 384);
            assert_eq!(bits.shifted(), Bits::from_cells(shifted));
            let lowered = cells.iter().filter_map(|cell| cell.checked_sub(1));
            assert_eq!(bits.lowered(), Bits::from_cells(lowered));
            assert_eq!(bits.first(), cells.first().copied());
            for kept in 0..4 {
                let few = || cells.iter().copied().take(kept);
                let (many_words, one_word) =
                    (Bits::<6>::from_cells(few()), Bits::<1>::from_cells(few().map(|cell| cell % 64)));
                assert_eq!((many_words.at_most_one(), many_words.is_pair()), (kept <= 1, kept == 2));
                let kept = one_word.len();
                assert_eq!((one_word.at_most_one(), one_word.is_pair()), (kept <= 1, kept == 2));
            }
        }
    }
}
