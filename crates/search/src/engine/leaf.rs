//! The leaves: finished games, and positions at the horizon, which are guessed to be worth something.
//!
//! Most positions of a search lie there, so nothing is done for them that nobody asks for.

use plywood_rules::trace::{self, End};
use plywood_rules::{Outcome, Player, Symmetric, TacticalStatus, Tactics, Turn};

use super::met::Met;
use super::score::{self, IMAGINED_WIN, win_at};
use super::search::{Node, Plan, Searcher, Unknown};
use crate::budget::Stopped;
use crate::trace::Sink;
use crate::window::Window;

impl<G: Symmetric + Tactics + ?Sized, T: Sink<G::Move>> Searcher<'_, G, T> {
    /// A finished game: exact, whatever depth is left.
    pub fn finished(&mut self, outcome: Outcome, ply: u32, view: Player) -> f64 {
        match outcome {
            Outcome::Win(_) => {}
            Outcome::Draw | Outcome::Payoff(0.0) => self.met |= Met::ZERO,
            Outcome::Payoff(_) => self.met |= Met::PAYOFF,
        }
        self.reached = self.reached.max(ply);
        self.lines[ply as usize].clear();
        score::of_outcome(outcome, view, ply)
    }

    /// A position at the depth limit.
    pub fn horizon(&mut self, node: &Node<G>, turn: Turn, ply: u32, view: Player) -> f64 {
        let Plan { game, evaluation, means, selective, .. } = self.plan;
        self.lines[ply as usize].clear();
        self.reached = self.reached.max(ply);
        if selective
            && means.tactics
            && let Turn::Decision(player) = turn
            && let Some(mv) = game.winning_move(&node.state)
        {
            self.lines[ply as usize].push(mv);
            self.sink.end(End::Tactics);
            self.sink.bound(trace::Bound::Exact);
            return if player == view { win_at(ply + 1) } else { -win_at(ply + 1) };
        }
        self.met |= Met::UNKNOWN;
        self.sink.rests_on(true, false);
        match self.unknown {
            Unknown::Guess => {
                evaluation.evaluate_accumulated(game, &node.state, node.accumulator) * view.sign()
            }
            Unknown::LossOf(player) if player == view => -IMAGINED_WIN,
            Unknown::LossOf(_) => IMAGINED_WIN,
        }
    }

    /// The score of one move after which the horizon is reached: there is only one answer to every question, and it takes
    /// no search to find it.
    #[inline]
    pub fn last_ply(&mut self, node: &Node<G>, mv: G::Move, ply: u32, view: Player) -> Result<f64, Stopped> {
        self.budget.visit()?;
        let child = self.child(node, mv);
        let turn = self.plan.game.turn(&child.state);
        Ok(self.without_moves(&child, turn, 0, ply, view).unwrap_or(0.0))
    }

    /// The score of a decision with one ply left, from the view of who decides, if the evaluation tells it: not where there is
    /// only one move, which a selective search follows further.
    #[inline]
    pub fn best_reply(&mut self, node: &Node<G>, ply: u32, window: Window) -> Result<Option<f64>, Stopped> {
        if !self.knows_replies(&node.state) {
            return Ok(None);
        }
        let start = self.moves.len();
        let status = self.list_moves(&node.state, 1);
        let moves = &self.moves[start..];
        let told = match &mut self.replies {
            Some(replies) if status == TacticalStatus::Open && moves.len() > 1 => {
                replies.best(self.plan.game, &node.state, node.accumulator, moves)
            }
            _ => None,
        };
        let told = told.map(|(best, place)| (best, moves[place], moves.len()));
        self.moves.truncate(start);
        let Some((best, mv, count)) = told else { return Ok(None) };
        // Whoever looks at one reply after the other stops at the one that cuts off.
        let cuts = best >= window.beta;
        self.budget.visit_all(if cuts { 1 } else { count })?;
        self.reached = self.reached.max(ply + 1);
        self.met |= Met::UNKNOWN;
        if cuts {
            self.lines[ply as usize].push(mv);
        }
        Ok(Some(best))
    }

    /// Whether the evaluation knows all that steps 3 and 4 want to know of the positions after the moves of `state`.
    #[inline]
    fn knows_replies(&self, state: &G::State) -> bool {
        let Plan { game, means, selective, .. } = self.plan;
        let looks_for_wins = means.tactics && !game.leaves_no_winning_move(state);
        let looks_back = means.repetition && self.past.is_open();
        !T::ON
            && self.replies.is_some()
            && self.unknown == Unknown::Guess
            && !(selective && (looks_for_wins || looks_back))
    }
}
