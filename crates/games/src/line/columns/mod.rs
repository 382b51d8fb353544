//! Connect four and its relatives: boards of columns in which marks fall, solved exactly, with the distance. A position is two
//! machine words, and the parity of rows says much about who wins.
//!
//! | file | part |
//! |---|---|
//! | `board.rs` | the board in machine words |
//! | `parity.rs` | bounds by the parity of free cells |
//! | `search.rs` | the search for a bound of a score |
//! | `questions.rs` | the order of questions that lead to a score |

mod board;
mod parity;
mod questions;
mod search;

use std::sync::atomic::AtomicU64;

use plywood_rules::hints::solver::{ExactSolver, ExactValue, NewSolver};
use plywood_rules::{Proved, Run, Value};

pub(super) use board::Columns;
use board::ConnectFourBoard;
use questions::Questions;
use search::{ConnectFourSearch, SCORE_BITS};

use super::game::{LineGame, LineState, Status};
use crate::score_table::{ENTRIES_EACH, ScoreBounds, ScoreTable};
use crate::searchers;

impl<const W: usize> LineGame<W> {
    /// The rules as a board of columns, if they are one with at most 64 cells.
    pub(super) fn columns(&self) -> Option<Columns> {
        let rows = self.plan.geometry.fall()?;
        let k = self.lines.first()?.cells.len();
        let is_plain = W == 1 && !self.plan.misere && !self.exact();
        is_plain.then_some(Columns { columns: self.cells / rows, rows, k })
    }

    /// The solver of boards of columns, if this is one.
    pub(super) fn solver(&self) -> Option<NewSolver<LineGame<W>>> {
        self.columns().filter(|columns| columns.fit())?;
        Some(|game, bytes, threads| {
            let columns = game.columns().expect("it was one before");
            Box::new(ColumnSolver::new(columns, bytes, threads))
        })
    }
}

/// The marks of the player who decides and those of the opponent: the cell of a row, counted from the bottom, is bit
/// `rows * column + row`.
fn marks<const W: usize>(state: &LineState<W>) -> [u64; 2] {
    let Status::ToMove(mover) = state.status else { return [0; 2] };
    [mover, mover.other()].map(|player| state.marks[player.index()].words()[0])
}

impl<const W: usize> ExactSolver<LineGame<W>> for ColumnSolver {
    fn solve(&self, state: &LineState<W>, run: &Run<'_, ExactValue>) -> ExactValue {
        self.value(marks(state), run)
    }

    fn is_at_most(
        &self,
        state: &LineState<W>,
        value: Value,
        most: u64,
        run: &Run<'_, u64>,
    ) -> (Option<bool>, u64) {
        let Value::Proved(value) = value else { return (None, 0) };
        self.has_at_most(marks(state), value, most, run)
    }
}

/// Solves positions of one board.
struct ColumnSolver {
    board: CompiledBoard,
    table: ScoreTable<SCORE_BITS>,
    threads: usize,
}

/// Connect four has a search of its own, compiled for its numbers.
enum CompiledBoard {
    SixRows(ConnectFourBoard<6, 4>),
    Any(ConnectFourBoard<0, 0>),
}

impl ColumnSolver {
    /// A solver with a table of at most `bytes` (and at least what the keys need: 32 KiB, for the largest boards 16 MiB) and this
    /// many threads.
    ///
    /// # Panics
    /// If the board does not fit.
    fn new(columns: Columns, bytes: usize, threads: usize) -> ColumnSolver {
        let any = || CompiledBoard::Any(ConnectFourBoard::new(columns).expect("the board fits"));
        let board = ConnectFourBoard::new(columns).map_or_else(any, CompiledBoard::SixRows);
        let key_bits = (columns.columns * (columns.rows + 1)) as u32;
        ColumnSolver { board, table: ScoreTable::new(bytes, key_bits, ENTRIES_EACH), threads }
    }

    fn value(&self, marks: [u64; 2], run: &Run<'_, ExactValue>) -> ExactValue {
        match &self.board {
            CompiledBoard::SixRows(board) => self.value_on(board, marks, run),
            CompiledBoard::Any(board) => self.value_on(board, marks, run),
        }
    }

    fn has_at_most(
        &self,
        marks: [u64; 2],
        value: Proved,
        most: u64,
        run: &Run<'_, u64>,
    ) -> (Option<bool>, u64) {
        match &self.board {
            CompiledBoard::SixRows(board) => self.has_at_most_on(board, marks, value, most, run),
            CompiledBoard::Any(board) => self.has_at_most_on(board, marks, value, most, run),
        }
    }

    fn has_at_most_on<const ROWS: u32, const K: u32>(
        &self,
        board: &ConnectFourBoard<ROWS, K>,
        marks: [u64; 2],
        value: Proved,
        most: u64,
        run: &Run<'_, u64>,
    ) -> (Option<bool>, u64) {
        let position = board.position(marks);
        let left = board.cells() - position.taken.count_ones() as i32;
        let sooner = |plies: u32| (left + 2 - plies as i32) / 2;
        let score = match value {
            Proved::Win { plies } => sooner(plies),
            Proved::Draw => 0,
            Proved::Loss { plies } => -sooner(plies),
        };
        if board.completing(position.own) & board.open(position.taken) != 0 {
            return (Some((left + 1) / 2 <= score), 0);
        }
        let mut go_on = |nodes| run.report(nodes).is_ok() && nodes < most;
        let mut search = ConnectFourSearch::new(board, &self.table, None, &mut go_on);
        let answer = search.at_least(position, score + 1);
        search.end();
        (answer.ok().map(|found| found <= score), search.nodes)
    }

    fn value_on<const ROWS: u32, const K: u32>(
        &self,
        board: &ConnectFourBoard<ROWS, K>,
        marks: [u64; 2],
        run: &Run<'_, ExactValue>,
    ) -> ExactValue {
        let position = board.position(marks);
        let left = board.cells() - position.taken.count_ones() as i32;
        let mut questions = Questions::new(left);
        if board.completing(position.own) & board.open(position.taken) != 0 {
            let score = (left + 1) / 2;
            return report(ScoreBounds { least: score, most: score }, left, 0);
        }
        let nodes = AtomicU64::new(0);
        while let Some(level) = questions.next() {
            let bounds = questions.bounds;
            let tell = |nodes| (run.progress)(report(bounds, left, nodes));
            let answer = searchers::ask(self.threads, &nodes, &run.with(&tell), |busy, go_on| {
                let mut search = ConnectFourSearch::new(board, &self.table, busy, go_on);
                let score = search.at_least(position, level);
                search.end();
                (score, search.nodes)
            });
            let Ok(score) = answer else { break };
            questions.answered(level, score);
        }
        report(questions.bounds, left, nodes.into_inner())
    }
}

/// The value within these bounds of a position with `left` free cells.
fn report(ScoreBounds { least, most }: ScoreBounds, left: i32, nodes: u64) -> ExactValue {
    // A player who decides wins after an odd number of plies.
    let plies = |score: i32, odd: i32| {
        let most = left + 2 - 2 * score;
        (if most % 2 == odd { most } else { most - 1 }) as u32
    };
    let value = if least > 0 {
        Some(Proved::Win { plies: plies(least, 1) })
    } else if most < 0 {
        Some(Proved::Loss { plies: plies(-most, 0) })
    } else {
        (least == most).then_some(Proved::Draw)
    };
    ExactValue { value: value.map(Value::Proved), exact_plies: least == most, nodes }
}
