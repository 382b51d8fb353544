//! What the engine has to know about a board: how many cells it has, its lines, the names of its cells, how
//! they are written down and drawn.
//!
//! Cells are numbered in the order in which moves are listed. That is also the order in which they are read
//! (row by row from the top), except where marks fall: there it goes up column by column.

use std::fmt::Debug;

use plywood_rules::TextError;
use plywood_rules::scene::Grid;

/// A permutation of the cells: entry `i` is where cell `i` goes.
pub(super) type Map = Vec<u16>;

/// Cells that win together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// The cells, from one end to the other.
    pub cells: Vec<usize>,
    /// The cells that would make it longer: none where the line ends at the edge, or where longer lines win
    /// as well.
    pub ends: Vec<usize>,
}

/// What the name of a move stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A cell.
    Cell(usize),
    /// The column that this cell is the lowest of, where marks fall.
    Column(usize),
}

/// The shape of a board. See the [module](self) for the numbering of cells.
pub(super) trait Geometry: Debug + Send + Sync {
    /// How many cells there are.
    fn cells(&self) -> usize;

    /// All lines, each once.
    fn lines(&self) -> Vec<Line>;

    /// How many cells a row has as it is written.
    fn row_length(&self) -> usize;

    /// The cell at `place` in reading order.
    fn cell_at(&self, place: usize) -> usize;

    /// What is written after `rows` rows, except after the last.
    fn separator(&self, rows: usize) -> String;

    /// How many cells a column has, if marks fall to the lowest free cell of a column; its cells have
    /// successive numbers, the lowest first.
    fn fall(&self) -> Option<usize> {
        None
    }

    /// The name of a cell.
    fn name(&self, cell: usize) -> String;

    /// The name of a move to a cell: that of its column where marks fall.
    fn move_name(&self, cell: usize) -> String {
        self.name(cell)
    }

    /// What `text` names, in capital or small letters.
    ///
    /// # Errors
    /// If it names nothing: says what cells are called.
    fn find(&self, text: &str) -> Result<Place, TextError>;

    /// The turns and reflections of the board, the identity first: they form a group and take lines to lines.
    fn rigid_maps(&self) -> Vec<Map>;

    /// Where marks go, what a line is, and how a cell is written, a sentence a line.
    fn how_to_play(&self) -> String;

    /// The number of places along each axis, the one that counts fastest last.
    fn axes(&self) -> Vec<usize>;

    /// The grids to draw, with labels and empty rows of squares, and how many stand side by side. Their squares are
    /// the cells in reading order.
    fn grids(&self) -> (Vec<Grid>, usize);
}
