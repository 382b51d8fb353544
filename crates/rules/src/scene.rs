//! Positions, boards and moves as data, for the terminal, the page and pictures to draw.
//!
//! A [`Scene`] is a position: grids side by side, each with labels and marks around it, tracks (scores on their
//! way to a goal), and facts beside them. A [`Board`] is the constant part of a game: outlines and places of
//! its cells, lines, a die, a tree. A [`Motion`] is the places that a move touches and its effect on the
//! pieces. With these three the page draws any game and lets people select moves on the board without knowing
//! any rules; a game without them is played by choosing moves from a list. [`laws`](crate::laws) checks that
//! motions agree with scenes.

use serde::{Deserialize, Serialize};

/// The owner of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "Owner"))]
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
    /// A place with a piece on it, and the letter of the piece in the game's notation.
    Taken(Piece, char),
    /// A place with this many like pieces on it, at least 1, and the owner of the place: seeds in a pit.
    Counted(Piece, u32),
}

/// A rectangle of squares. Rows run from the top, columns from the left.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grid {
    /// The title above it; may be empty.
    pub title: String,
    /// The names of the columns; as many as each row has squares.
    pub columns: Vec<String>,
    /// The names of the rows; as many as there are rows.
    pub rows: Vec<String>,
    /// The squares, row by row.
    pub squares: Vec<Vec<Square>>,
    /// Squares to highlight (a winning line, the last move), as row and column from 0.
    pub highlights: Vec<(usize, usize)>,
    /// The marks at the ends of the lines, for games that move whole lines.
    pub ends: Vec<LineEnd>,
}

/// A mark at one end of a row or column: this line can be moved that way. Every [`Push`] has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineEnd {
    /// The end, which is also the way the line would move.
    pub side: Side,
    /// The row (for left and right) or column (for top and bottom), from 0.
    pub line: usize,
    /// The move of this mark, in the game's notation.
    pub mv: String,
}

/// A side of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "Way"))]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Track {
    /// The owner.
    pub owner: Piece,
    /// The name of the track.
    pub label: String,
    /// The points that the player has.
    pub reached: u32,
    /// The points at stake on top of that.
    pub at_stake: u32,
    /// The points at the end of the track.
    pub goal: u32,
}

/// The visible parts of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scene {
    /// The grids, in reading order.
    pub grids: Vec<Grid>,
    /// The number of grids side by side in each row of grids; 0 means all of them.
    pub across: usize,
    /// The grids on which the next piece may be put, if the position has more than one grid and limits it to
    /// some of them; empty otherwise.
    pub active: Vec<usize>,
    /// The grids that are decided, if each is a game of its own: their numbers in order, and the winner; neutral if there
    /// is none.
    pub decided: Vec<(usize, Piece)>,
    /// Scores on their way to a goal.
    pub tracks: Vec<Track>,
    /// The points of the first and the second player so far, in a game that is decided by them.
    pub scores: Option<[u32; 2]>,
    /// Named facts beside the grids: a score, a total, in words and numbers.
    pub facts: Vec<(String, String)>,
    /// The current node in the tree of the [`Board`], if it has one: an index into its nodes.
    pub node: Option<usize>,
}

/// A square of a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "(usize, usize, usize)", into = "(usize, usize, usize)")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "At", type = "[number, number, number]"))]
pub struct Place {
    /// The grid, from 0.
    pub grid: usize,
    /// Its row, from 0 at the top.
    pub row: usize,
    /// Its column, from 0 at the left.
    pub column: usize,
}

/// In text a place is its three numbers in a row.
impl From<Place> for (usize, usize, usize) {
    fn from(Place { grid, row, column }: Place) -> Self {
        (grid, row, column)
    }
}

impl From<(usize, usize, usize)> for Place {
    fn from((grid, row, column): (usize, usize, usize)) -> Place {
        Place { grid, row, column }
    }
}

/// The parts of a drawing that stay the same all through a game. By default all is left to the scenes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Board {
    /// Outlines and places of cells, if they are not squares in rows and columns. Squares without a cell are
    /// then not drawn; the cell of a [`Square::Hole`] is drawn as an ornament.
    pub cells: Vec<Cell>,
    /// The number of places along each axis of a regular board, the axis that counts fastest last: rows and columns, and before
    /// them those of levels, each of which is a grid. Empty if the board is not regular, else at least 2.
    pub axes: Vec<usize>,
    /// The shape of its pieces.
    pub shape: Shape,
    /// True if pieces fall to the lowest free place of their column.
    pub falls: bool,
    /// True if whole lines are pushed: then there are [`LineEnd`]s.
    pub pushed: bool,
    /// True if the first player has the dark pieces.
    #[serde(default)]
    pub dark_first: bool,
    /// True if the rules know no draw.
    #[serde(default)]
    pub drawless: bool,
    /// Moves that are chosen by name and whose buttons are always there, in their order.
    #[serde(default)]
    pub buttons: Vec<String>,
    /// The faces of its die; 0 and 1 for a coin, whose 1 is the side that counts. Empty if there is no die.
    pub faces: Vec<u32>,
    /// The tree that play walks down, if the board is one.
    pub nodes: Vec<SceneNode>,
    /// Lines drawn between two places each, if cells have places of their own: pieces stand on points.
    #[serde(default)]
    pub roads: Vec<[Place; 2]>,
    /// Sets of places that win together (or lose, in a misère game), each from one end to the other; may be
    /// empty.
    pub lines: Vec<Vec<Place>>,
}

/// A cell of a board whose cells are not squares.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Cell {
    /// The square that holds its content.
    #[serde(rename = "at")]
    pub place: Place,
    /// The centre, to the right and down; neighbouring squares would be 1 apart.
    pub centre: [f64; 2],
    /// The outline.
    pub outline: Outline,
}

/// The outline of a cell, round its centre.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Outline {
    /// A square of this side.
    Square(f64),
    /// A hexagon with a corner at the top, so wide.
    Hexagon(f64),
    /// A circle of this diameter: a pit, a point.
    Circle(f64),
    /// A polygon with these corners. A piece on it is shown by filling it: an edge, a region.
    Polygon(Vec<[f64; 2]>),
}

/// The shape of pieces. Counted pieces are small and round in any case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Shape {
    /// Flat discs, with their letter if it is none of the usual ones.
    #[default]
    Disc,
    /// Marks that are written: a cross and a ring.
    Mark,
    /// Balls.
    Ball,
    /// Cubes, with their letter.
    Cube,
}

impl Scene {
    /// A board from rows of letters: a dot is a free place, a blank none, `x` the first player's piece, `o` the second's; so are
    /// other capital and small letters; all else belongs to neither.
    ///
    /// ```
    /// use plywood_rules::scene::{Piece, Scene, Square};
    ///
    /// let scene = Scene::of_rows(&["x.#", "K o"].map(String::from));
    /// assert_eq!(scene.grids[0].squares[0], [Square::Taken(Piece::First, 'x'), Square::Free, Square::Taken(Piece::Neutral, '#')]);
    /// assert_eq!(scene.grids[0].squares[1][1], Square::Hole);
    /// ```
    pub fn of_rows(rows: &[String]) -> Scene {
        let square = |letter: char| match letter {
            '.' => Square::Free,
            ' ' => Square::Hole,
            'x' => Square::Taken(Piece::First, 'x'),
            'o' => Square::Taken(Piece::Second, 'o'),
            letter if letter.is_uppercase() => Square::Taken(Piece::First, letter),
            letter if letter.is_lowercase() => Square::Taken(Piece::Second, letter),
            letter => Square::Taken(Piece::Neutral, letter),
        };
        let width = rows.iter().map(|row| row.chars().count()).max().unwrap_or_default();
        let grid = Grid {
            columns: (1..=width).map(|column| column.to_string()).collect(),
            rows: (1..=rows.len()).map(|row| row.to_string()).collect(),
            // As long as they are: laws find those that differ.
            squares: rows.iter().map(|row| row.chars().map(square).collect()).collect(),
            ..Grid::default()
        };
        Scene { grids: vec![grid], ..Scene::default() }
    }

    /// The winner of the grid of this number, if it is [decided](Scene::decided).
    pub fn winner_of(&self, grid: usize) -> Option<Piece> {
        self.decided.iter().find(|(decided, _)| *decided == grid).map(|&(_, winner)| winner)
    }
}

impl Grid {
    /// The letter of this player's pieces, if there are any on the grid.
    pub fn letter_of(&self, player: Piece) -> Option<char> {
        self.squares.iter().flatten().find_map(|square| match *square {
            Square::Taken(piece, letter) if piece == player => Some(letter),
            _ => None,
        })
    }
}

/// A node of a tree that is a board. The root comes first, parents before their children.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "NodeView"))]
pub struct SceneNode {
    /// The index of its parent; `None` for the root.
    pub parent: Option<usize>,
    /// The move that leads to it; empty for the root.
    pub label: String,
    /// The side that decides there.
    pub kind: NodeKind,
    /// Its value, as written in the tree; may be empty.
    pub value: String,
    /// The probability of this branch, below a chance node.
    pub probability: Option<f64>,
    /// Children that are not listed, because the tree is too large.
    pub hidden: usize,
}

/// The kind of a node of a tree: the side that decides, or a leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum NodeKind {
    /// The first player.
    First,
    /// The second player.
    Second,
    /// Chance.
    Chance,
    /// A leaf.
    Leaf,
}

/// The effect of a move on the board. Two moves of a position never have the same effect, except for
/// [`Motion::Choice`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Motion {
    /// Nothing one could point at: it is chosen by its name.
    #[default]
    #[cfg_attr(feature = "ts", ts(skip))]
    Choice,
    /// A piece of the mover or of neither player is put on this place, which had none of it before.
    Put(Place),
    /// A run of pieces moves by one place.
    Push(Push),
    /// The die shows this face of [`Board::faces`].
    Face(u32),
    /// A branch leads down to this node of the board's tree.
    Branch(usize),
    /// Several things happen to pieces, and nothing else changes.
    Steps(Steps),
    /// A grid is chosen, by pointing at any of its squares. No piece moves.
    Grid(usize),
}

impl Motion {
    /// True for [`Motion::Choice`].
    pub fn is_choice(&self) -> bool {
        *self == Motion::Choice
    }
}

/// A move that is pointed at and changes the board step by step.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Steps {
    /// The places to point at, one after the other: the place for a piece that is put; the start and the end of
    /// a move.
    pub touched: Vec<Place>,
    /// The changes, in their order.
    pub effects: Vec<Effect>,
}

/// A change of the pieces on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Effect {
    /// A piece of the mover, or a neutral one, is put on a place; if pieces are counted, one more.
    Put(Place),
    /// The piece at a place changes its owner.
    Flip(Place),
    /// A piece leaves the board; if pieces are counted, one of them.
    Remove(Place),
    /// A piece moves from the first place to the second and replaces what is there; if pieces are counted,
    /// one of them joins the others. Sowing is many of these.
    Slide(Place, Place),
}

/// A run of pieces that moves by one place.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Push {
    /// The places of the pieces before they move, from the one that is left free (or refilled from the other end) to
    /// the one that leads.
    pub run: Vec<Place>,
    /// The direction of the push, which is also the end of the line that has its mark.
    pub way: Side,
    /// The number of these pieces that belong to the first player and to the second.
    pub counts: [usize; 2],
    /// The fate of the leading piece.
    pub leader: Leader,
}

/// The fate of the leading piece of a push.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Leader {
    /// It moves like the others.
    Moves,
    /// It leaves the board.
    Leaves,
    /// It re-enters at the other end.
    Returns,
}
