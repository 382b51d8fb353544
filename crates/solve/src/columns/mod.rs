//! Connect four and its relatives: positions of [`Columns`] solved exactly, with the distance.
//!
//! | file | part |
//! |---|---|
//! | `board.rs` | the board in machine words |
//! | `parity.rs` | bounds by the parity of free cells |
//! | `table.rs` | the table of positions |
//! | `search.rs` | the search for a bound of a score |
//! | `questions.rs` | the order of questions that lead to a score |
//! | `player.rs` | a bot that plays by it |

mod board;
mod parity;
mod player;
mod questions;
mod search;
mod table;

use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use plywood_rules::{Columns, Interrupted, Proved, Run, threads};

use board::{ConnectFourBoard, ConnectFourPosition};
pub use player::ColumnPlayer;

use questions::Questions;
use search::{Busy, ConnectFourSearch};
use table::{ConnectFourTable, ScoreBounds};

/// Positions that one thread searches before others help.
const ALONE: u64 = 200_000;

/// Looks of a search between two reports of its progress.
const REPORT_EVERY: u64 = 256;

/// Solves positions of one board. Whatever it has found stays true, so that one solver is best for all positions of a board.
pub struct ColumnSolver {
    board: CompiledBoard,
    table: ConnectFourTable,
    threads: usize,
}

/// Connect four has a search of its own, compiled for its numbers.
enum CompiledBoard {
    SixRows(ConnectFourBoard<6, 4>),
    Any(ConnectFourBoard<0, 0>),
}

/// The result for a position, from the view of the player who decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColumnValue {
    /// The value; `None` if it was stopped before it was known who wins, if anyone.
    pub value: Option<Proved>,
    /// False if it was stopped before the distance was known.
    pub exact_plies: bool,
    /// Positions searched.
    pub nodes: u64,
}

impl fmt::Debug for ColumnSolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ColumnSolver").field("threads", &self.threads).finish_non_exhaustive()
    }
}

impl ColumnSolver {
    /// A solver with a table of at most `bytes` (and at least what the keys need: 32 KiB, for the largest boards 16 MiB) and this
    /// many threads; with one thread it does the same every time. `None` if the board has more than 64 cells, counting one more
    /// for each column, or lines of a single cell.
    pub fn new(columns: Columns, bytes: usize, threads: usize) -> Option<ColumnSolver> {
        let board = match ConnectFourBoard::new(columns) {
            Some(board) => CompiledBoard::SixRows(board),
            None => CompiledBoard::Any(ConnectFourBoard::new(columns)?),
        };
        let key_bits = (columns.columns * (columns.rows + 1)) as u32;
        Some(ColumnSolver { board, table: ConnectFourTable::new(bytes, key_bits), threads: threads.max(1) })
    }

    /// The value of the position with these marks ([`AsColumns::marks`](plywood_rules::AsColumns::marks)) in which a player
    /// decides. Reports what is known so far now and then.
    pub fn solve(&self, marks: [u64; 2], run: &Run<'_, ColumnValue>) -> ColumnValue {
        match &self.board {
            CompiledBoard::SixRows(board) => self.solve_on(board, marks, run),
            CompiledBoard::Any(board) => self.solve_on(board, marks, run),
        }
    }

    /// Decides if the position with these marks has at most this value for the player who decides, and returns the positions
    /// searched. `None` if it was stopped, or takes more than `most` positions, or a few more.
    pub fn is_at_most(
        &self,
        marks: [u64; 2],
        value: Proved,
        most: u64,
        run: &Run<'_, u64>,
    ) -> (Option<bool>, u64) {
        match &self.board {
            CompiledBoard::SixRows(board) => self.is_at_most_on(board, marks, value, most, run),
            CompiledBoard::Any(board) => self.is_at_most_on(board, marks, value, most, run),
        }
    }

    fn is_at_most_on<const ROWS: u32, const K: u32>(
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
        (answer.ok().map(|found| found <= score), search.nodes)
    }

    fn solve_on<const ROWS: u32, const K: u32>(
        &self,
        board: &ConnectFourBoard<ROWS, K>,
        marks: [u64; 2],
        run: &Run<'_, ColumnValue>,
    ) -> ColumnValue {
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
            let Ok(score) = self.ask(board, position, level, &nodes, &run.with(&tell)) else { break };
            questions.answered(level, score);
        }
        report(questions.bounds, left, nodes.into_inner())
    }

    /// Decides a question, by several threads if it takes long. `nodes` counts the positions of all.
    fn ask<const ROWS: u32, const K: u32>(
        &self,
        board: &ConnectFourBoard<ROWS, K>,
        position: ConnectFourPosition,
        level: i32,
        nodes: &AtomicU64,
        run: &Run<'_, u64>,
    ) -> Result<i32, Interrupted> {
        let alone = |most: u64, busy: Option<&Busy>, done: &AtomicBool, tell: &dyn Fn(u64)| {
            let mut counted = 0;
            let mut go_on = |searched: u64| {
                let all = nodes.fetch_add(searched - counted, Relaxed) + searched - counted;
                counted = searched;
                if searched.is_multiple_of(REPORT_EVERY * ConnectFourSearch::<ROWS, K>::LOOK_EVERY) {
                    tell(all);
                }
                searched < most && !done.load(Relaxed) && !run.stop.is_raised()
            };
            let mut search = ConnectFourSearch::new(board, &self.table, busy, &mut go_on);
            let answer = search.at_least(position, level);
            let searched = search.nodes;
            nodes.fetch_add(searched - counted, Relaxed);
            answer
        };
        let done = AtomicBool::new(false);
        let most = if self.threads > 1 { ALONE } else { u64::MAX };
        let first = alone(most, None, &done, run.progress);
        if first.is_ok() || self.threads == 1 || run.stop.is_raised() {
            return first;
        }
        // The first answer is the answer.
        let answer = Mutex::new(Err(Interrupted));
        let busy = Busy::new();
        let together = |tell: &dyn Fn(u64)| {
            if let Ok(found) = alone(u64::MAX, Some(&busy), &done, tell) {
                *threads::lock(&answer) = Ok(found);
                done.store(true, Relaxed);
            }
        };
        threads::beside(self.threads - 1, &|_| together(&|_| ()), &mut || together(run.progress));
        answer.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

/// The value within these bounds of a position with `left` free cells.
fn report(ScoreBounds { least, most }: ScoreBounds, left: i32, nodes: u64) -> ColumnValue {
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
    ColumnValue { value, exact_plies: least == most, nodes }
}
