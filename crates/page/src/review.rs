//! Looking back at a game.

use std::time::Duration;

use plywood_erased::Analysis;
use plywood_rules::{Player, Run, Stop};
use plywood_workshop::{Review, ReviewOptions, ReviewedMove, review};

use crate::catalogue::Catalogue;
use crate::problem::{PageWords, Problem, RefusalCode};
use crate::protocol::{JudgedMove, ReviewRequest, ReviewView};
use crate::view;

/// Plies of a game that is reviewed.
const MOST_PLIES: usize = 1000;
/// Positions searched first for a position of the game, and at most for a whole game: a tenth of a second.
const QUICK: u32 = 1000;
const MOST_QUICK: u32 = 300_000;
/// Positions searched then for a position of the game, and at most for a whole game: a second.
const NODES: u32 = 20_000;
const MOST_NODES: u32 = 2_000_000;
/// Positions searched for exact values, all together: half a second.
const EXACT: u64 = 1_000_000;
/// The most time for a review: with the quick one before it, and with what the page takes to draw it, four seconds on a busy machine.
pub const LONGEST: Duration = Duration::from_secs(3);

/// Reviews the game of the wish, as far as it comes until `stop`.
///
/// # Errors
/// If the game, the position or a move is wrong, or it is too long.
pub fn judged(catalogue: &Catalogue, wish: &ReviewRequest, stop: &Stop) -> Result<ReviewView, Problem> {
    if wish.moves.len() > MOST_PLIES {
        return Err(Problem::new(
            RefusalCode::Options,
            format!("a game of at most {MOST_PLIES} plies is reviewed"),
        ));
    }
    let game = catalogue.game(&wish.game)?;
    let experts: Vec<String> =
        catalogue.provers(&game.name()).into_iter().map(|prover| prover.made_by).collect();
    let each = |one: u32, all: u32| one.min(all / (wish.moves.len() as u32 + 1));
    let quick = each(QUICK, MOST_QUICK);
    let options = if wish.quick {
        ReviewOptions { quick, nodes: 0, exact: 0, experts: &[] }
    } else {
        ReviewOptions { quick, nodes: each(NODES, MOST_NODES), exact: EXACT, experts: &experts }
    };
    let position = wish.position.as_deref();
    let review = review(&game, position, &wish.moves, options, &Run::until(stop))
        .map_err(|error| Problem::new(RefusalCode::Options, error.worded(&PageWords)))?;
    let sides = Player::BOTH.map(|player| review.side(player));
    let cut = sides.iter().any(|side| side.judged < side.moves);
    let Review { moves, chances } = review;
    let moves = moves.into_iter().map(judged_move).collect();
    Ok(ReviewView { chances, moves, sides, cut })
}

fn judged_move(made: ReviewedMove) -> JudgedMove {
    let judged = made.is_judged();
    let ReviewedMove { judgement, lost, points, exact, analysis, value, .. } = made;
    let shown = |analysis: &Analysis, value| {
        view::value(value, analysis.exact_plies, analysis.win_worth, analysis.winning_lead)
    };
    JudgedMove {
        judged,
        judgement,
        lost,
        points,
        exact,
        best_value: analysis.as_ref().and_then(|analysis| Some(shown(analysis, analysis.value?))),
        value: analysis.as_ref().zip(value).map(|(analysis, value)| shown(analysis, value)),
        best: analysis.map(|analysis| analysis.best),
    }
}
