//! Classifies a score as proved, exact or estimated.
//!
//! A score that rests on unknown positions can still be exact, if they cannot change it. Two null-window
//! searches decide: one that counts unknown positions as lost, one that counts them as won.

use plywood_rules::forced::ForcedGoal;
use plywood_rules::{Player, Proved, Tactics, Value};

use super::searcher::{HorizonValue, SearchNode, Searcher};
use super::value_basis::ValueBasis;
use crate::budget::Stopped;
use crate::trace::Sink;
use crate::window::Window;

impl<G: Tactics + ?Sized, T: Sink<G::Move>, const PLAIN: bool> Searcher<'_, G, T, PLAIN> {
    /// The value of a number of points, if the basis of the score decides it. `None` if it takes a further
    /// search.
    ///
    /// Without chance, an exact value must be that of some finished game that the search has visited: follow
    /// the first move of that value for one player, and the answer that surely holds it for the other. No
    /// window cuts these off, because the value is inside all of them, and the line cannot end in an unknown
    /// position. With chance it is a mean of such values, so some finished game was visited.
    ///
    /// The bare textbook does not search any further: it knows no more than this.
    pub(super) fn evident(&self, points: f64, basis: ValueBasis) -> Option<Value> {
        let nothing = points == 0.0;
        // Only the textbook keeps track of all finished games: tables and tactics find wins without one.
        let finished = !PLAIN || basis.has(ValueBasis::FINISHED);
        let possible = finished && basis.has(ValueBasis::CHANCE)
            || basis.has(if nothing { ValueBasis::ZERO } else { ValueBasis::PAYOFF });
        match basis.has(ValueBasis::UNKNOWN) {
            true if !possible || self.plan.bare => Some(Value::Estimated(points + 0.0)),
            true => None,
            false if !nothing => Some(Value::Exact(points)),
            false if !basis.has(ValueBasis::CHANCE) => Some(Value::Proved(Proved::Draw)),
            false if self.plan.bare => Some(Value::Exact(0.0)),
            false => None,
        }
    }

    /// The value for `view` of the child of a root. A search has found these `points`, and their basis.
    pub(super) fn settle(
        &mut self,
        node: &SearchNode<G>,
        depth: u32,
        view: Player,
        points: f64,
    ) -> Result<Value, Stopped> {
        if let Some(value) = self.evident(points, self.basis) {
            return Ok(value);
        }
        if self.basis.has(ValueBasis::UNKNOWN) && !self.is_exact(node, depth, view, points)? {
            return Ok(Value::Estimated(points + 0.0));
        }
        if points != 0.0 {
            return Ok(Value::Exact(points));
        }
        // A draw, or a gamble of the same value?
        let draw = !self.basis.has(ValueBasis::CHANCE)
            || self.can_force(&node.state, view, ForcedGoal::NotLose, depth)?
                && self.can_force(&node.state, view.other(), ForcedGoal::NotLose, depth)?;
        Ok(if draw { Value::Proved(Proved::Draw) } else { Value::Exact(0.0) })
    }

    /// True if no unknown position can change the value `points` of a position for `view`. Tests first the
    /// player who would have to hold the better half: this rarely succeeds, and fails quickly.
    fn is_exact(
        &mut self,
        node: &SearchNode<G>,
        depth: u32,
        view: Player,
        points: f64,
    ) -> Result<bool, Stopped> {
        let (stronger, held) = if points < 0.0 { (view.other(), -points) } else { (view, points) };
        Ok(self.is_sure_of(node, depth, stronger, held)?
            && self.is_sure_of(node, depth, stronger.other(), -held)?)
    }

    /// True if `player` has at least `points` for sure in the child of a root, whatever the unknown positions
    /// are.
    pub(super) fn is_sure_of(
        &mut self,
        node: &SearchNode<G>,
        depth: u32,
        player: Player,
        points: f64,
    ) -> Result<bool, Stopped> {
        // A selective search leaves it open: the answer would come late and change nothing.
        if self.plan().selective {
            return Ok(false);
        }
        let basis = self.basis;
        self.horizon_value = HorizonValue::LossOf(player);
        self.sink.pause(true);
        let score = self.search(node, depth, 1, Window::at_least(points), player)?;
        self.sink.pause(false);
        self.horizon_value = HorizonValue::Guess;
        // The answer may rest on chance although the score did not.
        self.basis |= basis;
        Ok(score >= points)
    }
}
