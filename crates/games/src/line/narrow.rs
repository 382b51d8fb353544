//! Random games on small boards on which marks fall, each column of which is a byte.

use std::mem::swap;

use plywood_rules::random::draw;
use rand_core::Rng;

/// A board of at most 8 columns and 7 rows, each column a byte whose highest bit is never set: shifts find lines.
pub(super) struct Narrow {
    columns: usize,
    rows: usize,
    /// The cells of a line.
    k: usize,
}

impl Narrow {
    /// The lowest row.
    const BOTTOM: u64 = 0x0101_0101_0101_0101;

    /// Marks that are drawn from one word of random bits: the error is below `8^6 / 2^64`.
    const PER_WORD: usize = 6;

    pub fn new(columns: usize, rows: usize, k: usize) -> Option<Narrow> {
        (columns <= 8 && rows <= 7).then_some(Narrow { columns, rows, k })
    }

    /// These cells, column by column, with each column in its byte.
    #[inline]
    fn spread(&self, mut cells: u64) -> u64 {
        let (mut spread, mut shift) = (0, 0);
        while cells != 0 {
            spread |= (cells & ((1 << self.rows) - 1)) << shift;
            cells >>= self.rows;
            shift += 8;
        }
        spread
    }

    /// True if there is a line among these cells.
    #[inline]
    fn has_line(&self, own: u64) -> bool {
        let mut lines = 0;
        for step in [1, 7, 8, 9] {
            let mut line = own;
            if self.k == 4 {
                line &= line >> step;
                line &= line >> (2 * step);
            } else {
                (1..self.k).for_each(|_| line &= line >> step);
            }
            lines |= line;
        }
        lines != 0
    }

    /// Plays a game to its end. Returns true if the last mark completed a line, and the number of marks.
    #[inline]
    pub fn playout<R: Rng + ?Sized>(&self, marks: [u64; 2], rng: &mut R) -> (bool, u32) {
        let [mut own, mut other] = marks.map(|cells| self.spread(cells));
        let taken = own | other;
        let top = Self::BOTTOM << (self.rows - 1);
        // The lowest free cell of each column that has one.
        let lowest = taken + Self::BOTTOM;
        let mut next: [u64; 8] = std::array::from_fn(|column| lowest & (0xFF << (8 * column)));
        let mut open = self.columns;
        if taken & top != 0 {
            for column in (0..self.columns).rev().filter(|column| taken & top & (0xFF << (8 * column)) != 0) {
                open -= 1;
                next[column] = next[open];
            }
        }
        let before = taken.count_ones();
        let without_line = 2 * self.k as u32 - 2;
        let mut count = before;
        loop {
            let mut word = rng.next_u64();
            for _ in 0..Self::PER_WORD {
                let place = draw(&mut word, open) & 7;
                let cell = next[place];
                own |= cell;
                count += 1;
                if count > without_line && self.has_line(own) {
                    return (true, count - before);
                }
                if cell & top == 0 {
                    next[place] = cell << 1;
                } else {
                    open -= 1;
                    if open == 0 {
                        return (false, count - before);
                    }
                    next[place] = next[open & 7];
                }
                swap(&mut own, &mut other);
            }
        }
    }
}
