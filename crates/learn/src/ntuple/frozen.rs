//! The weights of a network for searches: whole numbers that do not change.

use std::collections::HashMap;

use plywood_rules::Player;

use super::finder::Finder;
use super::network::Network;
use super::shape::{COLUMN, Element, Shape, Table, digit, steps, values};

/// The weights are whole numbers, this many to 1, so that a sum does not depend on the order of its parts; they are at most 4, which is
/// nearly certain already.
pub(super) const UNIT: f64 = 8192.0;

/// The most cells of a game that is followed from position to position.
pub(super) const MOST_CELLS: usize = 384;

/// The weights of a network, folded: of tuples of the same cells in different orders there is one.
pub(super) struct Frozen {
    finder: Finder,
    tuples: Vec<Tuple>,
    elements: Vec<(Element, u32)>,
    /// The numbers of the tuples that each cell is in.
    of_cells: Vec<Vec<u32>>,
    /// The weights of the first player to move, then of the second.
    weights: Vec<i16>,
    /// The first weight of each side.
    sides: [usize; 2],
}

/// A tuple: its first index, and its elements.
#[derive(Clone, Copy)]
struct Tuple {
    first: u32,
    start: u32,
    end: u32,
}

impl Frozen {
    pub fn new(network: &Network) -> Frozen {
        let mut sides = network.weights.chunks(network.side().max(1));
        let mut weights = Vec::new();
        let mut shape = network.shape().clone();
        shape.tables.clear();
        for side in sides.by_ref() {
            let mut rest = side;
            shape.tables.clear();
            for table in &network.shape().tables {
                let (own, others) = rest.split_at(table.len(&shape.contents));
                let (table, own) = folded(&shape.contents, table, own);
                weights.extend(own.iter().map(|weight| (f64::from(*weight) * UNIT).round() as i16));
                shape.tables.push(table);
                rest = others;
            }
        }
        let finder = Finder::new(&shape);
        let sides = Player::BOTH.map(|player| network.side_of(player) * finder.side);
        Frozen::of_shape(&shape, finder, weights, sides)
    }

    fn of_shape(shape: &Shape, finder: Finder, weights: Vec<i16>, sides: [usize; 2]) -> Frozen {
        let (mut tuples, mut elements) = (Vec::new(), Vec::new());
        let mut of_cells = vec![Vec::new(); shape.contents.len()];
        let patterns = shape.tables.iter().filter(|table| table.openings.is_none());
        let all = patterns.flat_map(|table| &table.tuples);
        for (number, (tuple, &first)) in all.zip(&finder.first).enumerate() {
            let start = elements.len() as u32;
            elements.extend(tuple.iter().copied().zip(steps(&shape.contents, tuple).0));
            tuples.push(Tuple { first, start, end: elements.len() as u32 });
            tuple.iter().for_each(|&(cell, _)| of_cells[usize::from(cell)].push(number as u32));
        }
        Frozen { finder, tuples, elements, of_cells, weights, sides }
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.of_cells.len()
    }

    /// The sum of the weights of a position with these cells after this many plies; with `None` those of patterns alone.
    pub fn sum(&self, mover: Player, cells: &[u8], ply: Option<u32>) -> i32 {
        let mut indices = Vec::new();
        self.finder.find(cells, ply, &mut indices);
        self.sum_of(mover, indices.into_iter())
    }

    /// True if a position after this many plies has weights of its own as an opening.
    pub fn opens(&self, ply: Option<u32>) -> bool {
        self.finder.opens(ply)
    }

    /// The sum of the weights of its own of such a position.
    pub fn opening(&self, mover: Player, cells: &[u8]) -> i32 {
        self.sum_of(mover, self.finder.openings(cells))
    }

    fn sum_of(&self, mover: Player, indices: impl Iterator<Item = u32>) -> i32 {
        let weights = &self.weights[self.sides[mover.index()]..][..self.finder.side];
        indices.map(|index| i32::from(weights[index as usize])).sum()
    }

    /// True if following changes from one position to the other is quicker than a new sum.
    pub fn is_followed(&self, before: &[u8], after: &[u8]) -> bool {
        let changed = before.iter().zip(after).enumerate().filter(|(_, (old, new))| old != new);
        let touched: usize = changed.map(|(cell, _)| self.finder.tuples_of(cell)).sum();
        let taken = after.iter().enumerate().filter(|(_, content)| **content > 0);
        let whole: usize = taken.map(|(cell, _)| self.finder.tuples_of(cell)).sum();
        // A touched tuple is looked up twice, cell by cell.
        touched * 24 < whole + 4 * self.tuples.len()
    }

    /// The weight of a tuple in a position with these cells.
    #[inline]
    fn weight(&self, tuple: u32, side: usize, cells: &[u8]) -> i32 {
        let Tuple { first, start, end } = self.tuples[tuple as usize];
        let index = |&((cell, shift), step): &(Element, u32)| {
            u32::from(digit(cells[usize::from(cell)], shift)) * step
        };
        let index: u32 = self.elements[start as usize..end as usize].iter().map(index).sum();
        i32::from(self.weights[side + (first + index) as usize])
    }

    /// The difference that changed cells make to the sum.
    pub fn difference(&self, mover: Player, before: &[u8], after: &[u8]) -> i32 {
        let side = self.sides[mover.index()];
        let mut difference = 0;
        let mut changed = [0u64; MOST_CELLS / 64];
        for (cell, _) in before.iter().zip(after).enumerate().filter(|(_, (old, new))| old != new) {
            for &tuple in &self.of_cells[cell] {
                // A tuple of several changed cells counts with the first of them.
                let Tuple { start, end, .. } = self.tuples[tuple as usize];
                let mut elements = self.elements[start as usize..end as usize].iter();
                let counted = |&((other, _), _): &(Element, u32)| {
                    usize::from(other) < cell && changed[usize::from(other) / 64] >> (other % 64) & 1 == 1
                };
                if !elements.any(counted) {
                    difference += self.weight(tuple, side, after) - self.weight(tuple, side, before);
                }
            }
            changed[cell / 64] |= 1 << (cell % 64);
        }
        difference
    }
}

/// A table with one tuple for each set of cells, and weights that are the sums over their orders. The table as it is if the orders
/// of its sets differ.
fn folded(contents: &[u16], table: &Table, weights: &[f32]) -> (Table, Vec<f32>) {
    // Neither a table of openings nor one of columns has one digit for each element.
    if table.openings.is_some() || table.tuples[0].iter().any(|&(_, shift)| shift >= COLUMN) {
        return (table.clone(), weights.to_vec());
    }
    let mut sets: HashMap<Vec<Element>, Vec<&Vec<Element>>> = HashMap::new();
    let mut first = Vec::new();
    for tuple in &table.tuples {
        let mut set = tuple.clone();
        set.sort_unstable();
        let orders = sets.entry(set).or_default();
        if orders.is_empty() {
            first.push(tuple.clone());
        }
        orders.push(tuple);
    }
    let orders: Option<Vec<Vec<Vec<usize>>>> = sets.values().map(|tuples| orders_of(tuples)).collect();
    let same = orders.filter(|orders| orders.iter().all(|order| *order == orders[0]));
    let Some(orders) = same.and_then(|orders| orders.into_iter().next()).filter(|orders| orders.len() > 1)
    else {
        return (table.clone(), weights.to_vec());
    };
    let tuple = &table.tuples[0];
    let (steps, sizes) = (steps(contents, tuple).0, tuple.iter().map(|&element| values(contents, element)));
    let sizes: Vec<usize> = sizes.collect();
    let sum = |index: usize| {
        let digit = |at: usize| (index / steps[at] as usize) % sizes[at];
        let in_order = |order: &Vec<usize>| {
            order.iter().zip(&steps).map(|(&at, &step)| digit(at) * step as usize).sum::<usize>()
        };
        orders.iter().map(|order| weights[in_order(order)]).sum()
    };
    (Table { tuples: first, openings: None }, (0..weights.len()).map(sum).collect())
}

/// The orders of tuples of the same cells, as places in the first of them, sorted.
fn orders_of(tuples: &[&Vec<Element>]) -> Option<Vec<Vec<usize>>> {
    let place = |element: &Element| tuples[0].iter().position(|known| known == element);
    let mut orders: Vec<Vec<usize>> =
        tuples.iter().map(|tuple| tuple.iter().map(place).collect()).collect::<Option<_>>()?;
    orders.sort_unstable();
    Some(orders)
}
