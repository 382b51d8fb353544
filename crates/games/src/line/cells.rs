//! Boards of lines as cells.

use plywood_rules::Cells;

use super::game::{LineGame, LineState};
use crate::bits::Bits;
use crate::cells::{cells_that, write_words};

/// Free, own, the opponent's; where marks fall also free and next to be filled.
pub(super) fn of<const W: usize>(game: &LineGame<W>) -> Box<dyn Cells<LineGame<W>>> {
    let contents = if game.falls { 4 } else { 3 };
    let list = game.board.cells().map(|cell| (Some(game.places[cell]), contents));
    // If a cell of the geometry is not on the board, those after it move up.
    let before = Bits::from_cells(0..game.plan.removed.unwrap_or(game.cells));
    let on_board = move |set: Bits<W>| (set & before) | (set - before).lowered();
    cells_that(
        game.columns().is_some(),
        list,
        move |game: &LineGame<W>, state: &LineState<W>, view, cells| {
            let [first, second] = state.marks.map(on_board);
            write_words(cells, [first.words(), second.words()], view);
            if game.falls {
                on_board(game.open_cells(state)).cells().for_each(|cell| cells[cell] = 3);
            }
        },
    )
}
