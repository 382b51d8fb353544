//! Bounds of the points of chance outcomes, and the points that they would need to matter.
//!
//! Results must not depend on rounding: a mean inside the window is the same sum in the same order as without
//! pruning. Every test for pruning therefore requires a little more than the window, far more than all rounding
//! together.

use plywood_rules::Player;

use super::value_basis::ValueBasis;
use crate::window::Window;

/// The margin by which a cut has to clear the window, in wins. Doubles carry 16 digits.
const SLACK: f64 = 1e-9;

/// The window that a mean has to be outside of for a cut. A win is worth `worth` points.
pub(super) fn clear(window: Window, worth: f64) -> Window {
    Window { alpha: window.alpha - SLACK * worth, beta: window.beta + SLACK * worth }
}

/// The window inside which a score is that of the position itself beyond doubt, and not a side of a window that differs only
/// by rounding.
pub(super) fn inside(window: Window) -> Window {
    let rounding = |side: f64| if side.is_finite() { 1e-12 * side.abs().max(1.0) } else { 0.0 };
    Window { alpha: window.alpha + rounding(window.alpha), beta: window.beta - rounding(window.beta) }
}

/// A range of points, both ends included.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    pub least: f64,
    pub most: f64,
}

impl Range {
    /// The share of no outcome at all in a mean.
    pub const NOTHING: Range = Range { least: 0.0, most: 0.0 };

    /// The range of an outcome that was not visited: at most a win, at least a loss.
    pub fn anything(worth: f64) -> Range {
        Range { least: -worth, most: worth }
    }

    /// Adds `other`, weighted by `probability`. A negative probability removes an earlier term.
    pub fn add(&mut self, probability: f64, other: Range) {
        self.least += probability * other.least;
        self.most += probability * other.most;
    }

    /// The scores of an outcome of this `probability` with which the mean could be inside `clear`, if the
    /// outcomes before it add `sum` and those after it a value in this range. Ends that no number of points can
    /// reach are removed: a sure win in all outcomes has to be searched in full.
    pub fn share(self, clear: Window, probability: f64, sum: f64, worth: f64) -> Window {
        let alpha = (clear.alpha - sum - self.most) / probability;
        let beta = (clear.beta - sum - self.least) / probability;
        Window {
            alpha: if alpha < -worth { f64::NEG_INFINITY } else { alpha },
            beta: if beta > worth { f64::INFINITY } else { beta },
        }
    }
}

/// The bounds of an outcome before it is searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChanceBound<M> {
    /// Its points.
    pub range: Range,
    /// The player who decides there and the move that was tried, if one was.
    pub tried: Option<(Player, TriedMove<M>)>,
}

/// A move that was tried, its score for the player who decides, and the basis of that score.
#[derive(Clone, Copy, Debug)]
pub(super) struct TriedMove<M> {
    pub mv: M,
    pub score: f64,
    pub basis: ValueBasis,
}
