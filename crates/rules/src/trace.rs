//! A record of a search, node by node, for displaying it.
//!
//! Some bots write a [`Trace`] on request ([`Bot::choose_traced`](crate::Bot::choose_traced)). It is a tree of
//! visits, not of positions: a position that was searched twice appears twice. All values, windows and means
//! are from the first player's point of view, who maximises.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use serde::{Deserialize, Serialize};

use crate::{Player, Turn, Value};

/// A tree of visits, the root first; children come after their parents.
#[derive(Clone, Debug)]
pub struct Trace<M> {
    nodes: Vec<Visit<M>>,
    most: usize,
    left_out: u64,
    playouts: Vec<Playout>,
}

/// One playout of a Monte Carlo search: its way down the tree, and what it left behind on it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Playout {
    /// The nodes from the root on, by their index in the trace; those that it has no room for are left out.
    pub path: Vec<usize>,
    /// For each of them the result that it counted, for the first player, on the scale of the means.
    pub results: Vec<f64>,
    /// For each of them its visits and their mean afterwards.
    pub tallies: Vec<VisitMean>,
    /// The place in the path of the node that got its children on the way.
    pub expanded: Option<usize>,
    /// True if a random game was played; false if the last node's value was known.
    pub random: bool,
}

/// A visited move and its result; the root is there without a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Visit<M> {
    /// The index of the parent in the trace; `None` for the root.
    pub parent: Option<usize>,
    /// The move, or the outcome of chance, that leads here.
    pub mv: Option<M>,
    /// The probability of this outcome, below a chance node.
    pub probability: Option<f64>,
    /// The side to move.
    pub turn: Turn,
    /// Its number in the order of visits, the root being 1; `None` if it was never visited (`end` then gives
    /// the reason). A bot that traces its knowledge rather than a search documents its own order.
    pub order: Option<u64>,
    /// Plies that were to be searched from here, if the search has a depth.
    pub depth: Option<u32>,
    /// The window when it was entered, if the search has windows.
    pub window: Option<Span>,
    /// The window on exit, narrowed by the results here.
    pub window_after: Option<Span>,
    /// The value returned; see `bound`.
    pub value: Option<Value>,
    /// The meaning of `value`: exact or a bound.
    pub bound: Bound,
    /// The reason why the search went no further here, or did not visit this node.
    pub end: End,
    /// True on the principal variation.
    pub principal: bool,
    /// The number of playouts, or lessons, through this node and their mean, if the search counts them.
    pub tally: Option<VisitMean>,
    /// The proof and disproof numbers for the first player's win, if the search has them; `u32::MAX` for
    /// infinity. If the question was whether the second player wins, they are for the first player's not
    /// losing.
    pub numbers: Option<(u32, u32)>,
}

/// A window: the values that would still make a difference. A side without a bound is `None`.
///
/// Its sides are thresholds, not results: points are written as exact numbers even if they are estimates, and a win or
/// a loss has 0 plies if the search ignores its length.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Span {
    /// The first player has this for sure elsewhere.
    pub alpha: Option<Value>,
    /// The second player has this for sure elsewhere.
    pub beta: Option<Value>,
}

/// The relation of a value to the true one (or to that of a search to this depth without cuts).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Bound {
    /// It is the value.
    #[default]
    Exact,
    /// It is at least this.
    Lower,
    /// It is at most this.
    Upper,
}

/// The way in which a search left a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum End {
    /// After visiting all its children (without a value, the search was stopped on the way).
    #[default]
    Searched,
    /// By a cutoff: a result left the window before all children were visited: the other player has an
    /// alternative at least as good elsewhere. The remaining children are there with [`End::Skipped`].
    Cut,
    /// The game is over here.
    Over,
    /// The depth limit of the search, or the edge of the tree: the value is an estimate by the evaluation or by
    /// random play.
    Horizon,
    /// The transposition table knew enough; or the position is continued elsewhere in this trace.
    Table,
    /// The game's hints decided it without a search: a win at once or by threats, a loss, or a draw as neither
    /// player can win any more. Or it was never visited because the hints rejected the move.
    Tactics,
    /// Pruned by a heuristic rule (or only searched to a smaller depth).
    Reduced,
    /// The outcomes known so far sufficed to leave the window (Star1, Star2).
    Chance,
    /// A position of the game, or of this line, again.
    Repeated,
    /// The value was proved, so that no playout has to go there any more.
    Proved,
    /// Never visited: a sibling's value caused a cutoff.
    Skipped,
    /// Never visited for another reason: no time, or no playout.
    Unvisited,
}

impl Bound {
    /// Converts a bound between the first player's point of view and that of `player`: lower and upper bounds
    /// change places for the second player.
    pub fn seen_by(self, player: Player) -> Bound {
        match (self, player) {
            (Bound::Lower, Player::Second) => Bound::Upper,
            (Bound::Upper, Player::Second) => Bound::Lower,
            (bound, _) => bound,
        }
    }
}

/// A number of games or playouts, and their mean result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VisitMean {
    /// The number of visits.
    pub visits: u64,
    /// Their mean result for the first player, on the scale of the search that counts them.
    pub mean: f64,
}

impl<M> Visit<M> {
    /// A node below `parent` of which only the turn is known.
    pub fn new(parent: Option<usize>, mv: Option<M>, turn: Turn) -> Visit<M> {
        Visit {
            parent,
            mv,
            probability: None,
            turn,
            order: None,
            depth: None,
            window: None,
            window_after: None,
            value: None,
            bound: Bound::Exact,
            end: End::Searched,
            principal: false,
            tally: None,
            numbers: None,
        }
    }

    /// The same visit without its move: of any game.
    pub fn without_move(&self) -> Visit<()> {
        let &Visit { parent, probability, turn, order, depth, window, window_after, value, .. } = self;
        let &Visit { bound, end, principal, tally, numbers, .. } = self;
        Visit {
            parent,
            mv: None,
            probability,
            turn,
            order,
            depth,
            window,
            window_after,
            value,
            bound,
            end,
            principal,
            tally,
            numbers,
        }
    }
}

impl Playout {
    /// The same with other numbers for its nodes, up to the first that `place` has no number for.
    pub fn renumbered(&self, place: impl Fn(usize) -> Option<usize>) -> Playout {
        let path: Vec<usize> = self.path.iter().map_while(|&node| place(node)).collect();
        Playout {
            results: self.results[..path.len()].to_vec(),
            tallies: self.tallies[..path.len()].to_vec(),
            expanded: self.expanded.filter(|&place| place < path.len()),
            random: self.random,
            path,
        }
    }
}

impl<M> Trace<M> {
    /// An empty trace that keeps at most `most` nodes and counts the others.
    pub fn new(most: usize) -> Trace<M> {
        Trace { nodes: Vec::new(), most, left_out: 0, playouts: Vec::new() }
    }

    /// The greatest number of nodes that it keeps.
    pub fn most(&self) -> usize {
        self.most
    }

    /// Adds a node and returns its index; `None` if there is no more room: then its children have no place
    /// either.
    pub fn push(&mut self, visit: Visit<M>) -> Option<usize> {
        if self.nodes.len() >= self.most {
            self.left_out += 1;
            return None;
        }
        debug_assert!(visit.parent.is_none_or(|parent| parent < self.nodes.len()));
        self.nodes.push(visit);
        Some(self.nodes.len() - 1)
    }

    /// The nodes, parents before their children.
    pub fn nodes(&self) -> &[Visit<M>] {
        &self.nodes
    }

    /// The node at a place that [`Trace::push`] gave.
    pub fn node_mut(&mut self, at: usize) -> &mut Visit<M> {
        &mut self.nodes[at]
    }

    /// The playouts one after the other, if the search has any: the first ones, if they are too many.
    pub fn playouts(&self) -> &[Playout] {
        &self.playouts
    }

    /// Sets the playouts.
    pub fn set_playouts(&mut self, playouts: Vec<Playout>) {
        self.playouts = playouts;
    }

    /// Counts more nodes that there is no room for.
    pub fn leave_out(&mut self, nodes: u64) {
        self.left_out += nodes;
    }

    /// The number of nodes that were omitted for lack of room.
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    /// Marks the nodes of `line`, which begins at the root, until one is missing. If a move was visited several
    /// times, the last visit counts.
    pub fn mark(&mut self, line: &[M])
    where
        M: Copy + PartialEq,
    {
        let Some(root) = self.nodes.first_mut() else { return };
        root.principal = true;
        let mut at = 0;
        for &mv in line {
            let after = self.nodes.iter().enumerate().skip(at + 1);
            let fits = after.filter(|(_, node)| node.parent == Some(at) && node.mv == Some(mv));
            let Some((next, _)) = fits.max_by_key(|(place, node)| (node.order, *place)) else { return };
            self.nodes[next].principal = true;
            at = next;
        }
    }

    /// Forgets everything: a deeper search begins again.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.playouts.clear();
        self.left_out = 0;
    }
}

/// A queue for bots that trace their knowledge rather than their search: the greatest weight comes first, of
/// equal ones the lowest place.
#[derive(Debug)]
pub struct Waiting<T>(BinaryHeap<Waits<T>>);

#[derive(Debug)]
struct Waits<T> {
    rank: (u32, Reverse<usize>),
    what: T,
}

impl<T> Waiting<T> {
    /// Nothing waits.
    pub fn new() -> Waiting<T> {
        Waiting(BinaryHeap::new())
    }

    /// Adds an item to the queue.
    pub fn push(&mut self, weight: u32, place: usize, what: T) {
        self.0.push(Waits { rank: (weight, Reverse(place)), what });
    }

    /// Removes the next item and its place.
    pub fn pop(&mut self) -> Option<(usize, T)> {
        self.0.pop().map(|Waits { rank: (_, Reverse(place)), what }| (place, what))
    }
}

impl<T> Default for Waiting<T> {
    fn default() -> Waiting<T> {
        Waiting::new()
    }
}

impl<T> Ord for Waits<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank.cmp(&other.rank)
    }
}

impl<T> PartialOrd for Waits<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> PartialEq for Waits<T> {
    fn eq(&self, other: &Self) -> bool {
        self.rank == other.rank
    }
}

impl<T> Eq for Waits<T> {}
