//! The root: which move is best, what it is worth, and what is known of the others.

use plywood_rules::{Player, Proved, Symmetric, Tactics, Turn, Value};
use rand_core::Rng;

use super::exact::evident;
use super::met::Met;
use super::score::{self, is_points};
use super::search::{Node, Searcher};
use crate::Tie;
use crate::budget::Stopped;
use crate::deepen::{Attempt, Found, pick};
use crate::trace::Sink;
use crate::window::Window;

/// A decision to be searched.
pub(super) struct Root<G: plywood_rules::Game + ?Sized> {
    pub node: Node<G>,
    /// Who decides.
    pub player: Player,
    /// The moves to choose among, in the order of the legal moves.
    pub moves: Vec<G::Move>,
}

/// How to search it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    pub depth: u32,
    /// Where the value is expected.
    pub window: Window,
    /// Whether a win that is proved is enough, without its distance.
    pub any_win: bool,
    /// Whether a known value is enough, though other moves may turn out to be as good if one looks deeper.
    pub any_best: bool,
    pub tie: Tie,
    pub all: bool,
}

/// What is known of one move.
struct Candidate<G: plywood_rules::Game + ?Sized> {
    child: Node<G>,
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

impl<G: Symmetric + Tactics + ?Sized, T: Sink<G::Move>> Searcher<'_, G, T> {
    /// Searches `root`, trying the moves in this `order`, which is improved on the way. `attempt` is told the best that is
    /// found before the search is stopped: a move that was searched completely.
    pub fn root(
        &mut self,
        root: &Root<G>,
        task: Task,
        order: &mut [usize],
        rng: &mut dyn Rng,
        attempt: &mut dyn FnMut(Attempt<G::Move>, &Self),
    ) -> Result<Found<G::Move>, Stopped> {
        self.prepare();
        self.memory.root_depth = task.depth;
        self.budget.visit()?;
        self.past.enter(self.plan.game, &root.node.state);
        let candidate = |&mv| Candidate {
            child: self.child(&root.node, mv),
            score: f64::INFINITY,
            exact: false,
            met: Met::NOTHING,
            line: Vec::new(),
            value: None,
        };
        let mut candidates: Vec<Candidate<G>> = root.moves.iter().map(candidate).collect();
        let best = if task.all {
            self.value_all(root, task, &mut candidates)?
        } else {
            self.find_best(root, task, order, &mut candidates, attempt)?
        };
        self.met = candidates.iter().fold(Met::NOTHING, |met, candidate| met | candidate.met);
        let seen = self.met;
        let (value, equal) = match score::proof(best, 0) {
            Some(value) => {
                let equal = |candidate: &Candidate<G>| candidate.exact && candidate.score == best;
                (value, (0..candidates.len()).filter(|&at| equal(&candidates[at])).collect())
            }
            None => self.number(root, task, best, &candidates)?,
        };
        let best = equal[pick(task.tie, equal.len(), rng)];
        let line = self.complete(root, task, best, value, &mut candidates[best])?;
        if !task.all {
            for candidate in candidates.iter_mut().filter(|c| c.exact && c.value.is_none()) {
                candidate.value = match score::proof(candidate.score, 0) {
                    Some(proof) => Some(proof),
                    None => evident(candidate.score, candidate.met),
                };
            }
        }
        let values: Vec<Option<Value>> = candidates.iter().map(|candidate| candidate.value).collect();
        let is_known = |value: &Value| !matches!(value, Value::Estimated(_));
        let unknown = seen.has(Met::UNKNOWN);
        // A win or a loss is as quick as it is, and so are the moves that bring it about.
        let decided = matches!(value, Value::Proved(Proved::Win { .. } | Proved::Loss { .. }));
        let settled = !unknown
            || (decided || task.any_best && is_known(&value))
                && (!task.all || values.iter().flatten().all(is_known));
        let depth = if unknown { task.depth } else { self.reached.min(task.depth) };
        self.sink.finish(value.seen_by(root.player));
        Ok(Found { value, best, values, line, depth, settled })
    }

    /// Finds the best score and, among the moves that have it, at least those that [`Task::tie`] asks for: a move
    /// that would be preferred to the best so far, were it as good, is asked whether it is.
    fn find_best(
        &mut self,
        root: &Root<G>,
        task: Task,
        order: &mut [usize],
        candidates: &mut [Candidate<G>],
        attempt: &mut dyn FnMut(Attempt<G::Move>, &Self),
    ) -> Result<f64, Stopped> {
        let mut asked = task.window;
        loop {
            self.tell_begin(root, task, asked);
            let best = self.search_moves(root, task, asked, order, candidates, attempt)?;
            self.tell_best(root, asked, best);
            // The value lies outside of the window it was expected in: once more, with that side open.
            if best <= asked.alpha && asked.alpha > f64::NEG_INFINITY {
                asked.alpha = f64::NEG_INFINITY;
            } else if best >= asked.beta && !(task.any_win && score::is_win(best)) {
                asked.beta = f64::INFINITY;
            } else {
                return Ok(best);
            }
        }
    }

    /// Searches all moves, no further than `asked`.
    fn search_moves(
        &mut self,
        root: &Root<G>,
        task: Task,
        asked: Window,
        order: &mut [usize],
        candidates: &mut [Candidate<G>],
        attempt: &mut dyn FnMut(Attempt<G::Move>, &Self),
    ) -> Result<f64, Stopped> {
        let next = task.depth - 1;
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
            self.met = Met::NOTHING;
            let candidate = &mut candidates[at];
            candidate.line.clear();
            let mut score = f64::INFINITY;
            // The question whether it is good enough is cheaper than how good it is.
            if holder != usize::MAX && self.plan.means.pvs && window.alpha > f64::NEG_INFINITY {
                let question = Window { beta: window.alpha.next_up(), ..window };
                self.sink.step(root.moves[at], turn);
                score = self.search(&candidate.child, next, 1, question, root.player)?;
            }
            if score > window.alpha {
                self.met = Met::NOTHING;
                self.sink.step(root.moves[at], turn);
                score = self.search(&candidate.child, next, 1, window, root.player)?;
            }
            candidate.score = score;
            candidate.exact = score > window.alpha && (score < window.beta || task.any_win);
            candidate.met = self.met;
            if score > window.alpha {
                candidate.line.extend_from_slice(&self.lines[1]);
            }
            if score > best || holder == usize::MAX {
                (best, holder) = (score, at);
                if score > window.alpha {
                    let value = unsettled(score, candidate.exact, candidate.met);
                    let line =
                        std::iter::once(root.moves[at]).chain(candidate.line.iter().copied()).collect();
                    attempt(Attempt { best: at, value, line }, self);
                    // What is best now is tried first the next time.
                    order[..=turn].rotate_right(1);
                }
            } else if score == best && candidate.exact {
                holder = holder.min(at);
            }
            if score >= window.beta {
                if T::ON {
                    for (turn, &at) in order.iter().enumerate().skip(turn + 1) {
                        self.sink.skip(
                            root.moves[at],
                            turn,
                            self.plan.game.turn(&candidates[at].child.state),
                        );
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
        root: &Root<G>,
        task: Task,
        candidates: &mut [Candidate<G>],
    ) -> Result<f64, Stopped> {
        self.tell_begin(root, task, Window::FULL);
        let mut best = f64::NEG_INFINITY;
        for (at, candidate) in candidates.iter_mut().enumerate() {
            self.met = Met::NOTHING;
            self.sink.step(root.moves[at], at);
            let score = self.search(&candidate.child, task.depth - 1, 1, Window::FULL, root.player)?;
            candidate.line.extend_from_slice(&self.lines[1]);
            candidate.met = self.met;
            candidate.value = Some(self.settle(&candidate.child, task.depth - 1, root.player, score)?);
            candidate.score = score;
            candidate.exact = true;
            best = best.max(score);
        }
        self.tell_best(root, Window::FULL, best);
        Ok(best)
    }

    /// Tells that a search of the root begins.
    fn tell_begin(&mut self, root: &Root<G>, task: Task, asked: Window) {
        let window = score::span(asked, 0, root.player);
        self.sink.begin(Turn::Decision(root.player), task.depth, Some(window));
    }

    /// Tells what it has found.
    fn tell_best(&mut self, root: &Root<G>, asked: Window, best: f64) {
        let window = Window { alpha: asked.alpha.max(best), ..asked };
        self.sink.narrow(score::span(window, 0, root.player));
    }

    /// The root is worth a number of points: whether they are a draw, exact or estimated, and the moves that are
    /// worth as much, known for sure if the value is.
    fn number(
        &mut self,
        root: &Root<G>,
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
            None if !self.met.has(Met::UNKNOWN) => {}
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
        if !self.met.has(Met::CHANCE) {
            return Ok((Value::Proved(Proved::Draw), equal));
        }
        // A draw, or a gamble that is worth as much?
        let mut safe = Vec::new();
        for &at in &possible {
            if self.is_safe(&candidates[at].child.state, player, depth)? {
                safe.push(at);
                if task.tie != Tie::Random {
                    break;
                }
            }
        }
        let mut draw = !safe.is_empty();
        for candidate in candidates {
            draw = draw && self.is_safe(&candidate.child.state, player.other(), depth)?;
        }
        Ok(if draw { (Value::Proved(Proved::Draw), safe) } else { (Value::Exact(0.0), equal) })
    }

    /// Whether no move is worth more than `points`, whatever unknown positions are worth.
    fn all_bounded(
        &mut self,
        root: &Root<G>,
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
        root: &Root<G>,
        task: Task,
        best: usize,
        value: Value,
        chosen: &mut Candidate<G>,
    ) -> Result<Vec<G::Move>, Stopped> {
        let depth = task.depth - 1;
        let mut line = vec![root.moves[best]];
        if !task.all && is_points(chosen.score) {
            let points = value.points(self.win_worth);
            if chosen.exact {
                self.met = chosen.met;
            } else {
                self.met = Met::NOTHING;
                let window = Window::above(points.next_down());
                self.sink.pause(true);
                self.search(&chosen.child, depth, 1, window, root.player)?;
                self.sink.pause(false);
                chosen.line.clone_from(&self.lines[1]);
            }
            // Where the position is worth as much as a draw, the move may be a gamble, or the other way round.
            chosen.value = Some(match value {
                Value::Estimated(_) | Value::Exact(0.0) => {
                    self.settle(&chosen.child, depth, root.player, points)?
                }
                known => known,
            });
        }
        line.append(&mut chosen.line);
        Ok(line)
    }
}

/// The value of the best move so far, if nobody asks further whether a number is exact. Points that are only known
/// to be no more than that are a guess.
fn unsettled(score: f64, exact: bool, met: Met) -> Value {
    let known = || evident(score, met).filter(|_| exact);
    score::proof(score, 0).or_else(known).unwrap_or(Value::Estimated(score + 0.0))
}
