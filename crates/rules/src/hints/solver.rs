//! Exact values of single positions, by a solver of the game's own.
//!
//! A solver that is made for one game (connect four, by the parity of its rows) solves positions that a search of any game
//! cannot. It is asked before such a search.

use super::connection_step::ConnectionStep;
use crate::{Game, Run, Value};

/// A game's own solver, for positions in which a player decides, of a game without chance. Where no points are counted, the players
/// move in turn. Whatever it has found stays true, so that one solver is best for all positions of a game.
pub trait ExactSolver<G: Game + ?Sized>: Send + Sync {
    /// True if the values are points, [`Value::Exact`]. Otherwise, and by default, they are [`Value::Proved`].
    fn counts_points(&self) -> bool {
        false
    }

    /// The value of `state` for the player who decides. Reports what is known so far now and then. With one thread it does the
    /// same every time.
    fn solve(&self, state: &G::State, run: &Run<'_, ExactValue>) -> ExactValue;

    /// Decides if `state` has at most this value for the player who decides, and returns the positions searched. `None` if it was
    /// stopped, or takes more than `most` positions, or a few more.
    fn is_at_most(
        &self,
        state: &G::State,
        value: Value,
        most: u64,
        run: &Run<'_, u64>,
    ) -> (Option<bool>, u64);

    /// True if it finds the distance of `state`. If not, it only knows who wins: a value has the greatest distance that may be, and
    /// [`ExactValue::exact_plies`] is false.
    fn has_distance(&self, _state: &G::State) -> bool {
        true
    }

    /// A move that wins `state`, which the player who decides wins, if the solver has one at hand where it knows no distances: to try
    /// the moves one by one may take much longer. The default has none.
    fn winning_move(&self, _state: &G::State, _run: &Run<'_, u64>) -> Option<G::Move> {
        None
    }

    /// Steps by which the player who does not decide wins `state` by connections. `None` if that player does not win in this way, or
    /// if it was stopped. The default knows none.
    fn connections(&self, _state: &G::State, _run: &Run<'_, u64>) -> Option<Vec<ConnectionStep>> {
        None
    }

    /// The time of one of its positions, in positions of a search that knows little: limits of work count it.
    fn cost(&self) -> u64 {
        1
    }
}

/// The result for a position, from the view of the player who decides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExactValue {
    /// The value; `None` if it was stopped before it was known who wins, if anyone.
    pub value: Option<Value>,
    /// False if it was stopped before the distance was known.
    pub exact_plies: bool,
    /// Positions searched.
    pub nodes: u64,
}

/// A new solver, with tables of at most so many bytes (and at least what it needs), that uses this many threads.
pub type NewSolver<G> = fn(&G, usize, usize) -> Box<dyn ExactSolver<G>>;
