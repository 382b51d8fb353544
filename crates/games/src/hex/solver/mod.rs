//! The solver of Hex: who wins a position, by virtual connections.
//!
//! | file | part |
//! |---|---|
//! | `carriers.rs` | sets of cells that connect the same two ends |
//! | `connections.rs` | the connections of one player, by the and-rule and the or-rule |
//! | `search.rs` | the search among the moves that meet all threats |
//! | `table.rs` | the table of solved positions |
//! | `inferior.rs` | cells that no longer matter |
//! | `reasons.rs` | why a player wins, in steps |
//! | `root.rs` | the moves worth a search |
//! | `distance.rs` | the fewest plies, where the end is near |

mod carriers;
mod connections;
mod distance;
mod inferior;
mod reasons;
mod root;
mod search;
mod table;

use plywood_rules::hints::connecting::ConnectionStep;
use plywood_rules::hints::solver::{ExactSolver, ExactValue, NewSolver};
use plywood_rules::{Interrupted, MoveNumber, OrderingHints, Proved, Run, Value};

use super::lattice::Lattice;
use super::{Hex, State};
use distance::DistanceSearch;
use reasons::Reasons;
use search::{ConnectedPosition, ConnectionSearch};
use table::SolvedTable;

/// Smaller boards are searched at once, with distances; on larger ones few positions are solved in a day.
const SIDES: std::ops::RangeInclusive<usize> = 5..=8;

/// Positions with at most this many plies to come are solved with the distance.
const SHORT: u32 = 16;

/// Bytes of a table for all positions that are solved in an hour.
const ENOUGH: usize = 1 << 26;

/// A position takes so much longer than in a search that moves stones only.
const COST: u64 = 500;

impl Hex {
    /// The solver, if the board is one for it.
    pub(super) fn solver(&self) -> Option<NewSolver<Hex>> {
        let new: NewSolver<Hex> = |game, bytes, _| Box::new(HexSolver::<1>::new(game, bytes));
        SIDES.contains(&self.side()).then_some(new)
    }

    /// The solver as one that says why.
    pub(super) fn connection_prover(&self, bytes: usize) -> Option<Box<dyn ExactSolver<Hex>>> {
        if self.side() > *SIDES.end() {
            return None;
        }
        Some(Box::new(HexSolver::<1>::new(self, bytes.min(ENOUGH))))
    }
}

/// Solves positions of one board of at most 64 `W` cells.
struct HexSolver<const W: usize> {
    game: Hex,
    lattice: Lattice<W>,
    table: SolvedTable<W>,
}

impl<const W: usize> HexSolver<W> {
    fn new(game: &Hex, bytes: usize) -> HexSolver<W> {
        HexSolver { game: game.clone(), lattice: game.lattice.narrowed(), table: SolvedTable::new(bytes) }
    }

    /// True if the player who decides wins, and the positions visited; `None` if it was stopped.
    fn wins(&self, state: &State, most: u64, run: &Run<'_, u64>) -> (Option<bool>, u64) {
        if self.game.may_swap(state) {
            // Who swaps has a won opening, or leaves a lost one to the other player.
            return (Some(self.game.swaps_now(state)), 0);
        }
        let mut search = self.search(most, run);
        let verdict = search.verdict(&self.position(state));
        (verdict.ok().map(|verdict| verdict.wins), search.nodes)
    }

    fn position(&self, state: &State) -> ConnectedPosition<W> {
        let stones = state.stones.map(|stones| stones.resized());
        ConnectedPosition::new(&self.lattice, stones, state.mover.index())
    }

    fn search<'s>(&'s self, most: u64, run: &'s Run<'s, u64>) -> ConnectionSearch<'s, W> {
        ConnectionSearch::new(&self.lattice, &self.table, most, run)
    }

    /// The fewest plies in which the player who decides wins, or the most in which they lose, and the positions visited.
    fn distance(&self, state: &State, wins: bool, run: &Run<'_, u64>) -> (Result<u32, Interrupted>, u64) {
        let stones = state.stones.map(|stones| stones.resized());
        let mut search = DistanceSearch::new(&self.lattice, run);
        let plies = search.distance(stones, state.mover.index(), wins);
        (plies, search.nodes)
    }

    fn left(&self, state: &State) -> u32 {
        self.game.plies_left(state).expect("Hex ends")
    }

    /// A win and a loss that take as long as one from `state` can.
    fn longest(&self, state: &State) -> [Proved; 2] {
        // The players move in turn.
        let left = self.left(state);
        [Proved::Win { plies: left - (left + 1) % 2 }, Proved::Loss { plies: left - left % 2 }]
    }
}

impl<const W: usize> ExactSolver<Hex> for HexSolver<W> {
    fn solve(&self, state: &State, run: &Run<'_, ExactValue>) -> ExactValue {
        let report = |value: Option<Proved>, exact_plies, nodes| {
            let value = value.map(Value::Proved);
            ExactValue { value, exact_plies, nodes }
        };
        let tell = |nodes| (run.progress)(report(None, false, nodes));
        let (wins, visited) = self.wins(state, u64::MAX, &run.with(&tell));
        let Some(wins) = wins else { return report(None, false, visited) };
        let [win, loss] = self.longest(state);
        let bound = Some(if wins { win } else { loss });
        if !self.has_distance(state) {
            return report(bound, false, visited);
        }
        let tell = |nodes| (run.progress)(report(bound, false, visited + nodes));
        match self.distance(state, wins, &run.with(&tell)) {
            (Ok(plies), nodes) if wins => report(Some(Proved::Win { plies }), true, visited + nodes),
            (Ok(plies), nodes) => report(Some(Proved::Loss { plies }), true, visited + nodes),
            (Err(Interrupted), nodes) => report(bound, false, visited + nodes),
        }
    }

    fn is_at_most(&self, state: &State, value: Value, most: u64, run: &Run<'_, u64>) -> (Option<bool>, u64) {
        let Value::Proved(value) = value else { return (None, 0) };
        let [win, loss] = self.longest(state);
        let is_short = self.has_distance(state);
        if !is_short && (value >= win || value < loss) {
            return (Some(value >= win), 0);
        }
        let (wins, visited) = self.wins(state, most, run);
        let Some(wins) = wins else { return (None, visited) };
        let is_sure = !is_short || if wins { value < win } else { value >= loss };
        if is_sure {
            return (Some(if wins { win } else { loss } <= value), visited);
        }
        let (plies, nodes) = self.distance(state, wins, run);
        let found = |plies| if wins { Proved::Win { plies } } else { Proved::Loss { plies } };
        (plies.ok().map(|plies| found(plies) <= value), visited + nodes)
    }

    fn has_distance(&self, state: &State) -> bool {
        self.left(state) <= SHORT
    }

    fn winning_move(&self, state: &State, run: &Run<'_, u64>) -> Option<MoveNumber> {
        let free = self.game.free(state).resized();
        let cell = self.search(u64::MAX, run).winning_move(&self.position(state), free).ok()?;
        // An opening without an answer is taken over.
        cell.map(MoveNumber::from).or_else(|| self.game.swaps_now(state).then(|| self.game.swap_move()))
    }

    fn connections(&self, state: &State, run: &Run<'_, u64>) -> Option<Vec<ConnectionStep>> {
        if self.game.may_swap(state) {
            return None;
        }
        let stones = state.stones.map(|stones| stones.resized());
        let search = self.search(u64::MAX, run);
        Reasons::new(&self.lattice, search, state.mover.other().index()).of(stones).ok()?
    }

    fn cost(&self) -> u64 {
        COST
    }
}
