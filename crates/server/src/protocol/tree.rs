//! Game trees to be looked at.

use serde::{Deserialize, Serialize};

use super::board::{BoardView, SceneView, Side, TurnView};

wire! {
    /// `POST api/tree`, and the same as a query of `GET api/tree.svg`: a tree to be seen.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct TreeWish {
        /// The game. A written tree is one: `tree:(a:1 b:2)`.
        pub game: String,
        /// The position where it begins; null for the opening.
        #[serde(default)]
        pub position: Option<String>,
        /// The moves from there to the root of the tree, parted by blanks.
        #[serde(default)]
        pub moves: String,
        /// The tree of what.
        pub view: TreeViewWish,
        /// Whose trace it is, for that view only; null for the bot that suits the game.
        #[serde(default)]
        pub bot: Option<String>,
        /// The random seed of the bot.
        #[serde(default)]
        pub seed: u64,
        /// Which proof of the house it is, by its short name, for that view only; null for the first that says something here.
        #[serde(default)]
        pub proof: Option<String>,
        /// Plies below the root at most; null for as many whole levels as there is room for.
        #[serde(default)]
        pub depth: Option<u32>,
        /// True if positions that are the same up to symmetry are merged. Not for traces.
        #[serde(default)]
        pub merge: bool,
        /// Only so many children of every node, the best first. Coloured trees, traces and proofs only.
        #[serde(default)]
        pub best: Option<usize>,
        /// Only the principal variation and what is at most so many plies off it. Coloured trees, traces and proofs only.
        #[serde(default)]
        pub along: Option<u32>,
        /// The most nodes of the answer, 1 to 3000; null for 300.
        #[serde(default)]
        pub most: Option<usize>,
        /// Whose strategy or proof it is, for those views only; null for whoever wins, or else is to move.
        #[serde(default)]
        pub player: Option<Side>,
    }

    /// The tree of what.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum TreeViewWish {
        /// Of the game.
        Full,
        /// Of the game, with what every position is worth.
        Coloured,
        /// One strategy alone.
        Decision,
        /// The tree that a bot searched.
        Trace,
        /// Of a proof of the house: the prover's moves and all replies.
        Proof,
    }

    /// The answer: the tree, all values, windows and means for the first player.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
        /// The depth it was cut at because nobody asked for another.
        pub cut_at: Option<u32>,
        /// True if its values follow from the rules alone: false if the game is too large to be solved at once.
        pub solved: bool,
        /// Of one strategy: whose it is and how large.
        pub strategy: Option<StrategyView>,
        /// Of a trace: what the bot said.
        pub search: Option<TreeSearchView>,
        /// Of a proof: which it is, and what it says of the position at the root.
        pub proof: Option<TreeProofView>,
    }

    /// One strategy, measured.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    struct StrategyView {
        /// Whose it is.
        pub player: Side,
        /// The value that it guarantees.
        pub value: WorthView,
        /// The ends of its tree with nothing merged: no strategy that gets as much has fewer.
        pub leaves: u64,
        /// All nodes of that tree.
        pub nodes: u64,
    }

    /// The result of a search whose tree is shown.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    struct TreeProofView {
        /// Its short name.
        pub name: String,
        /// The player who follows it.
        pub player: Side,
        /// True if that player wins; else it is proved that this player does not lose.
        pub wins: bool,
        /// The plies that a win takes from here at most.
        pub plies: Option<u32>,
        /// The positions that the whole proof goes through for this player.
        pub positions: u64,
    }

    /// By what a proof goes no further below a node where the game is not over. The tree from there on goes through it.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "kind", rename_all = "lowercase")]
    enum EndsByView {
        /// The prover wins by threats.
        Threats {
            /// Its moves, with those of the other one's that hold out longest.
            moves: Vec<String>,
        },
        /// The prover holds by pairs.
        Pairs {
            /// The reply to one cell of a pair is the other one.
            pairs: Vec<[String; 2]>,
            /// True if something is left that no pair answers: against that the prover plays the move of the most weight.
            weight: bool,
        },
        /// It goes on from the same position, or an image of it, that stands elsewhere in the tree.
        Elsewhere {},
    }

    /// A value in a tree, for the first player.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    struct WorthView {
        /// In few characters: `W3`, `L`, `=`, `5`, `≈2.5`.
        pub text: String,
        /// In points; a win counts what the evaluation says that it does.
        pub points: f64,
        /// Plies to a win or a loss that is proved; null for everything else.
        pub plies: Option<u32>,
    }

    /// A window: what would still make a difference. A side without a bound is null.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    struct SpanView {
        /// The first player has this for sure elsewhere.
        pub alpha: Option<WorthView>,
        /// The second player has this for sure elsewhere.
        pub beta: Option<WorthView>,
    }

    /// The meaning of a value.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum BoundView {
        /// It is the value.
        Exact,
        /// It is at least this.
        Lower,
        /// It is at most this.
        Upper,
    }

    /// Why a search went no further at a node, or did not come there.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum TreeEndView {
        /// It did go further, through all children.
        Searched,
        /// A cutoff: the value left the window before all children were visited.
        Cut,
        /// The game is over.
        Over,
        /// As deep as it was to go.
        Horizon,
        /// It was met before.
        Table,
        /// Seen without a search; or of no use, and never visited.
        Tactics,
        /// Left out as not worth the while.
        Reduced,
        /// The chances sufficed to leave the window.
        Chance,
        /// A repetition.
        Repeated,
        /// Proved already.
        Proved,
        /// Never visited: a sibling's value had cut it off.
        Skipped,
        /// Never visited for another reason.
        Unvisited,
    }

    /// The winner, where that is asked and known.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum WinnerView {
        /// The first player.
        First,
        /// The second player.
        Second,
        /// A draw.
        Draw,
    }

    /// A node. What does not apply is left out.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    struct TreeNodeView {
        /// The place of its parent; null for the root.
        pub parent: Option<usize>,
        /// The places of other nodes that lead here as well, where positions are merged.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(test, ts(as = "Option<Vec<usize>>", optional))]
        pub also: Vec<usize>,
        /// The move that leads here.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub text: Option<String>,
        /// The number of moves of its parent that lead here, up to symmetry.
        pub ways: u32,
        /// Its probability, below a chance node.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
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
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub order: Option<u64>,
        /// Plies that were to be looked ahead from here.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub depth: Option<u32>,
        /// The window on entry.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub window: Option<SpanView>,
        /// The window when it was left, where it is another.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub window_after: Option<SpanView>,
        /// Its value.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub value: Option<WorthView>,
        /// How the value is to be read.
        pub bound: BoundView,
        /// Why the search went no further, or did not come here.
        pub end: TreeEndView,
        /// Of a proof: by what it goes no further here.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub ends_by: Option<EndsByView>,
        /// True if it is on the principal variation.
        pub principal: bool,
        /// Playouts or lessons that went through here, and their mean.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub tally: Option<(u64, f64)>,
        /// The winner from here.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub winner: Option<WinnerView>,
        /// Omitted nodes below.
        pub hidden: u64,
        /// True if there are even more of them.
        pub hidden_more: bool,
    }
}
