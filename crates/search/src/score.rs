//! Scores: the numbers that alpha-beta compares.
//!
//! A score is a number of points from one player's view, or [`WIN`] or `-WIN` for a game that this player wins
//! or loses for sure, however long it takes: distances are found afterwards (see `force.rs`), because a search
//! that minds them cuts off less.

use plywood_rules::{Outcome, Player};

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
