//! Exact values, by proof numbers.
//!
//! | file | part |
//! |---|---|
//! | `../endgames.rs` | positions as numbers, with bounds of the values of those with few seeds |
//! | `numbers.rs` | a table of proof numbers, and those of a position that was never searched |
//! | `search.rs` | the search for a bound of the value |
//!
//! The seeds in the stores are no part of a position. A search decides if the mover still gains at least so many seeds; the value is
//! found by several of them.

mod numbers;
mod search;

use plywood_rules::hints::solver::{ExactSolver, ExactValue, NewSolver};
use plywood_rules::{Interrupted, Run, Value};

use self::numbers::QuestionEstimates;
use self::search::{KalahSearch, SCORE_BITS};
use super::board::State;
use super::endgames::{Endgames, Houses};
use super::game::Kalah;
use crate::score_table::{ScoreTable, least_above};

/// Games with more seeds than 6 houses of 5 take too long.
const MOST_SEEDS: u8 = 60;

/// Positions with few seeds that have a place of their own: up to 14 seeds in 12 houses.
const ENDGAMES: u64 = 10_000_000;

/// Entries of the table of bounds for each position searched: those of small searches are replaced by others.
const ENTRIES_EACH: f64 = 0.125;

impl Kalah {
    /// The solver, if there are not too many seeds.
    pub(super) fn solver(&self) -> Option<NewSolver<Kalah>> {
        (self.total() <= MOST_SEEDS).then_some(|game, bytes, _| {
            let endgames = Endgames::new(game.board, game.total(), ENDGAMES);
            let key_bits = endgames.count(game.total()).ilog2() + 1;
            Box::new(KalahSolver {
                endgames,
                estimates: QuestionEstimates::new(game.board, game.total()),
                table: ScoreTable::new(bytes / 2, key_bits, ENTRIES_EACH),
                bytes: bytes / 2,
            })
        })
    }
}

/// Solves positions of one game, with one thread.
struct KalahSolver {
    endgames: Endgames,
    estimates: QuestionEstimates,
    table: ScoreTable<SCORE_BITS>,
    /// Those of the proof numbers of one search.
    bytes: usize,
}

impl KalahSolver {
    /// The seeds in the store of the player who decides minus those in the other one.
    fn lead(state: &State) -> i32 {
        (state.mover.sign() * state.lead()) as i32
    }

    /// Asks a search for something, and returns the positions visited too.
    fn ask<T>(
        &self,
        go_on: &mut dyn FnMut(u64) -> bool,
        ask: impl FnOnce(&mut KalahSearch<'_>) -> Result<T, Interrupted>,
    ) -> (Option<T>, u64) {
        let mut search = KalahSearch::new(&self.endgames, &self.estimates, (&self.table, self.bytes), go_on);
        let answer = ask(&mut search).ok();
        search.end();
        (answer, search.nodes)
    }
}

impl ExactSolver<Kalah> for KalahSolver {
    fn counts_points(&self) -> bool {
        true
    }

    fn solve(&self, state: &State, run: &Run<'_, ExactValue>) -> ExactValue {
        let value = |value, nodes| ExactValue { value, exact_plies: true, nodes };
        let mut go_on = |nodes| {
            (run.progress)(value(None, nodes));
            !run.stop.is_raised()
        };
        let houses = Houses::new(&self.endgames, state.rows());
        let (found, nodes) = self.ask(&mut go_on, |search| search.value(&houses));
        value(found.map(|rest| Value::Exact(f64::from(Self::lead(state) + rest))), nodes)
    }

    fn is_at_most(&self, state: &State, value: Value, most: u64, run: &Run<'_, u64>) -> (Option<bool>, u64) {
        let mut go_on = |nodes| run.report(nodes).is_ok() && nodes < most;
        let houses = Houses::new(&self.endgames, state.rows());
        let Some(too_much) = least_above(value, Self::lead(state), houses.seeds) else {
            return (Some(true), 0);
        };
        let (reaches, nodes) = self.ask(&mut go_on, |search| search.is_worth(&houses, too_much));
        (reaches.map(|reaches| !reaches), nodes)
    }
}
