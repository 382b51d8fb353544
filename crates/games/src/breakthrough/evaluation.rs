//! An estimate from the pieces, how far they are, and who wins a race.

use plywood_rules::Evaluate;

use super::game::{Breakthrough, State};

/// The worth of a win. A race that is won is worth nearly as much, and any number of pieces less.
const WIN: f64 = 10_000.0;
const RACE: f64 = 9_000.0;

/// The evaluation `advance`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Advance;

impl Breakthrough {
    /// The points of a player's pieces, the steps that the foremost one needs to the far rank, and the same for a
    /// piece that no enemy can stop, a great number if there is none.
    fn counted(&self, [own, other]: [u128; 2]) -> (f64, usize, usize) {
        let last = self.rows.ranks - 1;
        let points = |rank: usize| (own & self.rank(rank)).count_ones() as usize * (30 + rank * rank);
        let steps =
            |set: u128| set.checked_ilog2().map_or(1000, |cell| last - cell as usize / self.rows.files);
        // Enemies that are not ahead of a piece within reach never catch up with it.
        ((0..last).map(points).sum::<usize>() as f64, steps(own), steps(own & !self.reach(other)))
    }
}

impl Evaluate<Breakthrough> for Advance {
    fn evaluate(&self, game: &Breakthrough, state: &State) -> f64 {
        let players = [state.mover, state.mover.other()];
        let [(own, steps, free), (other, other_steps, other_free)] =
            players.map(|player| game.counted(game.seen(state, player)));
        let points = if free <= other_steps {
            RACE - free as f64
        } else if other_free < steps {
            other_free as f64 - RACE
        } else {
            // A move is worth a few points.
            own - other + 5.0
        };
        points * state.mover.sign()
    }

    /// Measured by the example `chances` of the benchmarks.
    fn winning_lead(&self, _: &Breakthrough) -> Option<f64> {
        Some(60.0)
    }

    fn win_worth(&self, _: &Breakthrough) -> f64 {
        WIN
    }
}
