//! Exact values, by what is left of the board alone.
//!
//! | file | part |
//! |---|---|
//! | `strings.rs` | chains and loops on their own: all sets of them, with their values |
//! | `images.rs` | sets of edges as small numbers, the same for all images |
//! | `rest.rs` | what is left, and the moves |
//! | `search.rs` | the search for a bound of the value |
//!
//! As in Barker and Korf, "Solving Dots-and-Boxes", AAAI 2012, the score so far is no part of a position, a player takes boxes that can be
//! taken but for the last ones of a chain or a loop, and edges with the same effect count as one.

mod images;
mod rest;
mod search;
mod strings;

pub(super) use self::rest::reach;
pub(super) use self::strings::{BoxString, worth_of_giving};

use std::sync::Mutex;
use std::sync::atomic::AtomicU64;

use plywood_rules::hints::solver::{ExactSolver, ExactValue, NewSolver};
use plywood_rules::threads::lock;
use plywood_rules::{Interrupted, Run, Value};

use self::rest::{DotsBoard, Giving, Rest};
use self::search::{DotsSearch, MoveRates, NO_RATES, SCORE_BITS};

use super::game::{DotsAndBoxes, State};
use crate::score_table::{ENTRIES_EACH, ScoreBounds, ScoreTable, least_above};
use crate::searchers::{self, Busy};

/// Boards with more edges than 4x4 boxes take too long.
const MOST_EDGES: u32 = 40;

impl DotsAndBoxes {
    /// The solver, if the board is not too large.
    pub(super) fn solver(&self) -> Option<NewSolver<DotsAndBoxes>> {
        (self.edges() <= MOST_EDGES).then_some(|game, bytes, threads| {
            let board = DotsBoard::new(game);
            let table = ScoreTable::new(bytes, board.key_bits(), ENTRIES_EACH);
            Box::new(DotsSolver { game: *game, board, table, threads })
        })
    }
}

/// Solves positions of one board.
struct DotsSolver {
    game: DotsAndBoxes,
    board: DotsBoard,
    table: ScoreTable<SCORE_BITS>,
    threads: usize,
}

impl DotsSolver {
    /// The boxes of the player who decides minus those of the opponent.
    fn lead(state: &State) -> i32 {
        state.mover.sign() as i32 * i32::from(state.lead)
    }

    /// Asks the search of one thread for something, and returns the positions searched too. It begins with the rates that another
    /// left, and leaves its own.
    fn ask<T>(
        &self,
        rates: &Mutex<MoveRates>,
        busy: Option<&Busy>,
        go_on: &mut dyn FnMut(u64) -> bool,
        ask: impl FnOnce(&mut DotsSearch<'_>) -> Result<T, Interrupted>,
    ) -> (Result<T, Interrupted>, u64) {
        let begin = *lock(rates);
        let mut search = DotsSearch::new(&self.board, &self.table, begin, busy, go_on);
        let answer = ask(&mut search);
        search.end();
        *lock(rates) = search.rates;
        (answer, search.nodes)
    }

    /// The value for the player who moves next: the boxes that this player gets and the opponent does not. `nodes` counts positions.
    fn value(&self, rest: &Rest, nodes: &AtomicU64, run: &Run<'_, u64>) -> Result<i32, Interrupted> {
        let rates = Mutex::new(NO_RATES);
        let mut bounds = ScoreBounds { least: -rest.boxes, most: rest.boxes };
        // The value is even if the number of boxes is.
        let mut level = rest.boxes % 2;
        while bounds.least < bounds.most {
            level = level.clamp(bounds.least + 2, bounds.most);
            let found = searchers::ask(self.threads, nodes, run, |busy, go_on| {
                self.ask(&rates, busy, go_on, |search| search.at_least(rest, level))
            })?;
            bounds = bounds.found(found, level);
            level = if found >= level { found + 2 } else { found };
        }
        Ok(bounds.least)
    }
}

impl ExactSolver<DotsAndBoxes> for DotsSolver {
    fn counts_points(&self) -> bool {
        true
    }

    fn solve(&self, state: &State, run: &Run<'_, ExactValue>) -> ExactValue {
        let value = |value, nodes| ExactValue { value, exact_plies: true, nodes };
        let (nodes, tell) = (AtomicU64::new(0), |nodes| (run.progress)(value(None, nodes)));
        let Giving { taken, cost, rest, .. } = self.board.taking(self.game.free(state));
        let found = self.value(&rest, &nodes, &run.with(&tell));
        let points = |rest| f64::from(Self::lead(state) - worth_of_giving(taken, cost, rest));
        value(found.ok().map(|rest| Value::Exact(points(rest))), nodes.into_inner())
    }

    fn is_at_most(&self, state: &State, value: Value, most: u64, run: &Run<'_, u64>) -> (Option<bool>, u64) {
        let mut go_on = |nodes| run.report(nodes).is_ok() && nodes < most;
        let giving = self.board.taking(self.game.free(state));
        let left = giving.taken + giving.rest.boxes;
        let Some(too_much) = least_above(value, Self::lead(state), left) else { return (Some(true), 0) };
        let (answer, nodes) = self
            .ask(&Mutex::new(NO_RATES), None, &mut go_on, |search| search.is_worth(&giving, 2 - too_much));
        (answer.ok(), nodes)
    }
}
