//! The geometry of a board: its cells and their names, its lines, and how it is written and drawn.
//!
//! Cells are numbered in the order in which moves are listed. That is also the order in which they are read
//! (row by row from the top), except if marks fall: then it goes up column by column.

use std::fmt::Debug;

use plywood_rules::scene::Grid;
use plywood_rules::{FlatRules, TextError};

/// A permutation of the cells: entry `i` is the image of cell `i`.
pub(super) type Permutation = Vec<u16>;

/// Cells that win together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// The cells, from one end to the other.
    pub cells: Vec<usize>,
    /// The cells that would make it longer: none if the line ends at the edge, or if longer lines win as well.
    pub ends: Vec<usize>,
}

/// The meaning of the name of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CellPlace {
    /// A cell.
    Cell(usize),
    /// The column with this lowest cell, if marks fall.
    Column(usize),
}

/// The cells of a plane, row by row.
pub(super) type Plane = Vec<Vec<usize>>;

/// The shape of a board. See the [module](self) for the numbering of cells.
pub(super) trait Geometry: Debug + Send + Sync {
    /// The number of cells.
    fn cells(&self) -> usize;

    /// All lines, each once.
    fn lines(&self) -> Vec<Line>;

    /// The number of cells in a written row.
    fn row_length(&self) -> usize;

    /// The cell at `place` in reading order.
    fn cell_at(&self, place: usize) -> usize;

    /// The separator after `rows` rows, except after the last.
    fn separator(&self, rows: usize) -> String;

    /// The number of cells in a column, if marks fall to the lowest free cell of a column; its cells have
    /// successive numbers, the lowest first.
    fn fall(&self) -> Option<usize> {
        None
    }

    /// The rules of the game on this board, if it is a flat one on which stones may be put anywhere.
    fn flat_rules(&self) -> Option<FlatRules> {
        None
    }

    /// The name of a cell.
    fn name(&self, cell: usize) -> String;

    /// The name of a move to a cell: that of its column if marks fall.
    fn move_name(&self, cell: usize) -> String {
        self.name(cell)
    }

    /// The place that `text` names, in capital or small letters.
    ///
    /// # Errors
    /// If it names nothing: the error explains the names of cells.
    fn find(&self, text: &str) -> Result<CellPlace, TextError>;

    /// The turns and reflections of the board, the identity first: they form a group and take lines to lines.
    fn rigid_maps(&self) -> Vec<Permutation>;

    /// The rules in sentences, one a line: where marks may go, what a line is, and how cells are named.
    fn how_to_play(&self) -> String;

    /// The number of places along each axis, the one that counts fastest last.
    fn axes(&self) -> Vec<usize>;

    /// For each axis the planes across it, if lines run in planes of many rows and columns: there a defender may hold with few cells.
    fn planes(&self) -> Vec<Vec<Plane>> {
        Vec::new()
    }

    /// The grids to draw, with labels and empty rows of squares, and the number of them side by side. Their
    /// squares are the cells in reading order.
    fn grids(&self) -> (Vec<Grid>, usize);
}
