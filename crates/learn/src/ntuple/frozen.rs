//! The weights of a network for searches: whole numbers that do not change.

use std::collections::HashMap;

use plywood_rules::Player;

use super::finder::{Finder, changed};
use super::network::Network;
use super::shape::{COLUMN, Element, WeightTable, sorted, steps, values};

/// The weights are whole numbers, this many to 1, so that a sum does not depend on the order of its parts; they are at most 4, which is
/// nearly certain already.
pub(super) const UNIT: f64 = 8192.0;

/// The weights of a network, folded: of tuples of the same cells in different orders there is one.
pub(super) struct Frozen {
    finder: Finder,
    /// The weights of the first player to move, then of the second.
    weights: Vec<i16>,
    /// The first weight of each side.
    sides: [usize; 2],
}

/// A position that is followed from evaluation to evaluation, as one side to move sees it.
#[derive(Default)]
pub(super) struct FollowedPosition {
    cells: Vec<u8>,
    /// For each tuple its index and its weight, and the sum of the weights.
    indices: Vec<u32>,
    values: Vec<i16>,
    sum: i32,
    /// The cells of the next position, to be written before each step.
    pub next: Vec<u8>,
    moved: Vec<u32>,
}

/// With more changed cells than this, the weights of all tuples are looked up, not one by one those that change.
const MOST_LOOKED_UP: usize = 2;

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
        Frozen { finder, weights, sides }
    }

    /// Goes to the position whose cells are in `walk.next`, after this many plies, and returns the sum of its weights.
    pub fn go(&self, walk: &mut FollowedPosition, mover: Player, ply: Option<u32>) -> i32 {
        let FollowedPosition { cells, indices, values, sum, next, .. } = walk;
        let weights = self.weights_of(mover);
        let is_new = cells.len() != next.len();
        let changes = if is_new { usize::MAX } else { changed(cells, next).count() };
        if changes <= MOST_LOOKED_UP && !self.finder.has_openings() {
            for cell in changed(cells, next) {
                for (tuple, by) in self.finder.changes(cell, cells[cell], next[cell]) {
                    indices[tuple] = indices[tuple].wrapping_add(by);
                    let value = weights[indices[tuple] as usize];
                    *sum += i32::from(value) - i32::from(std::mem::replace(&mut values[tuple], value));
                }
            }
        } else {
            if changes < next.iter().filter(|content| **content > 0).count() {
                self.finder.follow(indices, cells, next, ply);
            } else {
                self.finder.find(next, ply, indices);
            }
            values.clear();
            values.extend(indices.iter().map(|&index| weights[index as usize]));
            *sum = values.iter().map(|&value| i32::from(value)).sum();
        }
        std::mem::swap(cells, next);
        *sum
    }

    /// The sum of the weights of the position whose cells are in `walk.next`, after this many plies. The walk does not go there.
    pub fn sum_of_next(&self, walk: &mut FollowedPosition, mover: Player, ply: Option<u32>) -> i32 {
        let FollowedPosition { cells, indices, values, sum, next, moved } = walk;
        let weights = self.weights_of(mover);
        let mut changed = changed(cells, next);
        if let (Some(cell), None) = (changed.next(), changed.next())
            && !self.finder.has_openings()
        {
            let difference = |(tuple, by): (usize, u32)| {
                i32::from(weights[indices[tuple].wrapping_add(by) as usize]) - i32::from(values[tuple])
            };
            return *sum + self.finder.changes(cell, cells[cell], next[cell]).map(difference).sum::<i32>();
        }
        moved.clone_from(indices);
        self.finder.follow(moved, cells, next, ply);
        moved.iter().map(|&index| i32::from(weights[index as usize])).sum()
    }

    fn weights_of(&self, mover: Player) -> &[i16] {
        &self.weights[self.sides[mover.index()]..][..self.finder.side]
    }
}

/// A table with one tuple for each set of cells, and weights that are the sums over their orders. The table as it is if the orders
/// of its sets differ.
fn folded(contents: &[u16], table: &WeightTable, weights: &[f32]) -> (WeightTable, Vec<f32>) {
    // Neither a table of openings nor one of columns has one digit for each element.
    if table.openings.is_some() || table.tuples[0].iter().any(|&(_, shift)| shift >= COLUMN) {
        return (table.clone(), weights.to_vec());
    }
    let mut sets: HashMap<Vec<Element>, Vec<&Vec<Element>>> = HashMap::new();
    let mut first = Vec::new();
    for tuple in &table.tuples {
        let orders = sets.entry(sorted(tuple)).or_default();
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
    (WeightTable { tuples: first, openings: None }, (0..weights.len()).map(sum).collect())
}

/// The orders of tuples of the same cells, as places in the first of them, sorted.
fn orders_of(tuples: &[&Vec<Element>]) -> Option<Vec<Vec<usize>>> {
    let place = |element: &Element| tuples[0].iter().position(|known| known == element);
    let mut orders: Vec<Vec<usize>> =
        tuples.iter().map(|tuple| tuple.iter().map(place).collect()).collect::<Option<_>>()?;
    orders.sort_unstable();
    Some(orders)
}
