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

use plywood_rules::hints::solver::{ExactSolver, ExactValue, NewSolver};
use plywood_rules::{Interrupted, Run, Value};

use self::rest::{DotsBoard, Giving};
use self::search::{DotsSearch, SCORE_BITS};

use super::game::{DotsAndBoxes, State};
use crate::score_table::{ENTRIES_EACH, ScoreTable, least_above};

/// Boards with more edges than 4x4 boxes take too long.
const MOST_EDGES: u32 = 40;

impl DotsAndBoxes {
    /// The solver, if the board is not too large.
    pub(super) fn solver(&self) -> Option<NewSolver<DotsAndBoxes>> {
        (self.edges() <= MOST_EDGES).then_some(|game, bytes, _| {
            let board = DotsBoard::new(game);
            let table = ScoreTable::new(bytes, board.key_bits(), ENTRIES_EACH);
            Box::new(DotsSolver { game: *game, board, table })
        })
    }
}

/// Solves positions of one board, with one thread.
struct DotsSolver {
    game: DotsAndBoxes,
    board: DotsBoard,
    table: ScoreTable<SCORE_BITS>,
}

impl DotsSolver {
    /// The boxes of the player who decides minus those of the opponent.
    fn lead(state: &State) -> i32 {
        state.mover.sign() as i32 * i32::from(state.lead)
    }

    /// Asks a search for something, and returns the positions searched too.
    fn ask<T>(
        &self,
        go_on: &mut dyn FnMut(u64) -> bool,
        ask: impl FnOnce(&mut DotsSearch<'_>) -> Result<T, Interrupted>,
    ) -> (Option<T>, u64) {
        let mut search = DotsSearch::new(&self.board, &self.table, go_on);
        let answer = ask(&mut search).ok();
        search.end();
        (answer, search.nodes)
    }
}

impl ExactSolver<DotsAndBoxes> for DotsSolver {
    fn counts_points(&self) -> bool {
        true
    }

    fn solve(&self, state: &State, run: &Run<'_, ExactValue>) -> ExactValue {
        let value = |value, nodes| ExactValue { value, exact_plies: true, nodes };
        let mut go_on = |nodes| {
            (run.progress)(value(None, nodes));
            !run.stop.is_raised()
        };
        let Giving { taken, cost, rest, .. } = self.board.taking(self.game.free(state));
        let (found, nodes) = self.ask(&mut go_on, |search| search.value(&rest));
        let points = |rest| f64::from(Self::lead(state) - worth_of_giving(taken, cost, rest));
        value(found.map(|rest| Value::Exact(points(rest))), nodes)
    }

    fn is_at_most(&self, state: &State, value: Value, most: u64, run: &Run<'_, u64>) -> (Option<bool>, u64) {
        let mut go_on = |nodes| run.report(nodes).is_ok() && nodes < most;
        let giving = self.board.taking(self.game.free(state));
        let left = giving.taken + giving.rest.boxes;
        let Some(too_much) = least_above(value, Self::lead(state), left) else { return (Some(true), 0) };
        self.ask(&mut go_on, |search| search.is_worth(&giving, 2 - too_much))
    }
}
