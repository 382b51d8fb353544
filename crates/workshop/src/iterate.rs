//! Value iteration: the value of a position within bounds, in any game, also with chance, payoffs and recurring
//! positions.

use plywood_games::short_name;
use plywood_rules::{Playable, Player, Run, TextError, Turn, moves_or_outcomes};
pub use plywood_solve::iterate::IterationProgress;
use plywood_solve::iterate::{self, half_width, in_view_of, middle};
use plywood_solve::table::Halt;

use crate::error::BotError;

/// The value of every move of a position, by value iteration. All values are for one side: 1 for a
/// win, 0 for a draw and for endless play, -1 for a loss, or the points of a written tree.
#[derive(Clone, Debug, PartialEq)]
pub struct IterationReport {
    /// The side whose values these are: the player to move, and the first player where chance decides.
    pub side: Player,
    /// The value of the position.
    pub value: f64,
    /// The greatest possible error of the value, rounding included.
    pub error: f64,
    /// The probability that the side wins, to half of `error`; `None` if some games have no winner.
    pub win_probability: Option<f64>,
    /// The best move: always playing the best moves gets the value. `None` where chance decides.
    pub best: Option<String>,
    /// The value of each move, or of each outcome where chance decides.
    pub moves: Vec<IteratedMove>,
    /// Different positions that can be reached, ends and chance nodes included.
    pub positions: u64,
    /// The most sweeps over any positions that recur; 1 where none do.
    pub sweeps: u64,
    /// The number of times that a position was valued from its children.
    pub valuations: u64,
    /// True if play can continue for ever, other than with probability 0.
    pub endless: bool,
    /// True if the error is as small as requested.
    pub reached: bool,
    /// True if it was stopped.
    pub stopped: bool,
}

/// The value of a move.
#[derive(Clone, Debug, PartialEq)]
pub struct IteratedMove {
    /// The move, or the outcome of chance.
    pub mv: String,
    /// The probability of an outcome of chance.
    pub probability: Option<f64>,
    /// Its value.
    pub value: f64,
    /// The greatest possible error of that value.
    pub error: f64,
}

/// Values every position from `state` on, which is not over.
pub(crate) fn iterate<G: Playable>(
    game: &G,
    state: &G::State,
    error: f64,
    run: &Run<'_, IterationProgress>,
) -> Result<IterationReport, BotError> {
    let values = iterate::solve(game, state, error, run).map_err(|halt| match halt {
        Halt::Unfit(reason) => {
            BotError::from(TextError::new(format!("{} has no value: {reason}", short_name(&game.name()))))
        }
        other => BotError::Failed(other.to_string()),
    })?;
    let turn = game.turn(state);
    let player = turn.player().unwrap_or(Player::First);
    let of = |state: &G::State| {
        in_view_of(player, values.lookup(state).expect("the start and its children were found"))
    };
    let moves: Vec<(G::Move, Option<f64>)> = match turn {
        Turn::Chance => {
            let mut outcomes = Vec::new();
            game.chance_outcomes(state, &mut outcomes);
            outcomes.into_iter().map(|(outcome, probability)| (outcome, Some(probability))).collect()
        }
        _ => moves_or_outcomes(game, state).into_iter().map(|mv| (mv, None)).collect(),
    };
    let best = values.best(game, state).map(|best| game.move_text(state, moves[best].0));
    let worth = |(mv, probability): (G::Move, Option<f64>)| {
        let bounds = of(&game.child(state, mv));
        let mv = game.move_text(state, mv);
        IteratedMove { mv, probability, value: middle(bounds), error: half_width(bounds) }
    };
    let value = middle(of(state));
    Ok(IterationReport {
        side: player,
        value,
        error: values.error(),
        win_probability: values.is_decided().then_some((1.0 + value) / 2.0),
        best,
        moves: moves.into_iter().map(worth).collect(),
        positions: values.positions(),
        sweeps: values.sweeps(),
        valuations: values.valuations(),
        endless: values.is_endless(),
        reached: values.error() <= error,
        stopped: values.was_stopped(),
    })
}
