//! The best lines of a position, and replies by which a player is safe.

use plywood_rules::Player;
pub use plywood_workshop::ReplyReason;

use super::board::MoveView;
use super::live::{MoveWorth, ValueView};

wire! {
    /// `POST api/lines`: the best lines from a position. Ask again with more positions for better ones.
    #[serde(deny_unknown_fields)]
    struct LinesRequest {
        /// The game.
        pub game: String,
        /// The position where it begins; null for the opening.
        pub position: Option<String>,
        /// The moves from there.
        #[serde(default)]
        pub moves: Vec<String>,
        /// The number of lines, 1 to 5.
        pub lines: usize,
        /// The number of positions to visit, 100 to 4 000 000.
        pub nodes: u32,
    }

    /// The answer: [`BestLines`](plywood_workshop::BestLines) as the page shows them.
    struct LinesView {
        /// The bot that found them; `perfect` if they were looked up.
        pub bot: String,
        /// The side to move, for whom the values are.
        pub side: Player,
        /// True if all values are exact: more positions change nothing.
        pub exact: bool,
        /// True if there was no time for all positions: an answer for fewer may be better.
        pub cut: bool,
        /// The lines, the best first.
        pub lines: Vec<LineView>,
        /// All legal moves, in their order, with values as far as they are known.
        pub moves: Vec<MoveWorth>,
        /// Plies searched completely.
        pub depth: Option<u32>,
        /// Positions visited.
        pub nodes: u64,
        /// Time taken, in seconds.
        pub seconds: f64,
    }

    /// One of the best lines: a [`BestLine`](plywood_workshop::BestLine) with its value as a [`ValueView`].
    struct LineView {
        /// The value of its first move.
        pub value: Option<ValueView>,
        /// The move, and how play is expected to go on.
        pub moves: Vec<String>,
    }

    /// `POST api/replies`: why a player is safe in a position, where [`LookView::replies`](super::LookView::replies) is true.
    #[serde(deny_unknown_fields)]
    struct RepliesRequest {
        /// The game.
        pub game: String,
        /// The position where it begins; null for the opening.
        pub position: Option<String>,
        /// The moves from there.
        #[serde(default)]
        pub moves: Vec<String>,
    }

    /// The answer.
    struct RepliesView {
        /// The replies; null if none are known.
        pub safe: Option<SafeView>,
        /// True if there was no time to find out.
        pub cut: bool,
        /// Time taken, in seconds.
        pub seconds: f64,
    }

    /// A player who is safe whatever the opponent does: [`SafeReplies`](plywood_workshop::SafeReplies) as the page shows them.
    struct SafeView {
        /// The player.
        pub side: Player,
        /// True if the player wins; otherwise the player does not lose.
        pub wins: bool,
        /// The kind of the reason.
        pub reason: ReplyReason,
        /// The move that comes first, if it is the turn of the player.
        pub first: Option<MoveView>,
        /// Moves of the opponent after that, each with the reply. Any reply will do to others.
        pub replies: Vec<[MoveView; 2]>,
    }
}
