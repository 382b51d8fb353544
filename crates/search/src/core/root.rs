//! The root: the best move, its value, and the results for the other moves.

use std::iter::once;
use std::ops::RangeInclusive;

use plywood_rules::forced::ForcedGoal;
use plywood_rules::{Player, Proved, Tactics, Turn, Value};
use rand_core::Rng;

use super::candidate::{Root, RootMove, RootTask};
use super::searcher::{SearchNode, Searcher};
use super::value_basis::ValueBasis;
use crate::Tie;
use crate::budget::Stopped;
use crate::deepen::{Attempt, DepthResult, pick};
use crate::score::{self, is_points, is_win};
use crate::trace::Sink;
use crate::window::Window;

/// The most questions for a value before the window is opened.
const MOST_QUESTIONS: u32 = 8;

/// Receives the best move so far, one that was searched completely, and the number of nodes.
pub(crate) type Attempts<'t, M> = &'t mut dyn FnMut(Attempt<M>, u64);

impl<G: Tactics + ?Sized, T: Sink<G::Move>, const PLAIN: bool> Searcher<'_, G, T, PLAIN> {
    /// Searches `root`, trying the moves in this `order`, which is improved on the way.
    pub fn root(
        &mut self,
        root: &Root<'_, G>,
        task: RootTask,
        order: &mut [usize],
        rng: &mut dyn Rng,
        attempts: Attempts<'_, G::Move>,
    ) -> Result<DepthResult<G::Move>, Stopped> {
        self.prepare(task.depth);
        self.budget.visit()?;
        self.repetition.enter(self.plan.game, &root.node.state);
        let candidate = |&mv| RootMove {
            child: self.child(&root.node, mv),
            score: f64::INFINITY,
            exact: false,
            basis: ValueBasis::NOTHING,
            line: Vec::new(),
            value: None,
        };
        let mut candidates: Vec<RootMove<G>> = root.moves.iter().map(candidate).collect();
        let best = if task.all {
            self.value_all(root, task, &mut candidates)?
        } else {
            self.find_best(root, task, order, &mut candidates, attempts)?
        };
        self.basis = candidates.iter().fold(ValueBasis::NOTHING, |basis, candidate| basis | candidate.basis);
        let is_open = self.basis.has(ValueBasis::UNKNOWN);
        let (value, equal) = match self.decided(root, task, best, &mut candidates)? {
            Some(decided) => decided,
            None => self.number(root, task, best, &candidates)?,
        };
        let best = equal[pick(task.tie, equal.len(), rng)];
        let line = self.complete(root, task, best, value, &mut candidates[best])?;
        for candidate in candidates.iter_mut().filter(|c| !task.all && c.exact && c.value.is_none()) {
            candidate.value = match is_points(candidate.score) {
                true => self.evident(candidate.score, candidate.basis),
                false => score::proof(candidate.score, 0).filter(|_| !PLAIN),
            };
        }
        let values: Vec<Option<Value>> = candidates.iter().map(|candidate| candidate.value).collect();
        let is_known = |value: &Value| !matches!(value, Value::Estimated(_));
        // A win or a loss is as quick as it is, and so are the moves that bring it about.
        let decided = matches!(value, Value::Proved(Proved::Win { .. } | Proved::Loss { .. }));
        let settled = !is_open
            || (decided || task.any_best && is_known(&value))
                && (!task.all || values.iter().flatten().all(is_known));
        let depth = if is_open { task.depth } else { self.reached.min(task.depth) };
        self.sink.finish(value.seen_by(root.player));
        Ok(DepthResult { value, best, values, line, depth, settled })
    }

    /// Finds the best score and, among the moves that have it, at least those that [`Task::tie`] asks for: a
    /// move that would be preferred to the best so far at the same score is tested for that score.
    fn find_best(
        &mut self,
        root: &Root<'_, G>,
        task: RootTask,
        order: &mut [usize],
        candidates: &mut [RootMove<G>],
        attempts: Attempts<'_, G::Move>,
    ) -> Result<f64, Stopped> {
        let mut asked = task.window;
        // The questions in which a search to the end closes in on the value, from bound to bound (Plaat's MTD(f) asks in the
        // same way); after so many the window is opened on that side.
        let mut questions = if self.plan.to_the_end { MOST_QUESTIONS } else { 0 };
        loop {
            self.trace_begin(root, task, asked);
            let best = self.search_root_moves(root, task, asked, order, candidates, attempts)?;
            self.trace_best(root, asked, best);
            // The value is outside of the expected window: search again, with that side open.
            let is_low = best <= asked.alpha && asked.alpha > f64::NEG_INFINITY;
            let is_high = best >= asked.beta && !(task.any_win && is_win(best));
            if (is_low || is_high) && questions > 0 && is_points(best) {
                questions -= 1;
                asked = Window { alpha: best.next_down(), beta: best.next_up() };
            } else if is_low {
                asked.alpha = f64::NEG_INFINITY;
            } else if is_high {
                asked.beta = f64::INFINITY;
            } else {
                return Ok(best);
            }
        }
    }

    /// Searches all moves within the window `asked`.
    fn search_root_moves(
        &mut self,
        root: &Root<'_, G>,
        task: RootTask,
        asked: Window,
        order: &mut [usize],
        candidates: &mut [RootMove<G>],
        attempts: Attempts<'_, G::Move>,
    ) -> Result<f64, Stopped> {
        let (mut best, mut holder) = (f64::NEG_INFINITY, usize::MAX);
        for turn in 0..order.len() {
            let at = order[turn];
            let preferred = match task.tie {
                Tie::Random => true,
                Tie::Any => false,
                Tie::First | Tie::Default => at < holder,
            };
            let level = if preferred { best.next_down() } else { best };
            let window = Window { alpha: asked.alpha.max(level), ..asked };
            let candidate = &mut candidates[at];
            let is_first = holder == usize::MAX;
            let score = self.search_root_move(root, task, window, candidate, (at, turn), is_first)?;
            self.tried = turn + 1;
            if score > best || is_first {
                (best, holder) = (score, at);
                if score > window.alpha {
                    let value = self.unsettled(candidate, task.depth);
                    let line = once(root.moves[at]).chain(candidate.line.iter().copied()).collect();
                    attempts(Attempt { best: at, value, line }, self.budget.nodes());
                    // The best move is tried first the next time.
                    order[..=turn].rotate_right(1);
                }
            } else if score == best && candidate.exact {
                holder = holder.min(at);
            }
            // If distances do not count, nothing is better than a win. The quickest win is found afterwards,
            // among all moves.
            if score >= window.beta || PLAIN && !self.plan.bare && is_win(best) {
                for (turn, &at) in order.iter().enumerate().skip(turn + 1).filter(|_| T::ON) {
                    let child = &candidates[at].child.state;
                    self.sink.skip(root.moves[at], turn, self.plan.game.turn(child));
                }
                break;
            }
        }
        Ok(best)
    }

    /// Searches the move of this place, the `turn`th that is tried. Returns its score.
    fn search_root_move(
        &mut self,
        root: &Root<'_, G>,
        task: RootTask,
        window: Window,
        candidate: &mut RootMove<G>,
        (at, turn): (usize, usize),
        is_first: bool,
    ) -> Result<f64, Stopped> {
        candidate.line.clear();
        let mut score = f64::INFINITY;
        // The question whether it is good enough is cheaper than how good it is.
        if !is_first && self.plan().techniques.pvs && window.alpha > f64::NEG_INFINITY {
            let question = Window { beta: window.alpha.next_up(), ..window };
            self.basis = ValueBasis::NOTHING;
            self.sink.step(root.moves[at], turn);
            score = self.search(&candidate.child, task.depth - 1, 1, question, root.player)?;
        }
        if score > window.alpha {
            self.basis = ValueBasis::NOTHING;
            self.sink.step(root.moves[at], turn);
            score = self.search(&candidate.child, task.depth - 1, 1, window, root.player)?;
        }
        candidate.score = score;
        candidate.exact = score > window.alpha && (score < window.beta || task.any_win);
        candidate.basis = self.basis;
        // An upper bound is no win.
        if self.plan.bare && (candidate.exact || !is_win(score)) {
            candidate.value = self.found_win(score);
        }
        if score > window.alpha {
            candidate.line.extend_from_slice(&self.lines[1]);
        }
        Ok(score)
    }

    /// Adds the values of the moves that were not chosen, to the same depth, in this `order`. They are no better: that is what the search that
    /// chose has found. The budget may leave some out.
    ///
    /// If the value of the position is proved, moves of which it is not known are searched deeper, to the last of `depths`.
    pub fn value_others(
        &mut self,
        root: &Root<'_, G>,
        order: &[usize],
        depths: RangeInclusive<u32>,
        found: &mut DepthResult<G::Move>,
    ) {
        let is_open = |value: &Option<Value>| matches!(value, None | Some(Value::Estimated(_)));
        let DepthResult { value, best, .. } = *found;
        // A move may be known for sure though the position is not: the others may be better.
        let of_best = found.values[best].filter(|of_best| !of_best.compare(&value).is_gt()).or(Some(value));
        let first = *depths.start();
        for depth in depths {
            self.prepare(depth);
            self.repetition.enter(self.plan.game, &root.node.state);
            let mut values = vec![None; root.moves.len()];
            values[best] = of_best;
            for &at in order.iter().filter(|&&at| at != best) {
                values[at] = self.no_better(root, at, depth - 1, value).ok();
                if values[at].is_none() {
                    break;
                }
            }
            let is_complete = values.iter().all(Option::is_some);
            let goes_on = is_complete && value.proved().is_some() && values.iter().any(is_open);
            if is_complete || depth == first {
                let reached = if values.iter().any(is_open) { depth } else { self.reached.min(depth) };
                found.depth = found.depth.max(reached);
                found.values = values;
            }
            if !goes_on {
                break;
            }
        }
    }

    /// The value of a move, which is no better than `most`.
    fn no_better(
        &mut self,
        root: &Root<'_, G>,
        at: usize,
        depth: u32,
        most: Value,
    ) -> Result<Value, Stopped> {
        let child = self.child(&root.node, root.moves[at]);
        let score = match most {
            Value::Estimated(points) if self.plan().selective => {
                self.closed_in(&child, depth, root.player, points)?
            }
            _ => {
                self.basis = ValueBasis::NOTHING;
                self.search(&child, depth, 1, Window::FULL, root.player)?
            }
        };
        let value = self.value_of_score(&child, depth, root.player, score, &mut Vec::new())?;
        Ok(match (value, most) {
            _ if !value.compare(&most).is_gt() => value,
            // A guess is no proof of a draw.
            (Value::Estimated(_), Value::Proved(Proved::Draw)) => Value::Estimated(0.0),
            (Value::Estimated(_), Value::Exact(points)) => Value::Estimated(points),
            _ => most,
        })
    }

    /// The score of a child of the root, which is not above `most`, from question to question (Plaat's MTD(f)). A selective search looks
    /// at a position in a null window in another way than in an open one, and a null window has told this move from the best.
    fn closed_in(
        &mut self,
        child: &SearchNode<G>,
        depth: u32,
        player: Player,
        most: f64,
    ) -> Result<f64, Stopped> {
        let mut upper = most;
        let mut window = Window::at_least(most.next_up());
        let mut basis_of_upper = ValueBasis::NOTHING;
        for _ in 0..MOST_QUESTIONS {
            self.basis = ValueBasis::NOTHING;
            let score = self.search(child, depth, 1, window, player)?;
            if score >= window.beta {
                self.basis |= basis_of_upper;
                return Ok(upper);
            }
            (upper, basis_of_upper) = (score, self.basis);
            if !is_points(upper) {
                return Ok(upper);
            }
            window = Window::at_least(upper);
        }
        self.basis = ValueBasis::NOTHING;
        Ok(self.search(child, depth, 1, Window { beta: upper.next_up(), ..Window::FULL }, player)?.min(upper))
    }

    /// The value of a child of the root that has this score, searched in a window that it is inside of.
    fn value_of_score(
        &mut self,
        child: &SearchNode<G>,
        depth: u32,
        player: Player,
        score: f64,
        line: &mut Vec<G::Move>,
    ) -> Result<Value, Stopped> {
        match self.proved(&child.state, depth, player, score, line)? {
            Some(proved) => Ok(proved),
            None => self.settle(child, depth, player, score),
        }
    }

    /// Finds the full value of every move. Returns the best score.
    fn value_all(
        &mut self,
        root: &Root<'_, G>,
        task: RootTask,
        candidates: &mut [RootMove<G>],
    ) -> Result<f64, Stopped> {
        let (player, depth) = (root.player, task.depth - 1);
        self.trace_begin(root, task, Window::FULL);
        let mut best = f64::NEG_INFINITY;
        for (at, candidate) in candidates.iter_mut().enumerate() {
            self.basis = ValueBasis::NOTHING;
            self.sink.step(root.moves[at], at);
            let score = self.search(&candidate.child, depth, 1, Window::FULL, player)?;
            candidate.line.extend_from_slice(&self.lines[1]);
            candidate.basis = self.basis;
            let RootMove { child, line, .. } = candidate;
            candidate.value = Some(self.value_of_score(child, depth, player, score, line)?);
            candidate.score = score;
            candidate.exact = true;
            best = best.max(score);
        }
        self.trace_best(root, Window::FULL, best);
        Ok(best)
    }

    /// Reports that a search of the root begins.
    fn trace_begin(&mut self, root: &Root<'_, G>, task: RootTask, asked: Window) {
        let window = score::span(asked, 0, root.player);
        self.sink.begin(Turn::Decision(root.player), task.depth, Some(window));
    }

    /// Reports its best score.
    fn trace_best(&mut self, root: &Root<'_, G>, asked: Window, best: f64) {
        let window = Window { alpha: asked.alpha.max(best), ..asked };
        self.sink.narrow(score::span(window, 0, root.player));
    }

    /// The root has a number of points: decides if they are a draw, exact or estimated, and finds the moves of
    /// the same value, known for sure if the value is.
    fn number(
        &mut self,
        root: &Root<'_, G>,
        task: RootTask,
        points: f64,
        candidates: &[RootMove<G>],
    ) -> Result<(Value, Vec<usize>), Stopped> {
        let (player, depth) = (root.player, task.depth - 1);
        // Moves of just this score, and those of which no more is known than that they are not better.
        let all = || candidates.iter().enumerate();
        let possible: Vec<usize> = all().filter(|(_, c)| c.score == points).map(|(at, _)| at).collect();
        let mut equal = possible.clone();
        equal.retain(|&at| candidates[at].exact);
        match self.evident(points, self.basis) {
            Some(value) => return Ok((value, equal)),
            None if !self.basis.has(ValueBasis::UNKNOWN) => {}
            None => {
                let estimated = Value::Estimated(points + 0.0);
                // One good move is enough for this player, every move must be good for the opponent.
                let mut is_bounded = true;
                if points < 0.0 {
                    is_bounded = self.all_bounded(root, depth, points, candidates)?;
                }
                let mut sure = Vec::new();
                for &at in possible.iter().filter(|_| is_bounded) {
                    if self.is_sure_of(&candidates[at].child, depth, player, points)? {
                        sure.push(at);
                        if task.tie != Tie::Random {
                            break;
                        }
                    }
                }
                if sure.is_empty() || points >= 0.0 && !self.all_bounded(root, depth, points, candidates)? {
                    return Ok((estimated, equal));
                }
                equal = sure;
            }
        }
        if points != 0.0 {
            return Ok((Value::Exact(points), equal));
        }
        if !self.basis.has(ValueBasis::CHANCE) {
            return Ok((Value::Proved(Proved::Draw), equal));
        }
        // A draw, or a gamble of the same value?
        let mut safe = Vec::new();
        for &at in &possible {
            if self.can_force(&candidates[at].child.state, player, ForcedGoal::NotLose, depth)? {
                safe.push(at);
                if task.tie != Tie::Random {
                    break;
                }
            }
        }
        let mut draw = !safe.is_empty();
        for candidate in candidates {
            draw =
                draw && self.can_force(&candidate.child.state, player.other(), ForcedGoal::NotLose, depth)?;
        }
        Ok(if draw { (Value::Proved(Proved::Draw), safe) } else { (Value::Exact(0.0), equal) })
    }

    /// True if no move has more than `points`, whatever the unknown positions are.
    fn all_bounded(
        &mut self,
        root: &Root<'_, G>,
        depth: u32,
        points: f64,
        candidates: &[RootMove<G>],
    ) -> Result<bool, Stopped> {
        for candidate in candidates {
            if !self.is_sure_of(&candidate.child, depth, root.player.other(), -points)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Completes the results for the chosen move: its own value, and the expected line, which is returned.
    fn complete(
        &mut self,
        root: &Root<'_, G>,
        task: RootTask,
        best: usize,
        value: Value,
        chosen: &mut RootMove<G>,
    ) -> Result<Vec<G::Move>, Stopped> {
        let (player, depth) = (root.player, task.depth - 1);
        let mut line = vec![root.moves[best]];
        let winner = match value {
            Value::Proved(Proved::Win { plies }) => Some((player, plies)),
            Value::Proved(Proved::Loss { plies }) => Some((player.other(), plies)),
            _ => None,
        };
        match winner {
            _ if task.all => {}
            Some((winner, plies)) if PLAIN && !self.plan.bare => {
                chosen.line.clear();
                self.winning_line(&chosen.child.state, winner, plies - 1, &mut chosen.line)?;
            }
            Some(_) => {}
            None => {
                let points = value.points(self.win_worth);
                if chosen.exact {
                    self.basis = chosen.basis;
                } else {
                    self.basis = ValueBasis::NOTHING;
                    let window = Window::above(points.next_down());
                    self.sink.pause(true);
                    self.search(&chosen.child, depth, 1, window, player)?;
                    self.sink.pause(false);
                    chosen.line.clone_from(&self.lines[1]);
                }
                // If the position has the value of a draw, the move may be a gamble, or the other way round.
                chosen.value = Some(match value {
                    Value::Estimated(_) | Value::Exact(0.0) => {
                        self.settle(&chosen.child, depth, player, points)?
                    }
                    known => known,
                });
            }
        }
        line.append(&mut chosen.line);
        Ok(line)
    }

    /// The value of the best move so far, if nothing further is searched. Points that are only an upper bound
    /// are an estimate. If distances do not count, the length of a win is just this `depth`, because there was
    /// none at smaller depths.
    fn unsettled(&self, candidate: &RootMove<G>, depth: u32) -> Value {
        let &RootMove { score, exact, basis, .. } = candidate;
        match score::proof(score, 0) {
            Some(proof) if !PLAIN => proof,
            Some(Value::Proved(Proved::Win { .. })) => Value::Proved(Proved::Win { plies: depth }),
            Some(_) => Value::Proved(Proved::Loss { plies: depth }),
            None => {
                let known = self.evident(score, basis).filter(|_| exact);
                known.unwrap_or(Value::Estimated(score + 0.0))
            }
        }
    }
}
