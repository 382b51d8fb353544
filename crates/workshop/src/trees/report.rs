//! A tree to be seen, as text.

use plywood_rules::trace::{Bound, End, Span, Tally};
use plywood_rules::{Player, Scene, Turn, Value};

use super::options::TreeView;

/// A tree to be seen, all text. Values, windows and means are from the view of the first player.
#[derive(Clone, Debug)]
pub struct TreeReport {
    /// The full name of the game.
    pub game: String,
    /// What titles call it: the full name, unless somebody knows a shorter one.
    pub called: String,
    /// The position at the root.
    pub position: String,
    /// The tree of what.
    pub view: TreeView,
    /// What is shown, the root first, children after their parents.
    pub nodes: Vec<TreeNode>,
    /// Nodes of the view that are not shown: what the limits left out.
    pub left_out: u64,
    /// Whether there are even more of them, which nobody counted.
    pub left_out_more: bool,
    /// The depth that it was cut at because nobody asked for another.
    pub cut_at: Option<u32>,
    /// Whether positions that are the same up to symmetry stand once.
    pub merged: bool,
    /// Of one strategy alone: whose it is, what it gets, and how large it is.
    pub strategy: Option<StrategySize>,
    /// Of a bot's tree: what it chose and how many positions it visited.
    pub search: Option<TreeSearch>,
    /// Of a proof: what it says of the position.
    pub proof: Option<TreeProof>,
    /// Of a search by proof numbers: what it asked, and how far it came.
    pub question: Option<TreeQuestion>,
    /// What a win counts in the unit of the values.
    pub win_worth: f64,
    /// Whether its values are known for sure from the rules alone and not from what is shown: false where a game is too large.
    pub solved: bool,
}

impl TreeReport {
    /// Lets titles call the game as somebody typed it: that is shorter than its full name, unless a tree was typed.
    pub fn call(&mut self, typed: &str) {
        self.called = match typed {
            tree if tree.starts_with("tree:") && tree.contains(['(', '{']) => "a written tree".to_string(),
            name => name.to_string(),
        };
    }
}

/// One strategy, measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StrategySize {
    /// Whose it is.
    pub player: Player,
    /// What the player gets by it at least, whatever the other one does.
    pub value: Value,
    /// The ends of its tree, in which nothing is merged: no strategy that gets as much has fewer.
    pub leaves: u64,
    /// All nodes of that tree.
    pub nodes: u64,
}

/// What a bot said of the position whose tree it walked.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeSearch {
    /// Its name with its options.
    pub bot: String,
    /// The move that it chose.
    pub best: String,
    /// What the position is worth to the first player.
    pub value: Option<Value>,
    /// Positions visited, the root included.
    pub nodes: u64,
    /// Whether it was stopped before it was done.
    pub stopped: bool,
}

/// What a proof says of the position at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeProof {
    /// Who plays by it.
    pub player: Player,
    /// Whether that one wins; else it is proved that this player does not lose.
    pub wins: bool,
    /// The plies that a win takes from here at most.
    pub plies: Option<u32>,
    /// The positions that the whole file goes through for it, from where it begins.
    pub positions: u64,
}

/// What a search by proof numbers was to find out, and how far it came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeQuestion {
    /// Whether this player wins.
    pub player: Player,
    /// The answer, if it was found.
    pub wins: Option<bool>,
    /// Positions visited, those on forced sequences included.
    pub nodes: u64,
    /// Whether somebody stopped it before it had found the answer.
    pub stopped: bool,
}

/// By what a proof, or what is written down of a search, goes no further below a node where the game is not over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EndsBy {
    /// The prover wins by a line of threats; its moves with those of the other one's that hold out longest.
    Threats(Vec<String>),
    /// The prover holds by pairs of moves.
    Pairs {
        /// When the other one plays one of a pair, the prover plays the other one.
        pairs: Vec<[String; 2]>,
        /// Whether something is left that no pair answers: against that the prover plays the move of the most weight.
        weight: bool,
    },
    /// It goes on from the same position, or an image of it, that stands elsewhere in the tree.
    Elsewhere,
}

/// A node of a tree to be seen.
#[derive(Clone, Debug)]
pub struct TreeNode {
    /// The place of its parent; `None` for the root.
    pub parent: Option<usize>,
    /// The places of other nodes that lead here as well, where positions are merged.
    pub also: Vec<usize>,
    /// The move that leads here; `None` for the root.
    pub mv: Option<String>,
    /// How many moves of its parent lead here, up to symmetry.
    pub ways: u32,
    /// How likely it comes, below a chance node.
    pub probability: Option<f64>,
    /// The position.
    pub position: String,
    /// Who decides there.
    pub turn: Turn,
    /// Plies below the root.
    pub ply: u32,
    /// What there is to see.
    pub scene: Scene,
    /// Its number in the order of visits, the root being 1.
    pub order: Option<u64>,
    /// Plies that were to be looked ahead from here.
    pub depth: Option<u32>,
    /// The window on entry.
    pub window: Option<Span>,
    /// The window when it was left.
    pub window_after: Option<Span>,
    /// What it is worth.
    pub value: Option<Value>,
    /// How the value is to be read.
    pub bound: Bound,
    /// Why the search went no further, or did not come here.
    pub end: End,
    /// By what it goes no further, where `end` does not say it all.
    pub ends_by: Option<EndsBy>,
    /// Whether it is on the principal variation.
    pub principal: bool,
    /// Playouts or lessons that went through here.
    pub tally: Option<Tally>,
    /// Its proof number and disproof number for the first player's win.
    pub numbers: Option<(u32, u32)>,
    /// Who wins here, where that is asked and known: `Some(None)` is a draw.
    pub winner: Option<Option<Player>>,
    /// Nodes below that are not shown.
    pub hidden: u64,
    /// Whether there are even more of them, which nobody counted.
    pub hidden_more: bool,
}
