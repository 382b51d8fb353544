//! The shape of a network: which cells make up its tuples, and which tuples share their weights.

use std::collections::{HashMap, HashSet};

use plywood_rules::cells::random_states;
use plywood_rules::{Cells, Playable, Player, Turn};
use serde::{Deserialize, Serialize};

/// A cell in a tuple: its number, and how many of the lowest bits of its content are left out. [`COLUMN`] and more stand for a
/// square of a column in which marks fall: its row from the bottom is what is above that.
pub(crate) type Element = (u16, u8);

/// See [`Element`]. A column of n squares is in a tuple as a whole, from the bottom up, with the 2^(n+1) - 1 contents that it can
/// have, not with the 4^n of n squares.
pub(crate) const COLUMN: u8 = 8;

/// The contents of such a square: free, own, the opponent's, and free and next.
const OF_COLUMNS: u16 = 4;

/// The highest column.
const MOST_ROWS: u8 = 8;

/// The part of a content in a tuple's index, to be multiplied with the step of its element.
#[inline]
pub(crate) fn digit(content: u8, shift: u8) -> u8 {
    // A column with h marks counts 2^h - 1 and the bits of the own ones.
    if shift >= COLUMN { [0, 2, 1, 0][usize::from(content & 3)] } else { content >> shift }
}

/// The steps of a tuple's index: the difference that one more in the digit of each of its elements makes; and the number of
/// indices.
pub(crate) fn steps(contents: &[u16], tuple: &[Element]) -> (Vec<u32>, usize) {
    let mut len = 1usize;
    let mut steps = Vec::with_capacity(tuple.len());
    for (place, &(cell, shift)) in tuple.iter().enumerate() {
        let Some(row) = shift.checked_sub(COLUMN) else {
            steps.push(len as u32);
            len = len.saturating_mul(values(contents, (cell, shift)));
            continue;
        };
        steps.push((len << row.min(MOST_ROWS)) as u32);
        if tuple.get(place + 1).is_none_or(|&(_, next)| next <= COLUMN) {
            len = len.saturating_mul((4usize << row.min(MOST_ROWS)) - 1);
        }
    }
    (steps, len)
}

/// The shape of a network.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct NetworkShape {
    /// The number of contents of each cell.
    pub contents: Vec<u16>,
    /// If the players can be exchanged: for each cell where it is in the position with the players exchanged. Both sides to move
    /// then share all weights.
    pub exchanged: Option<Vec<u16>>,
    /// The tables of weights.
    pub tables: Vec<WeightTable>,
}

/// Tuples that share one table of weights.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct WeightTable {
    /// They are images of each other; their cells are in corresponding order.
    pub tuples: Vec<Vec<Element>>,
    /// Set if it is the table of openings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<OpeningTable>,
}

/// A table that tells whole positions apart, in openings and, in games that are not long, to the end: there the differences of value
/// are small, and the same positions come back. Its tuples are all cells. A position's weight is found by hashing, the same for all its
/// images; the first one, of all later positions, stays 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OpeningTable {
    /// Positions before this ply have weights.
    pub plies: u32,
    /// The number of weights as a power of two.
    pub bits: u8,
    /// The part of an error that a position's weight removes at first, in hundredths: much more than one of the others, because a
    /// position comes back more rarely than its patterns, and only this weight tells it from others that have the same.
    /// With 0, in tables of before, each image of a position has a weight of its own, with the part of any weight.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub percent: u8,
}

impl OpeningTable {
    /// More than a game of connect four has: good play leads to the same late positions again and again, as to the same openings.
    const DEFAULT: OpeningTable = OpeningTable { plies: 60, bits: 22, percent: 25 };

    const MOST_BITS: u8 = 28;

    fn weights(self) -> usize {
        1 + (1 << self.bits)
    }
}

fn is_zero(number: &u8) -> bool {
    *number == 0
}

impl WeightTable {
    /// The number of its weights for one side to move.
    pub fn len(&self, contents: &[u16]) -> usize {
        self.openings.map_or_else(|| steps(contents, &self.tuples[0]).1, OpeningTable::weights)
    }

    /// True if it makes sense as the table of openings of this many cells.
    fn tells_positions_apart(&self, cells: usize) -> bool {
        let all =
            |tuple: &Vec<Element>| sorted(tuple).into_iter().eq((0..cells as u16).map(|cell| (cell, 0)));
        self.openings
            .is_some_and(|table| (1..=OpeningTable::MOST_BITS).contains(&table.bits) && table.percent <= 100)
            && self.tuples.iter().all(all)
    }
}

/// A tuple's elements in an order that does not depend on that of its cells.
pub(super) fn sorted(tuple: &[Element]) -> Vec<Element> {
    let mut elements = tuple.to_vec();
    elements.sort_unstable();
    elements
}

/// The number of values that a cell has in a tuple.
pub(crate) fn values(contents: &[u16], (cell, shift): Element) -> usize {
    ((usize::from(contents[usize::from(cell)]) - 1) >> shift) + 1
}

/// With more symmetries than this, a tuple that is an image of itself in another order is there only once.
const MOST_ORDERED: usize = 8;

impl NetworkShape {
    /// The shape with these tuples and all their images.
    pub fn new<G: Playable>(game: &G, cells: &dyn Cells<G>, tuples: &[Vec<Element>]) -> NetworkShape {
        let maps = CellMaps::find(game, cells);
        let mut known: HashSet<Vec<Element>> = HashSet::new();
        let mut tables = Vec::new();
        for tuple in tuples {
            // It would learn the same again, in another order.
            if known.contains(&sorted(tuple)) {
                continue;
            }
            let mut images: Vec<Vec<Element>> = Vec::new();
            for map in &maps.own {
                let image: Vec<Element> =
                    tuple.iter().map(|&(cell, shift)| (map[usize::from(cell)], shift)).collect();
                let is_new = known.insert(sorted(&image));
                if is_new || maps.own.len() <= MOST_ORDERED && !images.contains(&image) {
                    images.push(image);
                }
            }
            tables.push(WeightTable { tuples: images, openings: None });
        }
        tables.extend(openings(game, &maps, tuples));
        NetworkShape { contents: cells.contents().to_vec(), exchanged: maps.exchanged, tables }
    }

    /// True if it makes sense for cells of these contents: it may come from a file.
    pub fn fits(&self, contents: &[u16]) -> bool {
        let cells = contents.len();
        let known = |&(cell, shift): &Element| {
            usize::from(cell) < cells
                && (shift < COLUMN || shift < COLUMN + MOST_ROWS && contents[usize::from(cell)] == OF_COLUMNS)
        };
        // Columns are whole: a square that is not the lowest is above the one before it.
        let columns = |tuple: &Vec<Element>| {
            let mut pairs = std::iter::once(&(0, 0)).chain(tuple).zip(tuple);
            pairs.all(|(&(_, below), &(_, shift))| shift <= COLUMN || shift == below + 1)
        };
        let patterns = self.tables.iter().take_while(|table| table.openings.is_none()).count();
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
                    && table.tuples.iter().all(columns)
                    && table
                        .tuples
                        .iter()
                        .all(|tuple| steps(contents, tuple) == steps(contents, &table.tuples[0]))
            })
            && patterns + 1 >= self.tables.len()
            && self.tables[patterns..].iter().all(|table| table.tells_positions_apart(cells))
            && self.tables.iter().map(|table| table.len(contents)).fold(0, usize::saturating_add)
                <= MOST_WEIGHTS
    }
}

/// The table of openings of a game that can have one: it counts its plies, and no tuple tells all its positions apart.
fn openings<G: Playable>(game: &G, maps: &CellMaps, tuples: &[Vec<Element>]) -> Option<WeightTable> {
    let cells = maps.own[0].len();
    game.stage(&game.initial())?;
    if game.has_chance() || maps.own.len() > MOST_ORDERED || tuples.iter().any(|tuple| tuple.len() == cells) {
        return None;
    }
    let mut tuples: Vec<Vec<Element>> =
        maps.own.iter().map(|map| map.iter().map(|&cell| (cell, 0)).collect()).collect();
    tuples.sort_unstable();
    tuples.dedup();
    Some(WeightTable { tuples, openings: Some(OpeningTable::DEFAULT) })
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
        let shape = |contents: &[u16], tuples: &[&[Element]]| NetworkShape {
            contents: contents.to_vec(),
            exchanged: None,
            tables: vec![WeightTable {
                tuples: tuples.iter().map(|tuple| tuple.to_vec()).collect(),
                openings: None,
            }],
        };
        assert!(shape(&contents, &[&[(0, 0), (1, 0)], &[(0, 0), (1, 0)]]).fits(&contents));
        assert!(shape(&contents, &[&[(1, 8), (1, 9)]]).fits(&contents));
        let many = vec![(1, 0); 40];
        for (contents, tuples) in [
            (&[0, 4], &[&[(0, 0)][..]][..]),
            (&[3, 300], &[&[(0, 0)]]),
            (&contents, &[]),
            (&contents, &[&[(2, 0)]]),
            (&contents, &[&[(0, 9)]]),
            (&contents, &[&[(0, 0)], &[(1, 0)]]),
            (&contents, &[&many]),
            (&contents, &[&[(0, 8)]]),
            (&contents, &[&[(1, 9)]]),
            (&contents, &[&[(1, 8), (1, 10)]]),
        ] {
            assert!(!shape(contents, tuples).fits(contents), "{contents:?} {tuples:?}");
        }
        let with_openings = |tuple: &[Element], (bits, percent)| {
            let mut shape = shape(&contents, &[tuple]);
            shape.tables[0].openings = Some(OpeningTable { plies: 4, bits, percent });
            shape
        };
        assert!(with_openings(&[(1, 0), (0, 0)], (4, 0)).fits(&contents));
        assert!(with_openings(&[(1, 0), (0, 0)], (4, 25)).fits(&contents));
        for (tuple, numbers) in [
            (&[(1, 0), (0, 0)][..], (0, 25)),
            (&[(1, 0), (0, 0)], (64, 25)),
            (&[(1, 0), (0, 0)], (4, 101)),
            (&[(1, 0)], (4, 25)),
            (&[(1, 0), (1, 0)], (4, 25)),
            (&[(1, 0), (0, 1)], (4, 25)),
        ] {
            assert!(!with_openings(tuple, numbers).fits(&contents), "{tuple:?} {numbers:?}");
        }
    }
}
