//! The static evaluation `lines`.
//!
//! Every line that holds marks of one player only counts for that player: 1 for one mark, and 25 times as
//! much for each further mark. For lines of three that is 1, 25, and 600 for a full line, which is the
//! evaluation of a 3x3x3 program of 2018; for longer lines the same steps go on. A full line (24 times a line
//! that lacks one mark) ends the game, so it never shows in a position that is not over. Marks beyond the
//! ninth on a line add nothing, so that all sums are whole numbers that a float holds exactly.
//!
//! All lines are counted at once, 64 to a word: a bit in each of a few words is the number of marks on a line
//! in binary, and a mark adds one to all lines through its cell. Searches carry the sum along: a mark changes only
//! what the lines through its cell count for.

use std::sync::Arc;

use plywood_rules::{Evaluate, Player, ReplyEvaluator};

use super::bits::Bits;
use super::gains::{self, Besides, Following, Gains};
use super::game::{Cell, LineGame, LineState, Status};

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
    /// By how much a mark raises what its line counts for the mover: for each number of the mover's marks on the
    /// line before, `stride` entries for the numbers of the opponent's. Empty where a mark beside a line spoils it,
    /// so that more lines change than those through the cell.
    raises: Vec<i64>,
    /// Entries a number of the mover's marks.
    stride: usize,
    /// +1, or -1 in misère games.
    sign: i64,
    /// How many lines go through each cell.
    line_counts: Vec<i32>,
    win_worth: f64,
    /// For following what marks gain, where that can be done.
    gains: Option<Arc<gains::Rules>>,
}

impl Lines {
    pub(super) fn new<const W: usize>(game: &LineGame<W>) -> Lines {
        let k = game.lines.first().map_or(1, |line| line.cells.len());
        let step = |marks: usize| 25i64.pow(marks.saturating_sub(1).min(MOST_STEPS) as u32);
        let mut weights: Vec<i64> = (0..=k).map(|marks| if marks == 0 { 0 } else { step(marks) }).collect();
        if k > 1 {
            weights[k] = 24 * weights[k - 1];
        }
        // No sum reaches this: all lines lacking one mark.
        let most = game.lines.len() as i64 * step(k - 1);
        Lines::with_weights(game, weights, most)
    }

    /// The same with these points for a line, by its number of marks, where no sum exceeds `most`.
    pub(super) fn with_weights<const W: usize>(game: &LineGame<W>, weights: Vec<i64>, most: i64) -> Lines {
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
        let mut win_worth = 1_000_000;
        while win_worth <= most {
            win_worth *= 10;
        }
        let mut raises = vec![0; if exact { 0 } else { (k + 1) * (k + 1) }];
        for (own, row) in raises.chunks_exact_mut(k + 1).enumerate().take(k) {
            row[0] = weights[own + 1] - weights[own];
            if own == 0 {
                // The opponent's line is spoilt.
                row[1..].copy_from_slice(&weights[1..]);
            }
        }
        let sign = if game.plan.misere { -1 } else { 1 };
        let win_worth = win_worth as f64;
        let signed: Vec<i64> = weights.iter().map(|weight| sign * weight).collect();
        let gains = gains::Rules::new(game, &signed).map(Arc::new);
        Lines(Arc::new(Table {
            cells,
            through,
            beside,
            weights,
            raises,
            stride: k + 1,
            sign,
            line_counts,
            win_worth,
            gains,
        }))
    }

    /// What knows all replies by what marks gain on lines and what counts `besides`.
    pub(super) fn replies_with<const W: usize>(
        &self,
        besides: impl Besides<W> + 'static,
    ) -> Option<Box<dyn ReplyEvaluator<LineGame<W>> + Send>> {
        let gains = Gains::new(self.0.gains.clone()?);
        Some(Box::new(Following { gains, besides }))
    }
}

impl Table {
    /// By how much a mark of `mover` raises the sum over all lines.
    #[inline]
    fn raise<const W: usize>(
        &self,
        game: &LineGame<W>,
        before: &LineState<W>,
        mover: Player,
        mv: Cell,
    ) -> i64 {
        let (own, other) = (before.marks[mover.index()], before.marks[mover.other().index()]);
        let lines = game.through(mv.number());
        let mut raise = 0;
        for together in lines {
            for line in together {
                raise += self.raises[line.both(&own) * self.stride + line.both(&other)];
            }
        }
        // Lines of no cells, which fill up the list, look like lines without marks.
        let fillers = lines.as_flattened().len() as i64 - i64::from(self.line_counts[mv.number()]);
        let raise = self.sign * (raise - fillers * self.raises[0]);
        if mover == Player::First { raise } else { -raise }
    }

    /// The sum over all lines.
    fn points<const W: usize>(&self, marks: &[Bits<W>; 2]) -> i64 {
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
        self.0.points(&state.marks) as f64
    }

    /// The evaluation itself, where that can be carried along.
    fn accumulator(&self, _game: &LineGame<W>, state: &LineState<W>) -> i64 {
        if self.0.raises.is_empty() { 0 } else { self.0.points(&state.marks) }
    }

    #[inline]
    fn accumulator_after(
        &self,
        game: &LineGame<W>,
        before: &LineState<W>,
        accumulator: i64,
        mv: Cell,
        _after: &LineState<W>,
    ) -> i64 {
        match before.status {
            Status::ToMove(_) if self.0.raises.is_empty() => 0,
            Status::ToMove(mover) => accumulator + self.0.raise(game, before, mover, mv),
            _ => accumulator,
        }
    }

    fn evaluate_accumulated(&self, game: &LineGame<W>, state: &LineState<W>, accumulator: i64) -> f64 {
        if self.0.raises.is_empty() { self.evaluate(game, state) } else { accumulator as f64 }
    }

    fn reply_evaluator(&self, _game: &LineGame<W>) -> Option<Box<dyn ReplyEvaluator<LineGame<W>> + Send>> {
        self.replies_with(())
    }

    fn win_worth(&self, _game: &LineGame<W>) -> f64 {
        self.0.win_worth
    }

    /// The number of lines through the cell: in tic-tac-toe the centre, then the corners, then the edges.
    fn ordering_score(&self, _game: &LineGame<W>, _state: &LineState<W>, mv: Cell) -> i32 {
        self.0.line_counts[mv.number()]
    }
}
