//! The loss of a move against the best one: the same figures in reviews and in grades.

use plywood_erased::Analysis;
use plywood_rules::{Outcome, Player, Proved, Value};

/// A smaller loss is rounding: chances of dice are sums of many terms.
const ROUNDING: f64 = 1e-9;

/// The loss of a move against the best one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MoveLoss {
    /// In chance of winning, a draw counting half, from 0 to 1.
    pub chance: f64,
    /// In points (discs, seeds, boxes), in a game that ends in a number of points.
    pub points: Option<f64>,
}

impl MoveLoss {
    /// True if the move is worth as much as the best one: the same outcome, the same chance, as many points.
    pub fn keeps_value(self) -> bool {
        self.chance <= ROUNDING && self.points.unwrap_or(0.0) <= ROUNDING
    }
}

/// True for a value that is no estimate.
pub(crate) fn is_sure(value: Value) -> bool {
    !matches!(value, Value::Estimated(_))
}

/// The measure of a loss: the same for the whole game and all sources of values. With dice it is that of each position, because
/// those who look values up have another unit.
#[derive(Clone, Copy)]
pub(crate) struct LossScale {
    pub has_dice: bool,
    has_points: bool,
    pub win_worth: f64,
    winning_lead: Option<f64>,
}

impl LossScale {
    /// The scale of these analyses.
    pub fn of<'a>(
        spots: impl IntoIterator<Item = &'a Analysis> + Clone,
        has_dice: bool,
        has_points: bool,
    ) -> LossScale {
        let known = || spots.clone().into_iter();
        // Those that look values up have no lead of their own.
        let scale = known().find(|known| known.winning_lead.is_some()).or_else(|| known().next());
        LossScale {
            has_dice,
            has_points: has_points && !has_dice,
            win_worth: scale.map_or(1.0, |known| known.win_worth),
            winning_lead: scale.and_then(|known| known.winning_lead),
        }
    }

    /// The scale of an analysis.
    pub fn at(self, analysis: Option<&Analysis>) -> LossScale {
        if self.has_dice { LossScale::of(analysis, true, false) } else { self }
    }

    /// The chance of winning of the player whose value it is.
    pub fn chance(&self, value: Value) -> f64 {
        match value {
            // The payoff at the end of the game for sure: the size of a win is none of its chance.
            Value::Exact(points) if !self.has_dice => {
                f64::from(Outcome::Payoff(points).utility(Player::First)).midpoint(1.0)
            }
            value => value.chance(self.win_worth, self.winning_lead),
        }
    }

    /// The points lost by the one value against the other.
    fn points(&self, best: Value, made: Value) -> Option<f64> {
        let points = |value| match value {
            Value::Proved(Proved::Win { .. } | Proved::Loss { .. }) => None,
            value => Some(value.points(self.win_worth)),
        };
        let points = points(best)? - points(made)?;
        self.has_points.then_some(points.max(0.0))
    }

    /// The loss by which moves are judged: in chance, or in points if those would count for more in a balanced position.
    pub fn loss(&self, best: Value, made: Value) -> f64 {
        let lost = self.chance(best) - self.chance(made);
        let points = self.points(best, made).unwrap_or(0.0);
        lost.max(0.5 - Value::Estimated(-points).chance(self.win_worth, self.winning_lead))
    }

    /// The loss of a move of the value `made` against the best one.
    pub fn of_move(&self, best: Value, made: Value) -> MoveLoss {
        MoveLoss { chance: (self.chance(best) - self.chance(made)).max(0.0), points: self.points(best, made) }
    }
}
