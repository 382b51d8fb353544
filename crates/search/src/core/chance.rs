//! Chance nodes: expectation, and the outcomes that Star1 and Star2 prune.
//!
//! Ballard, "The *-Minimax Search Procedure for Trees Containing Chance Nodes", Artificial Intelligence 21
//! (1983); Hauk, Buro and Schaeffer, "Rediscovering *-Minimax Search", Computers and Games 2004. The value of
//! an outcome is at most a win and at least a loss, so a few outcomes can be enough to know that the mean is
//! outside the window. `range.rs` explains why rounding does not matter.

use plywood_rules::trace::Bound;
use plywood_rules::{Player, TacticalStatus, Tactics, Turn};

use super::range::{self, ChanceBound, Range, TriedMove};
use super::searcher::{HorizonValue, SearchNode, Searcher};
use super::value_basis::ValueBasis;
use crate::ChancePruning;
use crate::budget::Stopped;
use crate::score::{self, UNPROVED_WIN, is_loss, is_win};
use crate::trace::Sink;
use crate::window::Window;

/// A chance node that is being searched.
#[derive(Clone, Copy)]
struct ChanceNode<'n, N> {
    node: &'n N,
    depth: u32,
    ply: u32,
    /// The player from whose point of view the score is.
    view: Player,
    /// The places of its outcomes and of their bounds.
    first: usize,
    first_bound: usize,
}

impl<G: Tactics + ?Sized, T: Sink<G::Move>, const PLAIN: bool> Searcher<'_, G, T, PLAIN> {
    /// The score of a chance node for `view`, as [`Searcher::search`] promises it.
    pub(super) fn chance(
        &mut self,
        node: &SearchNode<G>,
        depth: u32,
        ply: u32,
        window: Window,
        view: Player,
    ) -> Result<f64, Stopped> {
        self.basis |= ValueBasis::CHANCE;
        self.reached = self.reached.max(ply);
        let (first, first_bound) = (self.outcomes.len(), self.chance_bounds.len());
        let here = ChanceNode { node, depth, ply, view, first, first_bound };
        let game = self.plan.game;
        game.chance_outcomes(&node.state, &mut self.outcomes);
        if T::ON {
            self.sink.rests_on(false, true);
            for &(mv, probability) in &self.outcomes[first..] {
                self.sink.reserve(mv, Some(probability), game.turn(&game.child(&node.state, mv)));
            }
        }
        // Among wins that differ in distance, and among such losses, points do not count.
        let is_decided = !PLAIN && (is_win(window.alpha) || is_loss(window.beta));
        let pruning = match self.horizon_value {
            _ if is_decided => ChancePruning::Off,
            HorizonValue::Guess => self.plan.pruning,
            // Exactness is only tested with a window that nearly every value is outside of.
            HorizonValue::LossOf(_) => ChancePruning::Star1,
        };
        let before = self.repetition.enter_chance();
        let score = match pruning {
            ChancePruning::Off => self.expectation(here)?,
            ChancePruning::Star1 => self.star(here, window, false)?,
            ChancePruning::Star2 => self.star(here, window, depth >= 2)?,
        };
        self.repetition.leave_chance(before);
        self.outcomes.truncate(first);
        self.chance_bounds.truncate(first_bound);
        self.lines[ply as usize].clear();
        if PLAIN {
            self.win_plies = self.reached;
        }
        Ok(score)
    }

    /// The mean of all outcomes.
    fn expectation(&mut self, here: ChanceNode<'_, SearchNode<G>>) -> Result<f64, Stopped> {
        let ChanceNode { node, depth, ply, view, first, .. } = here;
        let mut mean = Mean::new(self.win_worth);
        for at in first..self.outcomes.len() {
            let (mv, probability) = self.outcomes[at];
            let child = self.child(node, mv);
            self.sink.step(mv, at - first);
            mean.add(probability, self.search_inline(&child, depth - 1, ply + 1, Window::FULL, view)?);
        }
        Ok(mean.score())
    }

    /// The same mean, or the side of the window that it is on. Star1; with `probes` Star2.
    fn star(
        &mut self,
        here: ChanceNode<'_, SearchNode<G>>,
        window: Window,
        probes: bool,
    ) -> Result<f64, Stopped> {
        let ChanceNode { node, view, first, first_bound, .. } = here;
        let (depth, ply) = (here.depth - 1, here.ply + 1);
        let worth = self.win_worth;
        let anything = ChanceBound { range: Range::anything(worth), tried: None };
        let clear = range::clear(window, worth);
        self.chance_bounds.resize(first_bound + self.outcomes.len() - first, anything);
        // The share in the mean of the outcomes that are not searched yet.
        let mut rest = Range::NOTHING;
        for &(_, probability) in &self.outcomes[first..] {
            rest.add(probability, anything.range);
        }
        for at in (first..self.outcomes.len()).filter(|_| probes) {
            let (mv, probability) = self.outcomes[at];
            let child = self.child(node, mv);
            rest.add(-probability, anything.range);
            let share = rest.share(clear, probability, 0.0, worth);
            self.sink.step(mv, at - first);
            let bound = self.probe(&child, depth, ply, share, clear, view)?;
            rest.add(probability, bound.range);
            self.chance_bounds[first_bound + at - first] = bound;
            if rest.least >= clear.beta {
                return Ok(self.cut_chance(Bound::Lower, window, view));
            }
            if rest.most <= clear.alpha {
                return Ok(self.cut_chance(Bound::Upper, window, view));
            }
        }
        let mut mean = Mean::new(worth);
        for at in first..self.outcomes.len() {
            let (mv, probability) = self.outcomes[at];
            let bound = self.chance_bounds[first_bound + at - first];
            rest.add(-probability, bound.range);
            let share = rest.share(clear, probability, mean.sum, worth);
            let child = self.child(node, mv);
            let score = if let Some((player, tried)) = bound.tried {
                // More is known of the other outcomes by now, so this window is inside that of the probe.
                self.sink.resume(at - first, Some(score::span(share, ply, view)));
                let score = match player == view {
                    true => self.decision(&child, player, depth, ply, share, Some(tried))?,
                    false => -self.decision(&child, player, depth, ply, -share, Some(tried))?,
                };
                self.trace_score(score, ply, range::inside(share), view);
                score
            } else {
                self.sink.step(mv, at - first);
                self.search_inline(&child, depth, ply, share, view)?
            };
            if score <= share.alpha {
                return Ok(self.cut_chance(Bound::Upper, window, view));
            }
            if score >= share.beta {
                return Ok(self.cut_chance(Bound::Lower, window, view));
            }
            mean.add(probability, score);
        }
        Ok(mean.score())
    }

    /// The side of `window` that the mean is beyond, a bound of it.
    fn cut_chance(&mut self, bound: Bound, window: Window, view: Player) -> f64 {
        self.sink.chances(bound.seen_by(view));
        if bound == Bound::Lower { window.beta } else { window.alpha }
    }

    /// Bounds the points of a position for `view` by one move: the first move of the player who decides there
    /// bounds them from that player's side. Searches only if the mean has a `limit` on that side that bounds
    /// can reach.
    fn probe(
        &mut self,
        node: &SearchNode<G>,
        depth: u32,
        ply: u32,
        window: Window,
        limit: Window,
        view: Player,
    ) -> Result<ChanceBound<G::Move>, Stopped> {
        let worth = self.win_worth;
        let mut bound = ChanceBound { range: Range::anything(worth), tried: None };
        let Turn::Decision(player) = self.plan.game.turn(&node.state) else { return Ok(bound) };
        let (window, limit) = if player == view { (window, limit.beta) } else { (-window, -limit.alpha) };
        if limit > worth || depth == 0 {
            return Ok(bound);
        }
        self.budget.visit()?;
        let start = self.moves.len();
        let status = self.list_moves(&node.state, depth);
        let mv = self.moves[start];
        self.moves.truncate(start);
        if status != TacticalStatus::Open {
            return Ok(bound);
        }
        let child = self.child(node, mv);
        self.repetition.enter(self.plan.game, &node.state);
        let basis_before = std::mem::take(&mut self.basis);
        self.sink.enter(Turn::Decision(player), depth, Some(score::span(window, ply, player)));
        self.sink.step(mv, 0);
        let score = self.search(&child, depth - 1, ply + 1, window, player)?;
        self.trace_probe(node, depth, score, ply, window, player);
        let basis = self.basis;
        self.basis |= basis_before;
        self.repetition.leave();
        bound.tried = Some((player, TriedMove { mv, score, basis }));
        // Below the window a score bounds only this one move from above, not the others.
        if score > window.alpha {
            let points = score::points(score, worth);
            if player == view {
                bound.range.least = points;
            } else {
                bound.range.most = -points;
            }
        }
        Ok(bound)
    }
}

/// The mean of scores, added up in the order of the outcomes.
struct Mean {
    worth: f64,
    sum: f64,
    /// The least and the greatest score.
    least: f64,
    most: f64,
}

impl Mean {
    fn new(worth: f64) -> Mean {
        Mean { worth, sum: 0.0, least: f64::INFINITY, most: f64::NEG_INFINITY }
    }

    #[inline]
    fn add(&mut self, probability: f64, score: f64) {
        // Each compiles to one instruction, which `f64::min` does not.
        self.least = if score < self.least { score } else { self.least };
        self.most = if score > self.most { score } else { self.most };
        self.sum += probability * score::points(score, self.worth);
    }

    /// A sure win or loss, the one that takes longest, if every outcome is one, else points.
    fn score(self) -> f64 {
        if self.least >= UNPROVED_WIN {
            self.least
        } else if self.most <= -UNPROVED_WIN {
            self.most
        } else {
            self.sum
        }
    }
}
