//! The root: which move is best, what it is worth, and what is known of the others.

use plywood_rules::{Game, Player, Proved, Turn, Value};
use rand_core::Rng;

use crate::alphabeta::{Met, Searcher, sort_by_ordering_score};
use crate::budget::Stopped;
use crate::deepen::{Attempt, Found, pick};
use crate::exact::evident;
use crate::force::Goal;
use crate::score::{self, WIN};
use crate::trace::Sink;
use crate::window::Window;
use crate::{Order, Tie};

/// A decision to be searched.
pub(crate) struct Root<'r, G: Game + ?Sized> {
    pub state: &'r G::State,
    /// Who decides.
    pub player: Player,
    /// The moves to choose among, in the order of the legal moves.
    pub moves: &'r [G::Move],
}

/// How to search it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Task {
    pub depth: u32,
    /// Plies within which the game is known not to be decided.
    pub undecided: u32,
    /// The move to try first, whatever the order.
    pub first: Option<usize>,
    pub tie: Tie,
    pub all: bool,
}

/// What is known of one move.
struct Candidate<G: Game + ?Sized> {
    child: G::State,
    /// Its score, or at least an upper bound of it.
    score: f64,
    /// Whether it is the score itself.
    exact: bool,
    met: Met,
    /// The line expected behind it, if the score is exact.
    line: Vec<G::Move>,
    /// Its value, once established.
    value: Option<Value>,
}

impl<G: Game + ?Sized, T: Sink<G::Move>> Searcher<'_, G, T> {
    /// Searches `root`. In `attempt` is the best that was found before the search was stopped: a move that was
    /// searched completely.
    pub fn root(
        &mut self,
        root: &Root<'_, G>,
        task: Task,
        rng: &mut dyn Rng,
        attempt: &mut Option<Attempt<G::Move>>,
    ) -> Result<Found<G::Move>, Stopped> {
        *attempt = None;
        self.prepare(task.depth);
        self.budget.visit()?;
        self.sink.begin(
            Turn::Decision(root.player),
            task.depth,
            Some(score::span(Window::FULL, root.player)),
        );
        let mut candidates: Vec<Candidate<G>> = root
            .moves
            .iter()
            .map(|&mv| Candidate {
                child: self.game.child(root.state, mv),
                score: f64::INFINITY,
                exact: false,
                met: Met::NOTHING,
                line: Vec::new(),
                value: None,
            })
            .collect();
        let best = if task.all {
            self.value_all(root, task, &mut candidates)?
        } else {
            self.find_best(root, task, &mut candidates, attempt)?
        };
        self.met = candidates.iter().fold(Met::NOTHING, |met, candidate| met.and(candidate.met));
        let seen = self.met;
        self.sink.narrow(score::span(Window::above(best), root.player));
        let (value, equal) = if best >= WIN {
            self.quickest_win(root, task, &mut candidates)?
        } else if best <= -WIN {
            self.slowest_loss(root, task, &mut candidates)?
        } else {
            self.number(root, task, best, &candidates)?
        };
        let best = equal[pick(task.tie, equal.len(), rng)];
        let line = self.complete(root, task, best, value, &mut candidates[best])?;
        if !task.all {
            for candidate in candidates.iter_mut().filter(|c| c.exact && c.value.is_none()) {
                if candidate.score.abs() < WIN {
                    candidate.value = evident(candidate.score, candidate.met);
                }
            }
        }
        let values: Vec<Option<Value>> = candidates.iter().map(|candidate| candidate.value).collect();
        let is_known = |value: &Value| !matches!(value, Value::Estimated(_));
        let settled =
            !seen.unknown || is_known(&value) && (!task.all || values.iter().flatten().all(is_known));
        let depth = if seen.unknown { task.depth } else { task.depth - seen.least_left.min(task.depth) };
        self.sink.finish(value.seen_by(root.player));
        Ok(Found { value, best, values, line, depth, settled })
    }

    /// Finds the best score and, among the moves that have it, at least those that [`Task::tie`] asks for: a move
    /// that would be preferred to the best so far, were it as good, is searched with a window that lets
    /// equality in.
    fn find_best(
        &mut self,
        root: &Root<'_, G>,
        task: Task,
        candidates: &mut [Candidate<G>],
        attempt: &mut Option<Attempt<G::Move>>,
    ) -> Result<f64, Stopped> {
        let (mut best, mut holder) = (f64::NEG_INFINITY, usize::MAX);
        let order = self.order_at_root(root, task);
        for (turn, &at) in order.iter().enumerate() {
            let preferred = task.tie == Tie::Random || at < holder;
            let alpha = if preferred { best.next_down() } else { best };
            self.met = Met::NOTHING;
            self.sink.step(root.moves[at], turn);
            let candidate = &mut candidates[at];
            candidate.score =
                self.search(&candidate.child, task.depth - 1, Window::above(alpha), root.player)?;
            candidate.exact = candidate.score > alpha;
            candidate.met = self.met;
            if candidate.exact {
                candidate.line.extend_from_slice(&self.lines[task.depth as usize - 1]);
            }
            if candidate.score > best || holder == usize::MAX {
                (best, holder) = (candidate.score, at);
                let value = unsettled(best, candidate.met, task.depth);
                let line = std::iter::once(root.moves[at]).chain(candidate.line.iter().copied()).collect();
                *attempt = Some(Attempt { best: at, value, line });
            } else if candidate.score == best && candidate.exact {
                holder = holder.min(at);
            }
            // Nothing is better than a win. Which is the quickest is asked afterwards, of all moves.
            if best >= WIN {
                if T::ON {
                    for (turn, &at) in order.iter().enumerate().skip(turn + 1) {
                        self.sink.skip(root.moves[at], turn, self.game.turn(&candidates[at].child));
                    }
                }
                break;
            }
        }
        Ok(best)
    }

    /// Finds the full value of every move; returns the best score.
    fn value_all(
        &mut self,
        root: &Root<'_, G>,
        task: Task,
        candidates: &mut [Candidate<G>],
    ) -> Result<f64, Stopped> {
        let mut best = f64::NEG_INFINITY;
        for (at, candidate) in candidates.iter_mut().enumerate() {
            self.sink.step(root.moves[at], at);
            let value = self.value(&candidate.child, task.depth - 1, root.player, &mut candidate.line)?;
            candidate.value = Some(value.one_ply_later());
            candidate.score = match value {
                Value::Proved(Proved::Win { .. }) => WIN,
                Value::Proved(Proved::Loss { .. }) => -WIN,
                number => number.points(self.win_worth),
            };
            candidate.exact = true;
            candidate.met = self.met;
            best = best.max(candidate.score);
        }
        Ok(best)
    }

    /// The places of the moves in the order in which they are tried.
    fn order_at_root(&self, root: &Root<'_, G>, task: Task) -> Vec<usize> {
        let mut order: Vec<usize> = (0..root.moves.len()).collect();
        if self.order == Order::Promising {
            let ordering_score = |&mv| self.evaluation.ordering_score(self.game, root.state, mv);
            let mut ordering_scores: Vec<i32> = root.moves.iter().map(ordering_score).collect();
            sort_by_ordering_score(&mut order, &mut ordering_scores);
        }
        if let Some(place) = order.iter().position(|&at| Some(at) == task.first) {
            order[..=place].rotate_right(1);
        }
        order
    }

    /// The root is a sure win: the distance, and the moves that keep it.
    fn quickest_win(
        &mut self,
        root: &Root<'_, G>,
        task: Task,
        candidates: &mut [Candidate<G>],
    ) -> Result<(Value, Vec<usize>), Stopped> {
        let mut plies = task.undecided;
        loop {
            plies += 1;
            let value = Value::Proved(Proved::Win { plies });
            let mut winners = Vec::new();
            for (at, candidate) in candidates.iter_mut().enumerate().filter(|(_, c)| c.score >= WIN) {
                let wins = match candidate.value {
                    Some(known) => known == value,
                    None => self.can_force(&candidate.child, root.player, Goal::Win, plies - 1)?,
                };
                if wins {
                    candidate.value = Some(value);
                    winners.push(at);
                    if task.tie != Tie::Random {
                        break;
                    }
                }
            }
            if !winners.is_empty() {
                return Ok((value, winners));
            }
        }
    }

    /// The root is a sure loss: the distance, and the moves that hold out so long.
    fn slowest_loss(
        &mut self,
        root: &Root<'_, G>,
        task: Task,
        candidates: &mut [Candidate<G>],
    ) -> Result<(Value, Vec<usize>), Stopped> {
        let opponent = root.player.other();
        let mut alive: Vec<usize> = (0..candidates.len()).collect();
        let mut plies = task.undecided.max(1);
        loop {
            let value = Value::Proved(Proved::Loss { plies });
            let mut lost = Vec::new();
            for &at in &alive {
                let loses = match candidates[at].value {
                    Some(known) => known == value,
                    None => self.can_force(&candidates[at].child, opponent, Goal::Win, plies - 1)?,
                };
                if loses {
                    lost.push(at);
                }
            }
            // At the first number tried, some may have been lost sooner.
            if plies > task.undecided {
                lost.iter().for_each(|&at| candidates[at].value = Some(value));
            }
            alive.retain(|at| !lost.contains(at));
            if alive.is_empty() {
                return Ok((value, lost));
            }
            plies += 1;
        }
    }

    /// The root is worth a number of points: whether they are a draw, exact or estimated, and the moves that are
    /// worth as much, known for sure if the value is.
    fn number(
        &mut self,
        root: &Root<'_, G>,
        task: Task,
        points: f64,
        candidates: &[Candidate<G>],
    ) -> Result<(Value, Vec<usize>), Stopped> {
        let (player, depth) = (root.player, task.depth - 1);
        // Moves of just this score, and those of which no more is known than that they are not better.
        let all = || candidates.iter().enumerate();
        let possible: Vec<usize> = all().filter(|(_, c)| c.score == points).map(|(at, _)| at).collect();
        let mut equal = possible.clone();
        equal.retain(|&at| candidates[at].exact);
        match evident(points, self.met) {
            Some(value) => return Ok((value, equal)),
            None if !self.met.unknown => {}
            None => {
                let estimated = Value::Estimated(points + 0.0);
                // One good move is enough for this player, every move must be good for the other one.
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
        if !self.met.chance {
            return Ok((Value::Proved(Proved::Draw), equal));
        }
        // A draw, or a gamble that is worth as much?
        let mut safe = Vec::new();
        for &at in &possible {
            if self.can_force(&candidates[at].child, player, Goal::NotLose, depth)? {
                safe.push(at);
                if task.tie != Tie::Random {
                    break;
                }
            }
        }
        let mut draw = !safe.is_empty();
        for candidate in candidates {
            draw = draw && self.can_force(&candidate.child, player.other(), Goal::NotLose, depth)?;
        }
        Ok(if draw { (Value::Proved(Proved::Draw), safe) } else { (Value::Exact(0.0), equal) })
    }

    /// Whether no move is worth more than `points`, whatever unknown positions are worth.
    fn all_bounded(
        &mut self,
        root: &Root<'_, G>,
        depth: u32,
        points: f64,
        candidates: &[Candidate<G>],
    ) -> Result<bool, Stopped> {
        for candidate in candidates {
            if !self.is_sure_of(&candidate.child, depth, root.player.other(), -points)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Completes what is known of the chosen move: its own value, and the line expected, which is returned.
    fn complete(
        &mut self,
        root: &Root<'_, G>,
        task: Task,
        best: usize,
        value: Value,
        chosen: &mut Candidate<G>,
    ) -> Result<Vec<G::Move>, Stopped> {
        let depth = task.depth - 1;
        let mut line = vec![root.moves[best]];
        match value {
            _ if task.all => line.append(&mut chosen.line),
            Value::Proved(Proved::Win { plies }) => {
                self.winning_line(&chosen.child, root.player, plies - 1, &mut line)?;
            }
            Value::Proved(Proved::Loss { plies }) => {
                self.winning_line(&chosen.child, root.player.other(), plies - 1, &mut line)?;
            }
            number => {
                let points = number.points(self.win_worth);
                if chosen.exact {
                    self.met = chosen.met;
                } else {
                    let window = Window::above(points.next_down());
                    self.sink.pause(true);
                    self.search(&chosen.child, depth, window, root.player)?;
                    self.sink.pause(false);
                    chosen.line.clone_from(&self.lines[depth as usize]);
                }
                line.append(&mut chosen.line);
                // Where the position is worth as much as a draw, the move may be a gamble, or the other way round.
                chosen.value = Some(match number {
                    Value::Estimated(_) => self.settle(&chosen.child, depth, root.player, points)?,
                    Value::Exact(0.0) => self.settle(&chosen.child, depth, root.player, points)?,
                    Value::Proved(_) | Value::Exact(_) => number,
                });
            }
        }
        Ok(line)
    }
}

/// The value of the best move so far, if nobody asks further whether a number is exact. A win is one at just this
/// depth, because less deep there was none.
fn unsettled(score: f64, met: Met, depth: u32) -> Value {
    if score >= WIN {
        return Value::Proved(Proved::Win { plies: depth });
    }
    if score <= -WIN {
        return Value::Proved(Proved::Loss { plies: depth });
    }
    evident(score, met).unwrap_or(Value::Estimated(score + 0.0))
}
