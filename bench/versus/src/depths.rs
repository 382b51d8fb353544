//! The same position searched to the same depth by both.

use std::time::{Duration, Instant};

use minimax::{BEST_EVAL, IterativeOptions, IterativeSearch, Negamax, Strategy, WORST_EVAL};
use plywood_rules::{Bot, Game, Notation, Playable, Position, Proved, Stop, Value};
use plywood_search::{AlphaBeta, Engine, EngineSettings, Limits, Selective, Settings};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use rustix::time::{ClockId, clock_gettime};

use crate::theirs::{Here, Same, State, Theirs};

/// Bytes of every table.
pub const TABLE: usize = 64 << 20;

/// The program that searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// `minimax`: alpha-beta in the order of the moves. It does not tell its nodes.
    TheirNegamax,
    /// `minimax`: iterative deepening with a table and null windows, as it comes.
    TheirIterative,
    /// The same with what else it has for these games: aspiration, and a history of what cut off.
    TheirIterativeWithHistory,
    /// Plywood's alpha-beta as in the textbook.
    Plain,
    /// Plywood's engine, looking at everything.
    FullWidth,
    /// Plywood's engine as it comes: past seven plies it may overlook something.
    Engine,
}

impl Search {
    /// All of them.
    pub const ALL: [Search; 6] = [
        Search::TheirNegamax,
        Search::TheirIterative,
        Search::TheirIterativeWithHistory,
        Search::Plain,
        Search::FullWidth,
        Search::Engine,
    ];

    /// Its name in the report.
    pub fn name(self) -> &'static str {
        match self {
            Search::TheirNegamax => "minimax, Negamax",
            Search::TheirIterative => "minimax, IterativeSearch",
            Search::TheirIterativeWithHistory => "minimax, IterativeSearch with history",
            Search::Plain => "plywood, plain alpha-beta",
            Search::FullWidth => "plywood, engine, full width",
            Search::Engine => "plywood, engine",
        }
    }
}

/// The result of a search, and its cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// For the player to move.
    pub value: Worth,
    /// Positions visited, if the search reports them.
    pub nodes: Option<u64>,
    /// Time of the processor taken.
    pub seconds: f64,
}

/// A value that both can say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// The player to move wins.
    Win,
    /// The player to move loses.
    Loss,
    /// Anything else, a draw being 0.
    Points(i64),
}

impl std::fmt::Display for Worth {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Worth::Win => f.write_str("win"),
            Worth::Loss => f.write_str("loss"),
            Worth::Points(points) => write!(f, "{points:+}"),
        }
    }
}

impl Worth {
    fn of(value: Value) -> Worth {
        match value {
            Value::Proved(Proved::Win { .. }) => Worth::Win,
            Value::Proved(Proved::Loss { .. }) => Worth::Loss,
            Value::Proved(_) => Worth::Points(0),
            Value::Exact(points) | Value::Estimated(points) => Worth::Points(points.round() as i64),
        }
    }

    fn of_theirs(value: minimax::Evaluation) -> Worth {
        match value {
            BEST_EVAL => Worth::Win,
            WORST_EVAL => Worth::Loss,
            points => Worth::Points(i64::from(points)),
        }
    }
}

/// The position after `moves` from the opening.
///
/// # Panics
/// If one of them is not legal.
pub fn position<H: Here>(moves: &str) -> <H::Game as Game>::State {
    let game = &H::rules().game;
    moves.split_whitespace().fold(game.initial(), |state, mv| {
        game.child(&state, game.parse_move(&state, mv).expect("the moves are legal"))
    })
}

/// The processor time of this thread so far; other work of the machine does not count.
fn worked() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Runs `search` to `depth` plies, with a new table.
pub fn run<H: Here>(search: Search, state: &<H::Game as Game>::State, depth: u8) -> Found {
    let options = IterativeOptions::new().with_table_byte_size(TABLE);
    match search {
        Search::TheirNegamax => {
            let mut strategy = Negamax::new(Same::<H>::new(), depth);
            let state = State::<H>::new(state);
            let started = worked();
            strategy.choose_move(&state).expect("the game is not over");
            let seconds = (worked() - started).as_secs_f64();
            Found { value: Worth::of_theirs(strategy.root_value()), nodes: None, seconds }
        }
        Search::TheirIterative => iterative::<H>(state, depth, options),
        Search::TheirIterativeWithHistory => {
            let window = (H::rules().evaluation.win_worth(&H::rules().game) / 64.0).clamp(1.0, 300.0) as i16;
            iterative::<H>(state, depth, options.with_countermove_history().with_aspiration_window(window))
        }
        Search::Plain => {
            ours::<H>(state, depth, |settings| Box::new(AlphaBeta::new(evaluation::<H>(), settings)))
        }
        Search::FullWidth => ours::<H>(state, depth, |settings| engine::<H>(settings, Selective::Off, 1)),
        Search::Engine => ours::<H>(state, depth, |settings| engine::<H>(settings, Selective::Auto, 1)),
    }
}

/// A new evaluation for a bot to own.
pub fn evaluation<H: Here>() -> Box<dyn plywood_rules::Evaluate<H::Game>> {
    H::rules().game.evaluation(H::EVALUATION).expect("it was there before").evaluation
}

fn engine<H: Here>(settings: Settings, selective: Selective, threads: usize) -> Box<dyn Bot<H::Game>> {
    let engine = EngineSettings { selective, threads, table: TABLE, ..EngineSettings::default() };
    Box::new(Engine::new(evaluation::<H>(), settings, engine))
}

/// Searches `depth` plies at full width with Plywood's engine on `threads` threads. The time is wall-clock time.
pub fn on_threads<H: Here>(state: &<H::Game as Game>::State, depth: u8, threads: usize) -> Found {
    let started = Instant::now();
    let found = ours::<H>(state, depth, |settings| engine::<H>(settings, Selective::Off, threads));
    Found { seconds: started.elapsed().as_secs_f64(), ..found }
}

fn ours<H: Here>(
    state: &<H::Game as Game>::State,
    depth: u8,
    build: impl FnOnce(Settings) -> Box<dyn Bot<H::Game>>,
) -> Found {
    let mut bot = build(Settings { limits: Limits::depth(u32::from(depth)), ..Settings::default() });
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let started = worked();
    let report = bot.choose(&H::rules().game, Position::new(state), &mut rng, &Stop::never());
    let seconds = (worked() - started).as_secs_f64();
    Found { value: Worth::of(report.value.expect("it searched")), nodes: Some(report.nodes), seconds }
}

fn iterative<H: Here>(state: &<H::Game as Game>::State, depth: u8, options: IterativeOptions) -> Found {
    let mut strategy = IterativeSearch::new(Same::<H>::new(), options);
    strategy.set_max_depth(depth);
    let mut state = State::<H>::new(state);
    let started = worked();
    Strategy::<Theirs<H>>::choose_move(&mut strategy, &state).expect("the game is not over");
    let seconds = (worked() - started).as_secs_f64();
    let nodes = explored(&strategy.stats(&mut state));
    Found { value: Worth::of_theirs(strategy.root_value()), nodes, seconds }
}

/// The nodes in the summary of a search, their only source: "Explored N nodes to depth D".
fn explored(stats: &str) -> Option<u64> {
    let (_, rest) = stats.split_once("Explored ")?;
    rest.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theirs::{ConnectFour, Cube, FourByFour, Pushes, Qubic};

    /// The games are the same games to both: full-width searches find the same.
    fn check<H: Here>(moves: &str, depth: u8) {
        let state = position::<H>(moves);
        let expected = run::<H>(Search::Plain, &state, depth);
        for search in [Search::TheirNegamax, Search::TheirIterative, Search::FullWidth] {
            assert_eq!(
                run::<H>(search, &state, depth).value,
                expected.value,
                "{search:?} {} {moves}",
                H::NAME
            );
        }
    }

    #[test]
    fn both_find_the_same_values() {
        for depth in 1..=5 {
            check::<ConnectFour>("", depth);
            check::<ConnectFour>("a b b b d a b f", depth);
            check::<FourByFour>("b3 a2 d3 b2", depth);
            check::<Pushes>("b+ 6- 5- f- b- 4-", depth.min(4));
        }
        for depth in 1..=3 {
            check::<Cube>("111 123", depth);
            check::<Qubic>("312 432 343", depth);
        }
    }

    #[test]
    fn nodes_are_read_from_their_summary() {
        assert_eq!(
            explored("Principal variation: a; b\nExplored 1234 nodes to depth 5. MBF=1.0"),
            Some(1234)
        );
    }
}
