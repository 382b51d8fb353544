//! The static evaluation `lines`.
//!
//! Every line that holds marks of one player only counts for that player: 1 for one mark, and 25 times as
//! much for each further mark. For lines of three that is 1, 25, and 600 for a full line, which is the
//! evaluation of a 3x3x3 program of 2018; for longer lines the same steps go on. A full line (24 times a line
//! that lacks one mark) ends the game, so it never shows in a position that is not over. Marks beyond the
//! ninth on a line add nothing, so that all sums are whole numbers that a float holds exactly.
//!
//! All lines are counted at once, 64 to a word: a bit in each of a few words is the number of marks on a line
//! in binary, and a mark adds one to all lines through its cell.

use std::sync::Arc;

use plywood_rules::{Evaluate, Player};

use super::bits::Bits;
use super::game::{Cell, LineGame, LineState};

/// How many steps of 25 there are at most.
const MOST_STEPS: usize = 8;

/// Counts marks on lines that the opponent has not spoilt, from the first player's view; in misère games,
/// where lines are bad, the other way round.
///
/// Where more than `k` in a row do not win, a line next to a mark of the same player's does not count.
#[derive(Clone, Debug)]
pub(super) struct Lines(Arc<Table>);

/// What the evaluation of one game works with.
#[derive(Debug)]
struct Table {
    cells: usize,
    /// Word by word, 64 lines each: for each cell the lines through it.
    through: Vec<u64>,
    /// The same for the cells that make a line too long; empty where none do.
    beside: Vec<u64>,
    /// Points for a line by its number of marks.
    weights: Vec<i64>,
    /// +1, or -1 in misère games.
    sign: i64,
    /// How many lines go through each cell.
    line_counts: Vec<i32>,
    win_worth: f64,
}

impl Lines {
    pub(super) fn new<const W: usize>(game: &LineGame<W>) -> Lines {
        let cells = game.plan.geometry.cells();
        let words = game.lines.len().div_ceil(64);
        let k = game.lines.first().map_or(1, |line| line.cells.len());
        let exact = game.lines.iter().any(|line| !line.ends.is_empty());
        let mut through = vec![0; words * cells];
        let mut beside = vec![0; if exact { words * cells } else { 0 }];
        let mut line_counts = vec![0; cells];
        for (i, line) in game.lines.iter().enumerate() {
            for &cell in &line.cells {
                through[i / 64 * cells + cell] |= 1 << (i % 64);
                line_counts[cell] += 1;
            }
            for &cell in &line.ends {
                beside[i / 64 * cells + cell] |= 1 << (i % 64);
            }
        }
        let step = |marks: usize| 25i64.pow(marks.saturating_sub(1).min(MOST_STEPS) as u32);
        let mut weights: Vec<i64> = (0..=k).map(|marks| if marks == 0 { 0 } else { step(marks) }).collect();
        if k > 1 {
            weights[k] = 24 * weights[k - 1];
        }
        // No sum reaches this: all lines lacking one mark.
        let most = game.lines.len() as i64 * step(k - 1);
        let mut win_worth = 1_000_000;
        while win_worth <= most {
            win_worth *= 10;
        }
        let sign = if game.plan.misere { -1 } else { 1 };
        let win_worth = win_worth as f64;
        Lines(Arc::new(Table { cells, through, beside, weights, sign, line_counts, win_worth }))
    }
}

impl Table {
    /// The sum over all lines, counting with `P` binary digits.
    fn sum<const P: usize, const W: usize>(&self, marks: &[Bits<W>; 2]) -> i64 {
        let mut sum = 0;
        for (word, through) in self.through.chunks_exact(self.cells).enumerate() {
            let counts = marks.map(|own| count::<P, W>(through, own));
            let [first, second] = counts.map(|digits| digits.iter().fold(0, |any, digit| any | digit));
            // A line is alive for a player if it holds none of the other's marks.
            let mut alive = [!second, !first];
            if !self.beside.is_empty() {
                let beside = &self.beside[word * self.cells..][..self.cells];
                for player in Player::BOTH.map(Player::index) {
                    alive[player] &= !marks[player].cells().fold(0, |any, cell| any | beside[cell]);
                }
            }
            for (marks, weight) in self.weights.iter().enumerate().skip(1) {
                let lines = |player: usize| {
                    i64::from((having::<P>(&counts[player], marks) & alive[player]).count_ones())
                };
                sum += weight * (lines(0) - lines(1));
            }
        }
        sum
    }
}

/// For 64 lines at once the number of marks on each, in binary: word `i` holds their digits of worth 2^i.
#[inline]
fn count<const P: usize, const W: usize>(through: &[u64], own: Bits<W>) -> [u64; P] {
    let mut digits = [0; P];
    for cell in own.cells() {
        let mut carry = through[cell];
        for digit in &mut digits {
            (*digit, carry) = (*digit ^ carry, *digit & carry);
        }
    }
    digits
}

/// The lines whose count is `number`.
#[inline]
fn having<const P: usize>(digits: &[u64; P], number: usize) -> u64 {
    let same = |(i, digit): (usize, &u64)| if number >> i & 1 == 1 { *digit } else { !digit };
    digits.iter().enumerate().map(same).fold(u64::MAX, |all, digit| all & digit)
}

impl<const W: usize> Evaluate<LineGame<W>> for Lines {
    fn evaluate(&self, _game: &LineGame<W>, state: &LineState<W>) -> f64 {
        let marks = &state.marks;
        // As many digits as the longest count needs.
        let table = &*self.0;
        let sum = match table.weights.len() - 1 {
            0..=1 => table.sum::<1, W>(marks),
            2..=3 => table.sum::<2, W>(marks),
            4..=7 => table.sum::<3, W>(marks),
            8..=15 => table.sum::<4, W>(marks),
            _ => table.sum::<6, W>(marks),
        };
        (table.sign * sum) as f64
    }

    fn win_worth(&self, _game: &LineGame<W>) -> f64 {
        self.0.win_worth
    }

    /// The number of lines through the cell: in tic-tac-toe the centre, then the corners, then the edges.
    fn promise(&self, _game: &LineGame<W>, _state: &LineState<W>, mv: Cell) -> i32 {
        self.0.line_counts[mv.number()]
    }
}
