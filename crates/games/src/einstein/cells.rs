//! EinStein as cells.

use plywood_rules::Cells;

use super::{CUBES, Einstein, OVER, State};
use crate::cells::{cells, numbers};

/// The board: free, an own cube by its number, an enemy's by its number and six more. Then the viewer's cubes and the enemy's by
/// their numbers: 0 if it was captured, else one more than the steps that it needs to the goal. At last the die, 0 before it is
/// rolled.
pub(super) fn of(game: &Einstein) -> Box<dyn Cells<Einstein>> {
    let (board, cubes) = (game.rows.listed(2 * CUBES as u16 + 1), [game.rows.files as u16 + 1; 2 * CUBES]);
    let list = board.chain(numbers(cubes)).chain(numbers([CUBES as u16 + 1]));
    cells(list, |game: &Einstein, state: &State, view, cells| {
        cells.fill(0);
        let of_cubes = game.rows.cells();
        for (player, cube, cell) in game.cubes(state) {
            let owned = if player == view { cube } else { CUBES + cube };
            let [right, up] = game.steps_left(game.seen(player, cell) as u8);
            cells[cell] = owned as u8 + 1;
            cells[of_cubes + owned] = right.max(up) as u8 + 1;
        }
        cells[of_cubes + 2 * CUBES] = state.die % OVER;
    })
}
