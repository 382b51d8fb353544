//! Monte Carlo tree search that is guided by an evaluator, such as a neural network: it gives each position a value and each
//! of its moves a probability, its prior.
//!
//! Rosin, "Multi-armed bandits with episode context", Annals of Mathematics and Artificial Intelligence 61, 2011 (PUCT); Silver et
//! al., "A general reinforcement learning algorithm that masters chess, shogi, and Go through self-play", Science 362, 2018.
//!
//! The tree does not call the evaluator: [`PuctTree::descend`] gives a leaf, and [`PuctTree::expand`] takes what was found of it. In
//! between other leaves may be taken, of this tree and of others, so that many are evaluated at once. A way that others are on
//! counts as lost for the player who chose it until they are back (the virtual loss of Chaslot, Winands and van den Herik,
//! "Parallel Monte-Carlo Tree Search", Computers and Games 2008).
//!
//! All numbers in the tree are from the first player's point of view.

mod edge;
mod keep;

use plywood_rules::{Outcome, Player, Tactics, Turn, is_twice_before};

use self::edge::{NONE, PuctEdge, PuctNode};

/// The settings of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PuctSettings {
    /// The weight of the priors against the results so far.
    pub exploration: f32,
}

impl Default for PuctSettings {
    fn default() -> PuctSettings {
        PuctSettings { exploration: 1.5 }
    }
}

/// The value of a move that was not tried, below the one of its position: the moves with the highest priors were tried first.
const UNTRIED: f32 = 0.2;

/// The end of a way down the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Descent {
    /// A position to be evaluated, by its number. A player decides there.
    Leaf(u32),
    /// The end of the game, which was counted.
    End,
    /// A position whose evaluation is under way. Nothing was counted.
    Taken,
}

/// A tree.
pub struct PuctTree<G: Tactics + ?Sized> {
    nodes: Vec<PuctNode<G::State>>,
    edges: Vec<PuctEdge<G::Move>>,
    /// The states before the root, oldest first.
    past: Vec<G::State>,
    /// True if states may recur.
    may_recur: bool,
    /// The mean of the evaluations, that of the root included, and their number.
    mean: f32,
    visits: u32,
    moves: Vec<G::Move>,
    outcomes: Vec<(G::Move, f64)>,
}

/// The place of the root.
const ROOT: u32 = 0;

impl<G: Tactics + ?Sized> PuctTree<G> {
    /// A tree of nothing but this state, which came after those of `past`, oldest first.
    pub fn new(game: &G, state: G::State, past: Vec<G::State>) -> PuctTree<G> {
        let may_recur = game.stage(&state).is_none() && game.plies_left(&state).is_none();
        let root = PuctNode::new(game.turn(&state), state, NONE, NONE);
        PuctTree {
            nodes: vec![root],
            edges: Vec::new(),
            past,
            may_recur,
            mean: 0.0,
            visits: 0,
            moves: Vec::new(),
            outcomes: Vec::new(),
        }
    }

    /// The state of the root.
    pub fn root(&self) -> &G::State {
        &self.nodes[0].state
    }

    /// The number of states before the root.
    pub fn past(&self) -> usize {
        self.past.len()
    }

    /// The state of a leaf.
    pub fn state(&self, leaf: u32) -> &G::State {
        &self.nodes[leaf as usize].state
    }

    /// The visits of the root, those of earlier searches that were kept included.
    pub fn visits(&self) -> u32 {
        self.visits
    }

    /// The mean of all evaluations below the root, from -1 to 1, from the view of the player to move there.
    pub fn value(&self) -> f32 {
        self.mean * sign(self.nodes[0].turn)
    }

    /// The moves of the root with their visits, and the mean of the evaluations behind each from the view of the player to move there,
    /// 0 before the first visit.
    pub fn moves(&self) -> impl Iterator<Item = (G::Move, u32, f32)> {
        let sign = sign(self.nodes[0].turn);
        self.edges[self.nodes[0].edges()].iter().map(move |edge| (edge.mv, edge.visits, edge.mean * sign))
    }

    /// The line after the move of the root, by the most visited moves, to a position that was not evaluated or a chance node.
    pub fn line(&self, mv: G::Move) -> Vec<G::Move> {
        let mut next = self.edges[self.nodes[0].edges()].iter().find(|edge| edge.mv == mv);
        let mut line = Vec::new();
        while let Some(edge) = next {
            line.push(edge.mv);
            let node = self.nodes.get(edge.child as usize).filter(|node| node.turn != Turn::Chance);
            let moves = node.into_iter().flat_map(|node| &self.edges[node.edges()]);
            next = moves.filter(|edge| edge.visits > 0).max_by_key(|edge| edge.visits);
        }
        line
    }

    /// The number of positions.
    pub fn positions(&self) -> usize {
        self.nodes.len()
    }

    /// The bytes of the tree.
    pub fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<PuctNode<G::State>>() + self.edges.len() * size_of::<PuctEdge<G::Move>>()
    }

    /// Mixes a share of noise into the priors of the root, which was evaluated: the numbers of its moves, divided by their sum.
    pub fn mix(&mut self, share: f32, noise: impl Fn(G::Move) -> f32) {
        let edges = &mut self.edges[self.nodes[0].first as usize..][..self.nodes[0].count as usize];
        let sum: f32 = edges.iter().map(|edge| noise(edge.mv)).sum();
        if sum > 0.0 {
            for edge in edges {
                edge.prior = (1.0 - share) * edge.prior + share * noise(edge.mv) / sum;
            }
        }
    }

    /// Goes down the tree to a position that was not evaluated yet.
    pub fn descend(&mut self, game: &G, settings: PuctSettings) -> Descent {
        let (mut node, mut mean) = (ROOT, self.mean);
        loop {
            let here = &self.nodes[node as usize];
            if let Turn::Over(outcome) = here.turn {
                self.back_up(node, result(outcome, game.greatest_payoff()));
                return Descent::End;
            }
            if here.is_waiting {
                self.give_back(node);
                return Descent::Taken;
            }
            if here.count == 0 {
                if here.turn == Turn::Chance {
                    self.list_outcomes(game, node);
                    continue;
                }
                self.nodes[node as usize].is_waiting = true;
                return Descent::Leaf(node);
            }
            let chosen = match here.turn {
                Turn::Chance => self.draw(node),
                _ => self.select(node, mean, settings),
            };
            let edge = &mut self.edges[chosen];
            edge.waiting += 1;
            mean = edge.mean;
            node = match edge.child {
                NONE => self.add(game, node, chosen),
                child => child,
            };
        }
    }

    /// Enters the evaluation of a leaf: its value for the player to move, from -1 to 1, and the prior of each move, which need not
    /// sum to 1. Moves are as likely as each other if no prior is positive.
    pub fn expand(&mut self, game: &G, leaf: u32, value: f32, prior: impl Fn(G::Move) -> f32) {
        let place = leaf as usize;
        self.moves.clear();
        game.legal_moves(&self.nodes[place].state, &mut self.moves);
        let first = self.edges.len();
        self.edges.extend(self.moves.iter().map(|&mv| PuctEdge::new(mv, prior(mv).max(0.0))));
        let added = &mut self.edges[first..];
        let sum: f32 = added.iter().map(|edge| edge.prior).sum();
        let even = 1.0 / added.len() as f32;
        added.iter_mut().for_each(|edge| edge.prior = if sum > 0.0 { edge.prior / sum } else { even });
        let node = &mut self.nodes[place];
        (node.first, node.count, node.is_waiting) = (first as u32, self.moves.len() as u32, false);
        let value = value * sign(node.turn);
        self.back_up(leaf, value);
    }

    /// The move with the greatest value so far plus a bonus, which is greater the more likely the move is and the less it was tried.
    fn select(&self, node: u32, mean: f32, settings: PuctSettings) -> usize {
        let here = &self.nodes[node as usize];
        let (edges, sign) = (here.edges(), sign(here.turn));
        let of_node = &self.edges[edges.clone()];
        let tries: u32 = of_node.iter().map(|edge| edge.visits + edge.waiting).sum();
        let bonus = settings.exploration * (tries.max(1) as f32).sqrt();
        let untried = sign * mean - UNTRIED;
        let (mut best, mut most) = (edges.start, f32::NEG_INFINITY);
        for (place, edge) in edges.zip(of_node) {
            let tries = (edge.visits + edge.waiting) as f32;
            let value = match edge.visits + edge.waiting {
                0 => untried,
                _ => (sign * edge.mean * edge.visits as f32 - edge.waiting as f32) / tries,
            };
            let score = value + bonus * edge.prior / (1.0 + tries);
            if score > most {
                (best, most) = (place, score);
            }
        }
        best
    }

    /// The outcome of chance that lags behind its probability most: their shares are right after few visits.
    fn draw(&self, node: u32) -> usize {
        let edges = self.nodes[node as usize].edges();
        let of_node = &self.edges[edges.clone()];
        let tries: u32 = 1 + of_node.iter().map(|edge| edge.visits + edge.waiting).sum::<u32>();
        let lag = |edge: &PuctEdge<G::Move>| edge.prior * tries as f32 - (edge.visits + edge.waiting) as f32;
        let (mut best, mut most) = (edges.start, f32::NEG_INFINITY);
        for (place, lag) in edges.zip(of_node.iter().map(lag)) {
            if lag > most {
                (best, most) = (place, lag);
            }
        }
        best
    }

    fn list_outcomes(&mut self, game: &G, node: u32) {
        let first = self.edges.len();
        self.outcomes.clear();
        game.chance_outcomes(&self.nodes[node as usize].state, &mut self.outcomes);
        self.edges
            .extend(self.outcomes.iter().map(|&(mv, probability)| PuctEdge::new(mv, probability as f32)));
        let node = &mut self.nodes[node as usize];
        (node.first, node.count) = (first as u32, self.outcomes.len() as u32);
    }

    /// Adds the position after a move of `parent`.
    fn add(&mut self, game: &G, parent: u32, edge: usize) -> u32 {
        let state = game.child(&self.nodes[parent as usize].state, self.edges[edge].mv);
        let turn = match game.turn(&state) {
            turn if turn.outcome().is_none() && self.recurs(game, &state, parent) => {
                Turn::Over(Outcome::Draw)
            }
            turn => turn,
        };
        let child = self.nodes.len() as u32;
        self.nodes.push(PuctNode::new(turn, state, parent, edge as u32));
        self.edges[edge].child = child;
        child
    }

    /// True if a state after `parent` is there for the third time.
    fn recurs(&self, game: &G, state: &G::State, parent: u32) -> bool {
        if !self.may_recur {
            return false;
        }
        let above = |&node: &u32| Some(self.nodes[node as usize].parent).filter(|&parent| parent != NONE);
        let in_tree = std::iter::successors(Some(parent), above).map(|node| {
            let node = &self.nodes[node as usize];
            (&node.state, node.turn)
        });
        let before = self.past.iter().rev().map(|state| (state, game.turn(state)));
        is_twice_before(in_tree.chain(before), |(before, _)| *before == state, |(_, turn)| turn)
    }

    /// Counts a value at all moves that lead to `node`.
    fn back_up(&mut self, mut node: u32, value: f32) {
        loop {
            let PuctNode { parent, edge, .. } = self.nodes[node as usize];
            if parent == NONE {
                self.visits += 1;
                self.mean += (value - self.mean) / self.visits as f32;
                return;
            }
            let edge = &mut self.edges[edge as usize];
            edge.waiting -= 1;
            edge.visits += 1;
            edge.mean += (value - edge.mean) / edge.visits as f32;
            node = parent;
        }
    }

    /// Takes back the virtual losses of a way.
    fn give_back(&mut self, mut node: u32) {
        while self.nodes[node as usize].parent != NONE {
            let PuctNode { parent, edge, .. } = self.nodes[node as usize];
            self.edges[edge as usize].waiting -= 1;
            node = parent;
        }
    }
}

/// +1 where the first player decides, -1 where the second does.
fn sign(turn: Turn) -> f32 {
    turn.player().unwrap_or(Player::First).sign() as f32
}

/// A result from -1 to 1: points by the greatest payoff that there may be.
fn result(outcome: Outcome, greatest: f64) -> f32 {
    match outcome {
        Outcome::Payoff(points) => (points / greatest) as f32,
        _ => f32::from(outcome.utility(Player::First)),
    }
}
