//! A game spelled out as a tree in a small text, for lessons and for tests of searches.
//!
//! The tree of many a textbook, three moves for the first player and three answers to each:
//!
//! ```
//! use plywood_rules::tree::WrittenTree;
//! use plywood_rules::{Game, Notation};
//!
//! let text = "(a:(b1:3 b2:12 b3:8) b:(c1:2 c2:4 c3:6) c:(d1:14 d2:5 d3:2))";
//! let tree = WrittenTree::parse(text).unwrap();
//! assert_eq!(tree.node_count(), 13);
//! let state = tree.parse_state("c/d2").unwrap();
//! assert_eq!(tree.turn(&state).outcome().unwrap(), plywood_rules::Outcome::Payoff(5.0));
//! ```
//!
//! # The notation
//!
//! ```text
//! tree        = node ;
//! node        = leaf | decision | chance ;
//! leaf        = number | "W" | "L" | "=" ;
//! decision    = [ "+" | "-" ] "(" move { move } ")" [ "~" number ] ;
//! move        = [ label ":" ] node ;
//! chance      = "{" outcome { outcome } "}" [ "~" number ] ;
//! outcome     = probability [ label ":" ] node ;
//! probability = digits "/" digits | digits [ "." digits ] ;
//! number      = [ "+" | "-" ] digits [ "." digits ] ;
//! ```
//!
//! Parts are separated by white space, line breaks or commas, as many as one likes; from `#` to the end of the
//! line is a comment.
//!
//! **Leaves** are seen by the first player, who wants much: `W` is a win of the first player, `L` a win of the
//! second, `=` a draw, and a number what the second player pays the first, 10^12 at most.
//!
//! **Who moves.** The first player moves at the first decision, and after a decision it is the other player's
//! turn; a chance node in between changes nothing. Where it is otherwise, `+(` says that the first player (who
//! maximises) moves here, `-(` the second (who minimises), and play alternates on from there. This is a tree in
//! which the first player moves twice:
//!
//! ```
//! # use plywood_rules::{Game, Notation, Player, Turn, tree::WrittenTree};
//! let tree = WrittenTree::parse("(stay:1 go:+(left:3 right:-2))").unwrap();
//! let state = tree.parse_state("go").unwrap();
//! assert_eq!(tree.turn(&state), Turn::Decision(Player::First));
//! ```
//!
//! **Chance.** The probabilities of a chance node are above 0 and sum to 1. Decimals have nine places at most;
//! what decimals cannot say is a fraction:
//!
//! ```
//! # use plywood_rules::{Game, Turn, tree::WrittenTree};
//! let tree = WrittenTree::parse("(safe:1 dare:{ 1/3 luck:W 2/3 bad:L })").unwrap();
//! let dare = tree.child(&tree.initial(), tree.nth_move(&tree.initial(), 1));
//! assert_eq!(tree.turn(&dare), Turn::Chance);
//! ```
//!
//! **Labels** name the moves. They may hold any visible character but `( ) { } : , # / ~`, are 64 characters
//! long at most, and differ within a node; `root` is taken. A move without a label is called by its place: `a`,
//! `b`, ..., `z`, `aa`, ... at decisions, `1`, `2`, ... at chance nodes.
//!
//! **Written values.** A number after `~` is what somebody guesses the inner node before it to be worth, for
//! searches that do not look further: `(3 (7 5)~6)`. The evaluation `written` answers with it.
//!
//! A tree has at most [`MAX_NODES`] nodes, and no leaf is more than [`MAX_DEPTH`] plies from the root.
//!
//! A position is named by the labels that lead to it, `b/c2`; the first one is `root`.

mod build;
mod parse;
mod print;
mod random;
mod scene;

use std::sync::OnceLock;

use crate::playable::NamedEvaluation;
use crate::{
    Evaluate, Game, Notation, OrderingHints, Outcome, PairingHints, Playable, Player, SolverHints, Symmetric,
    TextError, ThreatHints, Turn,
};

pub use build::{Probability, Tree};
pub use parse::TreeError;
pub use random::{Leaves, RandomTree, random};
pub use scene::MAX_SHOWN;

/// The most nodes that a tree can have.
pub const MAX_NODES: usize = 1_000_000;

/// The most plies from the root to a leaf.
pub const MAX_DEPTH: u32 = 200;

/// A game that was spelled out as a tree. Trees are equal if they have the same nodes, moves and labels,
/// whatever their names.
#[derive(Clone, Debug)]
pub struct WrittenTree {
    /// Every node after its parent, the root first.
    nodes: Vec<Node>,
    /// The branches of a node lie together.
    branches: Vec<Branch>,
    /// For each node the plies of the longest line of play from there.
    plies_left: Vec<u32>,
    name: Option<String>,
    has_chance: bool,
    win_worth: f64,
    /// Found when it is first asked for: most trees are searched and never drawn.
    shown: OnceLock<scene::Shown>,
}

/// Two trees are equal if they are the same game; what they are called does not matter.
impl PartialEq for WrittenTree {
    fn eq(&self, other: &WrittenTree) -> bool {
        self.nodes == other.nodes && self.branches == other.branches
    }
}

#[derive(Clone, Debug, PartialEq)]
struct Node {
    kind: Kind,
    /// The node before this one; the root is its own.
    parent: u32,
    /// Which of its parent's branches leads here.
    place: u32,
    /// Plies from the root.
    depth: u32,
    /// Where its branches begin, and how many there are.
    first: u32,
    count: u32,
    /// The guess written after it.
    written: Option<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Leaf(Outcome),
    Decision(Player),
    Chance,
}

#[derive(Clone, Debug, PartialEq)]
struct Branch {
    label: Box<str>,
    child: u32,
    /// At chance nodes.
    probability: Option<Probability>,
}

/// A node of a written tree: where play stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

/// A move or outcome, by its place among those of its node, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(u32);

impl WrittenTree {
    /// Reads a tree from its text.
    ///
    /// # Errors
    /// Where the text does not follow the notation of [this module](self): says at which line and column, what
    /// is wrong and what would do.
    pub fn parse(text: &str) -> Result<WrittenTree, TreeError> {
        parse::parse(text)
    }

    /// The tree that was put together by hand.
    ///
    /// # Errors
    /// If a label, number or sum of probabilities is none that could be written, or the tree is too large:
    /// names the node by the labels that lead to it.
    pub fn new(tree: Tree) -> Result<WrittenTree, TextError> {
        build::build(tree)
    }

    /// The same tree, called `name`: what [`Playable::name`] answers. It should open the tree again and hold no
    /// white space.
    pub fn named(self, name: impl Into<String>) -> WrittenTree {
        WrittenTree { name: Some(name.into()), ..self }
    }

    /// How many nodes there are, leaves included.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// How many plies the longest line of play has.
    pub fn depth(&self) -> u32 {
        self.nodes.iter().map(|node| node.depth).max().unwrap_or(0)
    }

    /// All nodes, each after its parent: the root comes first.
    pub fn states(&self) -> impl Iterator<Item = NodeId> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// The guess that is written at a node, from the first player's view.
    pub fn written_value(&self, state: NodeId) -> Option<f64> {
        self.node(state).written
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    fn branches(&self, id: NodeId) -> &[Branch] {
        let node = self.node(id);
        &self.branches[node.first as usize..][..node.count as usize]
    }

    fn places(&self, id: NodeId) -> impl Iterator<Item = Place> {
        (0..self.node(id).count).map(Place)
    }

    /// The tree of nodes and branches that belong together, with what is known from a look at all of them.
    fn from_parts(nodes: Vec<Node>, branches: Vec<Branch>) -> WrittenTree {
        let greatest = |values: &mut dyn Iterator<Item = f64>| values.map(f64::abs).fold(0.0, f64::max);
        let payoff = greatest(&mut nodes.iter().filter_map(|node| match node.kind {
            Kind::Leaf(Outcome::Payoff(points)) => Some(points),
            _ => None,
        }));
        let guess = greatest(&mut nodes.iter().filter_map(|node| node.written));
        let worth = payoff.max(1.0);
        let mut plies_left = vec![0; nodes.len()];
        // Children come after their parents.
        for (id, node) in nodes.iter().enumerate().skip(1).rev() {
            let parent = node.parent as usize;
            plies_left[parent] = plies_left[parent].max(plies_left[id] + 1);
        }
        WrittenTree {
            has_chance: nodes.iter().any(|node| node.kind == Kind::Chance),
            // A guess has to stay below a win, a payoff may be as good as one.
            win_worth: if guess < worth { worth } else { guess + 1.0 },
            nodes,
            branches,
            plies_left,
            name: None,
            shown: OnceLock::new(),
        }
    }
}

impl Game for WrittenTree {
    type State = NodeId;
    type Move = Place;

    fn initial(&self) -> NodeId {
        NodeId(0)
    }

    fn turn(&self, state: &NodeId) -> Turn {
        match self.node(*state).kind {
            Kind::Leaf(outcome) => Turn::Over(outcome),
            Kind::Decision(player) => Turn::Decision(player),
            Kind::Chance => Turn::Chance,
        }
    }

    /// The moves in the order they are written.
    fn legal_moves(&self, state: &NodeId, moves: &mut Vec<Place>) {
        if let Kind::Decision(_) = self.node(*state).kind {
            moves.extend(self.places(*state));
        }
    }

    /// The outcomes in the order they are written.
    fn chance_outcomes(&self, state: &NodeId, outcomes: &mut Vec<(Place, f64)>) {
        let probabilities = self.branches(*state).iter().filter_map(|branch| branch.probability);
        outcomes.extend(self.places(*state).zip(probabilities.map(Probability::value)));
    }

    fn play(&self, state: &mut NodeId, mv: Place) {
        *state = NodeId(self.branches(*state)[mv.0 as usize].child);
    }

    fn count_moves(&self, state: &NodeId) -> usize {
        self.node(*state).count as usize
    }

    fn nth_move(&self, state: &NodeId, n: usize) -> Place {
        assert!(n < self.count_moves(state), "move number {n} of {}", self.count_moves(state));
        Place(n as u32)
    }

    /// The plies from the root.
    fn stage(&self, state: &NodeId) -> Option<u32> {
        Some(self.node(*state).depth)
    }

    fn greatest_payoff(&self) -> f64 {
        self.win_worth
    }
}

/// What the first position is called; no move can be.
const ROOT: &str = "root";

impl Notation for WrittenTree {
    fn move_text(&self, state: &NodeId, mv: Place) -> String {
        self.branches(*state)[mv.0 as usize].label.to_string()
    }

    fn state_text(&self, state: &NodeId) -> String {
        let mut labels = Vec::new();
        let mut id = *state;
        while id != self.initial() {
            let Node { parent, place, .. } = *self.node(id);
            id = NodeId(parent);
            labels.push(&*self.branches(id)[place as usize].label);
        }
        if labels.is_empty() {
            return ROOT.to_string();
        }
        labels.reverse();
        labels.join("/")
    }

    fn parse_state(&self, text: &str) -> Result<NodeId, TextError> {
        let text = text.trim();
        let mut state = self.initial();
        if text == ROOT {
            return Ok(state);
        }
        for label in text.split('/') {
            let mv = self.parse_move(&state, label).map_err(|error| {
                TextError::new(format!(
                    "'{text}' is not a position of this tree; at '{}': {error}",
                    self.state_text(&state)
                ))
            })?;
            self.play(&mut state, mv);
        }
        Ok(state)
    }
}

/// Only the identity: moves have names, so no two of them are the same.
impl Symmetric for WrittenTree {}

impl ThreatHints for WrittenTree {}

impl PairingHints for WrittenTree {}

impl OrderingHints for WrittenTree {
    /// The plies of the longest line of play.
    fn plies_left(&self, state: &NodeId) -> Option<u32> {
        Some(self.plies_left[state.0 as usize])
    }
}

impl SolverHints for WrittenTree {}

/// The evaluation `written`: the guess written at the node, or 0 where there is none.
///
/// A win is worth the greatest payoff of the tree, or 1 if all are smaller, so that a `W` beside numbers is as
/// good as the best of them. Where a guess is larger than that, it is worth one more than the largest guess: no
/// guess is ever as good as a win.
#[derive(Clone, Copy, Debug)]
pub struct Written;

impl Evaluate<WrittenTree> for Written {
    fn evaluate(&self, tree: &WrittenTree, state: &NodeId) -> f64 {
        tree.written_value(*state).unwrap_or(0.0)
    }

    fn win_worth(&self, tree: &WrittenTree) -> f64 {
        tree.win_worth
    }
}

impl Playable for WrittenTree {
    /// The name it was [given](WrittenTree::named), or else `tree:` and the whole tree with commas for blanks.
    fn name(&self) -> String {
        match &self.name {
            Some(name) => name.clone(),
            None => format!("tree:{self}").replace(' ', ","),
        }
    }

    fn how_to_play(&self) -> String {
        "Walk down the tree; a move is the label of a branch.\nA number at a leaf is what the second player pays the first."
            .to_string()
    }

    fn evaluations(&self) -> Vec<NamedEvaluation<WrittenTree>> {
        vec![NamedEvaluation {
            name: "written",
            about: "The number written after a node, 0 where there is none.",
            evaluation: Box::new(Written),
        }]
    }

    fn default_depth(&self) -> Option<u32> {
        None
    }

    fn has_chance(&self) -> bool {
        self.has_chance
    }
}
