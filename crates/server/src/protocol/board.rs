//! Boards, positions and moves.

use serde::{Deserialize, Serialize};

/// A square, by grid, row from the top and column from the left, all from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct At(pub usize, pub usize, pub usize);

wire! {
    /// One of the two seats of a game.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Side {
        /// The player who moves first.
        First,
        /// The other one.
        Second,
    }

    /// Who decides next.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum TurnView {
        /// The first player.
        First,
        /// The second player.
        Second,
        /// Chance: the house lets it decide by itself.
        Chance,
        /// Nobody: the game is over.
        Over,
    }

    /// Whose a piece is.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Owner {
        /// The first player's.
        First,
        /// The second player's.
        Second,
        /// Nobody's.
        Neutral,
    }

    /// A side of a grid.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Way {
        /// Above the first row.
        Top,
        /// Below the last row.
        Bottom,
        /// Left of the first column.
        Left,
        /// Right of the last column.
        Right,
    }

    /// What stays the same all through a game.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    struct BoardView {
        /// The grids, in reading order.
        pub grids: Vec<GridView>,
        /// How many grids stand side by side before the next row of grids begins; 0 means all of them.
        pub across: usize,
        /// Outlines and places of cells, where they are not squares in rows and columns: then only these are drawn.
        pub cells: Vec<CellView>,
        /// The number of places along each axis of a regular board, rows and columns last, before them those of levels, each of
        /// which is a grid; empty if the board is not regular.
        pub axes: Vec<usize>,
        /// The shape of pieces.
        pub shape: ShapeView,
        /// Whether pieces fall to the lowest free place of their column.
        pub falls: bool,
        /// Whether whole lines are pushed.
        pub pushed: bool,
        /// The faces of the die, 0 and 1 for a coin; empty if there is none.
        pub faces: Vec<u32>,
        /// The nodes of the tree that play walks down, the root first, parents before their children; empty if there is none.
        pub nodes: Vec<NodeView>,
        /// Sets of squares that win together, each from one end to the other.
        pub lines: Vec<Vec<At>>,
    }

    /// The shape of pieces.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum ShapeView {
        /// Flat discs.
        Disc,
        /// A cross and a ring.
        Mark,
        /// Balls.
        Ball,
    }

    /// A cell that is not a square among squares.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    struct CellView {
        /// The square that says what is on it; where that is none, the cell is an ornament.
        pub at: At,
        /// The centre, to the right and down; neighbouring squares would be 1 apart.
        pub centre: [f64; 2],
        /// The outline.
        pub outline: OutlineView,
    }

    /// The outline of a cell, round its centre.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum OutlineView {
        /// A square of this side.
        Square(f64),
        /// A hexagon with a corner at the top, so wide.
        Hexagon(f64),
        /// A circle of this diameter.
        Circle(f64),
        /// A polygon with these corners, filled where a piece is on it.
        Polygon(Vec<[f64; 2]>),
    }

    /// The frame of a grid.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    struct GridView {
        /// What stands above it; may be empty.
        pub title: String,
        /// The names of its columns, from the left.
        pub columns: Vec<String>,
        /// The names of its rows, from the top.
        pub rows: Vec<String>,
    }

    /// A node of a tree.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    struct NodeView {
        /// The index of its parent; null for the root.
        pub parent: Option<usize>,
        /// The move that leads to it; empty for the root.
        pub label: String,
        /// Who decides there.
        pub kind: NodeKindView,
        /// What it is worth, as it is written; may be empty.
        pub value: String,
        /// How likely it comes, below a chance node.
        pub probability: Option<f64>,
        /// Children that are not listed.
        pub hidden: usize,
    }

    /// Who decides at a node of a tree.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum NodeKindView {
        /// The first player.
        First,
        /// The second player.
        Second,
        /// Chance.
        Chance,
        /// Nobody: it is a leaf.
        Leaf,
    }

    /// What there is to see of a position.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    struct SceneView {
        /// A text for each row of each grid, a character a square: a blank is no square at all, a dot is a free one, and
        /// a letter is a piece (whose it is, `pieces` tells).
        pub grids: Vec<Vec<String>>,
        /// Squares to point out: a winning line, an enclosure.
        pub marks: Vec<At>,
        /// Squares with many like pieces, whose they are and how many; in the texts of the grids they are free.
        pub counts: Vec<(At, Owner, u32)>,
        /// Whose the pieces of each letter are.
        pub pieces: Vec<(char, Owner)>,
        /// Scores on their way to a goal.
        pub tracks: Vec<TrackView>,
        /// Named facts beside the board, in English.
        pub facts: Vec<(String, String)>,
        /// Where one stands in the tree of the board.
        pub node: Option<usize>,
    }

    /// A score on its way to a goal.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    struct TrackView {
        /// Whose it is.
        pub owner: Owner,
        /// What it is called, in English.
        pub label: String,
        /// How far it has come.
        pub reached: u32,
        /// How much is at stake on top of that.
        pub at_stake: u32,
        /// Where it ends.
        pub goal: u32,
    }

    /// A move, and what it does on the board.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    struct MoveView {
        /// The move, in the game's notation.
        pub text: String,
        /// What it does; left out where it can only be chosen by its name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub motion: Option<MotionView>,
    }

    /// What a move does on the board.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum MotionView {
        /// A piece is put on this square.
        Put(At),
        /// A run of pieces moves by one square.
        Push {
            /// The squares of the pieces before they move, the one that leads last.
            run: Vec<At>,
            /// Which way they move, which is the end of the line where its mark stands.
            way: Way,
            /// How many of them are the first player's, how many the second's.
            counts: [usize; 2],
            /// What becomes of the piece that leads.
            leader: LeaderView,
        },
        /// The die shows this face; of a coin, 1 is the side that counts and 0 the other.
        Face(u32),
        /// One goes down to this node of the tree.
        Branch(usize),
        /// Several things happen to pieces, and nothing else changes.
        Steps {
            /// The squares to point at, one after the other.
            touched: Vec<At>,
            /// The changes, in their order.
            effects: Vec<EffectView>,
        },
    }

    /// A change of the pieces on a board.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum EffectView {
        /// A piece comes to a square; where pieces are counted, one more.
        Put(At),
        /// The piece on a square changes its owner.
        Flip(At),
        /// A piece leaves the board; where they are counted, one of them.
        Remove(At),
        /// A piece goes from the first square to the second; where they are counted, one of them.
        Slide(At, At),
    }

    /// What becomes of the piece that leads a push.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum LeaderView {
        /// It moves like the others.
        Moves,
        /// It leaves the board.
        Leaves,
        /// It comes back in at the other end.
        Returns,
    }

    /// A position of a game, and how it came about: all that is needed to draw it and to ask for a move.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    struct Step {
        /// Moves played before it, outcomes of chance included.
        pub ply: usize,
        /// The position, in the game's notation.
        pub position: String,
        /// Who decides next, by the rules of the game.
        pub turn: TurnView,
        /// What there is to see.
        pub scene: SceneView,
        /// The legal moves in their order (at a chance node its outcomes); empty when the game is over.
        pub moves: Vec<MoveView>,
        /// The move that led here; null at the beginning.
        pub last: Option<MoveView>,
        /// Who made it; null for chance and at the beginning.
        pub by: Option<Side>,
    }
}
