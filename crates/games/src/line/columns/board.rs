//! The board in machine words: one bit a cell, column by column from the bottom, with a spare bit above each column, so
//! that shifted lines do not run from one column into the next.

/// The rules: the players in turn mark the lowest free cell of a column. The first to own `k` cells in a row, in a column or in a
/// diagonal, next to each other, wins; a full board without them is a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::line) struct Columns {
    /// The number of columns.
    pub columns: usize,
    /// The cells of a column.
    pub rows: usize,
    /// The cells of a line.
    pub k: usize,
}

impl Columns {
    /// True if such a board can be solved: it has at most 64 cells, counting one more for each column, and lines of at least two.
    pub fn fit(self) -> bool {
        self.columns * (self.rows + 1) <= 64 && self.columns > 0 && self.rows > 0 && self.k > 1
    }
}

/// A position in which a player decides.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ConnectFourPosition {
    /// The marks of the player who decides.
    pub own: u64,
    /// All marks.
    pub taken: u64,
}

impl ConnectFourPosition {
    /// The opponent's marks.
    #[inline(always)]
    pub fn others(self) -> u64 {
        self.own ^ self.taken
    }

    /// The position after a mark at the cell of this bit.
    #[inline(always)]
    pub fn after(self, bit: u64) -> ConnectFourPosition {
        ConnectFourPosition { own: self.others(), taken: self.taken | bit }
    }
}

/// A board with `ROWS` rows and lines of `K` cells, or 0 for numbers that are known only when the program runs: shifts by
/// constants are quicker.
pub(super) struct ConnectFourBoard<const ROWS: u32, const K: u32> {
    pub columns: u32,
    rows: u32,
    k: u32,
    /// The lowest cell of each column.
    pub bottom: u64,
    /// All cells.
    pub full: u64,
    /// The cells with an even number of cells above them: on a board with an even number of rows, rows 2, 4, ... from the
    /// bottom.
    pub even: u64,
}

impl<const ROWS: u32, const K: u32> ConnectFourBoard<ROWS, K> {
    /// This board, if it fits with its spare bits and has lines of at least two cells.
    pub fn new(rules: Columns) -> Option<ConnectFourBoard<ROWS, K>> {
        let Columns { columns, rows, k } = rules;
        let is_this = (ROWS == 0 || ROWS as usize == rows) && (K == 0 || K as usize == k);
        if !rules.fit() || !is_this {
            return None;
        }
        let bottom = (0..columns).fold(0, |set, column| set | 1 << (column * (rows + 1)));
        Some(ConnectFourBoard {
            columns: columns as u32,
            rows: rows as u32,
            k: k as u32,
            bottom,
            full: (0..rows).fold(0, |set, row| set | bottom << row),
            even: (0..rows).rev().step_by(2).fold(0, |set, row| set | bottom << row),
        })
    }

    /// The cells of a column.
    #[inline(always)]
    pub fn rows(&self) -> u32 {
        if ROWS == 0 { self.rows } else { ROWS }
    }

    /// The bits of a column.
    #[inline(always)]
    pub fn step(&self) -> u32 {
        self.rows() + 1
    }

    #[inline(always)]
    fn k(&self) -> u32 {
        if K == 0 { self.k } else { K }
    }

    /// The number of cells.
    #[inline(always)]
    pub fn cells(&self) -> i32 {
        (self.columns * self.rows()) as i32
    }

    /// The position of these marks of both players, without the spare bits.
    pub fn position(&self, marks: [u64; 2]) -> ConnectFourPosition {
        let column = |set: u64, at: u32| set >> (self.rows() * at) & ((1 << self.rows()) - 1);
        let spread = |set| (0..self.columns).fold(0, |all, at| all | column(set, at) << (self.step() * at));
        let [own, others] = marks.map(spread);
        ConnectFourPosition { own, taken: own | others }
    }

    /// The cells that can be marked next.
    #[inline(always)]
    pub fn open(&self, taken: u64) -> u64 {
        (taken + self.bottom) & self.full
    }

    /// The cells that would complete a line of these marks, marked ones included.
    #[inline(always)]
    pub fn completing(&self, marks: u64) -> u64 {
        let k = self.k();
        // In a column only the cell on top can be free.
        let mut cells = (1..k).fold(u64::MAX, |run, _| (run & marks) << 1);
        for step in [self.rows(), self.rows() + 1, self.rows() + 2] {
            // The marks next to each other before and behind a cell: as many as a line needs, together.
            let mut before = [u64::MAX; 20];
            for i in 1..k as usize {
                before[i] = (before[i - 1] & marks) << step;
            }
            let mut behind = u64::MAX;
            for i in (0..k as usize).rev() {
                cells |= before[i] & behind;
                behind = (behind & marks) >> step;
            }
        }
        cells & self.full
    }

    /// The steps from cell to cell of a line: up, along the two diagonals, and to the right.
    #[inline(always)]
    pub fn steps(&self) -> [u32; 4] {
        [1, self.rows(), self.rows() + 2, self.rows() + 1]
    }

    /// The first cell of each line with this step in a set.
    #[inline(always)]
    pub fn lines(&self, set: u64, step: u32) -> u64 {
        let (mut lines, mut length) = (set, 1);
        while length < self.k() {
            let more = length.min(self.k() - length);
            lines &= lines.checked_shr(more * step).unwrap_or(0);
            length += more;
        }
        lines
    }

    /// True if there is a line in a set.
    #[inline(always)]
    pub fn has_line(&self, set: u64) -> bool {
        self.steps().iter().fold(0, |lines, &step| lines | self.lines(set, step)) != 0
    }

    /// The cells of the line with this step whose first cell is number `first`.
    pub fn line(&self, first: u32, step: u32) -> u64 {
        (0..self.k()).fold(0, |cells, i| cells | 1 << (first + i * step))
    }

    /// The cells of the column of a cell.
    #[inline(always)]
    pub fn column(&self, cell: u32) -> u64 {
        ((1 << self.rows()) - 1) << (cell - cell % self.step())
    }

    /// The number of columns between a cell and the nearer side.
    #[inline(always)]
    pub fn distance_to_edge(&self, cell: u32) -> i32 {
        let column = cell / self.step();
        column.min(self.columns - 1 - column) as i32
    }

    /// The number of cells above a cell.
    #[inline(always)]
    pub fn cells_above(&self, cell: u32) -> u32 {
        self.rows() - 1 - cell % self.step()
    }

    /// The key of a position: all bits of it, exactly.
    #[inline(always)]
    pub fn key(&self, position: ConnectFourPosition) -> u64 {
        position.own + position.taken + self.bottom
    }

    /// The key of the image in a mirror.
    pub fn mirrored(&self, key: u64) -> u64 {
        let (step, last) = (self.step(), self.columns - 1);
        let column = |at: u32| key.checked_shr(step * at).unwrap_or(0) & (u64::MAX >> (64 - step));
        (0..self.columns).fold(0, |image, at| image | column(at) << (step * (last - at)))
    }
}

/// The numbers of the bits of a set.
pub(super) fn bits(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(bit)
    })
}
