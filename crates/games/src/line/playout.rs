//! Random games, without what only searches need: the cells that would complete a line.
//!
//! A column is chosen from a list of those that have room. Where a column is full, the last one of the list takes its place, since
//! their order does not matter.

use std::mem::swap;

use plywood_rules::random::{below, draw, playout};
use plywood_rules::{Game, Outcome, Turn};
use rand_core::Rng;

use super::game::{LineGame, LineState, Status};
use crate::bits::Bits;

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
    fn playout<R: Rng + ?Sized>(&self, marks: [u64; 2], rng: &mut R) -> (bool, u32) {
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

impl<const W: usize> LineGame<W> {
    /// [`Game::playout`] of these games.
    #[inline]
    pub(super) fn random_game<R: Rng + ?Sized>(
        &self,
        state: &LineState<W>,
        max_plies: u32,
        rng: &mut R,
    ) -> (Turn, u32) {
        let Status::ToMove(mover) = state.status else { return (self.turn(state), 0) };
        let free = self.board - state.marks[0] - state.marks[1];
        if (max_plies as usize) < free.len() || self.plan.closed.is_some() {
            return playout(self, state, max_plies, rng);
        }
        let marks = [mover, mover.other()].map(|player| state.marks[player.index()]);
        let (has_line, plies) = match &self.narrow {
            Some(narrow) => narrow.playout(marks.map(|marks| marks.words()[0]), rng),
            None => self.playout_by_lines(marks, self.open_cells(state), rng),
        };
        let last = if plies % 2 == 1 { mover } else { mover.other() };
        let winner = if self.plan.misere { last.other() } else { last };
        (Turn::Over(if has_line { Outcome::Win(winner) } else { Outcome::Draw }), plies)
    }

    /// The same as [`Narrow::playout`] on any board. Where marks do not fall, each cell is a column.
    fn playout_by_lines<R: Rng + ?Sized>(
        &self,
        [mut own, mut other]: [Bits<W>; 2],
        open_cells: Bits<W>,
        rng: &mut R,
    ) -> (bool, u32) {
        let below_another = self.beneath(self.board);
        let mut next = [[0; 64]; W];
        let next = next.as_flattened_mut();
        let mut open = 0;
        for cell in open_cells.cells() {
            next[open] = cell as u16;
            open += 1;
        }
        let mut count = 0;
        while open > 0 {
            let place = below(rng, open);
            let cell = usize::from(next[place]);
            own.insert(cell);
            count += 1;
            if self.owns_line(own, cell) {
                return (true, count);
            }
            if below_another.has(cell) {
                next[place] += 1;
            } else {
                open -= 1;
                next[place] = next[open];
            }
            swap(&mut own, &mut other);
        }
        (false, count)
    }
}
