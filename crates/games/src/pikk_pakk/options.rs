//! The options of the family: sizes, variants and openings.

use plywood_rules::TextError;
use plywood_rules::options::{Kind, Options, Parameter};

use super::PikkPakk;
use crate::{Family, Visitor};

/// `pikkpakk`, the family of row-pushing games.
pub const PIKK_PAKK: Family = Family {
    name: "pikkpakk",
    about: "Push rows of balls to enclose the target in your colour.",
    parameters: &[
        Parameter {
            key: "size",
            kind: Kind::Choice(&["3", "5", "7", "9"]),
            default: "7",
            about: "balls in a full line",
        },
        Parameter {
            key: "variant",
            kind: Kind::Choice(&["basic", "tie-win", "capture", "rolling", "rolling-tie-win"]),
            default: "basic",
            about: "which pushes there are",
        },
        Parameter {
            key: "opening",
            kind: Kind::Choice(&["spiral", "placement"]),
            default: "spiral",
            about: "where the balls lie at first, or that they are placed one by one",
        },
    ],
    aliases: &[],
};

/// Opens the game of this family that `options` describe and hands it to `visitor`.
///
/// # Errors
/// None for options that were read by the parameters of [`PIKK_PAKK`].
pub fn open<V: Visitor>(options: &Options, visitor: V) -> Result<V::Output, TextError> {
    let choice = |key: &str| options.text(key).unwrap_or_default();
    let size = match choice("size") {
        "3" => Size::Three,
        "5" => Size::Five,
        "7" => Size::Seven,
        "9" => Size::Nine,
        other => return Err(TextError::new(format!("size '{other}' has to be 3, 5, 7 or 9"))),
    };
    let variant = match choice("variant") {
        "basic" => Variant::Basic,
        "tie-win" => Variant::TieWin,
        "capture" => Variant::Capture,
        "rolling" => Variant::Rolling,
        "rolling-tie-win" => Variant::RollingTieWin,
        other => return Err(TextError::new(format!("there is no variant '{other}'"))),
    };
    let opening = if options.is("opening", "placement") { Opening::Placement } else { Opening::Spiral };
    Ok(visitor.visit(PikkPakk::new(size, variant, opening)))
}

/// How many balls a full line has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// 3 balls, 9 in all.
    Three = 3,
    /// 5 balls, 25 in all.
    Five = 5,
    /// 7 balls, 49 in all: the game as it was published.
    Seven = 7,
    /// 9 balls, 81 in all.
    Nine = 9,
}

/// Which pushes there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Full lines with a majority.
    Basic,
    /// Also full lines with as many balls of either colour, if that wins at once.
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

    /// Whether balls that leave a line come back at its other end.
    pub(super) const fn rolls(self) -> bool {
        matches!(self, Variant::Rolling | Variant::RollingTieWin)
    }

    /// Whether a tie may be pushed to win.
    pub(super) const fn wins_ties(self) -> bool {
        matches!(self, Variant::TieWin | Variant::RollingTieWin)
    }
}

/// How a game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    /// From the spiral of light and dark arms round the target; light moves first.
    Spiral,
    /// The players place the balls, dark first; then light pushes first.
    Placement,
}
