//! Boards, positions and moves.

pub use plywood_rules::scene::{
    Cell, Effect, Leader, NodeKind, Outline, Piece, Place, Push, SceneNode, Shape, Side, Steps, Track,
};
pub use plywood_rules::{Board, Motion, Player};

wire! {
    /// The decider of the next move: a [`plywood_rules::Turn`] without the outcome of the game, which [`EndView`](super::EndView) says.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "lowercase")]
    enum TurnView {
        /// The first player.
        First,
        /// The second player.
        Second,
        /// Chance: the server rolls by itself.
        Chance,
        /// The game is over.
        Over,
    }

    /// The constant part of a game: its [`Board`], and the common part of all its scenes.
    struct BoardView {
        /// The grids, in reading order.
        pub grids: Vec<GridView>,
        /// The number of grids side by side before the next row of grids begins; 0 means all of them.
        pub across: usize,
        /// Everything else.
        #[serde(flatten)]
        pub board: Board,
    }

    /// The frame of a [`Grid`](plywood_rules::scene::Grid), which does not change; its squares are in [`SceneView`].
    struct GridView {
        /// The title above it; may be empty.
        pub title: String,
        /// The names of its columns, from the left.
        pub columns: Vec<String>,
        /// The names of its rows, from the top.
        pub rows: Vec<String>,
    }

    /// The picture of a position: a [`Scene`](plywood_rules::Scene) without the frames of its grids, a few characters a row,
    /// because one is sent with every move and for every node of a tree.
    struct SceneView {
        /// A text for each row of each grid, a character a square: a blank is no square at all, a dot is a free one, and
        /// a letter is a piece (`pieces` lists the owners).
        pub grids: Vec<Vec<String>>,
        /// The grids on which the next piece may be put, if the position limits it to some of several; empty otherwise.
        pub active: Vec<usize>,
        /// The grids that are decided, if each is a game of its own, and the winner; neutral if there is none.
        pub decided: Vec<(usize, Piece)>,
        /// Squares to point out: a winning line, an enclosure.
        pub marks: Vec<Place>,
        /// Squares with many like pieces, whose they are and how many; in the texts of the grids they are free.
        pub counts: Vec<(Place, Piece, u32)>,
        /// The owner of the pieces of each letter.
        pub pieces: Vec<(char, Piece)>,
        /// Scores on their way to a goal.
        pub tracks: Vec<Track>,
        /// The points of both players so far, if they decide the game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        pub scores: Option<[u32; 2]>,
        /// Named facts beside the board, in English.
        pub facts: Vec<(String, String)>,
        /// The current node in the tree of the board.
        pub node: Option<usize>,
    }

    /// A move, and what it does on the board.
    struct MoveView {
        /// The move, in the game's notation.
        pub text: String,
        /// The effect on the board; left out if the move can only be chosen by its name.
        #[serde(default, skip_serializing_if = "Motion::is_choice")]
        #[cfg_attr(feature = "ts", ts(as = "Option<Motion>", optional))]
        pub motion: Motion,
    }

    /// A position of a game, and how it came about: all that is needed to draw it and to ask for a move.
    struct StepView {
        /// Moves played before it, outcomes of chance included.
        pub ply: usize,
        /// The position, in the game's notation.
        pub position: String,
        /// The decider of the next move, by the rules of the game.
        pub turn: TurnView,
        /// The picture.
        pub scene: SceneView,
        /// The legal moves in their order (at a chance node its outcomes); empty when the game is over.
        pub moves: Vec<MoveView>,
        /// The move that led here; null at the beginning.
        pub last: Option<MoveView>,
        /// The player who made it; null for chance and at the beginning.
        pub by: Option<Player>,
    }
}
