//! The options of a tree: its view, and the part that is shown.

use std::path::PathBuf;
use std::time::Duration;

use plywood_rules::Player;

/// The view of a tree, and the part that is shown.
#[derive(Clone, Debug)]
pub struct TreeOptions {
    /// The kind of tree.
    pub view: TreeView,
    /// Plies below the position at most; `None` for as many whole levels as [`TreeOptions::most`] has room for.
    pub depth: Option<u32>,
    /// Merges positions that are the same up to symmetry and counts the moves that lead there.
    pub merge: bool,
    /// The greatest number of children of each node: the best by value, or the most visited if visits are
    /// counted.
    pub best: Option<usize>,
    /// Only the principal variation, and nodes at most this many plies off it.
    pub along: Option<u32>,
    /// The most nodes that are shown, at least 1. Others are counted.
    pub most: usize,
    /// The most time for solving the game; `None` for all there is. A game that is not solved by then is shown as one that is too large.
    pub solving: Option<Duration>,
}

/// The kind of tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TreeView {
    /// Of the game.
    Full,
    /// Of the game, with the value of every position under best play.
    Coloured,
    /// One strategy alone: a move for every position in which this player (the winner, or else the side to
    /// move, if `None`) decides, and all moves of the opponent.
    Decision(Option<Player>),
    /// Of a bot's search.
    Trace {
        /// Its name with its options.
        bot: String,
        /// Fixes its random choices.
        seed: u64,
    },
    /// Of a proof: the prover's moves and all replies to them.
    Proof {
        /// Its file, which is checked first.
        file: PathBuf,
        /// The player of the claim; `None` for the side to move, or else for the opponent.
        player: Option<Player>,
    },
    /// Of a proof-number search, the nodes with the most work first.
    Numbers {
        /// The player whose win is searched: the side to move if `None`.
        player: Option<Player>,
        /// The greatest number of positions visited.
        nodes: u64,
    },
}

impl TreeView {
    /// `full`, `coloured`, `decision`, `trace`, `proof` or `numbers`.
    pub fn word(&self) -> &'static str {
        match self {
            TreeView::Full => "full",
            TreeView::Coloured => "coloured",
            TreeView::Decision(_) => "decision",
            TreeView::Trace { .. } => "trace",
            TreeView::Proof { .. } => "proof",
            TreeView::Numbers { .. } => "numbers",
        }
    }
}
