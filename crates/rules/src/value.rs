//! The value of a position: proved, exact or estimated, which must never be confused.

use std::cmp::Ordering;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Outcome, Player};

/// A game-theoretic value, known for sure, from the view of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Proved {
    /// This player can win in at most `plies` plies, whatever the opponent and the dice do.
    Win {
        /// The distance to the end, 0 when the game is over.
        /// [`Report::exact_plies`](crate::Report::exact_plies) says whether there may be a quicker win.
        plies: u32,
    },
    /// Neither player can win.
    Draw,
    /// This player loses, and can hold out for at most `plies` plies.
    Loss {
        /// The distance to the end, 0 when the game is over.
        /// [`Report::exact_plies`](crate::Report::exact_plies) says whether the opponent may have a quicker
        /// win.
        plies: u32,
    },
}

impl Proved {
    /// The same from the other player's view.
    pub fn reversed(self) -> Proved {
        match self {
            Proved::Win { plies } => Proved::Loss { plies },
            Proved::Draw => Proved::Draw,
            Proved::Loss { plies } => Proved::Win { plies },
        }
    }

    /// The distance to the end, if it is part of the value.
    pub fn plies(self) -> Option<u32> {
        match self {
            Proved::Win { plies } | Proved::Loss { plies } => Some(plies),
            Proved::Draw => None,
        }
    }

    /// The same, one ply further from the end.
    #[inline]
    pub fn one_ply_later(self) -> Proved {
        match self {
            Proved::Win { plies } => Proved::Win { plies: plies.saturating_add(1) },
            Proved::Draw => Proved::Draw,
            Proved::Loss { plies } => Proved::Loss { plies: plies.saturating_add(1) },
        }
    }

    /// `win`, `draw` or `loss`.
    pub fn word(self) -> &'static str {
        match self {
            Proved::Win { .. } => "win",
            Proved::Draw => "draw",
            Proved::Loss { .. } => "loss",
        }
    }
}

impl Outcome {
    /// The value of a game that is over for this player: no plies are left.
    pub fn proved(self, player: Player) -> Proved {
        match self.utility(player) {
            1 => Proved::Win { plies: 0 },
            0 => Proved::Draw,
            _ => Proved::Loss { plies: 0 },
        }
    }

    /// The same, or the points if it has any.
    pub fn value(self, player: Player) -> Value {
        match self {
            Outcome::Payoff(points) => Value::Exact(points).seen_by(player),
            _ => Value::Proved(self.proved(player)),
        }
    }
}

impl PartialOrd for Proved {
    fn partial_cmp(&self, other: &Proved) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Quick wins are better than slow ones, slow losses better than quick ones.
impl Ord for Proved {
    #[inline]
    fn cmp(&self, other: &Proved) -> Ordering {
        let rank = |proved: &Proved| match *proved {
            Proved::Win { plies } => (1, -i64::from(plies)),
            Proved::Draw => (0, 0),
            Proved::Loss { plies } => (-1, i64::from(plies)),
        };
        rank(self).cmp(&rank(other))
    }
}

/// The value that a search gives a position, from one player's point of view.
///
/// Points are in the unit of the evaluation that was used (for dice and written trees: of the outcome).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Value {
    /// Win, draw or loss, for sure.
    Proved(Proved),
    /// Known for sure, but a number: a payoff of a written tree, or an expectation over chance in which every
    /// line was followed to the end.
    Exact(f64),
    /// Rests on at least one guess.
    Estimated(f64),
}

impl Value {
    /// The same from the other player's view.
    pub fn reversed(self) -> Value {
        match self {
            Value::Proved(proved) => Value::Proved(proved.reversed()),
            Value::Exact(points) => Value::Exact(0.0 - points),
            Value::Estimated(points) => Value::Estimated(0.0 - points),
        }
    }

    /// The value of a move that leads to a position of this value, from the same point of view: a win or a loss
    /// is a ply further off.
    #[inline]
    pub fn one_ply_later(self) -> Value {
        match self {
            Value::Proved(proved) => Value::Proved(proved.one_ply_later()),
            other => other,
        }
    }

    /// Converts a value between the first player's point of view and that of `player`.
    pub fn seen_by(self, player: Player) -> Value {
        if player == Player::First { self } else { self.reversed() }
    }

    /// The proof, if the value is one.
    pub fn proved(self) -> Option<Proved> {
        match self {
            Value::Proved(proved) => Some(proved),
            Value::Exact(_) | Value::Estimated(_) => None,
        }
    }

    /// Compares two values of one position. The order: proved losses first (slow ones better), then all
    /// numbers by size with a draw as zero, then proved wins (quick ones better). Values that are equally
    /// good need not be equal: a draw and an estimate of 0 are not.
    pub fn compare(&self, other: &Value) -> Ordering {
        let rank = |value: &Value| match *value {
            Value::Proved(Proved::Win { plies }) => (1, -f64::from(plies)),
            Value::Proved(Proved::Loss { plies }) => (-1, f64::from(plies)),
            Value::Proved(Proved::Draw) => (0, 0.0),
            Value::Exact(points) | Value::Estimated(points) => (0, points),
        };
        let ((group, points), (other_group, other_points)) = (rank(self), rank(other));
        // Points are numbers by the laws of games; for others any order would do.
        group.cmp(&other_group).then(points.partial_cmp(&other_points).unwrap_or(Ordering::Equal))
    }

    /// The chance of winning, from 0 to 1, a draw counting half, of the player whose view it is.
    ///
    /// An estimate is on the logistic curve that gives 3 in 4 for a lead of `winning_lead` points
    /// (see [`crate::Evaluate::winning_lead`]); without one, points are an expectation, a win counting `win_worth`.
    ///
    /// ```
    /// # use plywood_rules::{Proved, Value};
    /// assert_eq!(Value::Proved(Proved::Draw).chance(100.0, Some(8.0)), 0.5);
    /// assert_eq!(Value::Estimated(8.0).chance(100.0, Some(8.0)), 0.75);
    /// assert_eq!(Value::Estimated(-50.0).chance(100.0, None), 0.25);
    /// ```
    pub fn chance(self, win_worth: f64, winning_lead: Option<f64>) -> f64 {
        match (self, winning_lead) {
            (Value::Estimated(points), Some(lead)) if lead > 0.0 => 1.0 / (1.0 + 3f64.powf(-points / lead)),
            (value, _) if win_worth > 0.0 => {
                (value.points(win_worth) / win_worth).clamp(-1.0, 1.0).midpoint(1.0)
            }
            _ => 0.5,
        }
    }

    /// The value as points, a win counting `win_worth` (see [`crate::Evaluate::win_worth`]).
    pub fn points(self, win_worth: f64) -> f64 {
        match self {
            Value::Proved(Proved::Win { .. }) => win_worth,
            Value::Proved(Proved::Draw) => 0.0,
            Value::Proved(Proved::Loss { .. }) => -win_worth,
            Value::Exact(points) | Value::Estimated(points) => points,
        }
    }
}

impl Value {
    /// The value in words: `win in 3 plies`, or `win in at most 3 plies` unless the distances are exact.
    pub fn in_words(self, exact_plies: bool) -> String {
        match self {
            // No game that is not over ends in fewer plies than one.
            Value::Proved(proved) if !exact_plies && proved.plies().is_some_and(|plies| plies > 1) => {
                self.to_string().replacen(" in ", " in at most ", 1)
            }
            value => value.to_string(),
        }
    }
}

/// Prints distances as they are; [`Value::in_words`] says if they are exact.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |plies: u32| if plies == 1 { "ply" } else { "plies" };
        match *self {
            Value::Proved(Proved::Win { plies }) => write!(f, "win in {plies} {}", plural(plies)),
            Value::Proved(Proved::Loss { plies }) => write!(f, "loss in {plies} {}", plural(plies)),
            Value::Proved(Proved::Draw) => f.write_str("draw"),
            Value::Exact(points) => write!(f, "{}", Points(points)),
            Value::Estimated(points) => write!(f, "{} (estimate)", Points(points)),
        }
    }
}

/// Prints a number of points with a sign and at most four decimals, without trailing zeros.
struct Points(f64);

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:+.4}", self.0 + 0.0);
        let text = text.trim_end_matches('0').trim_end_matches('.');
        f.write_str(if matches!(text, "+0" | "-0") { "0" } else { text })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_ordered_from_quick_loss_to_quick_win() {
        let ascending = [
            Value::Proved(Proved::Loss { plies: 2 }),
            Value::Proved(Proved::Loss { plies: 4 }),
            Value::Estimated(-3.0),
            Value::Proved(Proved::Draw),
            Value::Exact(0.5),
            Value::Estimated(7.0),
            Value::Proved(Proved::Win { plies: 5 }),
            Value::Proved(Proved::Win { plies: 1 }),
        ];
        for pair in ascending.windows(2) {
            assert!(pair[0].compare(&pair[1]).is_lt(), "{} < {}", pair[0], pair[1]);
            assert!(pair[0].reversed().compare(&pair[1].reversed()).is_gt(), "{} and {}", pair[0], pair[1]);
        }
    }

    #[test]
    fn values_read_as_words() {
        let cases = [
            (Value::Proved(Proved::Win { plies: 1 }), "win in 1 ply"),
            (Value::Proved(Proved::Draw), "draw"),
            (Value::Exact(-0.0), "0"),
            (Value::Exact(3.0), "+3"),
            (Value::Estimated(-2.25), "-2.25 (estimate)"),
        ];
        for (value, expected) in cases {
            assert_eq!(value.to_string(), expected);
            assert_eq!(value.in_words(true), expected);
            assert_eq!(value.in_words(false), expected);
        }
        let far = Value::Proved(Proved::Loss { plies: 4 });
        assert_eq!(
            [true, false].map(|exact| far.in_words(exact)),
            ["loss in 4 plies", "loss in at most 4 plies"]
        );
    }
}
