//! Ultimate tic-tac-toe as cells.

use plywood_rules::scene::Place;
use plywood_rules::{Cells, Player};

use super::game::{ANY, CELLS, State, Ultimate, packed};
use crate::cells::{cells, numbers, write_owners};
use crate::rows::bits;

/// The contents of a board besides the players who have won it: it is full, or the next mark goes there.
const FULL: u8 = 3;
const ACTIVE: u8 = 4;

/// The cells at these places, board by board: free, own, the opponent's. Then the boards: open, own, the opponent's, full without
/// a winner, or the one that the next mark has to go to.
pub(super) fn at(places: impl Iterator<Item = Place>) -> Box<dyn Cells<Ultimate>> {
    let list = places.map(|place| (Some(place), 3));
    cells(list.chain(numbers([u16::from(ACTIVE) + 1; 9])), |_, state: &State, view, cells| {
        let (marks, boards) = cells.split_at_mut(CELLS);
        write_owners(marks, state.marks.map(packed), view);
        let won = Player::BOTH.map(|player| state.won(player).into());
        write_owners(boards, won, view);
        bits(u128::from(state.closed) & !won[0] & !won[1]).for_each(|board| boards[board] = FULL);
        if state.active != ANY {
            boards[usize::from(state.active)] = ACTIVE;
        }
    })
}
