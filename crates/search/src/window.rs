//! The window of alpha-beta: which values would still make a difference.

use std::ops::Neg;

/// Values above `alpha` and below `beta` are asked for exactly; of any other value it is enough to know on which
/// side it lies. Both are scores from one player's view, and negation changes sides: `-window` is the same
/// window seen by the other player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Window {
    /// The score that the player whose view it is has for sure already.
    pub alpha: f64,
    /// The score that the opponent can keep this player from exceeding.
    pub beta: f64,
}

impl Window {
    /// Every value is asked for.
    pub const FULL: Window = Window { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };

    /// Only values above `alpha` are asked for.
    pub fn above(alpha: f64) -> Window {
        Window { alpha, ..Window::FULL }
    }

    /// Returns whether no value lies inside: one question only is asked.
    #[inline]
    pub fn is_null(self) -> bool {
        self.beta <= self.alpha.next_up()
    }

    /// Asks one question only: is the value at least `score`?
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
