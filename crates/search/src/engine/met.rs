//! What a search has met on its way, as far as it tells what a value rests on.

use std::ops::{BitOr, BitOrAssign};

/// A set of kinds of positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Met(u8);

impl Met {
    /// Nothing yet.
    pub const NOTHING: Met = Met(0);
    /// A position whose value was guessed, or rests on what was played before it.
    pub const UNKNOWN: Met = Met(1);
    /// A chance node.
    pub const CHANCE: Met = Met(2);
    /// A finished game that is worth exactly nothing.
    pub const ZERO: Met = Met(4);
    /// A finished game that is worth any other number of points.
    pub const PAYOFF: Met = Met(8);

    /// Whether one of `other` is among these.
    #[inline]
    pub fn has(self, other: Met) -> bool {
        self.0 & other.0 != 0
    }

    /// Four bits for the table.
    pub fn bits(self) -> u8 {
        self.0
    }

    /// The set of these bits.
    pub fn from_bits(bits: u8) -> Met {
        Met(bits & 15)
    }
}

impl BitOr for Met {
    type Output = Met;
    #[inline]
    fn bitor(self, other: Met) -> Met {
        Met(self.0 | other.0)
    }
}

impl BitOrAssign for Met {
    #[inline]
    fn bitor_assign(&mut self, other: Met) {
        self.0 |= other.0;
    }
}
