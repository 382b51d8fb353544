//! A tree to be shown, as text.

use plywood_games::families;
use plywood_rules::trace::{Bound, End, Playout, Span, VisitMean};
use plywood_rules::{Board, Player, Scene, Turn, Value};
use serde::{Deserialize, Serialize};

use super::options::TreeView;

/// A tree to be shown, all text. Values, windows and means are from the first player's point of view.
#[derive(Clone, Debug)]
pub struct TreeReport {
    /// The full name of the game.
    pub game: String,
    /// The board of the game.
    pub board: Board,
    /// The name in titles: the full name, or a shorter one set by [`TreeReport::call`].
    pub called: String,
    /// The position at the root.
    pub position: String,
    /// The kind of tree.
    pub view: TreeView,
    /// The nodes that are shown, the root first, children after their parents.
    pub nodes: Vec<TreeNode>,
    /// Nodes of the view that are omitted because of the limits.
    pub left_out: u64,
    /// True if there are further nodes that were not counted.
    pub left_out_more: bool,
    /// The depth that it was cut at, if none was requested.
    pub cut_at: Option<u32>,
    /// True if positions that are the same up to symmetry are merged.
    pub merged: bool,
    /// For one strategy: its player, its value, and its size.
    pub strategy: Option<StrategySize>,
    /// For a bot's tree: its choice and the positions that it visited.
    pub search: Option<TreeSearch>,
    /// For a Monte Carlo search: its first playouts, by the places of the nodes that are shown.
    pub playouts: Vec<Playout>,
    /// For a proof: its claim for the position.
    pub proof: Option<TreeProof>,
    /// For a proof-number search: its question, and its progress.
    pub question: Option<TreeQuestion>,
    /// The worth of a win in the unit of the values.
    pub win_worth: f64,
    /// True if its values come from solving the game by the rules, not from the nodes shown: false if a game is
    /// too large.
    pub solved: bool,
}

impl TreeReport {
    /// Sets the name in titles to that of the game that was typed.
    pub fn call(&mut self, typed: &str) {
        self.called = game_title(typed);
    }
}

/// The name of a game in the title of a picture: as people call it, or as it was typed, which is shorter than the full name
/// unless a tree was typed.
pub fn game_title(typed: &str) -> String {
    if typed.starts_with("tree:") && typed.contains(['(', '{']) {
        return "a written tree".to_string();
    }
    let titles = families().flat_map(|family| {
        let aliases = family.aliases.iter().map(|alias| (alias.name, alias.title));
        aliases.chain([(family.name, family.title)])
    });
    match titles.into_iter().find(|&(name, _)| name == typed) {
        Some((_, title)) => title,
        None => typed.strip_prefix("tree:").unwrap_or(typed),
    }
    .to_string()
}

/// One strategy, measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StrategySize {
    /// The player of the strategy.
    pub player: Player,
    /// The value that the strategy guarantees its player.
    pub value: Value,
    /// The ends of its tree, in which nothing is merged: no strategy that gets as much has fewer.
    pub leaves: u64,
    /// All nodes of that tree.
    pub nodes: u64,
}

/// A bot's result for the position whose tree it searched.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeSearch {
    /// Its name with its options.
    pub bot: String,
    /// The move that it chose.
    pub best: String,
    /// The position's value for the first player.
    pub value: Option<Value>,
    /// Positions visited, the root included.
    pub nodes: u64,
    /// True if it was stopped early.
    pub stopped: bool,
}

/// The claim of a proof for the position at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TreeProof {
    /// The player whose moves the proof gives.
    pub player: Player,
    /// True if that player wins; otherwise it is proved that the player does not lose.
    pub wins: bool,
    /// The plies that a win takes from here at most.
    pub plies: Option<u32>,
    /// The positions of the whole proof for this claim, from its start.
    pub positions: u64,
}

/// The question of a proof-number search, and its progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeQuestion {
    /// The player whose win is searched.
    pub player: Player,
    /// The answer, if it was found.
    pub wins: Option<bool>,
    /// Positions visited, those on forced sequences included.
    pub nodes: u64,
    /// True if it was stopped before it found the answer.
    pub stopped: bool,
}

/// The way in which a proof, or the trace of a search, ends below a node at which the game is not over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum EndsBy {
    /// The prover wins by a line of threats.
    Threats {
        /// The prover's moves with the replies that hold out longest.
        moves: Vec<String>,
    },
    /// The prover holds by pairs of moves.
    Pairs {
        /// Pairs of moves: the opponent plays one of a pair, the prover answers with the other.
        pairs: Vec<[String; 2]>,
        /// True if pairs do not answer everything: against the rest the prover plays the move of the greatest
        /// weight.
        weight: bool,
    },
    /// The prover wins by connections, which one move mends whatever the opponent plays.
    Connections,
    /// It continues from the same position, or an image of it, elsewhere in the tree.
    Elsewhere,
}

/// A node of a tree to be shown.
#[derive(Clone, Debug)]
pub struct TreeNode {
    /// The place of its parent; `None` for the root.
    pub parent: Option<usize>,
    /// The indices of other nodes that lead here as well, if positions are merged.
    pub also: Vec<usize>,
    /// The move that leads here; `None` for the root.
    pub mv: Option<String>,
    /// The number of moves of its parent that lead here, up to symmetry.
    pub ways: u32,
    /// The probability of this branch, below a chance node.
    pub probability: Option<f64>,
    /// The position.
    pub position: String,
    /// The side to move.
    pub turn: Turn,
    /// Plies below the root.
    pub ply: u32,
    /// The drawing of the position.
    pub scene: Scene,
    /// Its number in the order of visits, the root being 1.
    pub order: Option<u64>,
    /// Plies that were to be searched from here.
    pub depth: Option<u32>,
    /// The window on entry.
    pub window: Option<Span>,
    /// The window when it was left.
    pub window_after: Option<Span>,
    /// Its value; see `bound`.
    pub value: Option<Value>,
    /// The meaning of the value: exact or a bound.
    pub bound: Bound,
    /// The reason why the search went no further, or did not visit this node.
    pub end: End,
    /// Details of the end, if `end` does not say it all.
    pub ends_by: Option<EndsBy>,
    /// True on the principal variation.
    pub principal: bool,
    /// Playouts or lessons through this node.
    pub tally: Option<VisitMean>,
    /// Its proof number and disproof number for the first player's win.
    pub numbers: Option<(u32, u32)>,
    /// The winner, if it was requested and is known: `Some(None)` is a draw.
    pub winner: Option<Option<Player>>,
    /// Nodes below that are not shown.
    pub hidden: u64,
    /// True if there are further nodes that were not counted.
    pub hidden_more: bool,
}
