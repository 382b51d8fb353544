//! The evaluation by distances.

use plywood_rules::{Evaluate, Player};

use super::{Hex, State, narrowed};

/// A stone more to place, against a cell more on the shortest ways.
const STONE: i32 = 100;
const CELL: i32 = 3;
/// The cells that count at most.
const MOST_CELLS: usize = 25;
/// Having the move.
const TEMPO: i32 = 50;

/// The evaluation `bridges`: the stones that each player still needs for a chain of adjacent stones and bridges
/// between the edges, and the number of cells with which one of them can be made.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bridges;

impl Evaluate<Hex> for Bridges {
    fn evaluate(&self, game: &Hex, state: &State) -> f64 {
        let points = narrowed!(game, state, |lattice, stones| {
            let free = lattice.cells - stones[0] - stones[1];
            let [first, second] = Player::BOTH.map(|player| {
                let way = lattice.way(stones[player.index()], free, lattice.edges[player.index()]);
                CELL * way.cells.len().min(MOST_CELLS) as i32 - STONE * way.stones as i32
            });
            first - second
        });
        f64::from(points) + state.mover.sign() * f64::from(TEMPO)
    }

    /// Measured by the example `chances` of the benchmarks.
    fn winning_lead(&self, _: &Hex) -> Option<f64> {
        Some(140.0)
    }

    fn win_worth(&self, _: &Hex) -> f64 {
        10_000.0
    }
}
