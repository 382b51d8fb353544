//! Each player's marks on each line, counted and updated mark by mark.
//!
//! A mark changes only the counts of the lines through its cell, so an update costs the same on any board.

use plywood_rules::random::mix;

use super::game::LineGame;
use crate::bits::Bits;

/// The longest line whose counts fit into 32 bits.
const LONGEST: usize = 15;
/// A mark of the attacker's in such a word: these count in the lowest four bits.
const OWN: u32 = 1;
/// A mark of the opponent's: these count in the next four bits.
pub(super) const OTHER: u32 = 16;
/// The counts of both.
const COUNTS: u32 = 0xFF;
/// The free cells of the line are bits from here on, in the order of the cells.
const FREE: u32 = 16;
/// No cell.
pub(super) const NONE: u16 = u16::MAX;

/// Two cells; the second may be [`NONE`].
pub(super) type CellPair = (u16, u16);

/// A line through a cell.
#[derive(Clone, Copy)]
struct Through {
    line: u32,
    /// The bit of the cell in the word of the line.
    bit: u32,
}

/// The opponent's threats.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Danger {
    Nothing,
    /// To complete a line here.
    At(u16),
    /// To complete a line here or there.
    Twice,
}

impl Danger {
    /// This, and to complete a line at `cell`.
    #[inline]
    fn and(self, cell: u16) -> Danger {
        match self {
            Danger::Nothing => Danger::At(cell),
            Danger::At(seen) if seen == cell => self,
            _ => Danger::Twice,
        }
    }
}

/// The marks on all lines, from the side of one player, the attacker.
pub(super) struct MarkCounts<const W: usize> {
    /// Marks that make a line.
    pub k: u32,
    /// The cells of each line, in ascending order, one line after the other.
    cells_of: Vec<u16>,
    /// The lines through each cell, one cell after the other, and where each begins.
    lines_of: Vec<Through>,
    begins: Vec<u32>,
    /// A number for each cell and player.
    keys: Vec<[u64; 2]>,
    /// For each line how many marks of either player it has, and which of its cells are free.
    words: Vec<u32>,
    /// The same of an empty board.
    blank: Vec<u32>,
    /// The lines that hold all but two of the attacker's marks and none of the opponent's, as bits.
    pub twos: Vec<u64>,
    board: Bits<W>,
    /// The free cells.
    pub free: Bits<W>,
    /// The key of the marks.
    pub key: u64,
}

impl<const W: usize> MarkCounts<W> {
    /// The counts of an empty board; `None` for games whose lines cannot be counted in this way.
    pub fn new(game: &LineGame<W>) -> Option<MarkCounts<W>> {
        let k = game.lines.first()?.cells.len();
        if !game.marks_never_hurt() || !(3..=LONGEST).contains(&k) {
            return None;
        }
        let (lines_of, begins) =
            game.lines_by_cell(|line, place| Through { line, bit: 1 << (FREE + place as u32) });
        let blank = vec![((1 << k) - 1) << FREE; game.lines.len()];
        let key = |n: usize| mix(0x9E37_79B9_7F4A_7C15u64.wrapping_mul(n as u64 + 1));
        Some(MarkCounts {
            k: k as u32,
            cells_of: game.cells_by_line(),
            lines_of,
            begins,
            keys: (0..game.cells).map(|cell| [key(2 * cell), key(2 * cell + 1)]).collect(),
            words: blank.clone(),
            blank,
            twos: vec![0; game.lines.len().div_ceil(64)],
            board: game.board,
            free: game.board,
            key: 0,
        })
    }

    /// Starts from the attacker's marks and the opponent's.
    pub fn set_up(&mut self, own: Bits<W>, others: Bits<W>) {
        self.words.copy_from_slice(&self.blank);
        self.twos.fill(0);
        self.free = self.board;
        self.key = 0;
        own.cells().for_each(|cell| self.mark_own(cell));
        others.cells().for_each(|cell| {
            self.mark_other(cell);
        });
    }

    /// The key after a mark of the attacker's and one of the opponent's.
    #[inline]
    pub fn key_after(&self, own: usize, other: usize) -> u64 {
        self.key ^ self.keys[own][0] ^ self.keys[other][1]
    }

    #[inline]
    fn through(&self, cell: usize) -> std::ops::Range<usize> {
        self.begins[cell] as usize..self.begins[cell + 1] as usize
    }

    /// Marks a cell of the attacker's.
    #[inline]
    pub fn mark_own(&mut self, cell: usize) {
        for at in self.through(cell) {
            let Through { line, bit } = self.lines_of[at];
            let word = &mut self.words[line as usize];
            *word = *word - bit + OWN;
            let counts = *word & COUNTS;
            if counts == self.k - 2 {
                self.twos[line as usize / 64] |= 1 << (line % 64);
            } else if counts == self.k - 1 {
                self.twos[line as usize / 64] &= !(1 << (line % 64));
            }
        }
        self.free.remove(cell);
        self.key ^= self.keys[cell][0];
    }

    /// Takes such a mark back.
    #[inline]
    pub fn unmark_own(&mut self, cell: usize) {
        for at in self.through(cell) {
            let Through { line, bit } = self.lines_of[at];
            let word = &mut self.words[line as usize];
            *word = *word + bit - OWN;
            let counts = *word & COUNTS;
            if counts == self.k - 3 {
                self.twos[line as usize / 64] &= !(1 << (line % 64));
            } else if counts == self.k - 2 {
                self.twos[line as usize / 64] |= 1 << (line % 64);
            }
        }
        self.free.insert(cell);
        self.key ^= self.keys[cell][0];
    }

    /// Marks a cell for the opponent, and returns the threats to complete a line.
    #[inline]
    pub fn mark_other(&mut self, cell: usize) -> Danger {
        let mut danger = Danger::Nothing;
        for at in self.through(cell) {
            let Through { line, bit } = self.lines_of[at];
            let word = &mut self.words[line as usize];
            if *word & COUNTS == self.k - 2 {
                self.twos[line as usize / 64] &= !(1 << (line % 64));
            }
            let marked = *word - bit + OTHER;
            *word = marked;
            if marked & COUNTS == OTHER * (self.k - 1) {
                danger = danger.and(self.missing(line as usize));
            }
        }
        self.free.remove(cell);
        self.key ^= self.keys[cell][1];
        danger
    }

    /// Takes such a mark back.
    #[inline]
    pub fn unmark_other(&mut self, cell: usize) {
        for at in self.through(cell) {
            let Through { line, bit } = self.lines_of[at];
            let word = &mut self.words[line as usize];
            *word = *word + bit - OTHER;
            if *word & COUNTS == self.k - 2 {
                self.twos[line as usize / 64] |= 1 << (line % 64);
            }
        }
        self.free.insert(cell);
        self.key ^= self.keys[cell][1];
    }

    #[inline]
    pub fn is_free(&self, cell: usize) -> bool {
        self.free.has(cell)
    }

    /// The first free cell of a line that has one.
    #[inline]
    fn missing(&self, line: usize) -> u16 {
        self.cells_of[line * self.k as usize + (self.words[line] >> FREE).trailing_zeros() as usize]
    }

    /// The two free cells of a line that has two.
    #[inline]
    pub fn two_free(&self, line: usize) -> (u16, u16) {
        let free = self.words[line] >> FREE;
        let cells = &self.cells_of[line * self.k as usize..][..self.k as usize];
        (cells[free.trailing_zeros() as usize], cells[(free & (free - 1)).trailing_zeros() as usize])
    }

    /// The cells where the opponent completes a line.
    pub fn danger(&self) -> Danger {
        let completing = |&line: &usize| self.words[line] & COUNTS == OTHER * (self.k - 1);
        (0..self.words.len())
            .filter(completing)
            .fold(Danger::Nothing, |danger, line| danger.and(self.missing(line)))
    }

    /// Marks a cell for the opponent, whose threats were `before`, and returns the new threats.
    #[inline]
    pub fn mark_other_after(&mut self, cell: usize, before: Danger) -> Danger {
        let danger = self.mark_other(cell);
        if before == Danger::Nothing { danger } else { self.danger() }
    }

    /// A cell where the attacker completes a line at once.
    pub fn win_at_once(&self) -> Option<u16> {
        (0..self.words.len())
            .find(|&line| self.words[line] & COUNTS == self.k - 1)
            .map(|line| self.missing(line))
    }

    /// The numbers of marks on the lines through `cell`.
    #[inline]
    pub fn counts_through(&self, cell: usize) -> impl Iterator<Item = u32> {
        self.lines_of[self.through(cell)].iter().map(|through| self.words[through.line as usize] & COUNTS)
    }

    /// True if the attacker completes a line at `cell`.
    #[inline]
    pub fn completes(&self, cell: usize) -> bool {
        self.counts_through(cell).any(|counts| counts == self.k - 1)
    }

    /// True if the opponent completes a line at `cell`.
    #[inline]
    pub fn other_completes(&self, cell: usize) -> bool {
        self.counts_through(cell).any(|counts| counts == OTHER * (self.k - 1))
    }

    /// True if the opponent's mark at `cell` would have made no threat with the present marks, however early it
    /// was made.
    #[inline]
    pub fn never_threatens(&self, cell: usize) -> bool {
        self.counts_through(cell).all(|counts| counts / OTHER + 2 < self.k)
    }

    /// Two different cells at which the attacker wins after marking `cell`.
    pub fn both_threats(&self, cell: usize) -> CellPair {
        let mut first = NONE;
        for at in self.through(cell) {
            let line = self.lines_of[at].line as usize;
            if self.words[line] & COUNTS == self.k - 2 {
                let (a, b) = self.two_free(line);
                let other = if usize::from(a) == cell { b } else { a };
                if first == NONE {
                    first = other;
                } else if other != first {
                    return (first, other);
                }
            }
        }
        (first, NONE)
    }

    /// Adds the cells at which the opponent would threaten to complete a line.
    pub fn add_threatening(&self, cells: &mut Bits<W>) {
        (0..self.words.len()).for_each(|line| self.add_threatening_on(line, cells));
    }

    /// Adds those of them that are on a line through `cell`.
    pub fn add_threatening_through(&self, cell: usize, cells: &mut Bits<W>) {
        let lines = &self.lines_of[self.through(cell)];
        lines.iter().for_each(|through| self.add_threatening_on(through.line as usize, cells));
    }

    #[inline]
    fn add_threatening_on(&self, line: usize, cells: &mut Bits<W>) {
        if self.words[line] & COUNTS == OTHER * (self.k - 2) {
            let (a, b) = self.two_free(line);
            cells.insert(usize::from(a));
            cells.insert(usize::from(b));
        }
    }
}
