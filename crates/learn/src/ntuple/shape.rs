//! The shape of a network: which cells make up its tuples, and which tuples share their weights.

use std::collections::{HashMap, HashSet};

use plywood_rules::cells::random_states;
use plywood_rules::{Cells, Playable, Player, Turn};
use serde::{Deserialize, Serialize};

/// A cell in a tuple: its number, and how many of the lowest bits of its content are left out.
pub(crate) type Element = (u16, u8);

/// The shape of a network.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Shape {
    /// The number of contents of each cell.
    pub contents: Vec<u16>,
    /// If the players can be exchanged: for each cell where it is in the position with the players exchanged. Both sides to move
    /// then share all weights.
    pub exchanged: Option<Vec<u16>>,
    /// The tables of weights.
    pub tables: Vec<Table>,
}

/// Tuples that share one table of weights.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Table {
    /// They are images of each other; their cells are in corresponding order.
    pub tuples: Vec<Vec<Element>>,
}

impl Table {
    /// The number of its weights for one side to move.
    pub fn len(&self, contents: &[u16]) -> usize {
        self.tuples[0].iter().map(|&element| values(contents, element)).product()
    }
}

/// The number of values that a cell has in a tuple.
pub(crate) fn values(contents: &[u16], (cell, shift): Element) -> usize {
    ((usize::from(contents[usize::from(cell)]) - 1) >> shift) + 1
}

/// With more symmetries than this, a tuple that is an image of itself in another order is there only once.
const MOST_ORDERED: usize = 8;

impl Shape {
    /// The shape with these tuples and all their images.
    pub fn new<G: Playable>(game: &G, cells: &dyn Cells<G>, tuples: &[Vec<Element>]) -> Shape {
        let maps = CellMaps::find(game, cells);
        let mut known: HashSet<Vec<Element>> = HashSet::new();
        let mut tables = Vec::new();
        for tuple in tuples {
            let mut images = Vec::new();
            for map in &maps.own {
                let image: Vec<Element> =
                    tuple.iter().map(|&(cell, shift)| (map[usize::from(cell)], shift)).collect();
                let mut key = image.clone();
                if maps.own.len() > MOST_ORDERED {
                    key.sort_unstable();
                }
                if known.insert(key) {
                    images.push(image);
                }
            }
            if !images.is_empty() {
                tables.push(Table { tuples: images });
            }
        }
        Shape { contents: cells.contents().to_vec(), exchanged: maps.exchanged, tables }
    }

    /// True if it makes sense for cells of these contents: it may come from a file.
    pub fn fits(&self, contents: &[u16]) -> bool {
        let cells = contents.len();
        let known = |&(cell, shift): &Element| usize::from(cell) < cells && shift < 8;
        let sizes =
            |tuple: &[Element]| tuple.iter().map(|&element| values(contents, element)).collect::<Vec<_>>();
        let weights = |table: &Table| sizes(&table.tuples[0]).into_iter().fold(1, usize::saturating_mul);
        self.contents == contents
            && contents.iter().all(|count| (1..=256).contains(count))
            && self.exchanged.as_ref().is_none_or(|map| {
                map.len() == cells
                    && cells <= MOST_EXCHANGED
                    && map.iter().all(|&cell| usize::from(cell) < cells)
            })
            && self.tables.iter().all(|table| {
                !table.tuples.is_empty()
                    && table.tuples.iter().flatten().all(known)
                    && table.tuples.iter().all(|tuple| sizes(tuple) == sizes(&table.tuples[0]))
            })
            && self.tables.iter().map(weights).fold(0, usize::saturating_add) <= MOST_WEIGHTS
    }
}

/// The most weights of one side to move.
const MOST_WEIGHTS: usize = 1 << 28;

/// The symmetries of a game as maps of cells.
struct CellMaps {
    /// For each symmetry where each cell goes.
    own: Vec<Vec<u16>>,
    /// The same for the exchange of the players.
    exchanged: Option<Vec<u16>>,
}

/// The most cells of a game whose sides to move share their weights.
pub(super) const MOST_EXCHANGED: usize = 512;

/// States that tell the cells of a game apart, times its symmetries, within the bounds.
const STATES: usize = 1 << 14;
const LEAST_STATES: usize = 64;
const MOST_STATES: usize = 1 << 11;

impl CellMaps {
    /// Finds them by comparing the contents of cells in random positions with those in their images. A symmetry that is no map
    /// of cells is left out.
    fn find<G: Playable>(game: &G, cells: &dyn Cells<G>) -> CellMaps {
        let mut states = random_states(game, 100, 300);
        states.retain(|state| matches!(game.turn(state), Turn::Decision(_)));
        let wanted = (STATES / game.symmetries()).clamp(LEAST_STATES, MOST_STATES);
        let step = (states.len() / wanted).max(1);
        let states: Vec<G::State> = states.into_iter().step_by(step).collect();
        let count = cells.contents().len();
        // For each cell its content in every state.
        let read = |view: Player, image: &dyn Fn(&G::State) -> G::State| {
            let mut columns = vec![Vec::with_capacity(states.len()); count];
            let mut row = vec![0; count];
            for state in &states {
                cells.read(game, &image(state), view, &mut row);
                columns.iter_mut().zip(&row).for_each(|(column, &content)| column.push(content));
            }
            columns
        };
        let plain = read(Player::First, &Clone::clone);
        let mut own = vec![(0..count as u16).collect()];
        for map in 1..game.symmetries() {
            own.extend(matched(&plain, &read(Player::First, &|state| game.map_state(state, map)), cells));
        }
        let exchanged: Option<Vec<G::State>> = states.iter().map(|state| game.exchanged(state)).collect();
        let exchanged =
            exchanged.filter(|states| !states.is_empty() && count <= MOST_EXCHANGED).and_then(|_| {
                let image = read(Player::First, &|state| game.exchanged(state).expect("it was before"));
                matched(&read(Player::Second, &Clone::clone), &image, cells)
            });
        CellMaps { own, exchanged }
    }
}

/// The map of cells that turns one table of contents into the other, if there is one.
fn matched<G: Playable>(from: &[Vec<u8>], to: &[Vec<u8>], cells: &dyn Cells<G>) -> Option<Vec<u16>> {
    let mut places: HashMap<(u16, &[u8]), Vec<u16>> = HashMap::new();
    for (cell, column) in to.iter().enumerate().rev() {
        places.entry((cells.contents()[cell], column)).or_default().push(cell as u16);
    }
    let mut map = Vec::with_capacity(from.len());
    for (cell, column) in from.iter().enumerate() {
        map.push(places.get_mut(&(cells.contents()[cell], &column[..]))?.pop()?);
    }
    Some(map)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_from_outside_is_checked() {
        let contents = [3, 4];
        let shape = |contents: &[u16], tuples: &[&[Element]]| Shape {
            contents: contents.to_vec(),
            exchanged: None,
            tables: vec![Table { tuples: tuples.iter().map(|tuple| tuple.to_vec()).collect() }],
        };
        assert!(shape(&contents, &[&[(0, 0), (1, 0)], &[(0, 0), (1, 0)]]).fits(&contents));
        let many = vec![(1, 0); 40];
        for (contents, tuples) in [
            (&[0, 4], &[&[(0, 0)][..]][..]),
            (&[3, 300], &[&[(0, 0)]]),
            (&contents, &[]),
            (&contents, &[&[(2, 0)]]),
            (&contents, &[&[(0, 9)]]),
            (&contents, &[&[(0, 0)], &[(1, 0)]]),
            (&contents, &[&many]),
        ] {
            assert!(!shape(contents, tuples).fits(contents), "{contents:?} {tuples:?}");
        }
    }
}
