//! The value of a position played out to the end, and forced wins within a number of plies.

use plywood_rules::wording::ErrorPart;
use plywood_rules::{Bot, Playable, Player, Proved, Stop, TextError, Value};
use plywood_search::{Engine, EngineSettings, Limits, Selective, Settings, Tie, wins_within};
use plywood_solve::ExactPlayer;

use plywood_erased::Analysis;

/// Options for solving a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolveOptions {
    /// The depth limit; `None`: to the end of the game. At most [`SolveOptions::DEEPEST`].
    pub depth: Option<u32>,
    /// Threads to search with, at least 1. With one, the answer is the same every time.
    pub threads: usize,
    /// Bytes that the table may grow to.
    pub table: usize,
}

impl SolveOptions {
    /// The greatest search depth.
    pub const DEEPEST: u32 = Limits::DEEPEST;
}

/// The result of solving a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The proved value for the player to move, if it is known. If `exact_plies` is false, a win or a loss may
    /// be quicker than reported.
    pub value: Option<Value>,
    /// True if the length of a win or a loss is that of best play.
    pub exact_plies: bool,
    /// The points for the player to move, if the value is known and the game ends in points.
    pub payoff: Option<f64>,
    /// The move, the line and the work behind it.
    pub analysis: Analysis,
}

/// The result of a search for a forced win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForcedWin {
    /// The side whose win was searched.
    pub side: Player,
    /// The fewest plies in which the side wins, if it can within the limit.
    pub plies: Option<u32>,
    /// Proved: there is no win within this many plies.
    pub none_within: u32,
    /// The side's moves against replies that hold out as long as possible, if there is such a win.
    pub line: Vec<String>,
    /// Positions visited.
    pub nodes: u64,
}

/// Games of at most this many plies are solved with the exact distance, as that takes only a moment.
const SHORT_GAME: u32 = 16;

/// The search that solves `state`: the game's own solver if it has one, unless the depth is limited. It gives up after this `work`, a
/// number of positions.
///
/// # Errors
/// If the game rolls dice, or does not end after a known number of plies and no depth is given.
pub(crate) fn solver<G: Playable>(
    game: &G,
    state: &G::State,
    plan: SolveOptions,
    work: Option<u64>,
) -> Result<Box<dyn Bot<G>>, TextError> {
    if let Some(new) = game.specialists().solver.filter(|_| plan.depth.is_none()) {
        return Ok(Box::new(ExactPlayer::new(new(game, plan.table, plan.threads)).giving_up(work)));
    }
    let name = game.name();
    if game.has_chance() {
        return Err(TextError::of([
            format!("{name} has chance, and ").into(),
            ErrorPart::Choice("method", "search"),
            " solves only games without it; ".into(),
            ErrorPart::Choice("method", "iterate"),
            " values small games with chance, ".into(),
            ErrorPart::Choice("method", "race"),
            " dice races".into(),
        ]));
    }
    let plies_left = game.plies_left(state);
    if plies_left.is_none() && plan.depth.is_none() {
        return Err(TextError::of([
            format!("{name} is too large to be solved at once and does not say after how many plies it ends: give ").into(),
            ErrorPart::Choice("depth", "N"),
            " or ".into(),
            ErrorPart::Choice("within", "N"),
            ", or try ".into(),
            ErrorPart::Choice("method", "proof"),
            " or enumerate; a game of your own says it with `plies_left`".into(),
        ]));
    }
    let short = plies_left.is_some_and(|plies| plies <= SHORT_GAME);
    let limits = Limits { depth: plan.depth, ..Limits::default() };
    let settings = Settings { limits, tie: Tie::Any, ..Settings::default() };
    let engine = EngineSettings {
        selective: if short { Selective::Off } else { Selective::On },
        threads: plan.threads,
        table: plan.table,
        give_up: work,
        ..EngineSettings::default()
    };
    Ok(Box::new(Engine::new(game.evaluation(None)?.evaluation, settings, engine)))
}

/// The proved part of the value that a search returned.
pub(crate) fn known(value: Option<Value>, stop: &Stop) -> Option<Value> {
    match value? {
        Value::Estimated(_) => None,
        // One winning move is enough; a stopped search has not shown that the others are no better.
        Value::Proved(Proved::Win { plies }) => Some(Value::Proved(Proved::Win { plies })),
        value => (!stop.is_raised()).then_some(value),
    }
}

/// Searches for a forced win of `side` from `state`. `progress` is called after each number of plies. `in_text`
/// converts moves into text.
pub(crate) fn forced_win<G: Playable>(
    game: &G,
    state: &G::State,
    side: Player,
    (plies, table): (u32, usize),
    stop: &Stop,
    in_text: impl Fn(&[G::Move]) -> Vec<String>,
    progress: &mut dyn FnMut(&ForcedWin),
) -> ForcedWin {
    let told = |answer: &plywood_search::WinsWithin<G::Move>| ForcedWin {
        side,
        plies: answer.wins_in,
        none_within: answer.none_within,
        line: in_text(&answer.line),
        nodes: answer.nodes,
    };
    let answer = wins_within(game, state, side, plies, table, stop, |answer| progress(&told(answer)));
    told(&answer)
}
