//! Boards of columns in which marks fall, in the form that a solver needs.
//!
//! Connect four on a board of any size: a position is two machine words, and the parity of rows says much about
//! who wins. A solver that knows this solves positions that a search of any game cannot.

use std::fmt;

use crate::Game;

/// The rules: the players in turn mark the lowest free cell of a column. The first to own `k` cells in a row, in a column or in a
/// diagonal, next to each other, wins; a full board without them is a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Columns {
    /// The number of columns.
    pub columns: usize,
    /// The cells of a column.
    pub rows: usize,
    /// The cells of a line.
    pub k: usize,
}

/// A game by these rules.
pub struct AsColumns<G: Game + ?Sized> {
    /// Its board.
    pub columns: Columns,
    /// The marks of the player who decides and those of the opponent: the cell of a row, counted from the bottom, is bit
    /// `rows * column + row`.
    pub marks: fn(&G::State) -> [u64; 2],
}

impl<G: Game + ?Sized> Clone for AsColumns<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game + ?Sized> Copy for AsColumns<G> {}

impl<G: Game + ?Sized> fmt::Debug for AsColumns<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AsColumns").field("columns", &self.columns).finish_non_exhaustive()
    }
}
