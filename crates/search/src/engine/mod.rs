//! The engine: alpha-beta with everything the field has found out about it.
//!
//! `search.rs` is the recursion, a list of numbered steps; `leaf.rs` guesses at the horizon; `root.rs` chooses among the
//! moves of the root; `table.rs` remembers positions, `order.rs` sorts moves, `sequence.rs` follows threats, `chance.rs` rolls
//! dice, `past.rs` sees repetitions, `exact.rs` and `met.rs` tell what is known from what is guessed, `score.rs` says what is
//! compared, `line.rs` follows a proved win to its end, `tell.rs` tells those who want to see it. This file is the player: it
//! deepens ply by ply within its limits, on as many threads as it is given.

mod chance;
mod exact;
mod leaf;
mod line;
mod means;
mod met;
mod order;
mod past;
mod replay;
mod root;
mod score;
mod search;
mod sequence;
mod table;
mod tell;

use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use plywood_rules::{
    Bot, Evaluate, Listener, Position, Proved, Report, Stop, Symmetric, Tactics, Thought, Trace, Value,
};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

pub use means::Means;

use self::past::Past;
use self::replay::Replay;
use self::root::{Root, Task};
use self::search::{Plan, Searcher};
use self::table::Table;
use crate::budget::Budget;
use crate::clock::allot;
use crate::deepen::{self, Attempt, Found};
use crate::trace::{Off, Sink, record};
use crate::window::Window;
use crate::{Limits, Settings, Tie};

/// When steps may be taken that risk something for the sake of depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Selective {
    /// With a limit of time or nodes, and to a depth of more than [`EngineSettings::FULL_WIDTH`] plies that does not
    /// reach the end of the game. What is searched less deeply is found exactly as minimax finds it.
    #[default]
    Auto,
    /// Never: what minimax finds at the same depth, always.
    Off,
    /// Always.
    On,
}

/// How the engine searches, besides [`Settings`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineSettings {
    /// Which ideas it uses.
    pub means: Means,
    /// When it may risk something.
    pub selective: Selective,
    /// Threads to search with, at least 1. With one, the same seed gives the same result.
    pub threads: usize,
    /// Bytes that the table may grow to.
    pub table: usize,
    /// How deep to search where no limit is given and there is no clock: `None` for to the end of the game.
    pub default_depth: Option<u32>,
}

impl EngineSettings {
    /// Searches to a fixed depth of at most so many plies look at everything.
    pub const FULL_WIDTH: u32 = 7;
}

impl Default for EngineSettings {
    fn default() -> EngineSettings {
        EngineSettings {
            means: Means::ALL,
            selective: Selective::Auto,
            threads: 1,
            table: 64 << 20,
            default_depth: None,
        }
    }
}

/// Alpha-beta with all its means: the strongest player where there is an evaluation, and an exact one where it
/// reaches the end.
///
/// Without selective steps it finds what [`Minimax`](crate::Minimax) finds at the same depth. With them, a win or a loss it reports is still
/// one for sure, but may be quicker than it says ([`Report::exact_plies`]).
///
/// It keeps its table from move to move: one engine plays one side of one game.
///
/// A trace ([`Bot::choose_traced`]) shows the last depth that was finished, in the window that held, as this thread searched it.
/// What was searched several times, less deeply or in a narrower window at first, stands there several times. Forced
/// sequences, the positions behind them and whatever other threads did are counted in [`Report::nodes`] and not shown.
pub struct Engine<G: Symmetric + Tactics + ?Sized> {
    evaluation: Box<dyn Evaluate<G>>,
    settings: Settings,
    engine: EngineSettings,
    table: Option<Table>,
    listener: Option<Listener<G::Move>>,
}

impl<G: Symmetric + Tactics + ?Sized> Engine<G> {
    /// Looks ahead as the settings say and asks `evaluation` about what lies beyond.
    pub fn new(evaluation: Box<dyn Evaluate<G>>, settings: Settings, engine: EngineSettings) -> Engine<G> {
        Engine { evaluation, settings, engine, table: None, listener: None }
    }
}

/// Time allowed for making a table, a MiB: it takes a third to a half of a millisecond, more on a machine that does other
/// things besides, and nobody can stop it.
const MAKING_A_MIB: Duration = Duration::from_millis(2);

/// Whether a table of so many bytes is made long before the time is over.
fn has_time_to_grow(stop: &Stop, bytes: usize) -> bool {
    let takes = MAKING_A_MIB.mul_f64(bytes as f64 / (1 << 20) as f64);
    stop.time_left().is_none_or(|left| left > takes)
}

/// How a search goes on: it deepens ply by ply, and then, where the end of the game is within reach, plays everything out.
#[derive(Clone, Copy, Debug)]
struct Course {
    /// The last depth to search.
    last: u32,
    /// Whether that depth reaches the end of the game for sure, wherever play goes.
    to_the_end: bool,
    /// Whether there is a limit of time or nodes.
    limited: bool,
    selective: bool,
}

/// Where the game is over within so many plies it is played out without deepening first: it takes a moment.
const SHORT_GAME: u32 = 16;

/// The same under a limit of time or nodes, which should not be spent on one thing.
const VERY_SHORT_GAME: u32 = 12;

/// So many positions are visited looking for a win by deepening before a longer game is played out: wins of
/// many plies are mostly found by threats, at a depth of ten or so (6x6 boards with four in a row after 0.2 to 0.4
/// million), draws only by playing everything out.
const LOOK_FOR_WINS: u64 = 400_000;

impl Course {
    fn new(limits: Limits, selective: Selective, plies_left: Option<u32>) -> Course {
        let limited = limits.deepens();
        let last = limits.plies();
        let to_the_end = plies_left.is_some_and(|left| last >= left);
        let last = if to_the_end { plies_left.unwrap_or(last).max(1) } else { last };
        let selective = match selective {
            Selective::On => true,
            Selective::Off => false,
            Selective::Auto if to_the_end => limited || last > SHORT_GAME,
            Selective::Auto => limited || last > EngineSettings::FULL_WIDTH,
        };
        Course { last, to_the_end, limited, selective }
    }

    /// Whether the time has come to play everything out.
    fn plays_out(self, next: u32, nodes: u64) -> bool {
        self.to_the_end
            && (next >= self.last
                || self.last <= if self.limited { VERY_SHORT_GAME } else { SHORT_GAME }
                || !self.limited && nodes >= LOOK_FOR_WINS)
    }
}

impl<G: Symmetric + Tactics + Sync + ?Sized> Bot<G> for Engine<G> {
    /// # Panics
    /// If nobody decides in `position`.
    fn choose(
        &mut self,
        game: &G,
        position: Position<'_, G>,
        rng: &mut dyn Rng,
        stop: &Stop,
    ) -> Report<G::Move> {
        self.search(game, position, rng, stop, Off).0
    }

    /// # Panics
    /// If nobody decides in `position`.
    fn choose_traced(
        &mut self,
        game: &G,
        position: Position<'_, G>,
        rng: &mut dyn Rng,
        stop: &Stop,
        trace: &mut Trace<G::Move>,
    ) -> Option<Report<G::Move>> {
        Some(record(trace, |recorder| self.search(game, position, rng, stop, recorder)))
    }

    fn listen(&mut self, listener: Option<Listener<G::Move>>) {
        self.listener = listener;
    }
}

impl<G: Symmetric + Tactics + Sync + ?Sized> Engine<G> {
    /// Chooses, and tells `sink` how.
    fn search<T: Sink<G::Move>>(
        &mut self,
        game: &G,
        position: Position<'_, G>,
        rng: &mut dyn Rng,
        stop: &Stop,
        mut sink: T,
    ) -> (Report<G::Move>, T) {
        let started = Instant::now();
        let Settings { mut limits, tie, all, chance_pruning, .. } = self.settings;
        let allotted = position.clock.map(|clock| allot(clock, game.plies_left(position.state)));
        if limits == Limits::default() && allotted.is_none() {
            limits.depth = self.engine.default_depth;
        }
        // Once the share of a clock is used up no new depth is begun; a depth that is under way may take more.
        let (soft, hard) = allotted.unzip();
        if let Some(hard) = hard {
            limits.time = Some(limits.time.map_or(hard, |time| time.min(hard)));
        }
        let is_enough =
            |next: u32| next > 1 && soft.is_some_and(|soft| started.elapsed() >= soft.mul_f64(0.6));
        let course = Course::new(limits, self.engine.selective, game.plies_left(position.state));
        let mut table = self.table.take().unwrap_or_else(|| Table::new(0));
        table.turn_page();
        let mut found: Option<Found<G::Move>> = None;
        let mut attempt: Option<Attempt<G::Move>> = None;
        let mut moves = Vec::new();
        game.legal_moves(position.state, &mut moves);
        let player = game.turn(position.state).player().expect("a bot is asked where a player decides");
        let past = Past::new(game, position.history, position.state);
        let mut rng = Replay::new(rng);
        let mut order: Vec<usize> = (0..moves.len()).collect();
        order.sort_by_key(|&at| Reverse(game.ordering_score(position.state, moves[at])));
        let win_worth = self.evaluation.win_worth(game);
        let stop = limits.time.map_or_else(|| stop.clone(), |time| stop.within(time));
        let tie = match tie {
            Tie::Default if course.selective => Tie::Any,
            Tie::Default => Tie::First,
            asked => asked,
        };
        let only_move = moves.len() == 1 && !all && limits.deepens();
        let (mut next, mut nodes) = (1, 0);
        let mut going = true;
        // Every round has searchers of its own: the first ones deepen; others follow when the table is to grow, or when
        // the game is to be played out.
        while going {
            let direct = course.plays_out(next, nodes);
            let plan = Plan {
                game,
                evaluation: &*self.evaluation,
                means: if direct { self.engine.means.to_play_out() } else { self.engine.means },
                pruning: chance_pruning,
                selective: course.selective,
                to_the_end: direct,
                table: &table,
            };
            next = if direct { course.last } else { next };
            let shared = Arc::new(AtomicU64::new(nodes));
            let budget = Budget::shared(limits.nodes, &stop, &shared);
            let mut searcher = Searcher::new(plan.clone(), budget, past.clone(), sink);
            let root = Root { node: searcher.node(position.state), player, moves: moves.clone() };
            let done = Arc::new(AtomicBool::new(false));
            let mut grow = false;
            std::thread::scope(|scope| {
                for helper in 1..self.engine.threads {
                    let (plan, past, root) = (plan.clone(), past.clone(), &root);
                    // Nobody has to wait for a helper that waits for a processor, if it can help it.
                    let helping = stop.with_flag(Arc::clone(&done));
                    let budget = Budget::shared(None, &helping, &shared);
                    let from = next;
                    scope.spawn(move || help(plan, past, budget, root, course, from, helper));
                }
                loop {
                    let window = expect(found.as_ref(), direct, self.engine.means, win_worth);
                    let any_best = limits.deepens();
                    let task = Task { depth: next, window, any_win: course.selective, any_best, tie, all };
                    let listener = &mut self.listener;
                    let mut told = |now: Attempt<G::Move>, searcher: &Searcher<'_, G, T>| {
                        if let Some(listener) = listener {
                            listener(&Thought {
                                depth: Some(next.saturating_sub(1)),
                                value: Some(now.position_value(win_worth)),
                                exact_plies: false,
                                win_worth,
                                nodes: searcher.budget.nodes(),
                                table_use: Some(table.usage()),
                                pv: &now.line,
                            });
                        }
                        attempt = Some(now);
                    };
                    rng.again();
                    let Ok(now) = searcher.root(&root, task, &mut order, &mut rng, &mut told) else {
                        going = false;
                        break;
                    };
                    attempt = None;
                    nodes = searcher.budget.nodes();
                    if let Some(listener) = listener {
                        listener(&Thought {
                            depth: Some(now.depth),
                            value: Some(now.value),
                            exact_plies: !course.selective,
                            win_worth,
                            nodes,
                            table_use: Some(table.usage()),
                            pv: &now.line,
                        });
                    }
                    let forced = only_move && next >= deepen::FORCED_PLIES;
                    going = !now.settled && next < course.last && !forced && !is_enough(next);
                    found = Some(now);
                    next += 1;
                    grow = table.usage() > 0.4
                        && 2 * table.bytes() <= self.engine.table
                        && has_time_to_grow(&stop, 8 * table.bytes());
                    if !going || grow || course.plays_out(next, nodes) {
                        break;
                    }
                }
                done.store(true, Ordering::Relaxed);
            });
            nodes = searcher.budget.nodes();
            sink = searcher.sink;
            if !going && let Some(found) = &mut found {
                // What that takes is not counted: it changes nothing but the line.
                let most = line::MOST.min(1000 + nodes);
                let budget = Budget::new(Limits { nodes: Some(most), ..Limits::default() }, &stop);
                complete_line(Searcher::new(plan, budget, past.clone(), Off), &root, course, found);
            }
            if going && (grow || course.plays_out(next, nodes) && table.bytes() < self.engine.table) {
                let plays_out = course.plays_out(next, nodes) && course.last > SHORT_GAME;
                let factor = if plays_out { usize::MAX } else { 8 };
                let bytes = table.bytes().saturating_mul(factor).min(self.engine.table);
                if has_time_to_grow(&stop, bytes) {
                    table = Table::new(bytes);
                }
            }
        }
        self.table = Some(table);
        let fallback = attempt.as_ref().map(|attempt| attempt.best);
        let mut exact_plies = !course.selective;
        if let (Some(found), Some(attempt)) = (&mut found, attempt) {
            exact_plies &= attempt.best == found.best;
            found.improve(attempt, win_worth);
        }
        if let Some(found) = &mut found
            && found.settled
            && !all
        {
            // What was guessed of other moves before the truth was found is not what a deeper search would have guessed.
            found
                .values
                .iter_mut()
                .for_each(|value| *value = value.filter(|value| !matches!(value, Value::Estimated(_))));
        }
        let report = deepen::report(&moves, found, fallback, win_worth, nodes);
        (Report { exact_plies, ..report }, sink)
    }
}

/// The window in which the root's value is expected.
fn expect<M>(last: Option<&Found<M>>, direct: bool, means: Means, win_worth: f64) -> Window {
    if !means.aspiration {
        return Window::FULL;
    }
    if direct {
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

/// Follows the line of a proved win or loss to its end.
fn complete_line<G: Symmetric + Tactics + ?Sized>(
    mut searcher: Searcher<'_, G, Off>,
    root: &Root<G>,
    course: Course,
    found: &mut Found<G::Move>,
) {
    let (winner, plies) = match found.value {
        Value::Proved(Proved::Win { plies }) => (root.player, plies),
        Value::Proved(Proved::Loss { plies }) => (root.player.other(), plies),
        _ => return,
    };
    // The move that is asked about may be a late one.
    searcher.plan.means.reductions = false;
    let depth = if searcher.plan.to_the_end { course.last } else { found.depth };
    searcher.extend_to_win(&root.node, winner, plies, depth, &mut found.line);
}

/// Searches the same root beside the others, a ply deeper or in another order, for what it leaves in the table (lazy
/// parallel search: Hyatt's and Stockfish's "lazy SMP").
fn help<G: Symmetric + Tactics + ?Sized>(
    plan: Plan<'_, G>,
    past: Past,
    budget: Budget,
    root: &Root<G>,
    course: Course,
    from: u32,
    number: usize,
) {
    let mut searcher = Searcher::new(plan, budget, past, Off);
    let mut order: Vec<usize> = (0..root.moves.len()).collect();
    order.rotate_left(number % root.moves.len().max(1));
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(number as u64);
    let mut last: Option<Found<G::Move>> = None;
    for depth in (from + number as u32 % 2).min(course.last)..=course.last {
        let window = expect(last.as_ref(), searcher.plan.to_the_end, searcher.plan.means, searcher.win_worth);
        let task = Task { depth, window, any_win: true, any_best: true, tie: Tie::First, all: false };
        match searcher.root(root, task, &mut order, &mut rng, &mut |_, _| {}) {
            Ok(found) => last = Some(found),
            Err(_) => return,
        }
    }
}
