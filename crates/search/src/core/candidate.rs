//! The task of a search at the root, and the results for each move.

use std::cmp::Reverse;

use plywood_rules::{Evaluate, Game, Player, Value};

use super::searcher::SearchNode;
use super::value_basis::ValueBasis;
use crate::window::Window;
use crate::{Order, Tie};

/// A decision to be searched.
pub(crate) struct Root<'m, G: Game + ?Sized> {
    pub node: SearchNode<G>,
    /// The player who decides.
    pub player: Player,
    /// The moves to choose among, in the order of the legal moves.
    pub moves: &'m [G::Move],
}

impl<G: Game + ?Sized> Root<'_, G> {
    /// The places of the moves in the order in which they are tried.
    pub fn order(&self, game: &G, evaluation: &dyn Evaluate<G>, order: Order) -> Vec<usize> {
        if order == Order::Natural {
            return (0..self.moves.len()).collect();
        }
        let score = |&mv| evaluation.ordering_score(game, &self.node.state, mv);
        best_first(&self.moves.iter().map(score).collect::<Vec<_>>())
    }
}

/// The places of these scores, the largest first, equal ones in their order.
pub(crate) fn best_first(scores: &[i32]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..scores.len()).collect();
    places.sort_by_key(|&at| Reverse(scores[at]));
    places
}

/// The way to search it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RootTask {
    pub depth: u32,
    /// Plies within which the game is known not to be decided.
    pub undecided: u32,
    /// The window in which the value is expected.
    pub window: Window,
    /// True if a proved win is enough, without its distance.
    pub any_win: bool,
    /// True if a known value is enough, though a deeper search may find other moves that are as good.
    pub any_best: bool,
    pub tie: Tie,
    /// True if every move is to be valued, by a search of one depth that takes no selective steps.
    pub all: bool,
}

impl RootTask {
    /// The textbook's task: the full window, and the best move known for sure.
    pub fn textbook(depth: u32, tie: Tie, all: bool) -> RootTask {
        let tie = if tie == Tie::Random { tie } else { Tie::First };
        RootTask { depth, undecided: 0, window: Window::FULL, any_win: false, any_best: true, tie, all }
    }
}

/// A move of the root.
pub(super) struct RootMove<G: Game + ?Sized> {
    pub child: SearchNode<G>,
    /// Its score, or at least an upper bound of it.
    pub score: f64,
    /// True if it is the score itself, not a bound.
    pub exact: bool,
    pub basis: ValueBasis,
    /// The line expected behind it, if the score is exact.
    pub line: Vec<G::Move>,
    /// Its value, once established.
    pub value: Option<Value>,
}
