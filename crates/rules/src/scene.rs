//! What there is to see of a position, for whoever draws it: terminal, page or picture.
//!
//! A scene is grids side by side (the levels of a cube), each with labels and marks around it, tracks (scores on
//! their way to a goal), and facts that stand beside them. It says what is there, never how it looks.
//! A [`Board`] is what stays the same all through a game, and a [`Motion`] is what a move does on it, so that
//! whoever draws it can let people point at moves and show them happen without knowing any rules. That makes a game
//! drawn and playable in the browser; one that says nothing is played by choosing moves from a list. What a game says
//! is believed, and [`laws`](crate::laws) checks it.

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

/// A mark at one end of a row or column: this line can be moved that way. Every [`Push`] has one.
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
    /// Where one stands in the tree of the [`Board`], if it has one: an index into its nodes.
    pub node: Option<usize>,
}

/// A square of a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// Which grid, from 0.
    pub grid: usize,
    /// Which row of it, from 0 at the top.
    pub row: usize,
    /// Which column of it, from 0 at the left.
    pub column: usize,
}

/// What stays the same all through a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Board {
    /// What kind of board it is.
    pub kind: BoardKind,
    /// Sets of places that win together (or lose, where that is the game), each from one end to the other; empty if
    /// there is no such thing.
    pub lines: Vec<Vec<Place>>,
}

/// What kind of board a game is played on.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum BoardKind {
    /// Nothing is known but what the scenes show.
    #[default]
    Plain,
    /// One flat grid that pieces are put on.
    Flat {
        /// Whether pieces fall to the lowest free place of their column.
        gravity: bool,
    },
    /// A cube of any dimension: each grid of a scene is a level, in the order of their coordinates, the last of
    /// which counts fastest.
    Cube {
        /// Places along each axis.
        side: usize,
        /// Its dimensions, at least 2.
        dimensions: usize,
    },
    /// One flat grid whose lines are pushed.
    Pushes,
    /// A race to a goal with a die.
    Race {
        /// The faces of the die; `None` for a coin.
        faces: Option<u32>,
    },
    /// A tree one walks down.
    Tree(Vec<TreeNode>),
}

/// A node of a tree that is a board. The root comes first, parents before their children.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeNode {
    /// The index of its parent; `None` for the root.
    pub parent: Option<usize>,
    /// The move that leads to it; empty for the root.
    pub label: String,
    /// Who decides there.
    pub kind: NodeKind,
    /// What it is worth, as it is written; empty if nothing is written there.
    pub value: String,
    /// How likely it comes, below a chance node.
    pub probability: Option<f64>,
    /// Children that are not listed, because the tree is too large.
    pub hidden: usize,
}

/// Who decides at a node of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NodeKind {
    /// The first player.
    First,
    /// The second player.
    Second,
    /// Chance.
    Chance,
    /// Nobody: it is a leaf.
    Leaf,
}

/// What a move does on the board. Two moves of a position never do the same, but for [`Motion::Choice`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Motion {
    /// Nothing one could point at: it is chosen by its name.
    Choice,
    /// A piece is put on this place: the mover's or nobody's, where it was not before.
    Put(Place),
    /// A run of pieces moves by one place.
    Push(Push),
    /// The die shows this face; of a coin, 1 is the side that counts and 0 the other.
    Face(u32),
    /// One goes down to this node of the board's tree.
    Branch(usize),
}

/// A run of pieces that moves by one place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Push {
    /// The places of the pieces before they move, from the one that is left free (or refilled from the other end) to
    /// the one that leads.
    pub run: Vec<Place>,
    /// Which way they move, which is the end of the line where its mark stands.
    pub way: Side,
    /// How many of the pieces are the first player's, how many the second's.
    pub counts: [usize; 2],
    /// What becomes of the piece that leads.
    pub leader: Leader,
}

/// What becomes of the piece that leads a push.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Leader {
    /// It moves like the others.
    Moves,
    /// It leaves the board.
    Leaves,
    /// It comes back in at the other end.
    Returns,
}

/// Tells what there is to see of a position. The default shows its text.
pub trait Depict: Notation {
    /// What there is to see of `state`. In all scenes of a game the grids have the same titles and names of rows and
    /// columns, and a letter stands for pieces of one owner, never a dot or a blank.
    fn scene(&self, state: &Self::State) -> Scene {
        Scene { facts: vec![("position".to_string(), self.state_text(state))], ..Scene::default() }
    }

    /// What stays the same all through a game: the kind of board, its winning lines or its tree. The default knows
    /// nothing.
    fn board(&self) -> Board {
        Board::default()
    }

    /// What `mv`, a legal move or an outcome of chance, does on the board, as it can be seen by comparing the scenes
    /// before and after. The default has nothing to show.
    fn motion(&self, _state: &Self::State, _mv: Self::Move) -> Motion {
        Motion::Choice
    }

    /// What the players are called in this game (`X`, `light`): the first, then the second.
    fn player_names(&self) -> [&'static str; 2] {
        ["first", "second"]
    }
}
