//! Chance nodes: expectation, and what Star1 and Star2 leave out.
//!
//! Ballard, "The *-Minimax Search Procedure for Trees Containing Chance Nodes", Artificial Intelligence 21 (1983);
//! Hauk, Buro and Schaeffer, "Rediscovering *-Minimax Search", Computers and Games 2004. No outcome is worth more
//! than a win or less than a loss, so a few outcomes can be enough to know that the mean lies outside the window.
//! How rounding is kept from mattering stands in `range.rs`.

use plywood_rules::trace::Bound;
use plywood_rules::{Game, Player, Turn};

use crate::ChancePruning;
use crate::alphabeta::{Searcher, Unknown};
use crate::budget::Stopped;
use crate::range::{self, Range};
use crate::score::{self, WIN};
use crate::trace::Sink;
use crate::window::Window;

impl<G: Game + ?Sized, T: Sink<G::Move>> Searcher<'_, G, T> {
    /// The score of a chance node for `view`, as [`Searcher::search`] promises it.
    pub fn chance(
        &mut self,
        state: &G::State,
        depth: u32,
        window: Window,
        view: Player,
    ) -> Result<f64, Stopped> {
        self.met.chance = true;
        let (first, outlooks) = (self.outcomes.len(), self.outlooks.len());
        self.game.chance_outcomes(state, &mut self.outcomes);
        if T::ON {
            for &(mv, probability) in &self.outcomes[first..] {
                self.sink.reserve(mv, Some(probability), self.game.turn(&self.game.child(state, mv)));
            }
        }
        // Whether a value is exact is only ever asked with a window that nearly everything lies outside of.
        let pruning = match self.unknown {
            Unknown::Guess => self.pruning,
            Unknown::LossOf(_) => ChancePruning::Star1,
        };
        let score = match pruning {
            ChancePruning::Off => self.expectation(state, depth, first, view)?,
            ChancePruning::Star1 => self.star(state, depth, first, window, view, false)?,
            ChancePruning::Star2 => self.star(state, depth, first, window, view, depth >= 2)?,
        };
        self.outcomes.truncate(first);
        self.outlooks.truncate(outlooks);
        self.lines[depth as usize].clear();
        Ok(score)
    }

    /// The mean of all outcomes from place `first` on.
    fn expectation(
        &mut self,
        state: &G::State,
        depth: u32,
        first: usize,
        view: Player,
    ) -> Result<f64, Stopped> {
        let mut mean = Mean::new(self.win_worth);
        for at in first..self.outcomes.len() {
            let (mv, probability) = self.outcomes[at];
            let child = self.game.child(state, mv);
            self.sink.step(mv, at - first);
            mean.add(probability, self.search(&child, depth - 1, Window::FULL, view)?);
        }
        Ok(mean.score())
    }

    /// The same mean, or the side of the window it lies on. Star1; with `probes` Star2.
    fn star(
        &mut self,
        state: &G::State,
        depth: u32,
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
                let child = self.game.child(state, mv);
                rest.add(-probability, anything.range);
                let share = rest.share(clear, probability, 0.0, worth);
                self.sink.step(mv, at - first);
                let outlook = self.probe(&child, depth - 1, share, clear, view)?;
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
            let child = self.game.child(state, mv);
            let score = if let Some((player, _)) = outlook.tried {
                // More is known of the other outcomes by now, so this window lies within that of the probe.
                self.sink.resume(at - first, Some(score::span(share, view)));
                let score = match player == view {
                    true => self.decision(&child, player, depth - 1, share, outlook.tried)?,
                    false => -self.decision(&child, player, depth - 1, -share, outlook.tried)?,
                };
                self.sink.leave(score::for_first(score, view));
                score
            } else {
                self.sink.step(mv, at - first);
                self.search(&child, depth - 1, share, view)?
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

    /// What one move tells of the points that `state` is worth to `view`: the first move of whoever decides
    /// there bounds them from that player's side. Looks only where the mean has a `limit` on that side that
    /// bounds can reach.
    fn probe(
        &mut self,
        state: &G::State,
        depth: u32,
        window: Window,
        limit: Window,
        view: Player,
    ) -> Result<Outlook, Stopped> {
        let worth = self.win_worth;
        let mut outlook = Outlook { range: Range::anything(worth), tried: None };
        let turn = self.game.turn(state);
        let Turn::Decision(player) = turn else { return Ok(outlook) };
        let (window, limit) = if player == view { (window, limit.beta) } else { (-window, -limit.alpha) };
        if limit > worth {
            return Ok(outlook);
        }
        self.budget.visit()?;
        self.sink.enter(turn, depth, Some(score::span(window, player)));
        let start = self.moves.len();
        self.list_moves(state, turn);
        let mv = self.moves[start];
        self.moves.truncate(start);
        let child = self.game.child(state, mv);
        self.sink.step(mv, 0);
        let score = self.search(&child, depth - 1, window, player)?;
        if T::ON {
            self.list_moves(state, turn);
            for at in start + 1..self.moves.len() {
                let mv = self.moves[at];
                self.sink.reserve(mv, None, self.game.turn(&self.game.child(state, mv)));
            }
            self.moves.truncate(start);
            self.sink.suspend();
        }
        outlook.tried = Some((player, score));
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
pub(crate) struct Outlook {
    /// Its points.
    range: Range,
    /// Who decides there, and the score of the first move for that player, if it was tried.
    tried: Option<(Player, f64)>,
}

/// The mean of scores, added up in the order of the outcomes.
struct Mean {
    worth: f64,
    sum: f64,
    wins: bool,
    losses: bool,
}

impl Mean {
    fn new(worth: f64) -> Mean {
        Mean { worth, sum: 0.0, wins: true, losses: true }
    }

    fn add(&mut self, probability: f64, score: f64) {
        self.wins &= score >= WIN;
        self.losses &= score <= -WIN;
        self.sum += probability * score::points(score, self.worth);
    }

    /// A sure win or loss if every outcome is one, else points.
    fn score(self) -> f64 {
        match (self.wins, self.losses) {
            (true, false) => WIN,
            (false, true) => -WIN,
            _ => self.sum,
        }
    }
}
