//! Pikk Pakk, a game of pushing whole rows (László Nagy, 1977), in five variants and four sizes.
//!
//! n x n balls, half of them light, half dark, and one target, are in the middle of a field that is one cell
//! wider on every side. A push moves a *full line*, an unbroken run of exactly n balls of a file or rank, one
//! step along itself, if more than half of them are the mover's. The colour on all four sides of the target
//! wins, whichever side made the push; a player who has to push and cannot loses.
//!
//! A position is two bitboards and the cell of the target ([`State`]). All runs that may be pushed are found
//! together, not one by one (`pushes.rs`). That is done once, when a push is played, because a player without a
//! push has lost; the state stores their number.
//!
//! # Details of the rules
//!
//! - A run is maximal: a line of n + 1 balls in a row cannot be pushed, nor n of them. A lone ball beyond a gap
//!   does not take part, and may touch the line after the push.
//! - One cell has one colour, so the target is never enclosed by both. A push that encloses it in the other
//!   player's colour is legal, and loses.
//! - `tie-win`: a push wins at once if it encloses the target in the mover's own colour. Leaving the other
//!   player without a push does not count: it ends the game only when they have to move. (Otherwise the legal
//!   pushes would depend on the pushes after them.)
//! - `capture`: a run may be a single ball, and the target counts for neither player, so a run of the target
//!   alone cannot be pushed. The ball on the edge is the one that leaves; a run that does not reach the edge
//!   loses none. A push is not allowed if the target would leave.
//! - `rolling`: as the field is always full, every line can be pushed both ways by the player with more balls in
//!   it, and the target itself may roll round. On the edge it has no four neighbours and cannot be enclosed.
//! - `opening=placement`: dark places first and is the first player of that game
//!   ([`Player::First`](plywood_rules::Player::First)), light the second. Light places the last ball and then
//!   pushes first: two decisions running. Enclosing the target while placing wins. In `rolling` the middle square
//!   is the whole field.
//! - Positions may recur. Ending such a game is up to the code that runs it.

mod cells;
mod evaluate;
mod field;
mod game;
mod notation;
mod opening;
mod options;
mod pushes;
mod ranks;
mod scene;
mod symmetry;
mod tactics;
mod tuned;

pub use evaluate::Surround;
pub use field::Direction;
pub use game::{Colour, Move, PikkPakk, State};
pub use options::{FieldSize, Opening, Variant};
pub use tuned::{Tuned, Weights};

use plywood_rules::evaluate::{Tunable, Weight};
use plywood_rules::options::Options;
use plywood_rules::playable::NamedEvaluation;
use plywood_rules::{Cells, Playable, TextError};

use crate::family::{Card, Family, choice};

/// `pikkpakk`, the family of row-pushing games.
pub const PIKK_PAKK: Family = Family {
    name: "pikkpakk",
    title: "Pikk Pakk",
    about: "Push rows of balls to enclose the target in your colour.",
    parameters: &[
        choice("size", &["3", "5", "7", "9"], "7", "balls in a full line"),
        choice(
            "variant",
            &["basic", "tie-win", "capture", "rolling", "rolling-tie-win"],
            "basic",
            "which pushes there are",
        ),
        choice(
            "opening",
            &["spiral", "placement"],
            "spiral",
            "the starting arrangement, or balls placed one by one",
        ),
    ],
    aliases: &[],
    elsewhere: &[],
    cards: &[
        Card::new("pikkpakk", "pikkpakk", 24).at(0),
        Card::new("pikkpakk5", "pikkpakk:size=5", 12).at(8).won(),
    ],
    samples: &["pikkpakk:size=3"],
    puzzles: None,
};

/// The game of these options, read with the parameters of [`PIKK_PAKK`].
///
/// # Errors
/// None for options that were read by these parameters.
pub fn from_options(options: &Options) -> Result<PikkPakk, TextError> {
    let choice = |key: &str| options.text(key).unwrap_or_default();
    let size = match choice("size") {
        "3" => FieldSize::Three,
        "5" => FieldSize::Five,
        "7" => FieldSize::Seven,
        "9" => FieldSize::Nine,
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
    Ok(PikkPakk::new(size, variant, opening))
}

impl Playable for PikkPakk {
    fn name(&self) -> String {
        let opening = if self.opening == Opening::Placement { "placement" } else { "spiral" };
        PIKK_PAKK.full_name(&[
            ("size", self.field.run.to_string()),
            ("variant", self.variant.name().to_string()),
            ("opening", opening.to_string()),
        ])
    }

    fn how_to_play(&self) -> String {
        let run = self.field.run;
        let mut text = match self.opening {
            Opening::Spiral => String::new(),
            Opening::Placement => format!(
                "First dark and light place their balls in turn, on free cells of the middle {run} x {run}; \
                 a move is the cell: c3.\n"
            ),
        };
        text.push_str(&match self.variant {
            Variant::Basic | Variant::TieWin => format!(
                "Push a full line by one step along itself: an unbroken run of exactly {run} balls in a row or column, \
                 more than half of them yours.\nNo ball leaves the field.\n"
            ),
            Variant::Capture => "Push an unbroken run of balls in a row or column by one step along itself, if you have \
                 more balls in it than the opponent.\nA ball pushed over the edge is out of the game; the target may not \
                 be.\n"
                .to_string(),
            Variant::Rolling | Variant::RollingTieWin => format!(
                "Push a row or column of {run} balls by one step, if more of them are yours than the opponent's; the ball \
                 pushed out comes back in at the other end.\n"
            ),
        });
        if matches!(self.variant, Variant::TieWin | Variant::RollingTieWin) {
            text.push_str("A full line with as many of yours as of the opponent's may be pushed if that wins at once.\n");
        }
        text.push_str(
            "The colour on all four sides of the target wins, whichever side pushed. A player who cannot push loses.\n\
             e- pushes file e down and e+ up, 5- pushes rank 5 to the left and 5+ to the right.",
        );
        text
    }

    fn evaluations(&self) -> Vec<NamedEvaluation<PikkPakk>> {
        let mut evaluations = vec![
            NamedEvaluation::new(
                "tuned",
                "Balls beside the target and near it, chances to enclose it, and pushes, with weights from games.",
                Tuned::default(),
            ),
            NamedEvaluation::new("surround", "Balls beside the target, and the number of pushes.", Surround),
        ];
        // On the smallest field nearly everything is near the target, and the older one wins.
        if self.field.run == 3 {
            evaluations.reverse();
        }
        evaluations
    }

    fn tunable_evaluations(&self) -> Vec<Tunable<PikkPakk>> {
        let values = Weights::default().0;
        let weight = |(name, value): (&'static str, i32)| Weight {
            name,
            value,
            min: -2000,
            max: 2000,
            step: 5 + value.abs() / 8,
        };
        vec![Tunable {
            name: "tuned",
            weights: Weights::NAMES.into_iter().zip(values).map(weight).collect(),
            build: Box::new(|_, values| {
                let values = values.try_into().expect("as many values as weights");
                Box::new(Tuned::new(Weights(values)))
            }),
        }]
    }

    fn cells(&self) -> Box<dyn Cells<PikkPakk>> {
        cells::of(self)
    }

    /// The depth that a search of every move reaches with about a million positions.
    fn default_depth(&self) -> Option<u32> {
        let nine = self.field.run == 9;
        let pushing = match self.variant {
            Variant::Capture => 4,
            Variant::Rolling | Variant::RollingTieWin => 5,
            Variant::Basic | Variant::TieWin => 6 - u32::from(nine),
        };
        let placing = 4 - u32::from(nine);
        Some(if self.opening == Opening::Placement { pushing.min(placing) } else { pushing })
    }
}
