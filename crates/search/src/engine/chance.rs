//! Chance nodes: expectation, and what Star1 and Star2 leave out.
//!
//! Ballard, "The *-Minimax Search Procedure for Trees Containing Chance Nodes", Artificial Intelligence 21 (1983);
//! Hauk, Buro and Schaeffer, "Rediscovering *-Minimax Search", Computers and Games 2004. No outcome is worth more
//! than a win or less than a loss, so a few outcomes can be enough to know that the mean lies outside the window.
//! How rounding is kept from mattering stands in `range.rs`.

use plywood_rules::trace::Bound;
use plywood_rules::{Player, Symmetric, TacticalStatus, Tactics, Turn};

use super::met::Met;
use super::score::{self, IMAGINED_WIN, is_loss, is_win};
use super::search::{Node, Searcher, Unknown};
use crate::ChancePruning;
use crate::budget::Stopped;
use crate::range::{self, Range};
use crate::trace::Sink;
use crate::window::Window;

impl<G: Symmetric + Tactics + ?Sized, T: Sink<G::Move>> Searcher<'_, G, T> {
    /// The score of a chance node for `view`, as [`Searcher::search`] promises it.
    pub fn chance(
        &mut self,
        node: &Node<G>,
        depth: u32,
        ply: u32,
        window: Window,
        view: Player,
    ) -> Result<f64, Stopped> {
        self.met |= Met::CHANCE;
        self.reached = self.reached.max(ply);
        let (first, outlooks) = (self.outcomes.len(), self.outlooks.len());
        let game = self.plan.game;
        game.chance_outcomes(&node.state, &mut self.outcomes);
        if T::ON {
            self.sink.rests_on(false, true);
            for &(mv, probability) in &self.outcomes[first..] {
                self.sink.reserve(mv, Some(probability), game.turn(&game.child(&node.state, mv)));
            }
        }
        // Whether a value is exact is only ever asked with a window that nearly everything lies outside of.
        let pruning = match self.unknown {
            Unknown::Guess => self.plan.pruning,
            Unknown::LossOf(_) => ChancePruning::Star1,
        };
        // Among wins alone, and among losses alone, points do not count.
        let pruning = if is_win(window.alpha) || is_loss(window.beta) { ChancePruning::Off } else { pruning };
        let before = self.past.enter_chance();
        let score = match pruning {
            ChancePruning::Off => self.expectation(node, depth, ply, first, view)?,
            ChancePruning::Star1 => self.star(node, depth, ply, first, window, view, false)?,
            ChancePruning::Star2 => self.star(node, depth, ply, first, window, view, depth >= 2)?,
        };
        self.past.leave_chance(before);
        self.outcomes.truncate(first);
        self.outlooks.truncate(outlooks);
        self.lines[ply as usize].clear();
        Ok(score)
    }

    /// The mean of all outcomes from place `first` on.
    fn expectation(
        &mut self,
        node: &Node<G>,
        depth: u32,
        ply: u32,
        first: usize,
        view: Player,
    ) -> Result<f64, Stopped> {
        let mut mean = Mean::new(self.win_worth);
        for at in first..self.outcomes.len() {
            let (mv, probability) = self.outcomes[at];
            let child = self.child(node, mv);
            self.sink.step(mv, at - first);
            mean.add(probability, self.search(&child, depth - 1, ply + 1, Window::FULL, view)?);
        }
        Ok(mean.score())
    }

    /// The same mean, or the side of the window it lies on. Star1; with `probes` Star2.
    #[allow(clippy::too_many_arguments)]
    fn star(
        &mut self,
        node: &Node<G>,
        depth: u32,
        ply: u32,
        first: usize,
        window: Window,
        view: Player,
        probes: bool,
    ) -> Result<f64, Stopped> {
        let worth = self.win_worth;
        let anything = Outlook { range: Range::anything(worth), tried: None };
        let clear = range::clear(window, worth);
        let base = self.outlooks.len();
        self.outlooks.resize(base + self.outcomes.len() - first, anything);
        // What the outcomes that are not searched yet add to the mean.
        let mut rest = Range::NOTHING;
        for &(_, probability) in &self.outcomes[first..] {
            rest.add(probability, anything.range);
        }
        if probes {
            for at in first..self.outcomes.len() {
                let (mv, probability) = self.outcomes[at];
                let child = self.child(node, mv);
                rest.add(-probability, anything.range);
                let share = rest.share(clear, probability, 0.0, worth);
                self.sink.step(mv, at - first);
                let outlook = self.probe(&child, depth - 1, ply + 1, share, clear, view)?;
                rest.add(probability, outlook.range);
                self.outlooks[base + at - first] = outlook;
                if rest.least >= clear.beta {
                    self.sink.chances(Bound::Lower.seen_by(view));
                    return Ok(window.beta);
                }
                if rest.most <= clear.alpha {
                    self.sink.chances(Bound::Upper.seen_by(view));
                    return Ok(window.alpha);
                }
            }
        }
        let mut mean = Mean::new(worth);
        for at in first..self.outcomes.len() {
            let (mv, probability) = self.outcomes[at];
            let outlook = self.outlooks[base + at - first];
            rest.add(-probability, outlook.range);
            let share = rest.share(clear, probability, mean.sum, worth);
            let child = self.child(node, mv);
            let (depth, ply) = (depth - 1, ply + 1);
            let score = if let Some((player, tried)) = outlook.tried {
                // More is known of the other outcomes by now, so this window lies within that of the probe.
                self.sink.resume(at - first, Some(score::span(share, ply, view)));
                let score = match player == view {
                    true => self.decision(&child, player, depth, ply, share, Some(tried))?,
                    false => -self.decision(&child, player, depth, ply, -share, Some(tried))?,
                };
                self.tell_score(score, ply, range::inside(share), view);
                score
            } else {
                self.sink.step(mv, at - first);
                self.search(&child, depth, ply, share, view)?
            };
            if score <= share.alpha {
                self.sink.chances(Bound::Upper.seen_by(view));
                return Ok(window.alpha);
            }
            if score >= share.beta {
                self.sink.chances(Bound::Lower.seen_by(view));
                return Ok(window.beta);
            }
            mean.add(probability, score);
        }
        Ok(mean.score())
    }

    /// What one move tells of the points that a position is worth to `view`: the first move of whoever decides
    /// there bounds them from that player's side. Looks only where the mean has a `limit` on that side that
    /// bounds can reach.
    fn probe(
        &mut self,
        node: &Node<G>,
        depth: u32,
        ply: u32,
        window: Window,
        limit: Window,
        view: Player,
    ) -> Result<Outlook<G::Move>, Stopped> {
        let worth = self.win_worth;
        let mut outlook = Outlook { range: Range::anything(worth), tried: None };
        let Turn::Decision(player) = self.plan.game.turn(&node.state) else { return Ok(outlook) };
        let (window, limit) = if player == view { (window, limit.beta) } else { (-window, -limit.alpha) };
        if limit > worth || depth == 0 {
            return Ok(outlook);
        }
        self.budget.visit()?;
        let start = self.moves.len();
        let status = self.list_moves(&node.state, depth);
        let mv = self.moves[start];
        self.moves.truncate(start);
        if status != TacticalStatus::Open {
            return Ok(outlook);
        }
        let child = self.child(node, mv);
        self.past.enter(self.plan.game, &node.state);
        let met_before = std::mem::take(&mut self.met);
        self.sink.enter(Turn::Decision(player), depth, Some(score::span(window, ply, player)));
        self.sink.step(mv, 0);
        let score = self.search(&child, depth - 1, ply + 1, window, player)?;
        self.tell_probe(node, depth, score, ply, window, player);
        let met = self.met;
        self.met |= met_before;
        self.past.leave();
        outlook.tried = Some((player, Tried { mv, score, met }));
        // Below the window a score bounds the one move from above, which says nothing about the others.
        if score > window.alpha {
            let points = score::points(score, worth);
            if player == view {
                outlook.range.least = points;
            } else {
                outlook.range.most = -points;
            }
        }
        Ok(outlook)
    }
}

/// What is known of an outcome before it is searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlook<M> {
    /// Its points.
    range: Range,
    /// Who decides there, and the move that was tried, if one was.
    tried: Option<(Player, Tried<M>)>,
}

/// A move that was tried, its score for the player who decides, and what the score rests on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tried<M> {
    pub mv: M,
    pub score: f64,
    pub met: Met,
}

/// The mean of scores, added up in the order of the outcomes.
struct Mean {
    worth: f64,
    sum: f64,
    /// If every outcome was won (lost) so far, the one that takes longest.
    wins: Option<f64>,
    losses: Option<f64>,
}

impl Mean {
    fn new(worth: f64) -> Mean {
        Mean { worth, sum: 0.0, wins: Some(f64::INFINITY), losses: Some(f64::NEG_INFINITY) }
    }

    fn add(&mut self, probability: f64, score: f64) {
        self.wins = self.wins.filter(|_| score >= IMAGINED_WIN).map(|slowest| slowest.min(score));
        self.losses = self.losses.filter(|_| score <= -IMAGINED_WIN).map(|slowest| slowest.max(score));
        self.sum += probability * score::points(score, self.worth);
    }

    /// A sure win or loss if every outcome is one, else points.
    fn score(self) -> f64 {
        self.wins.or(self.losses).unwrap_or(self.sum)
    }
}
