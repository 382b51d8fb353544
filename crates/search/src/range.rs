//! What is known of the points that outcomes of chance are worth, and what they would have to be worth to matter.
//!
//! Results must not depend on rounding: a mean inside the window is the same sum in the same order as without
//! pruning. So every test for leaving something out asks for a little more than the window does, far more than all
//! rounding together.

use crate::window::Window;

/// How much clearer than the window a cut has to be, in wins. Doubles carry 16 digits.
const SLACK: f64 = 1e-9;

/// The window that a mean has to lie outside of for a cut, a win being worth this many points.
pub(crate) fn clear(window: Window, worth: f64) -> Window {
    Window { alpha: window.alpha - SLACK * worth, beta: window.beta + SLACK * worth }
}

/// The window that a score has to lie in to be beyond doubt that of the position itself, and not one of the sides of a window
/// that was the same but for rounding.
pub(crate) fn inside(window: Window) -> Window {
    let rounding = |side: f64| if side.is_finite() { 1e-12 * side.abs().max(1.0) } else { 0.0 };
    Window { alpha: window.alpha + rounding(window.alpha), beta: window.beta - rounding(window.beta) }
}

/// Some number of points between these two, both included.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Range {
    pub least: f64,
    pub most: f64,
}

impl Range {
    /// What no outcome at all adds to a mean.
    pub const NOTHING: Range = Range { least: 0.0, most: 0.0 };

    /// What is known of an outcome before it is looked at: it is no more than a win and no less than a loss.
    pub fn anything(worth: f64) -> Range {
        Range { least: -worth, most: worth }
    }

    /// Adds `other`, weighed with `probability`; a negative one takes away what was added before.
    pub fn add(&mut self, probability: f64, other: Range) {
        self.least += probability * other.least;
        self.most += probability * other.most;
    }

    /// The scores of an outcome of this `probability` with which the mean could lie inside `clear`, where the
    /// outcomes before it add `sum` and those after it something in this range. Ends that no number of points
    /// can reach are taken away: whether all outcomes are sure wins has to be seen in full.
    pub fn share(self, clear: Window, probability: f64, sum: f64, worth: f64) -> Window {
        let alpha = (clear.alpha - sum - self.most) / probability;
        let beta = (clear.beta - sum - self.least) / probability;
        Window {
            alpha: if alpha < -worth { f64::NEG_INFINITY } else { alpha },
            beta: if beta > worth { f64::INFINITY } else { beta },
        }
    }
}
