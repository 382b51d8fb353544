//! Scores: the numbers that alpha-beta compares.
//!
//! A score is a number of points from one player's view, or [`WIN`] or `-WIN` for a game that this player wins
//! or loses for sure, however long it takes: distances are found afterwards (see `force.rs`), because a search
//! that minds them cuts off less.

use plywood_rules::trace::Span;
use plywood_rules::{Outcome, Player, Proved, Value};

use crate::window::Window;

/// A sure win: larger than any number of points, and smaller than the infinities that bound a full window, so
/// that there is always room on both sides. Leaves room for a division by a probability, too.
pub(crate) const WIN: f64 = 1e200;

/// What a finished game is worth.
pub(crate) fn of_outcome(outcome: Outcome, view: Player) -> f64 {
    match outcome {
        Outcome::Win(winner) if winner == view => WIN,
        Outcome::Win(_) => -WIN,
        Outcome::Draw => 0.0,
        Outcome::Payoff(points) => points * view.sign(),
    }
}

/// A score as points, where chance weighs it against others: a sure win counts `win_worth`.
pub(crate) fn points(score: f64, win_worth: f64) -> f64 {
    if score >= WIN {
        win_worth
    } else if score <= -WIN {
        -win_worth
    } else {
        score
    }
}

/// A score of `view` as the first player sees it.
#[inline]
pub(crate) fn for_first(score: f64, view: Player) -> f64 {
    if view == Player::First { score } else { -score }
}

/// A window of `view` as it stands in a trace: of wins and losses no distances are known.
#[inline]
pub(crate) fn span(window: Window, view: Player) -> Span {
    let window = if view == Player::First { window } else { -window };
    let side = |score: f64| match score {
        score if score.is_infinite() => None,
        score if score >= WIN => Some(Value::Proved(Proved::Win { plies: 0 })),
        score if score <= -WIN => Some(Value::Proved(Proved::Loss { plies: 0 })),
        score => Some(Value::Exact(score + 0.0)),
    };
    Span { alpha: side(window.alpha), beta: side(window.beta) }
}
