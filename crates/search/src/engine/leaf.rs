//! The leaves: finished games, and positions at the horizon, which are guessed to be worth something.
//!
//! Most positions of a search lie there, so nothing is done for them that nobody asks for.

use plywood_rules::trace::{self, End};
use plywood_rules::{Outcome, Player, Symmetric, Tactics, Turn};

use super::met::Met;
use super::score::{self, IMAGINED_WIN, win_at};
use super::search::{Node, Plan, Searcher, Unknown};
use crate::budget::Stopped;
use crate::trace::Sink;

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
            Unknown::Guess => evaluation.evaluate_tallied(game, &node.state, node.tally) * view.sign(),
            Unknown::LossOf(player) if player == view => -IMAGINED_WIN,
            Unknown::LossOf(_) => IMAGINED_WIN,
        }
    }

    /// The score of one move after which the horizon is reached: there is only one answer to every question, and it takes
    /// no search to find it. Unless more of the position behind it `matters` than what it is guessed to be worth, it takes
    /// perhaps not even that position.
    #[inline]
    pub fn last_ply(
        &mut self,
        node: &Node<G>,
        mv: G::Move,
        ply: u32,
        view: Player,
        matters: bool,
    ) -> Result<f64, Stopped> {
        self.budget.visit()?;
        let Plan { game, evaluation, .. } = self.plan;
        if !matters && let Some(guess) = evaluation.evaluate_after(game, &node.state, node.tally, mv) {
            self.lines[ply as usize].clear();
            self.reached = self.reached.max(ply);
            self.met |= Met::UNKNOWN;
            return Ok(guess * view.sign());
        }
        let child = self.child(node, mv);
        let turn = game.turn(&child.state);
        Ok(self.without_moves(&child, turn, 0, ply, view).unwrap_or(0.0))
    }

    /// Whether steps 3 and 4 want to know more of the positions after the moves listed for `state` than what they are guessed
    /// to be worth.
    #[inline]
    pub fn child_matters(&self, state: &G::State) -> bool {
        let Plan { game, means, selective, .. } = self.plan;
        let looks_for_wins = means.tactics && !game.leaves_no_winning_move(state);
        let looks_back = means.repetition && self.past.is_open();
        self.unknown != Unknown::Guess || selective && (looks_for_wins || looks_back)
    }
}
