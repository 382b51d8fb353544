//! The eight lines of a board of nine cells, and tables over all sets of its cells.

/// All nine cells.
pub(super) const FULL: u16 = 0x1FF;

/// Three ranks, three files and two diagonals, cells as bits.
pub(super) const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// A set of cells, seen from the lines; these as bits.
#[derive(Clone, Copy)]
pub(super) struct LineSet {
    /// Lines of which the set has at least one, two and three cells.
    pub with: [u8; 3],
    /// Cells that would complete a line.
    pub completing: u16,
}

/// By set of cells.
static TABLE: [LineSet; 512] = {
    let mut table = [LineSet { with: [0; 3], completing: 0 }; 512];
    let mut set = 0;
    while set < table.len() {
        let mut number = 0;
        while number < LINES.len() {
            let line = LINES[number];
            let count = (line & set as u16).count_ones();
            let mut least = 0;
            while least < count as usize {
                table[set].with[least] |= 1 << number;
                least += 1;
            }
            if count == 2 {
                table[set].completing |= line & !(set as u16);
            }
            number += 1;
        }
        set += 1;
    }
    table
};

/// The part of each line that a set of cells has.
pub(super) fn lines(set: u16) -> LineSet {
    TABLE[usize::from(set & FULL)]
}

/// True if a set has a whole line.
pub(super) fn has_line(set: u16) -> bool {
    lines(set).with[2] != 0
}
