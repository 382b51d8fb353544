//! The moves worth a search, by the connections of one position and of those after its moves.

use plywood_rules::hints::RootMoves;
use plywood_rules::{MoveNumber, OrderingHints, Run, Stop};

use super::search::{ConnectedPosition, ConnectionSearch};
use super::table::SolvedTable;
use crate::bits::Bits;
use crate::hex::{Hex, State};

/// Deriving all connections of a position takes so many positions of a search for each cell; keeping them up to date with a move takes
/// the square of the cells divided by this.
const NEW: u64 = 8;
const MOVE: u64 = 40;

/// Bytes of the table of a search that is over in a moment.
const TABLE: usize = 1 << 20;

impl Hex {
    /// The moves of a decision that may win; see [`RootMoves`].
    pub(in crate::hex) fn root_moves(
        &self,
        state: &State,
        work: u64,
        stop: &Stop,
    ) -> Option<RootMoves<MoveNumber>> {
        if self.may_swap(state) {
            return None;
        }
        match self.words {
            1 => self.connected_moves::<1>(state, work, stop),
            2 => self.connected_moves::<2>(state, work, stop),
            _ => None,
        }
    }

    fn connected_moves<const W: usize>(
        &self,
        state: &State,
        work: u64,
        stop: &Stop,
    ) -> Option<RootMoves<MoveNumber>> {
        let cells = self.cells() as u64;
        let moves = work.checked_sub(NEW * cells)? / (cells * cells / MOVE).max(1);
        let (lattice, table) = (self.lattice.narrowed::<W>(), SolvedTable::new(TABLE));
        let run = Run::until(stop);
        let position = ConnectedPosition::new(
            &lattice,
            state.stones.map(|stones| stones.resized()),
            state.mover.index(),
        );
        let mut search = ConnectionSearch::new(&lattice, &table, 0, &run);
        let (cells, wins) = search.worthwhile(&position, moves)?;
        let all: Bits<W> = self.free(state).resized();
        let left = self.plies_left(state).expect("Hex ends");
        let wins = wins.then_some(left - (left + 1) % 2);
        (cells != all).then(|| RootMoves { moves: cells.cells().map(MoveNumber::from).collect(), wins })
    }
}
