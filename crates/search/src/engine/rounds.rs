//! The searches of one move, in rounds that each have searchers of their own: the first one deepens; others
//! follow when the table must grow, or when the game is to be searched to its end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use plywood_rules::{Evaluate, Game, Listener, Proved, Report, Stop, Tactics, Thought, Value, threads};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::course::{Course, SHORT_GAME};
use super::replay::ReplayRng;
use super::settings::EngineSettings;
use crate::budget::Budget;
use crate::core::{Enhanced, MOST_FOR_LINE, Repetition, Root, RootTask, SearchPlan, TranspositionTable};
use crate::deepen::{self, Attempt, DepthResult};
use crate::one_ply::{OnePly, StoppedChoice, StoppedSearch};
use crate::trace::{Off, Sink};
use crate::window::Window;
use crate::{Limits, Order, Settings, Tie};

/// The share of used entries at which a table grows.
const FULL: f64 = 0.4;

/// The factor by which a table grows.
const GROWTH: usize = 8;

/// The search of one move.
pub(super) struct EngineSearch<'a, 'r, G: Game + ?Sized> {
    pub game: &'a G,
    pub evaluation: &'a dyn Evaluate<G>,
    pub settings: Settings,
    pub engine: EngineSettings,
    pub win_worth: f64,
    pub course: Course,
    pub repetition: Repetition,
    pub root: &'a Root<'a, G>,
    /// The places of the moves as they are tried.
    pub order: Vec<usize>,
    pub rng: ReplayRng<'r>,
    pub listener: &'a mut Option<Listener<G::Move>>,
    /// The next depth.
    pub next: u32,
    /// Positions visited so far.
    pub nodes: u64,
    /// The result of the last depth that was finished.
    pub found: Option<DepthResult<G::Move>>,
    /// The depth that it was, and whether it played everything out.
    pub found_at: (u32, bool),
    /// The best move so far of the depth under way.
    pub attempt: Option<Attempt<G::Move>>,
    /// True if everything is played out by now.
    pub direct: bool,
    /// True if all moves are valued together. A search that is selective or limited chooses first, as it would alone, because the values of
    /// the others change what it finds.
    pub together: bool,
    /// The moves that the depth under way has finished, in the order of the search.
    pub tried: usize,
    /// True if the search was stopped.
    pub stopped: bool,
}

impl<'a, G: Tactics + Sync + ?Sized> EngineSearch<'a, '_, G> {
    /// Runs the next round with this table. Returns whether there is to be another one.
    pub fn run<T: Sink<G::Move>>(&mut self, table: &TranspositionTable, sink: T) -> (bool, T) {
        let direct = self.course.plays_out(self.next, self.nodes);
        if direct {
            self.next = self.course.last;
        }
        self.direct = direct;
        let plan = self.plan(table, direct);
        let shared = Arc::new(AtomicU64::new(self.nodes));
        let budget = Budget::shared(self.course.nodes, &self.course.stop, &shared);
        let mut searcher = Enhanced::new(plan.clone(), budget, self.repetition.clone(), sink);
        let done = Arc::new(AtomicBool::new(false));
        let stop = self.course.stop.with_flag(Arc::clone(&done));
        let (next, last, root, repetition) =
            (self.next, self.course.last, self.root, self.repetition.clone());
        let help = |number| {
            let budget = Budget::shared(None, &stop, &shared);
            let helper = Helper { number, from: next, last, root };
            helper.run(Enhanced::new(plan.clone(), budget, repetition.clone(), Off));
        };
        let mut goes_on = false;
        threads::beside(self.engine.threads.saturating_sub(1), &help, &mut || {
            goes_on = self.deepen(&mut searcher, table);
            done.store(true, Ordering::Relaxed);
        });
        self.nodes = searcher.budget.nodes();
        if !goes_on {
            self.complete_line(plan);
        }
        (goes_on, searcher.sink)
    }

    /// The settings of the searchers of a round that deepens, or that plays everything out.
    fn plan<'t>(&self, table: &'t TranspositionTable, direct: bool) -> SearchPlan<'t, G>
    where
        'a: 't,
    {
        let techniques = self.engine.techniques;
        SearchPlan {
            game: self.game,
            evaluation: self.evaluation,
            techniques: if direct { techniques.to_play_out() } else { techniques },
            order: Order::Natural,
            pruning: self.settings.chance_pruning,
            selective: self.course.selective,
            to_the_end: direct,
            bare: false,
            last_moves: self.game.specialists().last_moves.filter(|_| direct),
            table: techniques.table.then_some(table),
        }
    }

    /// Searches one ply deeper each time, until the round or all of the search is over. Returns whether there is to be another
    /// round.
    fn deepen<T: Sink<G::Move>>(
        &mut self,
        searcher: &mut Enhanced<'_, G, T>,
        table: &TranspositionTable,
    ) -> bool {
        loop {
            let Some(found) = self.search(searcher, table) else {
                (self.stopped, self.tried) = (true, searcher.tried);
                return false;
            };
            self.attempt = None;
            self.nodes = searcher.budget.nodes();
            if let Some(listener) = self.listener {
                listener(&Thought {
                    depth: Some(found.depth),
                    value: Some(found.value),
                    exact_plies: !self.course.selective,
                    win_worth: self.win_worth,
                    nodes: self.nodes,
                    table_use: Some(table.usage()),
                    pv: &found.line,
                });
            }
            let is_only_move = self.root.moves.len() == 1 && self.course.limited;
            let is_enough = found.settled
                || self.next >= self.course.last
                || is_only_move && self.next >= deepen::FORCED_PLIES
                || self.course.is_late(self.next);
            self.found = Some(found);
            self.found_at = (self.next, self.direct);
            self.next += 1;
            if is_enough {
                return false;
            }
            if self.is_cramped(table) || self.course.plays_out(self.next, self.nodes) {
                return true;
            }
        }
    }

    /// Searches to the next depth. `None` if it was stopped.
    fn search<T: Sink<G::Move>>(
        &mut self,
        searcher: &mut Enhanced<'_, G, T>,
        table: &TranspositionTable,
    ) -> Option<DepthResult<G::Move>> {
        let task = RootTask {
            depth: self.next,
            undecided: 0,
            window: expected(self.found.as_ref(), &searcher.plan, self.win_worth),
            any_win: self.course.selective,
            any_best: self.course.limited,
            tie: self.settings.tie,
            all: self.together,
        };
        let win_worth = self.win_worth;
        let mut attempts = |now: Attempt<G::Move>, nodes| {
            if let Some(listener) = self.listener {
                listener(&Thought {
                    depth: Some(task.depth - 1),
                    value: Some(now.position_value(win_worth)),
                    exact_plies: false,
                    win_worth,
                    nodes,
                    table_use: Some(table.usage()),
                    pv: &now.line,
                });
            }
            self.attempt = Some(now);
        };
        self.rng.again();
        searcher.root(self.root, task, &mut self.order, &mut self.rng, &mut attempts).ok()
    }

    /// Follows the line of a proved win or loss to its end. The nodes that takes are not counted: it changes nothing but the line.
    fn complete_line(&mut self, mut plan: SearchPlan<'_, G>) {
        let Some(found) = &mut self.found else { return };
        let (winner, plies) = match found.value {
            Value::Proved(Proved::Win { plies }) => (self.root.player, plies),
            Value::Proved(Proved::Loss { plies }) => (self.root.player.other(), plies),
            _ => return,
        };
        // The move in question may be a late one.
        plan.techniques.reductions = false;
        let depth = if plan.to_the_end { self.course.last } else { found.depth };
        let nodes = Some(MOST_FOR_LINE.min(1000 + self.nodes));
        let budget = Budget::new(Limits { nodes, ..Limits::default() }, &self.course.stop);
        let mut searcher = Enhanced::new(plan, budget, self.repetition.clone(), Off);
        searcher.extend_to_win(self.root, winner, plies, depth, &mut found.line);
    }

    /// Returns whether the table is to grow.
    fn is_cramped(&self, table: &TranspositionTable) -> bool {
        table.usage() > FULL
            && 2 * table.bytes() <= self.engine.table
            && self.course.has_time_for((GROWTH * table.bytes()).min(TranspositionTable::AT_ONCE))
    }

    /// The bytes of the table for the next round, if it is to be another one.
    pub fn larger_table(&self, table: &TranspositionTable) -> Option<usize> {
        let plays_out = self.course.plays_out(self.next, self.nodes);
        let is_wanted = self.is_cramped(table) || plays_out && table.bytes() < self.engine.table;
        if !is_wanted {
            return None;
        }
        let factor = if plays_out && self.course.last > SHORT_GAME { usize::MAX } else { GROWTH };
        let mut bytes = table.bytes().saturating_mul(factor);
        // Beyond that a table grows by itself.
        if bytes > TranspositionTable::AT_ONCE {
            bytes = usize::MAX;
        }
        let bytes = bytes.min(self.engine.table);
        self.course.has_time_for(bytes.min(TranspositionTable::AT_ONCE)).then_some(bytes)
    }

    /// Values the other moves as well: to the depth at which the best was found, with as many positions for each as there were for the
    /// choice and as much time for all, until `stop`.
    fn value_others(
        &self,
        table: &TranspositionTable,
        stop: &Stop,
        found: &mut DepthResult<G::Move>,
        at: (u32, bool),
    ) -> u64 {
        let (depth, direct) = (at.0.max(1), at.1);
        let others = self.root.moves.len().saturating_sub(1) as u64;
        let nodes = self.course.nodes.map(|nodes| nodes.saturating_mul(others));
        let limits = Limits { depth: None, nodes, time: self.settings.limits.time };
        let budget = Budget::new(limits, stop);
        let mut searcher = Enhanced::new(self.plan(table, direct), budget, self.repetition.clone(), Off);
        let depths = depth..=self.course.last.max(depth);
        searcher.value_others(self.root, &self.order, depths, found);
        searcher.budget.nodes()
    }

    /// The report of the results. If all moves are to be valued, those that were not chosen are searched with this table until
    /// `stop`.
    pub fn report(mut self, table: &TranspositionTable, stop: &Stop) -> Report<G::Move> {
        let (found, attempt) = (self.found.take(), self.attempt.take());
        let mut exact_plies = !self.course.selective;
        let mut found_at = self.found_at;
        if let (Some(found), Some(attempt)) = (&found, &attempt)
            && attempt.best != found.best
        {
            exact_plies = false;
            found_at = (self.next, self.direct);
        }
        let mut answer = StoppedChoice { found, fallback: None, nodes: 0 };
        if self.stopped {
            let (game, evaluation, tie) = (self.game, self.evaluation, self.settings.tie);
            let Root { node, player, moves } = self.root;
            let at = OnePly { game, evaluation, state: &node.state, player: *player, moves, tie };
            let tried = &self.order[..self.tried];
            self.rng.again();
            let interrupted = StoppedSearch { found: answer.found, attempt, tried };
            answer = at.answer(interrupted, self.win_worth, &mut self.rng);
        }
        let StoppedChoice { mut found, fallback, nodes } = answer;
        self.nodes += nodes;
        if let Some(found) = &mut found {
            if self.settings.all && !self.together {
                self.nodes += self.value_others(table, stop, found, found_at);
            } else if found.settled && !self.together {
                // Guesses of other moves from before the truth was found are not those of a deeper search.
                let is_known = |value: &Value| !matches!(value, Value::Estimated(_));
                found.values.iter_mut().for_each(|value| *value = value.filter(is_known));
            }
        }
        let report = deepen::report(self.root.moves, found, fallback, self.win_worth, self.nodes);
        Report { exact_plies, ..report }
    }
}

/// The window in which the root's value is expected.
fn expected<M, G: Game + ?Sized>(
    last: Option<&DepthResult<M>>,
    plan: &SearchPlan<'_, G>,
    win_worth: f64,
) -> Window {
    if !plan.techniques.aspiration {
        return Window::FULL;
    }
    if plan.to_the_end {
        // A draw, or else a win or a loss: points are rare at the end of a game.
        return Window { alpha: 0f64.next_down(), beta: 0f64.next_up() };
    }
    match last.map(|found| found.value) {
        Some(Value::Estimated(points) | Value::Exact(points)) if win_worth.is_finite() => {
            let margin = win_worth / 64.0;
            Window { alpha: points - margin, beta: points + margin }
        }
        _ => Window::FULL,
    }
}

/// Another thread that searches the same root, a ply deeper or in another order, to fill the table (lazy
/// parallel search: Hyatt's and Stockfish's "lazy SMP").
struct Helper<'r, G: Game + ?Sized> {
    number: usize,
    from: u32,
    last: u32,
    root: &'r Root<'r, G>,
}

impl<G: Tactics + ?Sized> Helper<'_, G> {
    fn run(self, mut searcher: Enhanced<'_, G, Off>) {
        let Helper { number, from, last, root } = self;
        let mut order: Vec<usize> = (0..root.moves.len()).collect();
        order.rotate_left(number % root.moves.len().max(1));
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(number as u64);
        let mut found: Option<DepthResult<G::Move>> = None;
        for depth in (from + number as u32 % 2).min(last)..=last {
            let window = expected(found.as_ref(), &searcher.plan, searcher.win_worth);
            let (tie, all, undecided) = (Tie::First, false, 0);
            let task = RootTask { depth, undecided, window, any_win: true, any_best: true, tie, all };
            match searcher.root(root, task, &mut order, &mut rng, &mut |_, _| {}) {
                Ok(now) => found = Some(now),
                Err(_) => return,
            }
        }
    }
}
