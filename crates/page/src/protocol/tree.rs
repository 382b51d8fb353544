//! Game trees for the tree lab.

use plywood_rules::Player;
pub use plywood_rules::trace::{Bound, End};
pub use plywood_workshop::{EndsBy, TreeProof};

use super::board::{BoardView, SceneView, TurnView};

wire! {
    /// `POST api/tree`, and the same as a query of `GET api/tree.svg`: a tree to be seen.
    #[serde(deny_unknown_fields)]
    struct TreeRequest {
        /// The game. A written tree is one: `tree:(a:1 b:2)`.
        pub game: String,
        /// The position where it begins; null for the opening.
        pub position: Option<String>,
        /// The moves from there to the root of the tree, parted by blanks.
        #[serde(default)]
        pub moves: String,
        /// The tree of what.
        pub view: TreeViewRequest,
        /// The bot of the trace, for that view only; null for the bot that suits the game.
        pub bot: Option<String>,
        /// The random seed of the bot.
        #[serde(default)]
        pub seed: u64,
        /// The short name of the server's proof, for that view only; null for the first that covers the position.
        pub proof: Option<String>,
        /// Plies below the root at most; null for as many whole levels as there is room for.
        pub depth: Option<u32>,
        /// True if positions that are the same up to symmetry are merged. Not for traces.
        #[serde(default)]
        pub merge: bool,
        /// The most children of every node, the best first. Coloured trees, traces and proofs only.
        pub best: Option<usize>,
        /// Only the principal variation and nodes at most this many plies off it. Coloured trees, traces and proofs only.
        pub along: Option<u32>,
        /// The most nodes of the answer, 1 to 3000; null for 300.
        pub most: Option<usize>,
        /// The player of the strategy or proof, for those views only; null for the winner, else the side to move.
        pub player: Option<Player>,
    }

    /// The tree of what.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "lowercase")]
    enum TreeViewRequest {
        /// Of the game.
        Full,
        /// Of the game, with what every position is worth.
        Coloured,
        /// One strategy alone.
        Decision,
        /// The tree that a bot searched.
        Trace,
        /// Of a proof of the server: the prover's moves and all replies.
        Proof,
    }

    /// The answer: the tree, with values, windows and means from the first player's point of view. A [`TreeReport`](plywood_workshop::TreeReport) with
    /// what is needed to draw its positions.
    struct GrownTree {
        /// The full name of the game.
        pub game: String,
        /// Its family.
        pub family: String,
        /// The names of the players, in English.
        pub players: [String; 2],
        /// The board.
        pub board: BoardView,
        /// The position at the root.
        pub position: String,
        /// The nodes, the root first, parents before their children.
        pub nodes: Vec<TreeNodeView>,
        /// Omitted nodes.
        pub left_out: u64,
        /// True if there are even more of them, which were not counted.
        pub left_out_more: bool,
        /// The default depth it was cut at, if the request named none.
        pub cut_at: Option<u32>,
        /// True if its values follow from the rules alone: false if the game is too large to be solved at once.
        pub solved: bool,
        /// Of one strategy: whose it is and how large.
        pub strategy: Option<StrategyView>,
        /// Of a trace: what the bot said.
        pub search: Option<TreeSearchView>,
        /// Of a Monte Carlo search: its first playouts.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "ts", ts(as = "Option<Vec<PlayoutView>>", optional))]
        pub playouts: Vec<PlayoutView>,
        /// Of a proof: its name, and its claim about the position at the root.
        pub proof: Option<TreeProofView>,
    }

    /// A playout of a Monte Carlo search, as far as its nodes are shown: a [`Playout`](plywood_rules::trace::Playout) with its tallies as pairs.
    struct PlayoutView {
        /// The nodes from the root on.
        pub path: Vec<usize>,
        /// The result that each of them counted, from -1 to 1.
        pub results: Vec<f64>,
        /// The visits of each of them and their mean afterwards.
        pub tallies: Vec<(u64, f64)>,
        /// The place in the path of the node that got its children.
        pub expanded: Option<usize>,
        /// True if a random game was played; false if the last node's value was known.
        pub random: bool,
    }

    /// One strategy, measured: a [`StrategySize`](plywood_workshop::StrategySize) with a [`WorthView`].
    struct StrategyView {
        /// Its player.
        pub player: Player,
        /// The value that it guarantees.
        pub value: WorthView,
        /// The ends of its tree with nothing merged: no strategy that gets as much has fewer.
        pub leaves: u64,
        /// All nodes of that tree.
        pub nodes: u64,
    }

    /// The result of a search whose tree is shown: a [`TreeSearch`](plywood_workshop::TreeSearch) with a [`WorthView`].
    struct TreeSearchView {
        /// Its name with its options.
        pub bot: String,
        /// The move that it chose.
        pub best: String,
        /// The value of the position.
        pub value: Option<WorthView>,
        /// Positions visited, the root included.
        pub nodes: u64,
        /// True if it was stopped before it was done, by the time limit.
        pub stopped: bool,
    }

    /// The claim of a proof about the position at the root.
    struct TreeProofView {
        /// Its short name.
        pub name: String,
        /// Its claim.
        #[serde(flatten)]
        pub claim: TreeProof,
    }

    /// A value in a tree, for the first player: a [`Value`](plywood_rules::Value) as it is written there, and in points, which needs the
    /// worth of a win.
    struct WorthView {
        /// In few characters: `W3`, `L`, `=`, `5`, `≈2.5`; `≈62%` if it comes from games.
        pub text: String,
        /// In points; a win counts as much as in the evaluation.
        pub points: f64,
        /// Plies to a win or a loss that is proved; null for everything else.
        pub plies: Option<u32>,
    }

    /// A window: what would still make a difference. A side without a bound is null. A [`Span`](plywood_rules::trace::Span) of
    /// [`WorthView`]s.
    struct SpanView {
        /// The first player has this for sure elsewhere.
        pub alpha: Option<WorthView>,
        /// The second player has this for sure elsewhere.
        pub beta: Option<WorthView>,
    }

    /// The winner, where that is asked and known. Not an optional player, as a draw is known too.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "lowercase")]
    enum WinnerView {
        /// The first player.
        First,
        /// The second player.
        Second,
        /// A draw.
        Draw,
    }

    /// A node. What does not apply is left out. A [`TreeNode`](plywood_workshop::TreeNode) with its scene as a [`SceneView`] and its values as
    /// [`WorthView`]s.
    #[cfg_attr(feature = "ts", ts(optional_fields))]
    struct TreeNodeView {
        /// The place of its parent; null for the root.
        #[cfg_attr(feature = "ts", ts(optional = false))]
        pub parent: Option<usize>,
        /// The places of other nodes that lead here as well, where positions are merged.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "ts", ts(as = "Option<Vec<usize>>", optional))]
        pub also: Vec<usize>,
        /// The move that leads here.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub text: Option<String>,
        /// The number of moves of its parent that lead here, up to symmetry.
        pub ways: u32,
        /// Its probability, below a chance node.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub probability: Option<f64>,
        /// The position.
        pub position: String,
        /// The side that decides there, or chance.
        pub turn: TurnView,
        /// Plies below the root.
        pub ply: u32,
        /// The pieces and facts of the position.
        pub scene: SceneView,
        /// Its number in the order of visits, the root being 1; none if it was never visited.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub order: Option<u64>,
        /// Plies that were to be looked ahead from here.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub depth: Option<u32>,
        /// The window on entry.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub window: Option<SpanView>,
        /// The window when it was left, where it is another.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub window_after: Option<SpanView>,
        /// Its value.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub value: Option<WorthView>,
        /// The meaning of the value: exact, or a bound.
        pub bound: Bound,
        /// Why the search went no further, or did not come here.
        pub end: End,
        /// Of a proof: by what it goes no further here.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub ends_by: Option<EndsBy>,
        /// True if it is on the principal variation.
        pub principal: bool,
        /// Playouts or lessons that went through here, and their mean.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub tally: Option<(u64, f64)>,
        /// The winner from here.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub winner: Option<WinnerView>,
        /// Omitted nodes below.
        pub hidden: u64,
        /// True if there are even more of them.
        pub hidden_more: bool,
    }
}
