//! Moves as numbers.

/// A move, or an outcome of chance, as a number whose meaning its game explains.
///
/// Games that are listed together as one type share this type of moves, so that a list of moves need not be
/// translated on its way to a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MoveNumber(pub u32);

impl MoveNumber {
    /// The number, to index with.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl From<usize> for MoveNumber {
    /// The move of this number, which is less than 2^32.
    fn from(number: usize) -> MoveNumber {
        MoveNumber(u32::try_from(number).expect("no game has that many moves"))
    }
}
