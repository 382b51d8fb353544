//! Value iteration: the value of a position within bounds, in any game, also with chance, payoffs and recurring
//! positions.

use plywood_games::short_name;
use plywood_rules::{Playable, Player, Run, TextError, Turn, moves_or_outcomes};
pub use plywood_solve::iterate::IterationProgress;
use plywood_solve::iterate::{self, half_width, in_view_of, middle};
use plywood_solve::table::SolveError;

use crate::answers::{FoundBy, IterationReport, SolveMethod, Solved, SolvedMove, Worth};
use crate::trouble::Trouble;

use crate::typed::TypedSession;

/// Values every position from that of `at` on, which is not over: 1 for a win, 0 for a draw and for endless play, -1 for a loss, or the
/// points of a written tree.
pub(crate) fn iterate<G: Playable>(
    at: &TypedSession<G>,
    error: f64,
    run: &Run<'_, IterationProgress>,
) -> Result<Solved, Trouble> {
    let (game, state) = (&**at.game(), at.state());
    let values = iterate::solve(game, state, error, run).map_err(|halt| match halt {
        SolveError::Unfit(reason) => {
            Trouble::from(TextError::new(format!("{} has no value: {reason}", short_name(&game.name()))))
        }
        other => Trouble::failed(other.to_string()),
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
    let worth = |bounds: (f64, f64)| {
        let value = middle(bounds);
        let probability = values.is_decided().then_some((1.0 + value) / 2.0);
        Worth::near(value, probability, half_width(bounds))
    };
    let moves = moves.into_iter().map(|(mv, probability)| SolvedMove {
        mv: game.move_text(state, mv),
        probability,
        worth: worth(of(&game.child(state, mv))),
    });
    let found = IterationReport {
        endless: values.is_endless(),
        positions: values.positions(),
        sweeps: values.sweeps(),
    };
    Ok(Solved {
        best,
        moves: moves.collect(),
        nodes: values.valuations(),
        is_complete: values.error() <= error,
        ..Solved::new(&at.play, SolveMethod::Iterate, player, worth(of(state)), FoundBy::Iteration(found))
    })
}
