//! Alpha-beta, fail-soft, for players who decide in any order.
//!
//! Knuth and Moore, "An Analysis of Alpha-Beta Pruning", Artificial Intelligence 6 (1975); fail-soft after
//! Fishburn (1983): a value outside the window comes back as the best bound that was found. Scores are from the
//! view of a player who is named, and are turned round only where somebody else decides.
//!
//! This file is the recursion alone. Chance nodes are in `chance.rs`, the root is in `root.rs`, what makes a
//! score a proof in `exact.rs`, distances in `force.rs`.

use plywood_rules::{Evaluate, Game, Outcome, Player, Turn};

use crate::budget::{Budget, Stopped};
use crate::chance::Outlook;
use crate::score;
use crate::trace::Sink;
use crate::window::Window;
use crate::{ChancePruning, Order};

/// What an unknown position (not over, at the depth limit) counts for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unknown {
    /// What the evaluation says.
    Guess,
    /// A loss of this player: the worst that could be.
    LossOf(Player),
}

/// What a search has met on its way, as far as it tells what its value rests on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Met {
    /// An unknown position.
    pub unknown: bool,
    /// A chance node.
    pub chance: bool,
    /// A finished game that is worth exactly nothing.
    pub zero: bool,
    /// A finished game that is worth any other number of points.
    pub payoff: bool,
    /// The least depth that was left where a game was finished.
    pub least_left: u32,
}

impl Met {
    /// Nothing yet.
    pub const NOTHING: Met =
        Met { unknown: false, chance: false, zero: false, payoff: false, least_left: u32::MAX };

    /// Both together.
    pub fn and(self, other: Met) -> Met {
        Met {
            unknown: self.unknown || other.unknown,
            chance: self.chance || other.chance,
            zero: self.zero || other.zero,
            payoff: self.payoff || other.payoff,
            least_left: self.least_left.min(other.least_left),
        }
    }
}

/// One search: what it searches, what it may spend, and the buffers that spare it an allocation a node.
pub(crate) struct Searcher<'a, G: Game + ?Sized, T> {
    pub game: &'a G,
    pub evaluation: &'a dyn Evaluate<G>,
    pub win_worth: f64,
    pub order: Order,
    pub pruning: ChancePruning,
    pub budget: Budget,
    /// What unknown positions count for just now.
    pub unknown: Unknown,
    pub met: Met,
    /// The moves of all nodes between the root and here, one node's behind the other's.
    pub moves: Vec<G::Move>,
    /// The same for the outcomes of chance nodes, with their probabilities.
    pub outcomes: Vec<(G::Move, f64)>,
    /// And for what is known of them before they are searched.
    pub outlooks: Vec<Outlook>,
    /// The best line from the node that has so many plies left, as it was seen last.
    pub lines: Vec<Vec<G::Move>>,
    /// Promises of the moves that are being sorted.
    ordering_scores: Vec<i32>,
    /// Who is told of it all.
    pub sink: T,
}

impl<'a, G: Game + ?Sized, T: Sink<G::Move>> Searcher<'a, G, T> {
    /// A search of `game` with this evaluation, order and pruning, within `budget`.
    pub fn new(
        game: &'a G,
        evaluation: &'a dyn Evaluate<G>,
        order: Order,
        pruning: ChancePruning,
        budget: Budget,
        sink: T,
    ) -> Self {
        Searcher {
            game,
            evaluation,
            win_worth: evaluation.win_worth(game),
            order,
            pruning,
            budget,
            unknown: Unknown::Guess,
            met: Met::NOTHING,
            moves: Vec::new(),
            outcomes: Vec::new(),
            outlooks: Vec::new(),
            lines: Vec::new(),
            ordering_scores: Vec::new(),
            sink,
        }
    }

    /// Makes ready for a search to `depth`: forgets what was met and what an interrupted search left behind.
    pub fn prepare(&mut self, depth: u32) {
        self.unknown = Unknown::Guess;
        self.met = Met::NOTHING;
        self.moves.clear();
        self.outcomes.clear();
        self.outlooks.clear();
        self.lines.resize_with(self.lines.len().max(depth as usize + 1), Vec::new);
    }

    /// The score of `state` for `view`, looking `depth` plies ahead: exact inside `window`; at or below its
    /// alpha an upper bound, at or above its beta a lower bound.
    pub fn search(
        &mut self,
        state: &G::State,
        depth: u32,
        window: Window,
        view: Player,
    ) -> Result<f64, Stopped> {
        self.budget.visit()?;
        let turn = self.game.turn(state);
        self.sink.enter(turn, depth, Some(score::span(window, view)));
        let score = match turn {
            Turn::Over(outcome) => self.finished(outcome, depth, view),
            _ if depth == 0 => self.guess(state, view),
            Turn::Decision(player) if player == view => self.decision(state, player, depth, window, None)?,
            Turn::Decision(player) => -self.decision(state, player, depth, -window, None)?,
            Turn::Chance => self.chance(state, depth, window, view)?,
        };
        self.sink.leave(score::for_first(score, view));
        Ok(score)
    }

    /// A decision of `player`, from that player's view: the best of the moves, and no further once the window
    /// is left. If the first move was `tried` already, in a window that is no narrower, its score is not sought
    /// again.
    pub fn decision(
        &mut self,
        state: &G::State,
        player: Player,
        depth: u32,
        mut window: Window,
        tried: Option<(Player, f64)>,
    ) -> Result<f64, Stopped> {
        let start = self.moves.len();
        self.list_moves(state, Turn::Decision(player));
        self.lines[depth as usize].clear();
        let mut best = f64::NEG_INFINITY;
        for at in start..self.moves.len() {
            let mv = self.moves[at];
            let child = self.game.child(state, mv);
            let score = match tried {
                Some((_, score)) if at == start => score,
                _ => {
                    self.sink.step(mv, at - start);
                    self.search(&child, depth - 1, window, player)?
                }
            };
            if score > best {
                best = score;
                if score > window.alpha {
                    window.alpha = score;
                    self.extend_line(mv, depth);
                }
                // The opponent has something at least as good elsewhere and will not let this happen.
                if score >= window.beta {
                    self.tell_skipped(state, start, at + 1);
                    break;
                }
            }
        }
        self.sink.narrow(score::span(window, player));
        self.moves.truncate(start);
        Ok(best)
    }

    /// Tells that the moves from place `from` on are left out, those of `state` beginning at `start`.
    fn tell_skipped(&mut self, state: &G::State, start: usize, from: usize) {
        if T::ON {
            for at in from..self.moves.len() {
                let mv = self.moves[at];
                self.sink.skip(mv, at - start, self.game.turn(&self.game.child(state, mv)));
            }
        }
    }

    /// A finished game: exact, whatever depth is left.
    fn finished(&mut self, outcome: Outcome, depth: u32, view: Player) -> f64 {
        match outcome {
            Outcome::Win(_) => {}
            Outcome::Draw => self.met.zero = true,
            Outcome::Payoff(0.0) => self.met.zero = true,
            Outcome::Payoff(_) => self.met.payoff = true,
        }
        self.met.least_left = self.met.least_left.min(depth);
        self.lines[depth as usize].clear();
        score::of_outcome(outcome, view)
    }

    /// An unknown position.
    fn guess(&mut self, state: &G::State, view: Player) -> f64 {
        self.met.unknown = true;
        self.lines[0].clear();
        match self.unknown {
            Unknown::Guess => self.evaluation.evaluate(self.game, state) * view.sign(),
            Unknown::LossOf(player) if player == view => -score::WIN,
            Unknown::LossOf(_) => score::WIN,
        }
    }

    /// Appends the moves of `state` in the order in which they are to be tried, or the outcomes of chance.
    pub fn list_moves(&mut self, state: &G::State, turn: Turn) {
        let start = self.moves.len();
        if turn == Turn::Chance {
            let outcomes = self.outcomes.len();
            self.game.chance_outcomes(state, &mut self.outcomes);
            self.moves.extend(self.outcomes.drain(outcomes..).map(|(mv, _)| mv));
            return;
        }
        self.game.legal_moves(state, &mut self.moves);
        if self.order == Order::Promising {
            let (game, evaluation) = (self.game, self.evaluation);
            let moves = &mut self.moves[start..];
            self.ordering_scores.clear();
            self.ordering_scores.extend(moves.iter().map(|&mv| evaluation.ordering_score(game, state, mv)));
            sort_by_ordering_score(moves, &mut self.ordering_scores);
        }
    }

    /// `mv` and the line behind it become the best line of the node with `depth` plies left.
    fn extend_line(&mut self, mv: G::Move, depth: u32) {
        let (behind, here) = self.lines.split_at_mut(depth as usize);
        here[0].clear();
        here[0].push(mv);
        here[0].extend_from_slice(&behind[depth as usize - 1]);
    }
}

/// Largest promise first, equal ones as they were: insertion, the quickest way with so few.
pub(crate) fn sort_by_ordering_score<M: Copy>(moves: &mut [M], ordering_scores: &mut [i32]) {
    for from in 1..moves.len() {
        let (mv, ordering_score) = (moves[from], ordering_scores[from]);
        let mut to = from;
        while to > 0 && ordering_scores[to - 1] < ordering_score {
            moves[to] = moves[to - 1];
            ordering_scores[to] = ordering_scores[to - 1];
            to -= 1;
        }
        moves[to] = mv;
        ordering_scores[to] = ordering_score;
    }
}
