//! The indices of weights: found from the contents of cells, and followed from position to position.

use super::shape::{Element, Shape, values};

/// A cell's part in a tuple.
#[derive(Clone, Copy)]
struct Member {
    tuple: u32,
    /// The difference of two indices whose contents differ by one.
    step: u32,
    /// The lowest bits of the content that are left out.
    shift: u8,
}

/// Finds for each tuple of a shape the index of its weight within those of a side to move.
pub(super) struct Finder {
    /// The tuples of each cell: `starts[cell]..starts[cell + 1]` of `members`.
    starts: Vec<u32>,
    members: Vec<Member>,
    /// For each tuple the index that it has if all its contents are 0.
    pub first: Vec<u32>,
    /// The number of weights of one side to move.
    pub side: usize,
}

impl Finder {
    /// For tuples of this shape.
    pub fn new(shape: &Shape) -> Finder {
        let contents = &shape.contents;
        let mut of_cells: Vec<Vec<Member>> = vec![Vec::new(); contents.len()];
        let (mut first, mut side) = (Vec::new(), 0);
        for table in &shape.tables {
            for tuple in &table.tuples {
                for (&(cell, shift), step) in tuple.iter().zip(steps(contents, tuple)) {
                    of_cells[usize::from(cell)].push(Member { tuple: first.len() as u32, step, shift });
                }
                first.push(side as u32);
            }
            side += table.len(contents);
        }
        let mut starts = vec![0];
        starts.extend(of_cells.iter().scan(0, |end, members| {
            *end += members.len() as u32;
            Some(*end)
        }));
        Finder { starts, members: of_cells.concat(), first, side }
    }

    /// Writes for each tuple the index of its weight.
    pub fn find(&self, cells: &[u8], indices: &mut Vec<u32>) {
        indices.clear();
        indices.extend_from_slice(&self.first);
        for (cell, &content) in cells.iter().enumerate().filter(|(_, content)| **content > 0) {
            self.shift(indices, cell, 0, content);
        }
    }

    /// Changes indices from those of the contents `before` to those of `after`.
    #[inline]
    pub fn follow(&self, indices: &mut [u32], before: &[u8], after: &[u8]) {
        for (cell, (&old, &new)) in before.iter().zip(after).enumerate() {
            if old != new {
                self.shift(indices, cell, old, new);
            }
        }
    }

    #[inline]
    fn shift(&self, indices: &mut [u32], cell: usize, old: u8, new: u8) {
        for member in &self.members[self.starts[cell] as usize..self.starts[cell + 1] as usize] {
            let by = u32::from(new >> member.shift).wrapping_sub(u32::from(old >> member.shift));
            let index = &mut indices[member.tuple as usize];
            *index = index.wrapping_add(member.step.wrapping_mul(by));
        }
    }

    /// The number of tuples that a cell is in.
    pub fn tuples_of(&self, cell: usize) -> usize {
        (self.starts[cell + 1] - self.starts[cell]) as usize
    }
}

/// The steps of a tuple's index: the difference that one more in the content of each of its cells makes.
pub(super) fn steps(contents: &[u16], tuple: &[Element]) -> Vec<u32> {
    let mut step = 1;
    let next = |&element: &Element| {
        let own = step as u32;
        step *= values(contents, element);
        own
    };
    tuple.iter().map(next).collect()
}
