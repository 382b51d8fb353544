//! Looking back at a game.

use std::time::Duration;

use plywood_erased::Analysis;
use plywood_rules::Stop;
use plywood_workshop::{Review, ReviewOptions, ReviewedMove, review};

use crate::catalogue::Catalogue;
use crate::problem::{Code, Problem};
use crate::protocol::{JudgedMove, ReviewView, ReviewWish};
use crate::view;

/// Plies of a game that is reviewed.
const MOST_PLIES: usize = 1000;
/// Positions searched at most for a position of the game.
const NODES: u32 = 100_000;
/// Positions searched at most for a whole game: one or two seconds.
const MOST_NODES: u32 = 2_000_000;
/// The most time for a review.
pub const LONGEST: Duration = Duration::from_secs(4);

/// Reviews the game of the wish, as far as it comes until `stop`.
///
/// # Errors
/// If the game, the position or a move is wrong, or it is too long.
pub fn judged(catalogue: &Catalogue, wish: &ReviewWish, stop: &Stop) -> Result<ReviewView, Problem> {
    if wish.moves.len() > MOST_PLIES {
        return Err(Problem::new(Code::Options, format!("a game of at most {MOST_PLIES} plies is reviewed")));
    }
    let game = catalogue.game(&wish.game)?;
    let experts: Vec<String> =
        catalogue.provers(&game.name()).into_iter().map(|prover| prover.made_by).collect();
    let nodes = NODES.min(MOST_NODES / (wish.moves.len() as u32 + 1));
    let options = ReviewOptions { nodes, experts: &experts };
    let position = wish.position.as_deref();
    let Review { moves, chances } = review(&game, position, &wish.moves, options, stop, &mut |_| {})
        .map_err(|error| Problem::new(Code::Options, catalogue.without_paths(&error.to_string())))?;
    let moves = moves.into_iter().map(judged_move).collect();
    Ok(ReviewView { chances, moves, cut: stop.is_cancelled() })
}

fn judged_move(made: ReviewedMove) -> JudgedMove {
    let ReviewedMove { judgement, lost, analysis, value, .. } = made;
    let shown = |analysis: &Analysis, value| {
        view::value(value, analysis.exact_plies, analysis.win_worth, analysis.winning_lead)
    };
    JudgedMove {
        judgement,
        lost,
        best_value: analysis.as_ref().and_then(|analysis| Some(shown(analysis, analysis.value?))),
        value: analysis.as_ref().zip(value).map(|(analysis, value)| shown(analysis, value)),
        best: analysis.map(|analysis| analysis.best),
    }
}
