//! Tables of the evaluations, which depend only on the lines of the game.
//!
//! They are made once for each game.

use std::sync::Arc;

use plywood_rules::Player;

use super::gains::GainRules;
use crate::bits::Bits;

/// Counts marks on lines that the opponent has not spoilt, from the first player's view; in misère games,
/// where lines are bad, the other way round.
///
/// If more than `k` in a row do not win, a line next to a mark of the same player does not count.
#[derive(Clone, Debug)]
pub(super) struct LineEvaluation(pub(super) Arc<LineTables>);

/// The tables of the evaluation of one game.
#[derive(Debug)]
pub(super) struct LineTables {
    pub cells: usize,
    /// Word by word, 64 lines each: for each cell the lines through it.
    pub through: Vec<u64>,
    /// The same for the cells that make a line too long; empty where none do.
    pub beside: Vec<u64>,
    /// Points for a line by its number of marks.
    pub weights: Vec<i64>,
    /// The gain of a line for the mover by one more mark: for each number of the mover's marks on it before,
    /// `stride` entries for the numbers of the opponent's. Empty if a mark beside a line spoils it, as then
    /// more lines change than those through the cell.
    pub raises: Vec<i64>,
    /// Entries a number of the mover's marks.
    pub stride: usize,
    /// +1, or -1 in misère games.
    pub sign: i64,
    /// The number of lines through each cell.
    pub line_counts: Vec<i32>,
    pub win_worth: f64,
    /// The rules for updating gains, if they can be updated.
    pub gains: Option<Arc<GainRules>>,
}

impl LineTables {
    /// The sum over all lines.
    pub fn points<const W: usize>(&self, marks: &[Bits<W>; 2]) -> i64 {
        // As many digits as the longest count needs.
        let sum = match self.weights.len() - 1 {
            0..=1 => self.sum::<1, W>(marks),
            2..=3 => self.sum::<2, W>(marks),
            4..=7 => self.sum::<3, W>(marks),
            8..=15 => self.sum::<4, W>(marks),
            _ => self.sum::<6, W>(marks),
        };
        self.sign * sum
    }

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

/// The number of marks on each of 64 lines, in binary: word `i` holds the digits of value 2^i.
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

/// Weights times counts, from the first player's view: of lines, the move, and cells that complete a line.
#[derive(Clone, Debug)]
pub(super) struct TunedLines<const W: usize> {
    pub lines: LineEvaluation,
    pub to_move: i64,
    /// Cells that complete a line, of the first player in odd and in even rows, then of the second player.
    pub cells: [i64; 4],
    /// The cells of rows 1, 3, ... from the bottom, if marks fall.
    pub odd: Bits<W>,
}
