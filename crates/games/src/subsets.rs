//! Sets of a fixed size as numbers: the combinatorial number system (Lehmer 1964).
//!
//! The set with cells a < b < c < ... has the number C(a, 1) + C(b, 2) + C(c, 3) + ..., which numbers all sets of a size from 0 on
//! without a gap.

/// Cells at most.
const CELLS: usize = 24;
/// The number of cells whose part of the number is in one entry of a table.
const HALF: usize = CELLS / 2;

/// By the number of things and how many are chosen: in how many ways.
const CHOICES: [[u32; CELLS + 2]; CELLS + 1] = {
    let mut choices = [[0; CELLS + 2]; CELLS + 1];
    let mut of = 0;
    while of <= CELLS {
        choices[of][0] = 1;
        let mut chosen = 1;
        while chosen <= of {
            choices[of][chosen] = choices[of - 1][chosen - 1] + choices[of - 1][chosen];
            chosen += 1;
        }
        of += 1;
    }
    choices
};

/// The number of ways to choose `chosen` of at most 24 cells.
pub(crate) fn choices(of: usize, chosen: usize) -> u32 {
    CHOICES[of][chosen]
}

/// Numbers sets of at most 24 cells.
pub(crate) struct Subsets {
    /// By the lower cells.
    low: Vec<u32>,
    /// By how many lower cells there are, and by the upper cells.
    high: Vec<Vec<u32>>,
}

impl Subsets {
    pub fn new() -> Subsets {
        let part = |from: usize, before: usize, cells: u32| {
            let (mut number, mut chosen, mut rest) = (0, before, cells);
            while rest != 0 {
                chosen += 1;
                number += CHOICES[from + rest.trailing_zeros() as usize][chosen];
                rest &= rest - 1;
            }
            number
        };
        let all =
            |from: usize, before: usize| (0..1 << HALF).map(|cells| part(from, before, cells)).collect();
        Subsets { low: all(0, 0), high: (0..=HALF).map(|before| all(HALF, before)).collect() }
    }

    /// The number of a set among those of its size.
    #[inline]
    pub fn rank(&self, cells: u32) -> u32 {
        let low = cells & ((1 << HALF) - 1);
        self.low[low as usize] + self.high[low.count_ones() as usize][(cells >> HALF) as usize]
    }

    /// The set of this number and size.
    #[inline]
    pub fn set(&self, rank: u32, size: usize) -> u32 {
        let (mut rest, mut cells, mut cell) = (rank, 0, CELLS);
        for chosen in (1..=size).rev() {
            cell -= 1;
            while CHOICES[cell][chosen] > rest {
                cell -= 1;
            }
            rest -= CHOICES[cell][chosen];
            cells |= 1 << cell;
        }
        cells
    }
}

/// The cells of `set` with those of `gone`, none of which is among them, taken out of the field: those above move down.
#[inline]
pub(crate) fn close_up(mut set: u32, gone: u32) -> u32 {
    let mut left = gone;
    while left != 0 {
        // The highest first, so that the others do not move.
        let low = (1 << (31 - left.leading_zeros())) - 1;
        set = set & low | (set >> 1) & !low;
        left &= low;
    }
    set
}

/// Undoes [`close_up`].
#[inline]
pub(crate) fn spread_out(mut set: u32, gone: u32) -> u32 {
    let mut left = gone;
    while left != 0 {
        let low = (left & left.wrapping_neg()) - 1;
        set = set & low | (set & !low) << 1;
        left &= left - 1;
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_a_size_are_numbered_without_a_gap() {
        let subsets = Subsets::new();
        for size in 0..=5 {
            let sets = (0u32..1 << 16).filter(|set| set.count_ones() == size);
            // Sets of one size are in the order of their numbers.
            let mut count = 0;
            for (number, set) in (0..).zip(sets) {
                assert_eq!((subsets.rank(set), subsets.set(number, size as usize)), (number, set));
                count += 1;
            }
            assert_eq!(count, choices(16, size as usize));
        }
        for set in [0xFF_F000, 0x80_0001, 0xFF_FFFF, 0x0F_F0F0] {
            let (number, size) = (subsets.rank(set), set.count_ones() as usize);
            assert!(number < choices(24, size));
            assert_eq!(subsets.set(number, size), set);
        }
    }

    #[test]
    fn cells_taken_out_are_put_back() {
        for (set, gone, closed) in
            [(0b1001_0010, 0b0100_1001, 0b1_0101), (0b1000, 0b0111, 1), (0b11, 0, 0b11)]
        {
            assert_eq!(close_up(set, gone), closed);
            assert_eq!(spread_out(closed, gone), set);
        }
    }
}
