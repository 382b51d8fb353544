//! The value of a position played out to the end, and forced wins within a number of plies.

use plywood_rules::wording::ErrorPart;
use plywood_rules::{Bot, Playable, Player, Proved, Run, Stop, TextError, Value};
use plywood_search::{Engine, EngineSettings, Limits, Selective, Settings, Tie, wins_within};
use plywood_solve::ExactPlayer;

use plywood_erased::Analysis;

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

/// The search that solves `state`, at most `depth` plies ahead if that is given, else the game's own solver if it has one. It gives up
/// after this `work`, a number of positions.
///
/// # Errors
/// If the game rolls dice, or does not end after a known number of plies and no depth is given.
pub(crate) fn solver<G: Playable>(
    game: &G,
    state: &G::State,
    depth: Option<u32>,
    run: &Run<'_, ()>,
    work: Option<u64>,
) -> Result<Box<dyn Bot<G>>, TextError> {
    if let Some(new) = game.specialists().solver.filter(|_| depth.is_none()) {
        return Ok(Box::new(ExactPlayer::new(new(game, run.table_bytes(), run.threads)).giving_up(work)));
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
    if game.plies_left(state).is_none() && depth.is_none() {
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
    let limits = Limits { depth, ..Limits::default() };
    let settings = Settings { limits, tie: Tie::Any, ..Settings::default() };
    let engine = EngineSettings {
        selective: if is_short(game, state) { Selective::Off } else { Selective::On },
        threads: run.threads,
        table: run.table_bytes(),
        give_up: work,
        ..EngineSettings::default()
    };
    Ok(Box::new(Engine::new(game.evaluation(None)?.evaluation, settings, engine)))
}

/// True if the game ends soon: the distance is found exactly then.
pub(crate) fn is_short<G: Playable>(game: &G, state: &G::State) -> bool {
    game.plies_left(state).is_some_and(|plies| plies <= SHORT_GAME)
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

/// Searches for a forced win of `side` from `state` within `plies` plies. `in_text` converts moves into text.
pub(crate) fn forced_win<G: Playable>(
    game: &G,
    state: &G::State,
    side: Player,
    plies: u32,
    in_text: impl Fn(&[G::Move]) -> Vec<String> + Sync,
    run: &Run<'_, ForcedWin>,
) -> ForcedWin {
    let told = |answer: plywood_search::WinsWithin<G::Move>| ForcedWin {
        side,
        plies: answer.wins_in,
        none_within: answer.none_within,
        line: in_text(&answer.line),
        nodes: answer.nodes,
    };
    told(wins_within(game, state, side, plies, &run.with(&|answer| (run.progress)(told(answer)))))
}
