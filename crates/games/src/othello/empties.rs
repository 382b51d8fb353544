//! The cells that are free at the end.

/// The player for whom the cells count that are free at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Empties {
    /// The winner, as the World Othello Federation has it.
    Winner,
    /// Neither.
    Nobody,
}

impl Empties {
    /// The score of a finished game with this difference of discs and this number of free cells.
    pub(super) fn score(self, difference: i32, free: i32) -> i32 {
        match self {
            Empties::Winner => difference + free * difference.signum(),
            Empties::Nobody => difference,
        }
    }
}
