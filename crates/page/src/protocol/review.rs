//! Reviews of played games, and puzzles.

pub use plywood_workshop::{Judgement, Puzzle, PuzzleGoal, ReviewedSide, Share};

use super::live::ValueView;

wire! {
    /// `POST api/review`: a game to look back at.
    #[serde(deny_unknown_fields)]
    struct ReviewRequest {
        /// The game.
        pub game: String,
        /// The position where it begins; null for the opening.
        pub position: Option<String>,
        /// The moves and outcomes of chance, in their order.
        pub moves: Vec<String>,
        /// True for a first look, which takes a tenth of a second for most games. The default is the whole review.
        #[serde(default)]
        pub quick: bool,
    }

    /// The answer: a [`Review`](plywood_workshop::Review) as the page shows it.
    struct ReviewView {
        /// The chances of the first player before every move and at the end, a draw counting half, from 0 to 1; null where they are
        /// not known.
        pub chances: Vec<Option<f64>>,
        /// The moves, in their order.
        pub moves: Vec<JudgedMove>,
        /// The moves of the first and of the second player, counted.
        pub sides: [ReviewedSide; 2],
        /// True if there was no time for all of it: some moves are not judged.
        pub cut: bool,
    }

    /// A [`ReviewedMove`](plywood_workshop::ReviewedMove) without the search behind it.
    struct JudgedMove {
        /// True if it was compared with the best move; false for chance.
        pub judged: bool,
        /// The judgement, if there is anything to say.
        pub judgement: Option<Judgement>,
        /// The loss against the best move, in chance of winning, from 0 to 1; 0 where it was not judged.
        pub lost: f64,
        /// The same in points (discs, seeds, boxes), in a game that ends in a number of points.
        pub points: Option<f64>,
        /// True if the loss rests on exact values alone.
        pub exact: bool,
        /// The best move there, if the review knows.
        pub best: Option<String>,
        /// The value of the best move for the mover.
        pub best_value: Option<ValueView>,
        /// The value of the move for the mover.
        pub value: Option<ValueView>,
    }
}
