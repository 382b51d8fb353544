//! The static evaluation `lines`.
//!
//! A line that holds marks of one player only counts for that player: 1 for one mark, and 25 times as much for
//! each further mark. For lines of three that is 1, 25, and 600 for a full line, which is the evaluation of a
//! 3x3x3 program of 2018; longer lines continue the series. A full line (24 times a line that lacks one mark)
//! ends the game, so it never occurs in a position that is not over. Marks beyond the ninth on a line add
//! nothing, so all sums are whole numbers that a float holds exactly.
//!
//! All lines are counted at once, 64 to a word: a bit in each of a few words is the number of marks on a line
//! in binary, and a mark adds one to all lines through its cell (`points.rs`). Searches update the sum
//! incrementally: a mark changes only the values of the lines through its cell.

use std::sync::Arc;

use plywood_rules::{Evaluate, Player, ReplyEvaluator};

use super::following::{Besides, Following};
use super::gains::{GainRules, Gains};
use super::game::{CellNumber, LineGame, LineState, Status};
use super::points::{LineEvaluation, LineTables};

/// The greatest number of steps of 25.
const MOST_STEPS: usize = 8;

impl LineEvaluation {
    pub(super) fn new<const W: usize>(game: &LineGame<W>) -> LineEvaluation {
        let k = game.lines.first().map_or(1, |line| line.cells.len());
        let step = |marks: usize| 25i64.pow(marks.saturating_sub(1).min(MOST_STEPS) as u32);
        let mut weights: Vec<i64> = (0..=k).map(|marks| if marks == 0 { 0 } else { step(marks) }).collect();
        if k > 1 {
            weights[k] = 24 * weights[k - 1];
        }
        // No sum reaches this: all lines lacking one mark.
        let most = game.lines.len() as i64 * step(k - 1);
        LineEvaluation::with_weights(game, weights, most)
    }

    /// The same with these points for a line, by its number of marks. No sum exceeds `most`.
    pub(super) fn with_weights<const W: usize>(
        game: &LineGame<W>,
        weights: Vec<i64>,
        most: i64,
    ) -> LineEvaluation {
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
        let rules = || {
            GainRules::new(
                &signed,
                game.most_through,
                game.cells_by_line(),
                game.lines_by_cell(|line, _| line),
            )
        };
        // A mark beside a line would change it, too.
        let gains = if exact { None } else { rules().map(Arc::new) };
        LineEvaluation(Arc::new(LineTables {
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

    /// Evaluates all replies from the gains of marks on lines and from `besides`.
    pub(super) fn replies_with<const W: usize>(
        &self,
        besides: impl Besides<W> + 'static,
    ) -> Option<Box<dyn ReplyEvaluator<LineGame<W>> + Send>> {
        let gains = Gains::new(self.0.gains.clone()?);
        Some(Box::new(Following { gains, besides }))
    }
}

impl LineTables {
    /// By how much a mark of `mover` raises the sum over all lines.
    #[inline]
    fn raise<const W: usize>(
        &self,
        game: &LineGame<W>,
        before: &LineState<W>,
        mover: Player,
        mv: CellNumber,
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
}

impl<const W: usize> Evaluate<LineGame<W>> for LineEvaluation {
    fn evaluate(&self, _game: &LineGame<W>, state: &LineState<W>) -> f64 {
        self.0.points(&state.marks) as f64
    }

    /// The evaluation itself, if it can be updated incrementally.
    fn accumulator(&self, _game: &LineGame<W>, state: &LineState<W>) -> i64 {
        if self.0.raises.is_empty() { 0 } else { self.0.points(&state.marks) }
    }

    #[inline]
    fn accumulator_after(
        &self,
        game: &LineGame<W>,
        before: &LineState<W>,
        accumulator: i64,
        mv: CellNumber,
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

    /// A line that lacks one mark: near what the example `chances` of the benchmarks measured for lines of 4 and of 5.
    fn winning_lead(&self, _game: &LineGame<W>) -> Option<f64> {
        self.0.weights.iter().rev().nth(1).map(|&worth| worth as f64)
    }

    fn win_worth(&self, _game: &LineGame<W>) -> f64 {
        self.0.win_worth
    }

    /// The number of lines through the cell: in tic-tac-toe the centre, then the corners, then the edges.
    fn ordering_score(&self, _game: &LineGame<W>, _state: &LineState<W>, mv: CellNumber) -> i32 {
        self.0.line_counts[mv.number()]
    }
}
