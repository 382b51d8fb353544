//! Dots and boxes (Édouard Lucas, 1889): players draw the edges between dots.
//!
//! Drawing the last edge of a box scores it, and the player moves again. More boxes win.
//!
//! Dots are named from the bottom left, `a1`. Move number `8 r + c` is the edge from the dot in column `c` and row `r`, both
//! counted from 0, to the right; `64 + 8 r + c` is the one from there upwards.

mod cells;
mod evaluation;
mod game;
mod notation;
mod scene;
mod solver;

use plywood_rules::evaluate::WithLead;
use plywood_rules::options::Options;
use plywood_rules::playable::NamedEvaluation;
use plywood_rules::{Cells, MoveNumber, Playable, TextError};

use self::evaluation::Chains;
use self::game::edge;
use crate::family::{Card, Family, Puzzles, number, size};

pub use game::{DotsAndBoxes, State};

/// Dots and boxes, by its options.
pub const DOTS_AND_BOXES: Family = Family {
    name: "dotsandboxes",
    title: "dots and boxes",
    about: "Draw edges between dots: the player who completes a box owns it and moves again.",
    parameters: &[number("m", [1, 7], "4", "boxes in a row"), number("n", [1, 7], "3", "rows of boxes")],
    aliases: &[],
    elsewhere: &[],
    cards: &[Card::new("dotsandboxes", "dotsandboxes", 16)],
    samples: &["dotsandboxes:m=2,n=2"],
    puzzles: Some(Puzzles { file: "dotsandboxes", game: "dotsandboxes", count: 200, place: 4 }),
};

/// The game of these options, read with the parameters of [`DOTS_AND_BOXES`].
///
/// # Errors
/// If there are too many boxes, or none.
pub fn from_options(options: &Options) -> Result<DotsAndBoxes, TextError> {
    DotsAndBoxes::new(size(options, "m")? as u32, size(options, "n")? as u32)
}

/// The boxes of the first player minus those of the second, the ones that the side to move can take at once
/// counting nearly as much as those taken.
fn boxes(game: &DotsAndBoxes, state: &State) -> f64 {
    f64::from(state.lead()) + 0.9 * state.mover().sign() * f64::from(game.within_reach(state))
}

impl Playable for DotsAndBoxes {
    /// The edges: first those to the right, then those up, each row by row from the bottom.
    fn actions(&self) -> usize {
        self.every_edge().count_ones() as usize
    }

    fn action(&self, mv: MoveNumber) -> usize {
        (self.every_edge() & (edge(mv) - 1)).count_ones() as usize
    }

    fn name(&self) -> String {
        DOTS_AND_BOXES.full_name(&[("m", self.columns().to_string()), ("n", self.rows().to_string())])
    }

    fn how_to_play(&self) -> String {
        "Draw an edge between two dots that are next to each other.\n\
         The player who draws the fourth edge of a box owns it and moves again. More boxes win.\n\
         Dots are named from the bottom left, a1. A move is h (horizontal) or v (vertical) and the left or lower \
         dot: hb1 goes from b1 to c1, vb1 from b1 to b2."
            .to_string()
    }

    fn evaluations(&self) -> Vec<NamedEvaluation<DotsAndBoxes>> {
        let about = [
            "Who has more boxes at the end, if nobody gives one away as long as that is possible, and then the shortest chain.",
            "Who has more boxes, with those that the side to move can take.",
        ];
        vec![
            NamedEvaluation::new("chains", about[0], Chains),
            NamedEvaluation::new("boxes", about[1], WithLead(boxes, 2.5)),
        ]
    }

    fn cells(&self) -> Box<dyn Cells<DotsAndBoxes>> {
        cells::of(self)
    }

    /// The depth that a search of every move reaches with about a million positions.
    fn default_depth(&self) -> Option<u32> {
        match self.edges() {
            ..=10 => None,
            11..=17 => Some(6),
            18..=24 => Some(5),
            25..=40 => Some(4),
            _ => Some(3),
        }
    }
}
