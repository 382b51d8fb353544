//! Dots and boxes as cells.

use plywood_rules::{Cells, Player};

use super::game::{DotsAndBoxes, STRIDE, State, halves, of_boxes};
use crate::cells::{cells, numbers, spread};

/// The edges that go to the right, then those that go up, both row by row: 1 if drawn. Then the boxes: how many of their edges are
/// drawn. Last half the viewer's lead, counted from the least lead there is: the complete boxes say if the lead is odd.
pub(super) fn of(game: &DotsAndBoxes) -> Box<dyn Cells<DotsAndBoxes>> {
    let edges = game.all_edges().map(|mv| (Some(game.place_of(mv)), 2));
    let boxes = game.places_of(game.boxes()).map(|place| (Some(place), 5));
    let most = (game.columns() * game.rows()) as i8;
    let list = edges.chain(boxes).chain(numbers([most as u16 + 1]));
    cells(list, move |game: &DotsAndBoxes, state: &State, view, cells| {
        let (columns, rows) = (game.columns(), game.rows());
        let mut done = 0;
        // A row of bits begins a row of dots, which has one dot more than there are boxes.
        let mut write = |sets: &[u64], width: u32, height: u32| {
            for row in 0..height {
                let contents: u64 = sets.iter().map(|set| spread(set >> (STRIDE * row))).sum();
                let width = width as usize;
                cells[done..done + width].copy_from_slice(&contents.to_le_bytes()[..width]);
                done += width;
            }
        };
        let [across, up] = halves(state.edges);
        write(&[across], columns, rows + 1);
        write(&[up], columns + 1, rows);
        write(&of_boxes(state.edges), columns, rows);
        let lead = if view == Player::First { state.lead } else { -state.lead };
        cells[done] = ((lead + most) / 2) as u8;
    })
}
