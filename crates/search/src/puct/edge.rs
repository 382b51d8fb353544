//! Positions of the tree and the moves between them.

use std::ops::Range;

use plywood_rules::Turn;

/// No place.
pub(super) const NONE: u32 = u32::MAX;

/// A position.
#[derive(Clone)]
pub(super) struct PuctNode<S> {
    pub state: S,
    pub turn: Turn,
    /// The place of its first move, and their number: none before it is evaluated.
    pub first: u32,
    pub count: u32,
    /// The position before, and the place of the move from there.
    pub parent: u32,
    pub edge: u32,
    /// True while it is evaluated.
    pub is_waiting: bool,
}

impl<S> PuctNode<S> {
    pub fn new(turn: Turn, state: S, parent: u32, edge: u32) -> PuctNode<S> {
        PuctNode { state, turn, first: 0, count: 0, parent, edge, is_waiting: false }
    }

    /// The places of its moves.
    pub fn edges(&self) -> Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }
}

/// A move, or an outcome of chance.
#[derive(Clone)]
pub(super) struct PuctEdge<M> {
    pub mv: M,
    /// Its prior, or the probability of the outcome.
    pub prior: f32,
    pub visits: u32,
    /// The ways through it whose leaves are being evaluated.
    pub waiting: u32,
    /// The mean of the evaluations below, from -1 (the second player wins) to 1.
    pub mean: f32,
    /// The position after it; none before it is visited.
    pub child: u32,
}

impl<M> PuctEdge<M> {
    pub fn new(mv: M, prior: f32) -> PuctEdge<M> {
        PuctEdge { mv, prior, visits: 0, waiting: 0, mean: 0.0, child: NONE }
    }
}
