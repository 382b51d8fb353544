//! A tree before it becomes text: an arena of nodes, and beside it their positions.
//!
//! Only the positions are of the type of a game. All that needs none of it is compiled once.

use std::ops::{Deref, DerefMut};

use plywood_rules::trace::{End, Playout, Visit};
use plywood_rules::{Outcome, Playable, Player, Proved, Scene, Turn, Value, moves_or_outcomes};

use super::report::{EndsBy, StrategySize, TreeProof, TreeQuestion, TreeSearch};

/// The most positions that are grown before some of them are chosen. Beyond, nothing is counted any more.
pub(crate) const GROWN: usize = 200_000;

/// The nodes grown for a view, before anything is left out.
pub(crate) struct Grown {
    pub spots: Vec<GrownNode>,
    /// Nodes that there was no room for; `None` if they were not counted.
    pub beyond: Option<u64>,
    pub cut_at: Option<u32>,
    pub strategy: Option<StrategySize>,
    pub search: Option<TreeSearch>,
    pub playouts: Vec<Playout>,
    pub proof: Option<TreeProof>,
    pub question: Option<TreeQuestion>,
    pub win_worth: f64,
    pub solved: bool,
}

impl Grown {
    pub fn new(win_worth: f64) -> Grown {
        Grown {
            spots: Vec::new(),
            beyond: Some(0),
            cut_at: None,
            strategy: None,
            search: None,
            playouts: Vec::new(),
            proof: None,
            question: None,
            win_worth,
            solved: true,
        }
    }

    /// The children of every node, in their order.
    pub fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.spots.len()];
        for (at, spot) in self.spots.iter().enumerate() {
            if let Some(parent) = spot.parent {
                children[parent].push(at);
            }
        }
        children
    }
}

/// A node before it becomes text: a visit.
pub(crate) struct GrownNode {
    pub visit: Visit<()>,
    pub also: Vec<usize>,
    pub ways: u32,
    pub ply: u32,
    pub ends_by: Option<EndsBy>,
    /// True if it has moves that were not followed, because the tree had to end here.
    pub open: bool,
}

impl GrownNode {
    /// A node of which only the rules are known.
    pub fn new(parent: Option<usize>, turn: Turn, ply: u32) -> GrownNode {
        let (end, value) = match turn {
            Turn::Over(outcome) => (End::Over, Some(outcome_value(outcome))),
            Turn::Decision(_) | Turn::Chance => (End::Searched, None),
        };
        let visit = Visit { end, value, ..Visit::new(parent, None, turn) };
        GrownNode { visit, also: Vec::new(), ways: 1, ply, ends_by: None, open: false }
    }
}

impl Deref for GrownNode {
    type Target = Visit<()>;

    fn deref(&self) -> &Visit<()> {
        &self.visit
    }
}

impl DerefMut for GrownNode {
    fn deref_mut(&mut self) -> &mut Visit<()> {
        &mut self.visit
    }
}

/// The positions of the nodes of a tree, and the moves that lead there: in the order of [`Grown::spots`].
pub(crate) struct NodePositions<'a, G: Playable> {
    pub game: &'a G,
    pub states: Vec<G::State>,
    pub moves: Vec<Option<G::Move>>,
}

impl<'a, G: Playable> NodePositions<'a, G> {
    /// A tree of the root alone.
    pub fn plant(game: &'a G, start: &G::State, win_worth: f64) -> (Grown, NodePositions<'a, G>) {
        let mut grown = Grown::new(win_worth);
        let mut positions = NodePositions { game, states: Vec::new(), moves: Vec::new() };
        positions.push(&mut grown, GrownNode::new(None, game.turn(start), 0), None, start.clone());
        (grown, positions)
    }

    /// Adds a node.
    pub fn push(&mut self, grown: &mut Grown, spot: GrownNode, mv: Option<G::Move>, state: G::State) {
        grown.spots.push(spot);
        self.states.push(state);
        self.moves.push(mv);
    }

    /// Forgets the positions of nodes at the end that are no longer there.
    pub fn cut(&mut self, grown: &Grown) {
        self.states.truncate(grown.spots.len());
        self.moves.truncate(grown.spots.len());
    }

    /// The node at `at` in text.
    pub fn describe(&self, grown: &Grown, at: usize) -> Described {
        let by = grown.spots[at].parent.zip(self.moves[at]);
        Described {
            mv: by.map(|(parent, mv)| self.game.move_text(&self.states[parent], mv)),
            position: self.game.state_text(&self.states[at]),
            scene: self.game.scene(&self.states[at]),
        }
    }
}

/// A node's position, and the move that leads there, in text.
pub(crate) struct Described {
    pub mv: Option<String>,
    pub position: String,
    pub scene: Scene,
}

/// The value of an end for the first player.
pub(crate) fn outcome_value(outcome: Outcome) -> Value {
    match outcome {
        Outcome::Win(Player::First) => Value::Proved(Proved::Win { plies: 0 }),
        Outcome::Win(Player::Second) => Value::Proved(Proved::Loss { plies: 0 }),
        Outcome::Draw => Value::Proved(Proved::Draw),
        Outcome::Payoff(points) => Value::Exact(points),
    }
}

/// Moves and how likely they are, if they are outcomes of chance.
pub(crate) fn moves_of<G: Playable>(game: &G, state: &G::State) -> Vec<(G::Move, Option<f64>)> {
    if game.turn(state) == Turn::Chance {
        let mut outcomes = Vec::new();
        game.chance_outcomes(state, &mut outcomes);
        return outcomes.into_iter().map(|(mv, probability)| (mv, Some(probability))).collect();
    }
    moves_or_outcomes(game, state).into_iter().map(|mv| (mv, None)).collect()
}
