//! The indices of weights: found from the contents of cells, and followed from position to position.

use std::collections::BTreeMap;
use std::ops::Range;

use plywood_rules::random::part_seed;

use super::shape::{Element, NetworkShape, OpeningTable, WeightTable, digit, steps};

/// A cell's part in a tuple.
#[derive(Clone, Copy)]
struct Member {
    tuple: u32,
    /// The difference of two indices whose digits differ by one.
    step: u32,
}

/// The tuples in which a cell has the same digits.
struct CellRun {
    /// As in [`Element`].
    shift: u8,
    members: Vec<Member>,
}

/// Finds for each tuple of a shape the index of its weight within those of a side to move.
pub(super) struct Finder {
    /// The tuples of each cell.
    runs: Vec<Vec<CellRun>>,
    /// For each tuple the index that it has if all its contents are 0.
    pub first: Vec<u32>,
    /// The number of weights of one side to move.
    pub side: usize,
    openings: Option<HashedOpenings>,
}

/// The table of openings.
struct HashedOpenings {
    table: OpeningTable,
    /// Its tuples.
    tuples: Range<usize>,
    /// For each of them, the number that the content of each cell is multiplied with.
    factors: Vec<Vec<u64>>,
    /// The weight of all later positions.
    first: u32,
}

impl HashedOpenings {
    fn new(table: &WeightTable, openings: OpeningTable, first_tuple: usize, first: usize) -> HashedOpenings {
        let factors = |tuple: &Vec<Element>| {
            let mut factors = vec![0; tuple.len()];
            for (number, &(cell, _)) in (0..).zip(tuple) {
                factors[usize::from(cell)] = part_seed(HASH, number) | 1;
            }
            factors
        };
        HashedOpenings {
            table: openings,
            tuples: first_tuple..first_tuple + table.tuples.len(),
            factors: table.tuples.iter().map(factors).collect(),
            first: first as u32,
        }
    }

    /// Writes the indices of a position's weights.
    fn find(&self, cells: &[u8], indices: &mut [u32]) {
        // The highest bits of a sum of products: Dietzfelbinger, "Universal hashing and k-wise independent random variables via
        // integer arithmetic without primes", STACS 1996.
        for (index, factors) in indices.iter_mut().zip(&self.factors) {
            let products =
                factors.iter().zip(cells).map(|(factor, &content)| factor.wrapping_mul(u64::from(content)));
            let sum = products.fold(0u64, u64::wrapping_add);
            *index = self.first + 1 + (sum >> (64 - self.table.bits)) as u32;
        }
        if self.table.percent > 0 {
            let least = indices.iter().copied().min().unwrap_or(self.first);
            indices.fill(least);
        }
    }
}

/// The seed of the factors. A brain's openings mean nothing with other ones.
const HASH: u64 = 1;

impl Finder {
    /// For tuples of this shape.
    pub fn new(shape: &NetworkShape) -> Finder {
        let contents = &shape.contents;
        let mut of_cells: Vec<BTreeMap<u8, Vec<Member>>> = vec![BTreeMap::new(); contents.len()];
        let (mut first, mut side) = (Vec::new(), 0);
        let mut openings = None;
        for table in &shape.tables {
            if let Some(own) = table.openings {
                openings = Some(HashedOpenings::new(table, own, first.len(), side));
                first.resize(first.len() + table.tuples.len(), side as u32);
                side += table.len(contents);
                continue;
            }
            for tuple in &table.tuples {
                for (&(cell, shift), step) in tuple.iter().zip(steps(contents, tuple).0) {
                    let member = Member { tuple: first.len() as u32, step };
                    of_cells[usize::from(cell)].entry(shift).or_default().push(member);
                }
                first.push(side as u32);
            }
            side += table.len(contents);
        }
        let run = |(shift, members)| CellRun { shift, members };
        let runs = of_cells.into_iter().map(|runs| runs.into_iter().map(run).collect()).collect();
        Finder { runs, first, side, openings }
    }

    /// Writes for each tuple the index of its weight, in a position after this many plies.
    pub fn find(&self, cells: &[u8], ply: Option<u32>, indices: &mut Vec<u32>) {
        indices.clear();
        indices.extend_from_slice(&self.first);
        for (cell, &content) in cells.iter().enumerate().filter(|(_, content)| **content > 0) {
            self.shift(indices, cell, 0, content);
        }
        self.open(cells, ply, indices);
    }

    /// Changes indices from those of the contents `before` to those of `after`, in a position after this many plies.
    #[inline]
    pub fn follow(&self, indices: &mut [u32], before: &[u8], after: &[u8], ply: Option<u32>) {
        for cell in changed(before, after) {
            self.shift(indices, cell, before[cell], after[cell]);
        }
        self.open(after, ply, indices);
    }

    /// Writes the indices of the tuples of openings.
    fn open(&self, cells: &[u8], ply: Option<u32>, indices: &mut [u32]) {
        let Some(openings) = &self.openings else { return };
        let own = &mut indices[openings.tuples.clone()];
        if ply.is_some_and(|ply| ply < openings.table.plies) {
            openings.find(cells, own);
        } else {
            own.fill(openings.first);
        }
    }

    /// True if openings have weights of their own.
    pub fn has_openings(&self) -> bool {
        self.openings.is_some()
    }

    /// The tuples of a cell, and what a change of its content adds to their indices.
    #[inline]
    pub fn changes(&self, cell: usize, old: u8, new: u8) -> impl Iterator<Item = (usize, u32)> {
        self.runs[cell].iter().flat_map(move |CellRun { shift, members }| {
            let by = u32::from(digit(new, *shift)).wrapping_sub(u32::from(digit(old, *shift)));
            members.iter().map(move |member| (member.tuple as usize, member.step.wrapping_mul(by)))
        })
    }

    #[inline]
    fn shift(&self, indices: &mut [u32], cell: usize, old: u8, new: u8) {
        self.changes(cell, old, new).for_each(|(tuple, by)| indices[tuple] = indices[tuple].wrapping_add(by));
    }
}

/// The cells whose contents differ.
#[inline]
pub(super) fn changed(before: &[u8], after: &[u8]) -> impl Iterator<Item = usize> {
    before.iter().zip(after).enumerate().filter(|(_, (old, new))| old != new).map(|(cell, _)| cell)
}
