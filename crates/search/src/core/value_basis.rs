//! The kinds of positions that a value rests on: they separate known values from estimates.

use std::ops::{BitOr, BitOrAssign};

/// A set of kinds of positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ValueBasis(u8);

impl ValueBasis {
    /// No positions.
    pub const NOTHING: ValueBasis = ValueBasis(0);
    /// A position whose value was estimated, or depends on the history.
    pub const UNKNOWN: ValueBasis = ValueBasis(1);
    /// A chance node.
    pub const CHANCE: ValueBasis = ValueBasis(2);
    /// A finished game with a payoff of exactly zero.
    pub const ZERO: ValueBasis = ValueBasis(4);
    /// A finished game with any other payoff.
    pub const PAYOFF: ValueBasis = ValueBasis(8);
    /// A finished game of any kind, wins and losses included. The table does not keep it.
    pub const FINISHED: ValueBasis = ValueBasis(16);

    /// Returns whether one of `other` is among these.
    #[inline]
    pub fn has(self, other: ValueBasis) -> bool {
        self.0 & other.0 != 0
    }

    /// Four bits for the table.
    pub fn bits(self) -> u8 {
        self.0 & 15
    }

    /// The set of these four bits.
    pub fn from_bits(bits: u8) -> ValueBasis {
        ValueBasis(bits & 15)
    }
}

impl BitOr for ValueBasis {
    type Output = ValueBasis;
    #[inline]
    fn bitor(self, other: ValueBasis) -> ValueBasis {
        ValueBasis(self.0 | other.0)
    }
}

impl BitOrAssign for ValueBasis {
    #[inline]
    fn bitor_assign(&mut self, other: ValueBasis) {
        self.0 |= other.0;
    }
}
