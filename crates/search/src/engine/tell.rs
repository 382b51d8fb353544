//! What the engine tells of itself, for traces: nothing of it is done where nobody listens.

use plywood_rules::trace::Bound;
use plywood_rules::{Player, Symmetric, Tactics, Value};

use super::score;
use super::search::{Node, Searcher};
use crate::trace::Sink;
use crate::window::Window;

impl<G: Symmetric + Tactics + ?Sized, T: Sink<G::Move>> Searcher<'_, G, T> {
    /// Tells that a position that `window` was asked about has this score for `view`.
    #[inline]
    pub fn tell_score(&mut self, score: f64, ply: u32, window: Window, view: Player) {
        if T::ON {
            let bound = match score {
                score if score <= window.alpha => Bound::Upper,
                score if score >= window.beta => Bound::Lower,
                _ => Bound::Exact,
            };
            let score = if view == Player::First { score } else { -score };
            self.sink.leave_points(score::proof(score, ply), score, bound.seen_by(view));
        }
    }

    /// Tells that the moves from number `from` on are left out; those of `state` begin at place `start`.
    pub fn tell_skipped(&mut self, state: &G::State, start: usize, from: usize) {
        if T::ON {
            let game = self.plan.game;
            for at in start + from..self.moves.len() {
                let mv = self.moves[at];
                self.sink.skip(mv, at - start, game.turn(&game.child(state, mv)));
            }
        }
    }

    /// Tells of the moves that the game saw no use in.
    pub fn tell_useless(&mut self, state: &G::State, start: usize) {
        if T::ON {
            let game = self.plan.game;
            let mut all = Vec::new();
            game.legal_moves(state, &mut all);
            for mv in all.into_iter().filter(|mv| !self.moves[start..].contains(mv)) {
                self.sink.useless(mv, game.turn(&game.child(state, mv)));
            }
        }
    }

    /// Tells of an outcome one move of which was tried by `player`: more than that score is sure, if it is more than was
    /// asked for, and the other moves wait.
    pub fn tell_probe(
        &mut self,
        node: &Node<G>,
        depth: u32,
        score: f64,
        ply: u32,
        window: Window,
        player: Player,
    ) {
        if T::ON {
            let game = self.plan.game;
            let start = self.moves.len();
            self.list_moves(&node.state, depth);
            let is_only = self.moves.len() == start + 1;
            for at in start + 1..self.moves.len() {
                let mv = self.moves[at];
                self.sink.reserve(mv, None, game.turn(&game.child(&node.state, mv)));
            }
            self.moves.truncate(start);
            let value = score::proof(score, ply).unwrap_or(Value::Estimated(score + 0.0));
            let value = value.seen_by(player);
            // Of the others nothing is known, if there are any.
            let bound = match score {
                score if score <= window.alpha => Bound::Upper,
                score if score >= window.beta || !is_only => Bound::Lower,
                _ => Bound::Exact,
            };
            let known = (is_only || bound == Bound::Lower).then_some(value);
            self.sink.suspend_with(known, bound.seen_by(player));
        }
    }
}
