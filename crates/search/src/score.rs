//! Scores: points, and wins and losses with their distance.
//!
//! A win in fewer plies has a greater score. It counts from the root, so that all scores of one search compare;
//! the table stores it counted from its own position ([`from_node`], [`from_root`]). All of it is exact in a
//! float: wins are far above any number of points, a power of two apart.

use plywood_rules::trace::Span;
use plywood_rules::{Outcome, Player, Proved, Value};

use crate::window::Window;

/// A win that is there already; every other win is less.
const WIN: f64 = UNIT * 65536.0;

/// The price of every ply that a win takes: 2^600. No number of points is close to a win, even if it was
/// divided by a small probability.
const UNIT: f64 = f64::from_bits((1023 + 600) << 52);

/// Scores above this are wins.
const LEAST_WIN: f64 = WIN / 2.0;

/// A win that is assumed, not proved: less than any win, more than any number of points.
pub(crate) const UNPROVED_WIN: f64 = WIN / 64.0;

/// A win that is complete `plies` after the root.
#[inline]
pub(crate) fn win_at(plies: u32) -> f64 {
    WIN - f64::from(plies) * UNIT
}

/// Returns true if the player whose point of view it is wins.
#[inline]
pub(crate) fn is_win(score: f64) -> bool {
    score > LEAST_WIN
}

/// Returns whether the other player wins.
#[inline]
pub(crate) fn is_loss(score: f64) -> bool {
    score < -LEAST_WIN
}

/// Returns whether it is a number of points, neither a win nor a loss.
#[inline]
pub(crate) fn is_points(score: f64) -> bool {
    score.abs() <= LEAST_WIN
}

/// The plies after the root at which a win or a loss is complete.
#[inline]
pub(crate) fn plies(score: f64) -> u32 {
    ((WIN - score.abs()) / UNIT) as u32
}

/// The score of a game that is over `ply` plies after the root.
pub(crate) fn of_outcome(outcome: Outcome, view: Player, ply: u32) -> f64 {
    match outcome {
        Outcome::Win(winner) if winner == view => win_at(ply),
        Outcome::Win(_) => -win_at(ply),
        Outcome::Draw => 0.0,
        Outcome::Payoff(points) => points * view.sign(),
    }
}

/// A score of a position `ply` plies after the root as that position sees it by itself.
#[inline]
pub(crate) fn from_node(score: f64, ply: u32) -> f64 {
    if is_points(score) { score } else { score + f64::from(ply) * UNIT.copysign(score) }
}

/// The inverse of [`from_node`].
#[inline]
pub(crate) fn from_root(score: f64, ply: u32) -> f64 {
    if is_points(score) { score } else { score - f64::from(ply) * UNIT.copysign(score) }
}

/// A score as points, where chance weighs it against others.
pub(crate) fn points(score: f64, win_worth: f64) -> f64 {
    if score.abs() < UNPROVED_WIN { score } else { win_worth.copysign(score) }
}

/// The value that a win or a loss is, `ply` plies after the root; `None` for points.
pub(crate) fn proof(score: f64, ply: u32) -> Option<Value> {
    let plies = plies(score).saturating_sub(ply);
    if is_win(score) {
        Some(Value::Proved(Proved::Win { plies }))
    } else if is_loss(score) {
        Some(Value::Proved(Proved::Loss { plies }))
    } else {
        None
    }
}

/// A window of `view`, `ply` plies after the root, as a trace shows it: from the first player's point of view,
/// with wins counted from this position.
pub(crate) fn span(window: Window, ply: u32, view: Player) -> Span {
    let window = if view == Player::First { window } else { -window };
    let side = |score: f64| match score {
        score if score.is_infinite() => None,
        // Beyond every win or loss that was found, including the number of an unproved win.
        score if score.abs() >= UNPROVED_WIN => {
            let plies = if is_points(score) { 0 } else { plies(score).saturating_sub(ply) };
            Some(Value::Proved(if score > 0.0 { Proved::Win { plies } } else { Proved::Loss { plies } }))
        }
        score => Some(Value::Exact(score + 0.0)),
    };
    Span { alpha: side(window.alpha), beta: side(window.beta) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_are_exact_and_ordered_at_every_distance() {
        for n in 0..=1000 {
            assert_eq!(plies(win_at(n)), n);
            assert!(is_win(win_at(n)) && is_loss(-win_at(n)) && !is_points(win_at(n)));
            assert!(win_at(n) > win_at(n + 1) && win_at(n).next_down() > win_at(n + 1));
            for ply in [0, 1, 7, 500] {
                assert_eq!(from_root(from_node(win_at(n + ply), ply), ply), win_at(n + ply));
                assert_eq!(from_node(-win_at(n + ply), ply), -win_at(n));
            }
        }
        assert!(is_points(1e100) && !is_win(1e100 / 1e-9) && !is_loss(-1e100));
        assert_eq!(from_node(3.5, 9), 3.5);
    }
}
