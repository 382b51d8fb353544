//! Value iteration: the value of a position within bounds, in any game, also with chance, payoffs and recurring
//! positions.

use plywood_games::short_name;
use plywood_rules::{Playable, TextError, Turn};
pub use plywood_solve::iterate::IterationProgress;
use plywood_solve::iterate::{self, Limits, half_width, in_view_of, middle};
use plywood_solve::table::Halt;

use crate::error::BotError;

/// The value of every move of a position, by value iteration. All values are for the player to move: 1 for a
/// win, 0 for a draw and for endless play, -1 for a loss, or the points of a written tree.
#[derive(Clone, Debug, PartialEq)]
pub struct IterationReport {
    /// The value of the position.
    pub value: f64,
    /// The greatest possible error of the value, rounding included.
    pub error: f64,
    /// The probability that the player to move wins, to half of `error`; `None` if some games have no winner.
    pub win_probability: Option<f64>,
    /// The best move: always playing the best moves gets the value.
    pub best: String,
    /// The value of each move.
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
    /// The move.
    pub mv: String,
    /// Its value for the player who makes it.
    pub value: f64,
    /// The greatest possible error of that value.
    pub error: f64,
}

/// Values every position from `state` on, which has a player to move.
pub(crate) fn iterate<G: Playable>(
    game: &G,
    state: &G::State,
    error: f64,
    memory: u64,
    go_on: &mut dyn FnMut(IterationProgress) -> bool,
) -> Result<IterationReport, BotError> {
    let values = iterate::solve(game, state, error, Limits { memory, go_on }).map_err(|halt| match halt {
        Halt::Unfit(reason) => {
            BotError::from(TextError::new(format!("{} has no value: {reason}", short_name(&game.name()))))
        }
        other => BotError::Failed(other.to_string()),
    })?;
    let Turn::Decision(player) = game.turn(state) else { unreachable!("somebody has to decide") };
    let of = |state: &G::State| {
        in_view_of(player, values.lookup(state).expect("the start and its children were found"))
    };
    let mut moves = Vec::new();
    game.legal_moves(state, &mut moves);
    let best = values.best(game, state).expect("a decision that was found has a best move");
    let best = game.move_text(state, moves[best]);
    let worth = |mv: G::Move| {
        let bounds = of(&game.child(state, mv));
        let mv = game.move_text(state, mv);
        IteratedMove { mv, value: middle(bounds), error: half_width(bounds) }
    };
    let value = middle(of(state));
    Ok(IterationReport {
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
