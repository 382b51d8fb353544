//! The window of alpha-beta: which values would still make a difference.

use std::ops::Neg;

/// Values above `alpha` and below `beta` are searched exactly; of any other value the side is enough. Both are
/// scores from one player's point of view, and negation changes sides: `-window` is the same window from the
/// other player's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Window {
    /// The score that the player is sure of already.
    pub alpha: f64,
    /// The score that the opponent can keep this player from exceeding.
    pub beta: f64,
}

impl Window {
    /// The full window: every value is exact.
    pub const FULL: Window = Window { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };

    /// Only values above `alpha` are exact.
    pub fn above(alpha: f64) -> Window {
        Window { alpha, ..Window::FULL }
    }

    /// Returns true for a null window: no value is inside, and the search only decides a bound.
    #[inline]
    pub fn is_null(self) -> bool {
        self.beta <= self.alpha.next_up()
    }

    /// The null window that decides if the value is at least `score`.
    pub fn at_least(score: f64) -> Window {
        Window { alpha: score.next_down(), beta: score }
    }
}

impl Neg for Window {
    type Output = Window;

    fn neg(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}
