//! Proved bounds of a position: a lower and an upper bound of its value.
//!
//! MCTS-Solver (Winands, Björnsson and Saito, "Monte-Carlo Tree Search Solver", Computers and Games 2008) backs
//! up proved wins and losses; bounds do the same for draws, points and dice (Cazenave and Saffidine, "Score
//! Bounded Monte-Carlo Tree Search", Computers and Games 2010). They are the `worst` and the `best` of
//! `minimax.rs`.
//!
//! Both are numbers from the *first* player's point of view. Points are themselves; a win in n plies is
//! [`TOP`] less n, so that quick wins are better than slow ones, and a loss its negative. Whole numbers of this
//! size are exact.

use plywood_rules::{Outcome, Player, Proved, Value};

/// A win that is here already. Payoffs are far smaller (10^12 at most).
const TOP: f64 = (1u64 << 50) as f64;

/// Every win is at least as much: it lasts less than 2^20 plies.
const WIN: f64 = TOP - (1u64 << 20) as f64;

/// The value is proved to be between these two, both included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ProvedBounds {
    pub low: f64,
    pub high: f64,
}

impl ProvedBounds {
    /// Nothing is known of a position but that it is not over.
    pub const UNKNOWN: ProvedBounds = ProvedBounds { low: 1.0 - TOP, high: TOP - 1.0 };

    /// The game is over.
    pub fn of_outcome(outcome: Outcome) -> ProvedBounds {
        let value = match outcome {
            Outcome::Win(player) => player.sign() * TOP,
            Outcome::Draw => 0.0,
            Outcome::Payoff(points) => points,
        };
        ProvedBounds { low: value, high: value }
    }

    /// `player` loses in this many plies.
    pub fn lost_in(player: Player, plies: u32) -> ProvedBounds {
        let value = player.sign() * (f64::from(plies) - TOP);
        ProvedBounds { low: value, high: value }
    }

    /// From the view of `player`; from there back again to the first player's.
    pub fn seen_by(self, player: Player) -> ProvedBounds {
        match player {
            Player::First => self,
            Player::Second => ProvedBounds { low: -self.high, high: -self.low },
        }
    }

    /// The bounds of a decision of `player` between these alternatives.
    pub fn of_decision(player: Player, children: impl Iterator<Item = ProvedBounds>) -> ProvedBounds {
        let best = children
            .map(|child| child.seen_by(player))
            .reduce(|a, b| ProvedBounds { low: a.low.max(b.low), high: a.high.max(b.high) })
            .expect("a decision has moves");
        ProvedBounds { low: one_ply_later(best.low), high: one_ply_later(best.high) }.seen_by(player)
    }

    /// The bounds of the mean of these outcomes, given with their probabilities.
    pub fn of_chance(
        children: impl Iterator<Item = (f64, ProvedBounds)> + Clone,
        win_worth: f64,
    ) -> ProvedBounds {
        let low = mean(children.clone().map(|(probability, child)| (probability, child.low)), win_worth);
        let high = mean(children.map(|(probability, child)| (probability, child.high)), win_worth);
        ProvedBounds { low, high }
    }

    /// Returns true if only the length of a win may be open.
    pub fn are_settled(self) -> bool {
        self.low >= self.high || self.low >= WIN || self.high <= -WIN
    }

    /// Returns whether these are a loss for sure.
    pub fn are_lost(self) -> bool {
        self.high <= -WIN
    }

    /// Returns whether these are a win for sure.
    pub fn are_won(self) -> bool {
        self.low >= WIN
    }

    /// The value of settled bounds in points, a win counting `win_worth`.
    pub fn points(self, win_worth: f64) -> f64 {
        points(if self.are_lost() { self.high } else { self.low }, win_worth)
    }

    /// The value of settled bounds. A level value is a draw if both players are `safe` from losing, whatever
    /// chance does. The plies of a win are those in which it can be forced; there may be a quicker one.
    pub fn value(self, safe: bool) -> Value {
        let plies = |value: f64| (TOP - value) as u32;
        if self.are_won() {
            Value::Proved(Proved::Win { plies: plies(self.low) })
        } else if self.are_lost() {
            Value::Proved(Proved::Loss { plies: plies(-self.high) })
        } else if safe {
            Value::Proved(Proved::Draw)
        } else {
            Value::Exact(self.low + 0.0)
        }
    }
}

/// The value of a position one ply before one of this value.
fn one_ply_later(value: f64) -> f64 {
    if value >= WIN {
        value - 1.0
    } else if value <= -WIN {
        value + 1.0
    } else {
        value
    }
}

/// A value where chance weighs it against others.
fn points(value: f64, win_worth: f64) -> f64 {
    if value >= WIN {
        win_worth
    } else if value <= -WIN {
        -win_worth
    } else {
        value
    }
}

/// One ply before values that chance draws from. Wins alone make a win, the farthest of them, losses alone a loss;
/// else a win is as good as `win_worth` points.
fn mean(values: impl Iterator<Item = (f64, f64)>, win_worth: f64) -> f64 {
    let (mut least, mut greatest, mut sum) = (f64::INFINITY, f64::NEG_INFINITY, 0.0);
    for (probability, value) in values {
        least = least.min(value);
        greatest = greatest.max(value);
        sum += probability * points(value, win_worth);
    }
    if least >= WIN {
        one_ply_later(least)
    } else if greatest <= -WIN {
        one_ply_later(greatest)
    } else {
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn win(plies: u32) -> ProvedBounds {
        ProvedBounds::lost_in(Player::Second, plies)
    }

    fn loss(plies: u32) -> ProvedBounds {
        ProvedBounds::lost_in(Player::First, plies)
    }

    fn exact(points: f64) -> ProvedBounds {
        ProvedBounds { low: points, high: points }
    }

    #[test]
    fn players_pick_the_quickest_win_and_the_slowest_loss() {
        let check = |player, children: &[ProvedBounds], expected| {
            assert_eq!(ProvedBounds::of_decision(player, children.iter().copied()), expected);
        };
        check(Player::First, &[win(3), win(1), exact(9.0)], win(2));
        check(Player::First, &[loss(2), loss(4)], loss(5));
        check(Player::First, &[loss(2), exact(-7.0), exact(0.0)], exact(0.0));
        check(Player::Second, &[win(3), win(1)], win(4));
        check(Player::Second, &[win(3), loss(5), loss(3)], loss(4));
    }

    #[test]
    fn what_is_unknown_keeps_bounds_apart() {
        let hoped = ProvedBounds::of_decision(Player::First, [exact(0.0), ProvedBounds::UNKNOWN].into_iter());
        assert_eq!((hoped.low, hoped.are_settled()), (0.0, false));
        let feared = ProvedBounds::of_decision(Player::Second, [loss(2), ProvedBounds::UNKNOWN].into_iter());
        assert_eq!(feared.value(false), Value::Proved(Proved::Loss { plies: 3 }));
        let hung = ProvedBounds::of_chance([(0.5, win(1)), (0.5, ProvedBounds::UNKNOWN)].into_iter(), 8.0);
        assert_eq!((hung.low, hung.are_settled()), (0.0, false));
        assert!(hung.high > 8.0, "it may be a win after all");
    }

    #[test]
    fn chance_weighs_by_probability() {
        let check = |children: &[(f64, ProvedBounds)], expected| {
            assert_eq!(ProvedBounds::of_chance(children.iter().copied(), 8.0), expected);
        };
        check(&[(0.75, exact(4.0)), (0.25, loss(6))], exact(1.0));
        check(&[(0.75, win(3)), (0.25, win(6))], win(7));
        check(&[(0.75, loss(3)), (0.25, loss(6))], loss(7));
    }
}
