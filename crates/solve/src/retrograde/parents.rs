//! Moves, by the positions that they lead to.

/// The beginnings of the moves to each position.
#[derive(Debug)]
pub struct Parents<T> {
    /// The index of the first move of each position.
    starts: Vec<u32>,
    /// The beginnings of all moves, position by position.
    of: Vec<T>,
}

impl<T: Copy + Default> Parents<T> {
    /// The lists of `positions` positions; each move leads to one of `children` and begins at the parent with
    /// the same index. There may be `u32::MAX` moves at most.
    pub fn new(positions: usize, children: &[u32], parents: impl IntoIterator<Item = T>) -> Parents<T> {
        let mut starts = vec![0u32; positions + 1];
        for &child in children {
            starts[child as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut of = vec![T::default(); children.len()];
        for (&child, parent) in children.iter().zip(parents) {
            of[next[child as usize] as usize] = parent;
            next[child as usize] += 1;
        }
        Parents { starts, of }
    }

    /// The beginnings of the moves to this position.
    pub fn of(&self, at: u32) -> &[T] {
        &self.of[self.starts[at as usize] as usize..self.starts[at as usize + 1] as usize]
    }
}
