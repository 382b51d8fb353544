//! The value of a position to a network, explained by the squares that count in it.

use plywood_erased::position_after;
use plywood_learn::{Brain, NetworkReason as LearnReason};
use plywood_rules::Playable;
use plywood_rules::scene::{Place, Scene, Square};

use crate::trouble::Trouble;

/// The value of a position to a network, and the cells that count in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The value for the side to move, from -1 to 1.
    pub value: f64,
    /// True if each share is of one square: the value, less the one that it would be if what stands there were taken away
    /// (occlusion). False if the shares are those of tuples, which add up to the value.
    pub occlusion: bool,
    /// The squares or tuples, the largest share first.
    pub reasons: Vec<Reason>,
}

/// A square or a tuple of cells that counts in the value of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    /// The cells.
    pub cells: Vec<ReasonCell>,
    /// The share of the value; a single one may be larger than the value.
    pub share: f64,
}

/// A cell of a tuple in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReasonCell {
    /// A square of the board.
    Square {
        /// The square.
        place: Place,
        /// Its name.
        name: String,
        /// Its content.
        shows: String,
    },
    /// A number beside the board.
    Number(u8),
}

/// The name of a square: those of its grid, its column and its row.
fn name_of(scene: &Scene, Place { grid, row, column }: Place) -> String {
    let grid = &scene.grids[grid];
    format!("{}{}{}", grid.title, grid.columns[column], grid.rows[row])
}

/// The content of a square as a letter or a number.
fn shown(scene: &Scene, Place { grid, row, column }: Place) -> String {
    match &scene.grids[grid].squares[row][column] {
        Square::Hole | Square::Free => "-".to_string(),
        Square::Taken(_, letter) => letter.to_string(),
        Square::Counted(_, count) => count.to_string(),
    }
}

impl ReasonCell {
    /// A square of a scene.
    pub(crate) fn square(scene: &Scene, place: Place) -> ReasonCell {
        ReasonCell::Square { place, name: name_of(scene, place), shows: shown(scene, place) }
    }
}

/// As [`AnyBrain::explain`](crate::AnyBrain::explain).
pub(crate) fn explain<G: Playable>(
    brain: &Brain<G>,
    position: Option<&str>,
    moves: &str,
    count: usize,
) -> Result<Option<Explanation>, Trouble> {
    let game = brain.game();
    let state = position_after(game, position, moves)?;
    let scene = game.scene(&state);
    let cell = |&(place, content): &(Option<Place>, u8)| match place {
        Some(place) => ReasonCell::square(&scene, place),
        None => ReasonCell::Number(content),
    };
    let reason = |reason: &LearnReason| Reason {
        cells: reason.cells.iter().map(cell).collect(),
        share: f64::from(reason.share),
    };
    Ok(brain.explain(&state, count).map(|known| Explanation {
        value: f64::from(known.value),
        occlusion: false,
        reasons: known.reasons.iter().map(reason).collect(),
    }))
}
