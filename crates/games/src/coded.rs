//! Codes of moves that are numbers.

/// The hints about codes of moves for a game whose moves are numbers: there are this many of them.
macro_rules! coded {
    ($self:ident, $codes:expr) => {
        fn move_codes(&$self) -> usize {
            $codes
        }

        fn move_code(&self, mv: plywood_rules::MoveNumber) -> usize {
            mv.index()
        }
    };
}
pub(crate) use coded;
