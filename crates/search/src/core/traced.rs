//! Reports of the searcher to a trace: compiled away if there is none.

use plywood_rules::trace::Bound;
use plywood_rules::{Player, Tactics, Value};

use super::searcher::{SearchNode, Searcher};
use crate::score;
use crate::trace::Sink;
use crate::window::Window;

impl<G: Tactics + ?Sized, T: Sink<G::Move>, const PLAIN: bool> Searcher<'_, G, T, PLAIN> {
    /// Reports the score of a position for `view`, found in `window`.
    #[inline]
    pub(super) fn trace_score(&mut self, score: f64, ply: u32, window: Window, view: Player) {
        if T::ON {
            let bound = match score {
                score if score <= window.alpha => Bound::Upper,
                score if score >= window.beta => Bound::Lower,
                _ => Bound::Exact,
            };
            let score = if view == Player::First { score } else { -score };
            if !PLAIN {
                self.sink.leave_points(score::proof(score, ply), score, bound.seen_by(view));
            } else {
                self.sink.leave(score);
            }
        }
    }

    /// Reports that the moves from number `from` on are left out; those of `state` begin at place `start`.
    #[inline]
    pub(super) fn trace_skipped(&mut self, state: &G::State, start: usize, from: usize) {
        if T::ON {
            let game = self.plan.game;
            for at in start + from..self.moves.len() {
                let mv = self.moves[at];
                self.sink.skip(mv, at - start, game.turn(&game.child(state, mv)));
            }
        }
    }

    /// Reports the moves that the game finds useless.
    #[inline]
    pub(super) fn trace_useless(&mut self, state: &G::State, start: usize) {
        if T::ON {
            let game = self.plan.game;
            let mut all = Vec::new();
            game.legal_moves(state, &mut all);
            for mv in all.into_iter().filter(|mv| !self.moves[start..].contains(mv)) {
                self.sink.useless(mv, game.turn(&game.child(state, mv)));
            }
        }
    }

    /// Reports a chance outcome of which `player` has tried one move: the score is a lower bound, if it is
    /// above the window, and the other moves wait.
    pub(super) fn trace_probe(
        &mut self,
        node: &SearchNode<G>,
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
            if PLAIN {
                return self.sink.suspend();
            }
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
