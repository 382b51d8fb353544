//! What there is to see of a position, for whoever draws it: terminal, page or picture.
//!
//! A scene is grids side by side (the levels of a cube), each with labels and marks around it, tracks (scores on
//! their way to a goal), and facts that stand beside them. It says what is there, never how it looks.

use crate::Notation;

/// Who or what a piece belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    /// A piece of the first player.
    First,
    /// A piece of the second player.
    Second,
    /// A piece of neither.
    Neutral,
}

/// One place of a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Square {
    /// No place at all: a hole in the board.
    Hole,
    /// A free place.
    Free,
    /// A place with a piece on it, and the letter that stands for it in the game's notation.
    Taken(Piece, char),
}

/// A rectangle of squares. Rows run from the top, columns from the left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// What stands above it; empty if nothing does.
    pub title: String,
    /// The names of the columns; as many as each row has squares.
    pub columns: Vec<String>,
    /// The names of the rows; as many as there are rows.
    pub rows: Vec<String>,
    /// The squares, row by row.
    pub squares: Vec<Vec<Square>>,
    /// Squares to point out (a winning line, what moved last), as row and column from 0.
    pub highlights: Vec<(usize, usize)>,
    /// What stands at the ends of the lines, for games that move whole lines.
    pub ends: Vec<LineEnd>,
}

/// A mark at one end of a row or column: this line can be moved that way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineEnd {
    /// Which end, which is also the way the line would move.
    pub side: Side,
    /// The row (for left and right) or column (for top and bottom), from 0.
    pub line: usize,
    /// The move it stands for, in the game's notation.
    pub mv: String,
}

/// A side of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Above the first row.
    Top,
    /// Below the last row.
    Bottom,
    /// Left of the first column.
    Left,
    /// Right of the last column.
    Right,
}

/// A player's way to a goal: a score in a race.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Track {
    /// Whose it is.
    pub owner: Piece,
    /// What it is called.
    pub label: String,
    /// How far the player has come.
    pub reached: u32,
    /// How much is at stake on top of that.
    pub at_stake: u32,
    /// Where the way ends.
    pub goal: u32,
}

/// What there is to see of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scene {
    /// The grids, in reading order.
    pub grids: Vec<Grid>,
    /// How many grids stand side by side before the next row of grids begins; 0 means all of them.
    pub across: usize,
    /// Scores on their way to a goal.
    pub tracks: Vec<Track>,
    /// Named facts beside the grids: a score, a total, in words and numbers.
    pub facts: Vec<(String, String)>,
}

/// Tells what there is to see of a position. The default shows its text.
pub trait Depict: Notation {
    /// What there is to see of `state`.
    fn scene(&self, state: &Self::State) -> Scene {
        Scene { facts: vec![("position".to_string(), self.state_text(state))], ..Scene::default() }
    }

    /// What the players are called in this game (`X`, `light`): the first, then the second.
    fn player_names(&self) -> [&'static str; 2] {
        ["first", "second"]
    }
}
