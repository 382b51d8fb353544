//! The leaves: finished games, and positions at the horizon, which are evaluated.
//!
//! Most positions of a search are leaves, so nothing is computed for them unless it is needed.

use plywood_rules::trace::{self, End};
use plywood_rules::{Outcome, Player, TacticalStatus, Tactics, Turn};

use super::searcher::{HorizonValue, SearchNode, SearchPlan, Searcher};
use super::value_basis::ValueBasis;
use crate::budget::Stopped;
use crate::score::{self, UNPROVED_WIN, win_at};
use crate::trace::Sink;
use crate::window::Window;

impl<G: Tactics + ?Sized, T: Sink<G::Move>, const PLAIN: bool> Searcher<'_, G, T, PLAIN> {
    /// A finished game: exact, whatever depth is left.
    pub(super) fn finished(&mut self, outcome: Outcome, ply: u32, view: Player) -> f64 {
        self.basis |= ValueBasis::FINISHED;
        match outcome {
            Outcome::Win(_) => {}
            Outcome::Draw | Outcome::Payoff(0.0) => self.basis |= ValueBasis::ZERO,
            Outcome::Payoff(_) => self.basis |= ValueBasis::PAYOFF,
        }
        self.reached = self.reached.max(ply);
        self.lines[ply as usize].clear();
        if PLAIN {
            self.win_plies = ply;
        }
        score::of_outcome(outcome, view, if PLAIN { 0 } else { ply })
    }

    /// A position at the depth limit.
    pub(super) fn horizon(&mut self, node: &SearchNode<G>, turn: Turn, ply: u32, view: Player) -> f64 {
        let SearchPlan { game, evaluation, techniques, selective, .. } = self.plan();
        self.lines[ply as usize].clear();
        self.reached = self.reached.max(ply);
        if selective
            && techniques.tactics
            && let Turn::Decision(player) = turn
            && let Some(mv) = game.winning_move(&node.state)
        {
            self.lines[ply as usize].push(mv);
            self.sink.end(End::Tactics);
            self.sink.bound(trace::Bound::Exact);
            return if player == view { win_at(ply + 1) } else { -win_at(ply + 1) };
        }
        self.basis |= ValueBasis::UNKNOWN;
        self.sink.rests_on(true, false);
        match self.horizon_value {
            HorizonValue::Guess if PLAIN => evaluation.evaluate(game, &node.state) * view.sign(),
            HorizonValue::Guess => {
                evaluation.evaluate_accumulated(game, &node.state, node.accumulator) * view.sign()
            }
            HorizonValue::LossOf(player) if player == view => -UNPROVED_WIN,
            HorizonValue::LossOf(_) => UNPROVED_WIN,
        }
    }

    /// The score of a decision with one ply left, from the mover's point of view, if the evaluation can compute
    /// it. It is not used for a single move, which a selective search follows further.
    #[inline]
    pub(super) fn best_reply(
        &mut self,
        node: &SearchNode<G>,
        ply: u32,
        window: Window,
    ) -> Result<Option<f64>, Stopped> {
        if !self.knows_replies(&node.state) {
            return Ok(None);
        }
        let start = self.moves.len();
        let status = self.list_moves(&node.state, 1);
        let moves = &self.moves[start..];
        let best = match &mut self.replies {
            Some(replies) if status == TacticalStatus::Open && moves.len() > 1 => {
                replies.best(self.plan.game, &node.state, node.accumulator, moves, window.beta)
            }
            _ => None,
        };
        let best = best.map(|(best, place)| (best, moves[place], moves.len()));
        self.moves.truncate(start);
        let Some((best, mv, count)) = best else { return Ok(None) };
        // A search of one reply after the other stops at the one that cuts off.
        let cuts = best >= window.beta;
        self.budget.visit_all(if cuts { 1 } else { count })?;
        self.reached = self.reached.max(ply + 1);
        self.basis |= ValueBasis::UNKNOWN;
        if cuts {
            self.lines[ply as usize].push(mv);
        }
        Ok(Some(best))
    }

    /// Returns true if the evaluation provides everything that steps 3 and 4 need of the positions after the
    /// moves of `state`.
    #[inline]
    fn knows_replies(&self, state: &G::State) -> bool {
        let SearchPlan { game, techniques, selective, .. } = self.plan();
        let looks_for_wins = techniques.tactics && !game.leaves_no_winning_move(state);
        let looks_back = techniques.repetition && self.repetition.is_open();
        !T::ON
            && self.replies.is_some()
            && self.horizon_value == HorizonValue::Guess
            && !(selective && (looks_for_wins || looks_back))
    }
}
