//! A look back at a game: the chances before every move, the mistakes, and the moves that had to be found.

use std::sync::Arc;

use plywood_erased::Analysis;
use plywood_rules::{Outcome, Player, Proved, Stop, Turn, Value};
use serde::{Deserialize, Serialize};

use crate::AnyGame;
use crate::error::BotError;
use crate::session::Session;

/// From this loss on, as a share of a win, a move is a mistake. A draw made of a win loses a half.
const MISTAKE: f64 = 0.2;
/// From this loss on, a move is inaccurate.
const INACCURACY: f64 = 0.1;

/// The effort of a review.
#[derive(Clone, Copy, Debug)]
pub struct ReviewOptions<'a> {
    /// The positions that are searched for each position of the game whose value is not known.
    pub nodes: u32,
    /// Bots that are asked before a search: those that play by a proof or a table.
    pub experts: &'a [String],
}

/// The verdict on a move that is not just as good as others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Judgement {
    /// It lost a fifth of a win or more.
    Mistake,
    /// It lost a tenth of a win or more.
    Inaccuracy,
    /// It was good, and every other move would have been a mistake.
    Only,
}

/// A move of a reviewed game.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedMove {
    /// The move, or the outcome of chance.
    pub mv: String,
    /// The player who made it; `None` for chance.
    pub by: Option<Player>,
    /// The judgement, if there is anything to say.
    pub judgement: Option<Judgement>,
    /// The loss against the best move, in chance of winning, from 0 to 1.
    pub lost: f64,
    /// The values of the moves at the position before it, for the mover; `None` for chance, and where the review was
    /// stopped.
    pub analysis: Option<Analysis>,
    /// The value of the move for the mover. The rest of the game may have proved it better than [`Self::analysis`].
    pub value: Option<Value>,
}

/// A reviewed game.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// The moves, in their order.
    pub moves: Vec<ReviewedMove>,
    /// The chances of the first player, a draw counting half, from 0 to 1: before every move, and at the end. `None` where
    /// they are not known.
    pub chances: Vec<Option<f64>>,
}

/// Reviews a game from `position` (the opening if `None`) to its end or to where it was broken off.
///
/// Values are exact where the game can be solved at once or an expert knows them. Elsewhere a search estimates them, and
/// a win that it proves at one move counts for the moves before. The last position is searched first; `progress` gets
/// the number of positions done. Once `stop` is raised, the earlier moves stay without judgement.
///
/// # Errors
/// If the position or a move is wrong.
pub fn review(
    game: &Arc<dyn AnyGame>,
    position: Option<&str>,
    moves: &[String],
    options: ReviewOptions<'_>,
    stop: &Stop,
    progress: &mut dyn FnMut(usize),
) -> Result<Review, BotError> {
    let has_dice = game.details().has_chance;
    let search = if has_dice { "expectiminimax" } else { "alphabeta" };
    let search = format!("{search}:nodes={}", options.nodes);
    let mut session = Arc::clone(game).session(position, &moves.join(" "), 0)?;
    let mut review = Review { moves: Vec::with_capacity(moves.len()), chances: Vec::new() };
    // What is proved about the position after the move, for the first player.
    let mut proved = None;
    for ply in (0..=moves.len()).rev() {
        let turn = session.turn();
        let analysis = match turn {
            Turn::Decision(_) => analyse(&*session, &search, options.experts, stop)?,
            Turn::Chance | Turn::Over(_) => None,
        };
        let mut value = analysis.as_ref().and_then(|analysis| analysis.value);
        let made = moves.get(ply).map(|mv| judge(mv, turn.player(), analysis.as_ref(), proved, has_dice));
        if let Some(made) = &made {
            // The rest of the game may have proved the move better than the search thought any move.
            let better = made.value.filter(|made| value.is_some_and(|value| made.compare(&value).is_gt()));
            let is_best = analysis.as_ref().is_some_and(|analysis| analysis.best == made.mv);
            value = if is_best { made.value } else { better.or(value) };
        }
        review.chances.push(match (turn, value, &analysis) {
            (Turn::Decision(player), Some(value), Some(analysis)) => {
                Some(seen_by_first(player, chance(value, analysis, has_dice)))
            }
            (Turn::Over(outcome), ..) => Some(f64::from(outcome.utility(Player::First)).midpoint(1.0)),
            _ => None,
        });
        proved = turn.player().zip(value.and_then(Value::proved)).map(|(player, value)| match player {
            Player::First => value,
            Player::Second => value.reversed(),
        });
        review.moves.extend(made.map(|made| ReviewedMove { analysis, ..made }));
        progress(moves.len() - ply + 1);
        session.undo();
    }
    review.moves.reverse();
    review.chances.reverse();
    before_dice(&mut review, has_dice);
    Ok(review)
}

/// The values of all moves of a position: known ones, or else estimates. `None` if it was stopped.
fn analyse(
    session: &dyn Session,
    search: &str,
    experts: &[String],
    stop: &Stop,
) -> Result<Option<Analysis>, BotError> {
    if let Some(known) = session.look_up(stop)? {
        return Ok(Some(known));
    }
    for expert in experts {
        // Most proofs have nothing to say about most positions.
        if let Ok(known) = session.analyse(expert, true, 0, stop)
            && known.is_exact()
        {
            return Ok(Some(known));
        }
    }
    if stop.is_cancelled() {
        return Ok(None);
    }
    Ok(Some(session.analyse(search, true, 0, stop)?).filter(|_| !stop.is_cancelled()))
}

/// The move as reviewed, still without its analysis: `proved` is what is known, for the first player, about the position that it led to.
fn judge(
    mv: &str,
    by: Option<Player>,
    analysis: Option<&Analysis>,
    proved: Option<Proved>,
    has_dice: bool,
) -> ReviewedMove {
    let mut reviewed =
        ReviewedMove { mv: mv.to_string(), by, judgement: None, lost: 0.0, value: None, analysis: None };
    let (Some(player), Some(analysis)) = (by, analysis) else { return reviewed };
    let value_of =
        |text: &str| analysis.moves.iter().find(|made| made.mv == text).and_then(|made| made.value);
    let later = proved.filter(|_| !analysis.is_exact()).map(|proved| Value::Proved(proved.one_ply_later()));
    reviewed.value = later.map(|value| value.seen_by(player)).or_else(|| value_of(mv));
    let chance = |value: Value| chance(value, analysis, has_dice);
    if let (Some(made), Some(best)) = (reviewed.value, analysis.value) {
        let lost = if mv == analysis.best { 0.0 } else { chance(best) - chance(made) };
        let others = analysis.moves.iter().filter(|other| other.mv != mv);
        let best_other =
            others.map(|other| other.value.map(chance)).reduce(|one, other| Some(one?.max(other?)));
        reviewed.lost = lost.max(0.0);
        reviewed.judgement = match best_other {
            _ if lost >= MISTAKE => Some(Judgement::Mistake),
            _ if lost >= INACCURACY => Some(Judgement::Inaccuracy),
            Some(Some(other)) if chance(made) - other >= MISTAKE => Some(Judgement::Only),
            _ => None,
        };
    }
    reviewed
}

/// The chance of winning of the player whose value it is.
fn chance(value: Value, analysis: &Analysis, has_dice: bool) -> f64 {
    match value {
        // The payoff at the end of the game for sure: the size of a win is none of its chance.
        Value::Exact(points) if !has_dice => {
            f64::from(Outcome::Payoff(points).utility(Player::First)).midpoint(1.0)
        }
        value => value.chance(analysis.win_worth, analysis.winning_lead),
    }
}

fn seen_by_first(player: Player, chance: f64) -> f64 {
    if player == Player::First { chance } else { 1.0 - chance }
}

/// Before the dice, the chances are those of the move that led there.
fn before_dice(review: &mut Review, has_dice: bool) {
    for ply in 1..review.chances.len() {
        let made = &review.moves[ply - 1];
        if let (None, Some(player), Some(value), Some(analysis)) =
            (review.chances[ply], made.by, made.value, &made.analysis)
        {
            review.chances[ply] = Some(seen_by_first(player, chance(value, analysis, has_dice)));
        }
    }
}
