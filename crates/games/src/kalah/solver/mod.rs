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

use std::sync::atomic::AtomicU64;

use plywood_rules::hints::solver::{ExactSolver, ExactValue, NewSolver};
use plywood_rules::{Interrupted, Run, Value};

use self::numbers::{ProofTable, QuestionEstimates};
use self::search::{KalahSearch, SCORE_BITS};
use super::board::State;
use super::endgames::{Endgames, Houses};
use super::game::Kalah;
use crate::score_table::{ScoreBounds, ScoreTable, least_above};
use crate::searchers::{self, Busy};

/// Games with more seeds than 6 houses of 5 take too long.
const MOST_SEEDS: u8 = 60;

/// Positions with few seeds that have a place of their own: up to 14 seeds in 12 houses.
const ENDGAMES: u64 = 10_000_000;

/// Entries of the table of bounds for each position searched: those of small searches are replaced by others.
const ENTRIES_EACH: f64 = 0.125;

impl Kalah {
    /// The solver, if there are not too many seeds.
    pub(super) fn solver(&self) -> Option<NewSolver<Kalah>> {
        (self.total() <= MOST_SEEDS).then_some(|game, bytes, threads| {
            let endgames = Endgames::new(game.board, game.total(), ENDGAMES);
            let key_bits = endgames.count(game.total()).ilog2() + 1;
            Box::new(KalahSolver {
                endgames,
                estimates: QuestionEstimates::new(game.board, game.total()),
                table: ScoreTable::new(bytes / 2, key_bits, ENTRIES_EACH),
                bytes: bytes / 2,
                threads,
            })
        })
    }
}

/// Solves positions of one game.
struct KalahSolver {
    endgames: Endgames,
    estimates: QuestionEstimates,
    table: ScoreTable<SCORE_BITS>,
    /// Those of the proof numbers of one position's questions.
    bytes: usize,
    threads: usize,
}

impl KalahSolver {
    /// The seeds in the store of the player who decides minus those in the other one.
    fn lead(state: &State) -> i32 {
        (state.mover.sign() * state.lead()) as i32
    }

    /// Asks the search of one thread if the value is at least `level`, which is as even as the value, and returns the positions visited
    /// too.
    fn ask(
        &self,
        (houses, level): (&Houses, i32),
        numbers: &ProofTable,
        busy: Option<&Busy>,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> (Result<bool, Interrupted>, u64) {
        let tables = (&self.table, numbers);
        let mut search = KalahSearch::new(&self.endgames, &self.estimates, tables, busy, go_on);
        let answer = search.is_worth(houses, level);
        search.end();
        (answer, search.nodes)
    }

    /// The value for the player who moves: the seeds that this player still gains and the opponent does not. `nodes` counts positions.
    fn value(&self, houses: &Houses, nodes: &AtomicU64, run: &Run<'_, u64>) -> Result<i32, Interrupted> {
        let numbers = ProofTable::new(self.bytes);
        let mut bounds = ScoreBounds { least: -houses.seeds, most: houses.seeds };
        // Who gains more is the first question. The value is even if the number of seeds is.
        let mut level = 2 - houses.seeds % 2;
        while bounds.least < bounds.most {
            level = level.clamp(bounds.least + 2, bounds.most);
            let reaches = searchers::ask(self.threads, nodes, run, |busy, go_on| {
                self.ask((houses, level), &numbers, busy, go_on)
            })?;
            bounds = bounds.found(if reaches { level } else { level - 2 }, level);
            level = if reaches { level + 2 } else { level - 2 };
        }
        Ok(bounds.least)
    }
}

impl ExactSolver<Kalah> for KalahSolver {
    fn counts_points(&self) -> bool {
        true
    }

    fn solve(&self, state: &State, run: &Run<'_, ExactValue>) -> ExactValue {
        let value = |value, nodes| ExactValue { value, exact_plies: true, nodes };
        let (nodes, tell) = (AtomicU64::new(0), |nodes| (run.progress)(value(None, nodes)));
        let houses = Houses::new(&self.endgames, state.rows());
        let found = self.value(&houses, &nodes, &run.with(&tell));
        value(found.ok().map(|rest| Value::Exact(f64::from(Self::lead(state) + rest))), nodes.into_inner())
    }

    fn is_at_most(&self, state: &State, value: Value, most: u64, run: &Run<'_, u64>) -> (Option<bool>, u64) {
        let mut go_on = |nodes| run.report(nodes).is_ok() && nodes < most;
        let houses = Houses::new(&self.endgames, state.rows());
        let Some(too_much) = least_above(value, Self::lead(state), houses.seeds) else {
            return (Some(true), 0);
        };
        let numbers = ProofTable::new(self.bytes);
        let (reaches, nodes) = self.ask((&houses, too_much), &numbers, None, &mut go_on);
        (reaches.ok().map(|reaches| !reaches), nodes)
    }
}
