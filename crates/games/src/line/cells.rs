//! Boards of lines as cells, for value functions.

use plywood_rules::scene::Place;
use plywood_rules::{Cells, Player};

use super::game::{LineGame, LineState};

/// Free, own, the opponent's; where marks fall also free and next to be filled.
pub(super) struct LineCells {
    contents: Vec<u16>,
    places: Vec<Option<Place>>,
    /// For each cell of the geometry its place among those of the board.
    order: Vec<u16>,
}

impl LineCells {
    pub fn new<const W: usize>(game: &LineGame<W>) -> LineCells {
        let on_board: Vec<usize> = game.board.cells().collect();
        let mut order = vec![0; game.cells];
        on_board.iter().enumerate().for_each(|(place, &cell)| order[cell] = place as u16);
        LineCells {
            contents: vec![if game.falls { 4 } else { 3 }; on_board.len()],
            places: on_board.iter().map(|&cell| Some(game.places[cell])).collect(),
            order,
        }
    }
}

impl<const W: usize> Cells<LineGame<W>> for LineCells {
    fn contents(&self) -> &[u16] {
        &self.contents
    }

    fn places(&self) -> &[Option<Place>] {
        &self.places
    }

    fn read(&self, game: &LineGame<W>, state: &LineState<W>, view: Player, cells: &mut [u8]) {
        cells.fill(0);
        let [own, other] = [view, view.other()].map(|player| state.marks[player.index()]);
        let mut mark = |marks: crate::bits::Bits<W>, content| {
            marks.cells().for_each(|cell| cells[usize::from(self.order[cell])] = content);
        };
        mark(own, 1);
        mark(other, 2);
        if game.falls {
            mark(game.open_cells(state), 3);
        }
    }
}
