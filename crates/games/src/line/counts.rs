//! Each player's marks on each line, counted and updated mark by mark.
//!
//! 64 lines are counted at once: each has its bit in a word for each binary digit of the count. A mark adds one to the lines
//! through its cell, digit by digit, and those that lack one or two marks are found without a branch for each line.

use std::cmp::Reverse;

use plywood_rules::random::mix;

use super::game::LineGame;
use crate::bits::Bits;

/// The longest line whose marks are counted: the count begins at 16 less its cells, so that a full line is one step beyond the
/// greatest number of four digits.
const LONGEST: usize = 15;
/// No cell.
pub(super) const NONE: u16 = u16::MAX;

/// Two cells; the second may be [`NONE`].
pub(super) type CellPair = (u16, u16);

/// The attacker's and the opponent's place in a pair.
const OWN: usize = 0;
const OTHER: usize = 1;

/// The counts of 64 lines: a word for each binary digit, the lowest first.
type LineDigits = [u64; DIGITS];
const DIGITS: usize = 4;

/// The lines that lack one mark to be full.
#[inline]
fn lack_one([a, b, c, d]: &LineDigits) -> u64 {
    a & b & c & d
}

/// The lines that lack two.
#[inline]
fn lack_two([a, b, c, d]: &LineDigits) -> u64 {
    !a & b & c & d
}

/// The lines that lack three.
#[inline]
fn lack_three([a, b, c, d]: &LineDigits) -> u64 {
    a & !b & c & d
}

/// Lines through a cell that are in the same word.
#[derive(Clone, Copy)]
struct Through {
    word: u32,
    lines: u64,
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
    k: usize,
    /// The cells of each line.
    masks: Vec<Bits<W>>,
    /// The lines through each cell, `stride` words of them each: as many as the cell with the most needs, as a loop with a varying
    /// end would be hard to predict.
    lines_of: Vec<Through>,
    stride: usize,
    /// A number for each cell and player.
    keys: Vec<[u64; 2]>,
    /// The counts of each word of lines.
    words: Vec<[LineDigits; 2]>,
    /// Those of a player without marks.
    blank: LineDigits,
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
        let mut by_cell = vec![Vec::new(); game.cells];
        for (line, mask) in game.masks.iter().enumerate() {
            let (word, bit) = (line as u32 / 64, 1 << (line % 64));
            for cell in mask.cells() {
                let words: &mut Vec<Through> = &mut by_cell[cell];
                match words.last_mut().filter(|through| through.word == word) {
                    Some(through) => through.lines |= bit,
                    None => words.push(Through { word, lines: bit }),
                }
            }
        }
        let stride = by_cell.iter().map(Vec::len).max().unwrap_or(0);
        by_cell.iter_mut().for_each(|words| words.resize(stride, Through { word: 0, lines: 0 }));
        let blank =
            std::array::from_fn(|digit| u64::from((LONGEST + 1 - k) >> digit & 1 == 1).wrapping_neg());
        let key = |n: usize| mix(0x9E37_79B9_7F4A_7C15u64.wrapping_mul(n as u64 + 1));
        Some(MarkCounts {
            k,
            masks: game.masks.clone(),
            lines_of: by_cell.concat(),
            stride,
            keys: (0..game.cells).map(|cell| [key(2 * cell), key(2 * cell + 1)]).collect(),
            words: vec![[blank; 2]; game.lines.len().div_ceil(64)],
            blank,
            board: game.board,
            free: game.board,
            key: 0,
        })
    }

    /// Starts from the attacker's marks and the opponent's.
    pub fn set_up(&mut self, own: Bits<W>, others: Bits<W>) {
        self.words.fill([self.blank; 2]);
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
    fn through(&self, cell: usize) -> &[Through] {
        &self.lines_of[cell * self.stride..][..self.stride]
    }

    /// The number of words of lines.
    #[inline]
    pub fn words(&self) -> usize {
        self.words.len()
    }

    /// The lines of a word that hold no mark of a player's.
    #[inline]
    fn untouched(&self, counters: &LineDigits) -> u64 {
        let [a, b, c, d] = std::array::from_fn(|digit| counters[digit] ^ self.blank[digit]);
        !(a | b | c | d)
    }

    /// The lines of a word that a player lacks so many marks of, without marks of the other.
    #[inline]
    fn live(&self, word: usize, player: usize, lack: impl Fn(&LineDigits) -> u64) -> u64 {
        let counters = &self.words[word];
        lack(&counters[player]) & self.untouched(&counters[1 - player])
    }

    /// The lines of a word that hold all but two of the attacker's marks and none of the opponent's.
    #[inline]
    pub fn twos(&self, word: usize) -> u64 {
        self.live(word, OWN, lack_two)
    }

    /// Those that lack one.
    #[inline]
    fn ones(&self, word: usize) -> u64 {
        self.live(word, OWN, lack_one)
    }

    /// Those that the opponent lacks two marks of.
    #[inline]
    fn other_twos(&self, word: usize) -> u64 {
        self.live(word, OTHER, lack_two)
    }

    /// Those that the opponent lacks one mark of.
    #[inline]
    fn other_ones(&self, word: usize) -> u64 {
        self.live(word, OTHER, lack_one)
    }

    /// Marks a cell.
    #[inline]
    fn mark(&mut self, cell: usize, player: usize) {
        for &Through { word, lines } in &self.lines_of[cell * self.stride..][..self.stride] {
            let mut carry = lines;
            for digit in &mut self.words[word as usize][player] {
                let next = *digit & carry;
                *digit ^= carry;
                carry = next;
            }
        }
        self.free.remove(cell);
        self.key ^= self.keys[cell][player];
    }

    /// Takes such a mark back.
    #[inline]
    fn unmark(&mut self, cell: usize, player: usize) {
        for &Through { word, lines } in &self.lines_of[cell * self.stride..][..self.stride] {
            let mut borrow = lines;
            for digit in &mut self.words[word as usize][player] {
                let next = !*digit & borrow;
                *digit ^= borrow;
                borrow = next;
            }
        }
        self.free.insert(cell);
        self.key ^= self.keys[cell][player];
    }

    /// Marks a cell of the attacker's.
    #[inline]
    pub fn mark_own(&mut self, cell: usize) {
        self.mark(cell, OWN);
    }

    /// Takes such a mark back.
    #[inline]
    pub fn unmark_own(&mut self, cell: usize) {
        self.unmark(cell, OWN);
    }

    /// Marks a cell for the opponent, and returns the threats to complete a line.
    #[inline]
    pub fn mark_other(&mut self, cell: usize) -> Danger {
        self.mark(cell, OTHER);
        let mut danger = Danger::Nothing;
        for through in self.through(cell) {
            let word = through.word as usize;
            for line in lines(word, self.other_ones(word) & through.lines) {
                danger = danger.and(self.missing(line));
            }
        }
        danger
    }

    /// Takes such a mark back.
    #[inline]
    pub fn unmark_other(&mut self, cell: usize) {
        self.unmark(cell, OTHER);
    }

    #[inline]
    pub fn is_free(&self, cell: usize) -> bool {
        self.free.has(cell)
    }

    /// The first free cell of a line that has one.
    #[inline]
    fn missing(&self, line: usize) -> u16 {
        (self.masks[line] & self.free).first().map_or(NONE, |cell| cell as u16)
    }

    /// The two free cells of a line that has two.
    #[inline]
    pub fn two_free(&self, line: usize) -> CellPair {
        let free = self.masks[line] & self.free;
        free.first_two().map_or((NONE, NONE), |(a, b)| (a as u16, b as u16))
    }

    /// The cells where the opponent completes a line.
    pub fn danger(&self) -> Danger {
        (0..self.words())
            .flat_map(|word| lines(word, self.other_ones(word)))
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
        let line = (0..self.words()).find_map(|word| lines(word, self.ones(word)).next())?;
        Some(self.missing(line))
    }

    /// For each free cell the promise of a mark of the attacker's: whether it forces a reply, and a sum over the lines that the
    /// opponent has not touched, eight times as much for each mark there.
    pub fn promises(&self) -> Vec<(bool, Reverse<u64>)> {
        let mut promises = vec![(false, Reverse(0)); self.keys.len()];
        for (word, [own, other]) in self.words.iter().enumerate() {
            // The last word has room for more lines than there are.
            for line in lines(word, self.untouched(other)).take_while(|&line| line < self.masks.len()) {
                let number = (0..DIGITS).map(|digit| (own[digit] >> (line % 64) & 1) << digit).sum::<u64>();
                let marks = number + self.k as u64 - LONGEST as u64 - 1;
                for cell in (self.masks[line] & self.free).cells() {
                    let (forces, Reverse(sum)) = &mut promises[cell];
                    *forces |= marks + 2 == self.k as u64;
                    *sum += 1 << (3 * marks);
                }
            }
        }
        promises
    }

    /// The promise of a step of the attacker's: eight for each line that it makes lack two marks and one for each empty line through
    /// `cell`; minus four for each of the attacker's lines that `reply` kills before they lacked two, and four if the reply threatens.
    #[inline]
    pub fn step_promise(&self, cell: usize, reply: usize) -> i32 {
        let count = |lines: u64| lines.count_ones() as i32;
        let mut sum = 0;
        for &Through { word, lines } in self.through(cell) {
            let [own, other] = &self.words[word as usize];
            let live = self.untouched(other) & lines;
            sum += 8 * count(lack_three(own) & live) + count(self.untouched(own) & live);
        }
        for &Through { word, lines } in self.through(reply) {
            let killed = self.live(word as usize, OWN, lack_three) | self.other_twos(word as usize);
            sum -= 4 * count(killed & lines);
        }
        sum
    }

    /// True if the attacker completes a line at `cell`.
    #[inline]
    pub fn completes(&self, cell: usize) -> bool {
        self.through(cell).iter().any(|through| self.ones(through.word as usize) & through.lines != 0)
    }

    /// True if the opponent completes a line at `cell`.
    #[inline]
    pub fn other_completes(&self, cell: usize) -> bool {
        self.through(cell).iter().any(|through| self.other_ones(through.word as usize) & through.lines != 0)
    }

    /// True if the opponent's mark at `cell` would have made no threat with the present marks, however early it
    /// was made.
    #[inline]
    pub fn never_threatens(&self, cell: usize) -> bool {
        let few = |through: &Through| {
            let other = &self.words[through.word as usize][OTHER];
            (lack_two(other) | lack_one(other)) & through.lines == 0
        };
        self.through(cell).iter().all(few)
    }

    /// Two different cells at which the attacker wins after marking `cell`.
    pub fn both_threats(&self, cell: usize) -> CellPair {
        let mut first = NONE;
        for through in self.through(cell) {
            let word = through.word as usize;
            for line in lines(word, self.twos(word) & through.lines) {
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
        for word in 0..self.words() {
            self.add_free(word, self.other_twos(word), cells);
        }
    }

    /// Adds those of them that are on a line through `cell`.
    pub fn add_threatening_through(&self, cell: usize, cells: &mut Bits<W>) {
        for &Through { word, lines } in self.through(cell) {
            self.add_free(word as usize, self.other_twos(word as usize) & lines, cells);
        }
    }

    /// Adds the free cells of these lines.
    #[inline]
    fn add_free(&self, word: usize, which: u64, cells: &mut Bits<W>) {
        for line in lines(word, which) {
            *cells = *cells | self.masks[line] & self.free;
        }
    }
}

/// The numbers of these lines of a word.
#[inline]
pub(super) fn lines(word: usize, mut left: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let line = (left != 0).then(|| 64 * word + left.trailing_zeros() as usize);
        left &= left.wrapping_sub(1);
        line
    })
}
