//! k in a row, on any board.
//!
//! One engine plays every game in which two players mark cells in turn and whoever owns a whole line has won
//! ([`LineGame`]). Two geometries give it cells and lines: the rectangular boards of m,n,k games
//! (tic-tac-toe, connect four, gomoku) and cubes of two to five dimensions. The engine knows lines only as
//! sets of cells; even the symmetries of a game are found from these sets.

mod automorphism;
mod bits;
mod board;
mod counts;
mod cube;
mod evaluation;
mod forcing;
mod gains;
mod game;
mod geometry;
mod holding;
mod live;
mod notation;
mod pairs;
mod playable;
mod symmetry;
mod tactics;
mod tuned;

use plywood_rules::TextError;
use plywood_rules::options::{Kind, Options, Parameter};

use self::board::Board;
use self::cube::Cube;
use self::game::Plan;
use crate::{Alias, Family, Visitor};

pub use self::game::{Cell, LineGame, LineState};

const SWITCH: Kind = Kind::Choice(&["off", "on"]);

/// m,n,k games: tic-tac-toe, connect four, gomoku and all their relatives.
pub const MNK: Family = Family {
    name: "mnk",
    about: "k in a row on a board of m columns and n rows; with gravity marks fall to the bottom.",
    parameters: &[
        Parameter { key: "m", kind: Kind::Integer { min: 1, max: 19 }, default: "3", about: "columns" },
        Parameter { key: "n", kind: Kind::Integer { min: 1, max: 19 }, default: "3", about: "rows" },
        Parameter {
            key: "k",
            kind: Kind::Integer { min: 1, max: 19 },
            default: "3",
            about: "how many in a row make a line",
        },
        Parameter {
            key: "gravity",
            kind: SWITCH,
            default: "off",
            about: "marks fall to the lowest free cell of a column",
        },
        Parameter { key: "misere", kind: SWITCH, default: "off", about: "whoever completes a line loses" },
        Parameter { key: "exact", kind: SWITCH, default: "off", about: "more than k in a row do not count" },
    ],
    aliases: &[
        Alias { name: "tictactoe", options: "m=3,n=3,k=3" },
        Alias { name: "connect4", options: "m=7,n=6,k=4,gravity=on" },
        Alias { name: "gomoku", options: "m=15,n=15,k=5" },
    ],
};

/// Cubes of any dimension with lines along every axis and diagonal.
pub const CUBE: Family = Family {
    name: "cube",
    about: "n in a row in a cube of n^d cells, along the axes and diagonals of all dimensions.",
    parameters: &[
        Parameter {
            key: "n",
            kind: Kind::Integer { min: 2, max: 32 },
            default: "3",
            about: "cells along an edge",
        },
        Parameter { key: "d", kind: Kind::Integer { min: 2, max: 5 }, default: "3", about: "dimensions" },
        Parameter {
            key: "centre",
            kind: Kind::Choice(&["on", "off"]),
            default: "on",
            about: "off takes the middle cell away with its lines",
        },
        Parameter {
            key: "opening",
            kind: Kind::Choice(&["any", "nocentre"]),
            default: "any",
            about: "nocentre forbids the middle cell as the first move of the game",
        },
    ],
    aliases: &[
        Alias { name: "cube3", options: "n=3,d=3" },
        Alias { name: "qubic", options: "n=4,d=3" },
        Alias { name: "tesseract", options: "n=4,d=4" },
    ],
};

/// The most cells a board can have.
const MOST_CELLS: usize = 1024;

/// Opens the game of the family [`MNK`] with these options and hands it to `visitor`.
///
/// # Errors
/// If a size is missing, which it never is in options read with the parameters of [`MNK`].
pub fn open_mnk<V: Visitor>(options: &Options, visitor: V) -> Result<V::Output, TextError> {
    let (columns, rows, k) = (size(options, "m")?, size(options, "n")?, size(options, "k")?);
    let on = |key| options.is(key, "on");
    let mut name = format!("mnk:m={columns},n={rows},k={k}");
    for key in ["gravity", "misere", "exact"].into_iter().filter(|key| on(key)) {
        name += &format!(",{key}=on");
    }
    let geometry = Board { columns, rows, k, gravity: on("gravity"), exact: on("exact") };
    let plan = Plan { geometry: Box::new(geometry), misere: on("misere"), removed: None, closed: None, name };
    visit(plan, visitor)
}

/// Opens the game of the family [`CUBE`] with these options and hands it to `visitor`.
///
/// # Errors
/// If there are too many cells, or no middle cell where an option speaks of it.
pub fn open_cube<V: Visitor>(options: &Options, visitor: V) -> Result<V::Output, TextError> {
    let (side, dimensions) = (size(options, "n")?, size(options, "d")?);
    let cells = side.saturating_pow(dimensions as u32);
    if cells > MOST_CELLS {
        let side_that_fits = (2..side).rev().find(|n| n.pow(dimensions as u32) <= MOST_CELLS).unwrap_or(2);
        return Err(TextError::new(format!(
            "a cube of n={side}, d={dimensions} has {cells} cells, and {MOST_CELLS} are the most; with \
             d={dimensions} n can be up to {side_that_fits}"
        )));
    }
    let geometry = Cube { side, dimensions };
    let (off, nocentre) = (options.is("centre", "off"), options.is("opening", "nocentre"));
    let centre = geometry.centre();
    if let (None, true) = (centre, off || nocentre) {
        let option = if off { "centre=off" } else { "opening=nocentre" };
        return Err(TextError::new(format!("{option} needs a middle cell, and n={side} is even")));
    }
    if off && nocentre {
        return Err(TextError::new("opening=nocentre needs the middle cell that centre=off takes away"));
    }
    let mut name = format!("cube:n={side},d={dimensions}");
    if off {
        name += ",centre=off";
    }
    if nocentre {
        name += ",opening=nocentre";
    }
    let plan = Plan {
        geometry: Box::new(geometry),
        misere: false,
        removed: centre.filter(|_| off),
        closed: centre.filter(|_| nocentre),
        name,
    };
    visit(plan, visitor)
}

fn size(options: &Options, key: &str) -> Result<usize, TextError> {
    let value = options.integer(key).and_then(|value| usize::try_from(value).ok());
    value.ok_or_else(|| TextError::new(format!("option '{key}' is missing")))
}

/// Opens the game with bitboards of the fewest words that hold it.
fn visit<V: Visitor>(plan: Plan, visitor: V) -> Result<V::Output, TextError> {
    Ok(match plan.geometry.cells() {
        0..=64 => visitor.visit(LineGame::<1>::new(plan)),
        65..=256 => visitor.visit(LineGame::<4>::new(plan)),
        _ => visitor.visit(LineGame::<16>::new(plan)),
    })
}
