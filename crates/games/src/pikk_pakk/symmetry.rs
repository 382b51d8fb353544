//! The eight turns and reflections of the square; the rules do not distinguish them.
//!
//! Exchanging the colours is no symmetry: the side to move would change with them.

use std::cmp::Ordering;

use plywood_rules::{Canonical, MoveNumber, Symmetric};

use super::field::Direction;
use super::game::{Move, PikkPakk, State};

impl Symmetric for PikkPakk {
    fn symmetries(&self) -> usize {
        8
    }

    fn map_state(&self, state: &State, map: usize) -> State {
        State {
            light: self.field.map(state.light, map),
            dark: self.field.map(state.dark, map),
            target: self.field.map_cell(usize::from(state.target), map) as u8,
            ..*state
        }
    }

    fn map_move(&self, mv: MoveNumber, map: usize) -> MoveNumber {
        let image = |cell: u8| self.field.map_cell(usize::from(cell), map) as u8;
        match mv.into() {
            Move::Place { cell } => Move::Place { cell: image(cell) }.into(),
            Move::Push { way, first, last } => {
                let (a, b) = (image(first), image(last));
                Move::Push { way: map_way(way, map), first: a.min(b), last: a.max(b) }.into()
            }
        }
    }

    /// Light's balls alone distinguish most images, so the rest of a state is rarely mapped more than once.
    fn canonical(&self, state: &State) -> Canonical<State> {
        let images = self.field.images(state.light);
        let light = images.into_iter().fold(u128::MAX, u128::min);
        let rest = |map| {
            let target = self.field.map_cell(usize::from(state.target), map) as u8;
            (self.field.map(state.dark, map), target)
        };
        let mut least = ((u128::MAX, u8::MAX), 0, 0);
        for map in (0..8).filter(|&map| images[map] == light) {
            let image = rest(map);
            match image.cmp(&least.0) {
                Ordering::Less => least = (image, map, 1),
                Ordering::Equal => least.2 += 1,
                Ordering::Greater => {}
            }
        }
        let ((dark, target), map, ways) = least;
        Canonical { state: State { light, dark, target, ..*state }, map, orbit: 8 / ways }
    }
}

/// Files and ranks are exchanged first, then their directions turned, as the cells are.
fn map_way(way: Direction, map: usize) -> Direction {
    let along_file = way.is_along_file() != (map & 4 != 0);
    let turned = if along_file { map & 2 != 0 } else { map & 1 != 0 };
    Direction::new(along_file, way.raises() != turned)
}
