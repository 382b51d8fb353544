//! Sizes, variants and openings.

/// The size of the field and the number of balls in a full line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldSize {
    /// 3 balls, 9 in all.
    Three = 3,
    /// 5 balls, 25 in all.
    Five = 5,
    /// 7 balls, 49 in all: the game as it was published.
    Seven = 7,
    /// 9 balls, 81 in all.
    Nine = 9,
}

/// The rules for pushes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Full lines with a majority.
    Basic,
    /// Also full lines with equal numbers of balls of both colours, if that wins at once.
    TieWin,
    /// Runs of any length with a majority; balls pushed over the edge leave the game.
    Capture,
    /// No free cells: the ball pushed out of a line comes back in at its other end.
    Rolling,
    /// [`Variant::Rolling`] with the pushes of [`Variant::TieWin`].
    RollingTieWin,
}

impl Variant {
    /// Its name among the options.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Variant::Basic => "basic",
            Variant::TieWin => "tie-win",
            Variant::Capture => "capture",
            Variant::Rolling => "rolling",
            Variant::RollingTieWin => "rolling-tie-win",
        }
    }

    /// True if balls that leave a line come back at its other end.
    pub(super) const fn rolls(self) -> bool {
        matches!(self, Variant::Rolling | Variant::RollingTieWin)
    }

    /// True if a tie may be pushed to win.
    pub(super) const fn wins_ties(self) -> bool {
        matches!(self, Variant::TieWin | Variant::RollingTieWin)
    }
}

/// The opening of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    /// From the spiral of light and dark arms round the target; light moves first.
    Spiral,
    /// The players place the balls, dark first; then light pushes first.
    Placement,
}
