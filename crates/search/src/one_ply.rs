//! The move of one ply: the choice of a search that was stopped before it had searched anything.
//!
//! Each legal move has been looked at then, whatever the clock says: a win at once is played, a win of the opponent at
//! once is blocked, and else the evaluation decides. The look is taken only by a search that gets no further than one
//! ply, so it costs other searches nothing.

use std::cmp::Reverse;

use plywood_rules::{Evaluate, Outcome, Player, Proved, Tactics, Turn, Value};
use rand_core::Rng;

use crate::Tie;
use crate::deepen::{Attempt, DepthResult, pick};

/// A decision to be looked at.
pub(crate) struct OnePly<'a, G: Tactics + ?Sized> {
    pub game: &'a G,
    pub evaluation: &'a dyn Evaluate<G>,
    pub state: &'a G::State,
    /// The player who decides.
    pub player: Player,
    /// The legal moves.
    pub moves: &'a [G::Move],
    pub tie: Tie,
}

/// The best move one ply ahead.
pub(crate) struct OnePlyChoice {
    /// Its place among the legal moves.
    pub best: usize,
    /// The value of the position: a win at once or a loss by the opponent's next move if it is proved, else the
    /// evaluation after the move.
    pub value: Value,
    /// Positions visited. Replies that are only tested for a win are not among them.
    pub nodes: u64,
}

/// The state of a search when it was stopped.
pub(crate) struct StoppedSearch<'a, M> {
    /// The result of the last finished search.
    pub found: Option<DepthResult<M>>,
    /// The best move so far of the search under way.
    pub attempt: Option<Attempt<M>>,
    /// The moves that the search under way has finished.
    pub tried: &'a [usize],
}

/// The choice of a stopped search.
pub(crate) struct StoppedChoice<M> {
    /// The result, if there is one.
    pub found: Option<DepthResult<M>>,
    /// The move chosen if there is none.
    pub fallback: Option<usize>,
    /// Positions visited for it.
    pub nodes: u64,
}

impl<G: Tactics + ?Sized> OnePly<'_, G> {
    /// The choice of a search that was stopped: what it has found, unless a look one ply ahead shows more.
    ///
    /// A search of one ply sees no block, and one that was stopped while it tried its first moves knows nothing of the others.
    pub fn answer(
        &self,
        StoppedSearch { mut found, attempt, tried }: StoppedSearch<'_, G::Move>,
        win_worth: f64,
        rng: &mut dyn Rng,
    ) -> StoppedChoice<G::Move> {
        let is_deep =
            |found: &DepthResult<G::Move>| found.depth > 1 || !matches!(found.value, Value::Estimated(_));
        let (mut wins, mut loses) = (false, false);
        if let Some(attempt) = &attempt {
            wins = matches!(attempt.value, Value::Proved(Proved::Win { .. }));
            loses = matches!(attempt.value, Value::Proved(Proved::Loss { .. }));
        }
        let choice = attempt.as_ref().map(|attempt| attempt.best).or(found.as_ref().map(|found| found.best));
        let is_sound = |choice: usize| !loses && self.is_safe(choice);
        let mut nodes = 0;
        let is_enough =
            wins || found.as_ref().is_some_and(is_deep) || found.is_some() && choice.is_some_and(is_sound);
        if !is_enough {
            let look = self.look(rng);
            nodes = look.nodes;
            let is_known = tried.contains(&look.best) && !matches!(look.value, Value::Proved(_));
            if !(is_known && choice.is_some_and(is_sound)) {
                let depth = found.map_or(0, |found| found.depth);
                return StoppedChoice { found: Some(self.found(&look, depth)), fallback: None, nodes };
            }
        }
        let fallback = attempt.as_ref().map(|attempt| attempt.best);
        if let (Some(found), Some(attempt)) = (&mut found, attempt) {
            found.improve(attempt, win_worth);
        }
        StoppedChoice { found, fallback, nodes }
    }

    /// Looks at each move.
    pub fn look(&self, rng: &mut dyn Rng) -> OnePlyChoice {
        let scores: Vec<f64> = self.moves.iter().map(|&mv| self.score(mv)).collect();
        let mut order: Vec<usize> = (0..self.moves.len()).collect();
        // Where the evaluation sees no difference, the game's own order of importance decides.
        let rank = |at: usize| match self.tie {
            Tie::First => 0,
            _ => self.game.ordering_score(self.state, self.moves[at]),
        };
        order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
        let mut best = None;
        for group in order.chunk_by_mut(|&a, &b| scores[a] == scores[b]) {
            group.sort_by_cached_key(|&at| Reverse(rank(at)));
            let mut safe = group.iter().copied().filter(|&at| self.is_safe(at));
            best = match self.tie {
                Tie::Random => {
                    let safe: Vec<usize> = safe.collect();
                    (!safe.is_empty()).then(|| safe[pick(self.tie, safe.len(), rng)])
                }
                _ => safe.next(),
            };
            if best.is_some() {
                break;
            }
        }
        let value = match best.map(|best| scores[best]) {
            Some(f64::INFINITY) => Value::Proved(Proved::Win { plies: 1 }),
            Some(score) => Value::Estimated(score + 0.0),
            None if scores[order[0]] == f64::NEG_INFINITY => Value::Proved(Proved::Loss { plies: 1 }),
            None => Value::Proved(Proved::Loss { plies: 2 }),
        };
        OnePlyChoice { best: best.unwrap_or(order[0]), value, nodes: self.moves.len() as u64 }
    }

    /// The worth of the position after `mv`: infinite if the game is won or lost there.
    fn score(&self, mv: G::Move) -> f64 {
        let child = self.game.child(self.state, mv);
        match self.game.turn(&child) {
            Turn::Over(Outcome::Win(winner)) if winner == self.player => f64::INFINITY,
            Turn::Over(Outcome::Win(_)) => f64::NEG_INFINITY,
            Turn::Over(Outcome::Draw) => 0.0,
            Turn::Over(Outcome::Payoff(points)) => points * self.player.sign(),
            _ => self.evaluation.evaluate(self.game, &child) * self.player.sign(),
        }
    }

    /// True if the move does not lose at once, nor by the opponent's next move.
    fn is_safe(&self, at: usize) -> bool {
        let child = self.game.child(self.state, self.moves[at]);
        match self.game.turn(&child) {
            Turn::Over(outcome) => outcome != Outcome::Win(self.player.other()),
            Turn::Decision(next) => next == self.player || !self.game.wins_at_once(&child),
            Turn::Chance => true,
        }
    }

    /// A look as the result of a search that has finished `depth` plies.
    fn found(&self, look: &OnePlyChoice, depth: u32) -> DepthResult<G::Move> {
        let mut values = vec![None; self.moves.len()];
        values[look.best] = Some(look.value);
        let line = vec![self.moves[look.best]];
        DepthResult { value: look.value, best: look.best, values, line, depth, settled: false }
    }
}
