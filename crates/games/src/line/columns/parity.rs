//! Bounds of a position's value by the parity of free cells, without a search.
//!
//! A player who always marks the cell above the opponent's last mark ("follow-up"; Allis, "A Knowledge-Based Approach of
//! Connect-Four", 1988) gets the *even* cells, those with an even number of cells above them, of every column with an even
//! number of free cells, and the opponent the *odd* ones. If the opponent has no line even with all cells that this leaves open
//! to doubt, the player cannot lose; if the player's cells hold a line, or the player has a winning odd cell and an odd number of
//! cells is free, the player wins. On a board with an even number of rows, even cells are those of rows 2, 4, ... from the bottom.
//!
//! All sets of the opponent's possible cells are generous: the bounds hold for any play of the opponent.

use super::board::{ConnectFourBoard, ConnectFourPosition, bits};

/// No bound: more than any score.
pub(super) const NO_BOUND: i32 = 100;

impl<const ROWS: u32, const K: u32> ConnectFourBoard<ROWS, K> {
    /// An upper bound of the score of the player who decides, whose opponent answers by follow-up. `theirs` are the cells that
    /// complete a line of the opponent's.
    #[inline(always)]
    pub(super) fn bound_by_parity(&self, position: ConnectFourPosition, theirs: u64, stones: i32) -> i32 {
        if (self.cells() - stones) % 2 == 0 {
            self.bound_by_even_cells(position, theirs)
        } else {
            self.bound_by_odd_cell(position, theirs)
        }
    }

    /// The free cells that the opponent's winning cells of these, which the opponent is sure to get, leave out of reach: the game
    /// is over before they can be marked.
    #[inline(always)]
    fn beyond(&self, winning: u64) -> u64 {
        bits(winning).fold(0, |beyond, cell| beyond | self.column(cell) & !((1 << cell) - 1))
    }

    /// An even number of cells is free, and the opponent answers by follow-up. An even number of columns have an odd number of
    /// free cells; of their next cells the opponent gets one for each that the player who decides takes. All of them are left
    /// to the player here.
    #[inline(always)]
    fn bound_by_even_cells(&self, position: ConnectFourPosition, theirs: u64) -> i32 {
        let ConnectFourPosition { taken, .. } = position;
        let free_even = self.even & !taken & !self.open(taken);
        let others = position.others() | free_even;
        if self.has_line(self.full & !others & !self.beyond(theirs & free_even)) {
            return NO_BOUND;
        }
        // The opponent gets every line of these cells. The last cell of one may be filled when only the cells above it are
        // free: the player who decides chooses which of its cells that is, the opponent which line.
        let latest = |first, step| {
            bits(self.line(first, step) & !taken).map(|cell| self.cells_above(cell)).min().unwrap_or(0)
        };
        let [_, sideways @ ..] = self.steps();
        let lines =
            sideways.into_iter().flat_map(|step| bits(self.lines(others, step)).map(move |at| (at, step)));
        let free_at_end = lines.map(|(first, step)| latest(first, step)).max();
        free_at_end.map_or(0, |free| -(free as i32 + 2) / 2)
    }

    /// An odd number of cells is free, and the opponent has an odd winning cell. Apart from its column all is follow-up; in its
    /// column nobody wants to mark the cell below, and without it, the winning cell and those above an even number is free. If
    /// the number in the column is odd, the cells below are follow-up as well. If it is even, one of the other columns with an
    /// odd number has no partner: the player who decides marks a cell there or in this column, all of whose cells are left to
    /// the player here.
    #[inline(always)]
    fn bound_by_odd_cell(&self, position: ConnectFourPosition, theirs: u64) -> i32 {
        let ConnectFourPosition { own, taken } = position;
        let open = self.open(taken);
        let free = self.full & !taken;
        let winning = theirs & free & !open;
        let mut bound = NO_BOUND;
        if winning & !self.even == 0 {
            return bound;
        }
        let beyond = self.beyond(winning & self.even);
        for cell in bits(winning & !self.even) {
            let column = self.column(cell);
            let below = column & free & ((1 << cell) - 1);
            let below = if open & column & self.even == 0 { below } else { below & self.even };
            let elsewhere = free & (open | !self.even) & !column & !beyond;
            if !self.has_line(own | elsewhere | below) {
                bound = bound.min(-(self.cells_above(cell) as i32 + 2) / 2);
            }
        }
        bound
    }
}
