//! Drawing Nim: a row of objects for each heap. Pointing at one takes it and all to its right.

use plywood_rules::scene::{Effect, Grid, Piece, Place, Square, Steps};
use plywood_rules::{Board, Depict, Motion, MoveNumber, Player, Scene};

use super::game::{Nim, State, heap_and_taken};
use super::notation::letter;

impl Depict for Nim {
    fn scene(&self, state: &State) -> Scene {
        let longest = self.start().iter().copied().max().unwrap_or(0);
        let square = |heap: usize, place: u8| match place {
            place if place < state.heaps[heap] => Square::Taken(Piece::Neutral, 'o'),
            place if place < self.start()[heap] => Square::Free,
            _ => Square::Hole,
        };
        let row = |heap: usize| (0..longest).map(|place| square(heap, place)).collect();
        let grid = Grid {
            columns: (1..=longest).map(|place| place.to_string()).collect(),
            rows: (0..self.start().len()).map(|heap| letter(heap).to_string()).collect(),
            squares: (0..self.start().len()).map(row).collect(),
            ..Grid::default()
        };
        Scene { grids: vec![grid], ..Scene::default() }
    }

    fn board(&self) -> Board {
        Board { drawless: true, ..Board::default() }
    }

    #[inline]
    fn observe(&self, state: &State, _: Player, observation: &mut [f32]) {
        let longest = observation.len() / (3 * self.start().len());
        // Objects belong to neither player: the third plane.
        let neutral = observation.chunks_exact_mut(longest.max(1)).skip(2 * self.start().len());
        for (row, &objects) in neutral.zip(&state.heaps) {
            row[..objects.into()].fill(1.0);
        }
    }

    fn motion(&self, state: &State, mv: MoveNumber) -> Motion {
        let (heap, taken) = heap_and_taken(mv);
        let objects = state.heaps[heap];
        let place = |column: u8| Place { grid: 0, row: heap, column: column.into() };
        let effects = (objects - taken..objects).rev().map(|column| Effect::Remove(place(column))).collect();
        Motion::Steps(Steps { touched: vec![place(objects - taken)], effects })
    }
}
