//! Moves as numbers.

/// A move, or an outcome of chance, as a number whose meaning its game explains.
///
/// Games that are listed together as one type share this type of moves, so that a list of moves need not be
/// translated on its way to a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MoveNumber(pub u16);

impl MoveNumber {
    /// The number, to index with.
    pub fn index(self) -> usize {
        self.0.into()
    }
}

impl From<usize> for MoveNumber {
    /// The move of this number, which is less than 65536.
    fn from(number: usize) -> MoveNumber {
        MoveNumber(u16::try_from(number).expect("no game has that many moves"))
    }
}

/// The hints about codes of moves for a game whose moves are numbers: there are this many of them.
macro_rules! coded {
    ($self:ident, $codes:expr) => {
        fn move_codes(&$self) -> usize {
            $codes
        }

        fn move_code(&self, mv: crate::MoveNumber) -> usize {
            mv.index()
        }
    };
}
pub(crate) use coded;
