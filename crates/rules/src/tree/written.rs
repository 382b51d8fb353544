//! A written tree as a game.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use super::node::{NodeId, Probability, ROOT, WrittenBranch, WrittenKind, WrittenNode};
use crate::playable::NamedEvaluation;
use crate::{
    Evaluate, Game, MoveNumber, Notation, OrderingHints, Outcome, PairingHints, Playable, Specialized,
    Symmetric, TextError, ThreatHints, Turn,
};

/// A game that was spelled out as a tree. Trees are equal if they have the same nodes, moves and labels,
/// whatever their names.
#[derive(Clone, Debug)]
pub struct WrittenTree {
    /// Every node after its parent, the root first.
    nodes: Vec<WrittenNode>,
    /// The branches of a node are contiguous.
    branches: Vec<WrittenBranch>,
    /// For each node the plies of the longest line of play from there.
    plies_left: Vec<u32>,
    name: Option<String>,
    has_chance: bool,
    win_worth: f64,
    /// Computed on first use: most trees are searched and never drawn.
    pub(super) shown: OnceLock<ShownNodes>,
}

/// The nodes that the board shows.
#[derive(Clone, Debug)]
pub(super) struct ShownNodes {
    /// Breadth first, so that the omitted nodes are far from the root.
    pub(super) nodes: Vec<NodeId>,
    /// The place of each of them in that order.
    pub(super) places: FxHashMap<NodeId, usize>,
}

/// Two trees are equal if they are the same game; their names do not matter.
impl PartialEq for WrittenTree {
    fn eq(&self, other: &WrittenTree) -> bool {
        self.nodes == other.nodes && self.branches == other.branches
    }
}

impl WrittenTree {
    /// The same tree with the name `name`, which [`Playable::name`] returns. It should open the tree again and
    /// contain no white space.
    pub fn named(self, name: impl Into<String>) -> WrittenTree {
        WrittenTree { name: Some(name.into()), ..self }
    }

    /// The number of nodes, leaves included.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The plies of the longest line of play.
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

    pub(super) fn node(&self, id: NodeId) -> &WrittenNode {
        &self.nodes[id.0 as usize]
    }

    pub(super) fn branches(&self, id: NodeId) -> &[WrittenBranch] {
        let node = self.node(id);
        &self.branches[node.first as usize..][..node.count as usize]
    }

    fn places(&self, id: NodeId) -> impl Iterator<Item = MoveNumber> {
        (0..self.node(id).count).map(MoveNumber)
    }

    /// Builds the tree from matching nodes and branches, with the statistics of all of them.
    pub(super) fn from_parts(nodes: Vec<WrittenNode>, branches: Vec<WrittenBranch>) -> WrittenTree {
        let greatest = |values: &mut dyn Iterator<Item = f64>| values.map(f64::abs).fold(0.0, f64::max);
        let payoff = greatest(&mut nodes.iter().filter_map(|node| match node.kind {
            WrittenKind::Leaf(Outcome::Payoff(points)) => Some(points),
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
            has_chance: nodes.iter().any(|node| node.kind == WrittenKind::Chance),
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
    /// The place among the moves or outcomes of the node, from 0.
    type Move = MoveNumber;

    fn initial(&self) -> NodeId {
        NodeId(0)
    }

    fn turn(&self, state: &NodeId) -> Turn {
        match self.node(*state).kind {
            WrittenKind::Leaf(outcome) => Turn::Over(outcome),
            WrittenKind::Decision(player) => Turn::Decision(player),
            WrittenKind::Chance => Turn::Chance,
        }
    }

    /// The moves in the order they are written.
    fn legal_moves(&self, state: &NodeId, moves: &mut Vec<MoveNumber>) {
        if let WrittenKind::Decision(_) = self.node(*state).kind {
            moves.extend(self.places(*state));
        }
    }

    /// The outcomes in the order they are written.
    fn chance_outcomes(&self, state: &NodeId, outcomes: &mut Vec<(MoveNumber, f64)>) {
        let probabilities = self.branches(*state).iter().filter_map(|branch| branch.probability);
        outcomes.extend(self.places(*state).zip(probabilities.map(Probability::value)));
    }

    fn play(&self, state: &mut NodeId, mv: MoveNumber) {
        *state = NodeId(self.branches(*state)[mv.index()].child);
    }

    fn count_moves(&self, state: &NodeId) -> usize {
        self.node(*state).count as usize
    }

    fn nth_move(&self, state: &NodeId, n: usize) -> MoveNumber {
        assert!(n < self.count_moves(state), "move number {n} of {}", self.count_moves(state));
        MoveNumber::from(n)
    }

    /// The plies from the root.
    fn stage(&self, state: &NodeId) -> Option<u32> {
        Some(self.node(*state).depth)
    }

    fn greatest_payoff(&self) -> f64 {
        self.win_worth
    }
}

impl Notation for WrittenTree {
    fn move_text(&self, state: &NodeId, mv: MoveNumber) -> String {
        self.branches(*state)[mv.index()].label.to_string()
    }

    fn state_text(&self, state: &NodeId) -> String {
        let mut labels = Vec::new();
        let mut id = *state;
        while id != self.initial() {
            let WrittenNode { parent, place, .. } = *self.node(id);
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

impl Specialized for WrittenTree {}

/// The evaluation `written`: the estimate written at the node, or 0 if there is none.
///
/// A win is worth the greatest payoff of the tree, or 1 if all are smaller, so that a `W` beside numbers is as
/// good as the best of them. If an estimate is larger than that, a win is worth one more than the largest
/// estimate: no estimate is ever as good as a win.
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

    /// The branches of a node, from 0.
    fn actions(&self) -> usize {
        self.nodes.iter().map(|node| node.count as usize).max().unwrap_or_default()
    }

    fn action(&self, mv: MoveNumber) -> usize {
        mv.index()
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
