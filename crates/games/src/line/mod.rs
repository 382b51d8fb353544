//! k in a row, on any board.
//!
//! One engine plays every game in which two players mark cells in turn and the first to own a whole line wins
//! ([`LineGame`]). Two geometries give it cells and lines: the rectangular boards of m,n,k games (tic-tac-toe,
//! connect four, gomoku) and cubes of two to five dimensions. The engine treats lines as sets of cells; even
//! the symmetries of a game are found from these sets.

mod automorphism;
mod board;
mod cells;
mod counts;
mod cube;
mod evaluation;
mod following;
mod forcing;
mod gains;
mod game;
mod geometry;
mod groups;
mod holding;
mod live;
mod maker_breaker;
mod maps;
mod narrow;
mod notation;
mod pairs;
mod playable;
mod playout;
mod points;
mod rules;
mod symmetry;
mod tactics;
mod tuned;

use plywood_rules::TextError;
use plywood_rules::options::Options;

use crate::family::{Alias, Family, Visitor, choice, number, size};

pub use self::game::{Cell, LineGame, LineState};
use self::rules::LONGEST_SIDE;
pub use self::rules::LineRules;

const SWITCH: &[&str] = &["off", "on"];

/// m,n,k games: tic-tac-toe, connect four, gomoku and all their relatives.
pub const MNK: Family = Family {
    name: "mnk",
    about: "k in a row on a board of m columns and n rows; with gravity marks fall to the bottom.",
    parameters: &[
        number("m", [1, LONGEST_SIDE], "3", "columns (width)"),
        number("n", [1, LONGEST_SIDE], "3", "rows (height)"),
        number("k", [1, LONGEST_SIDE], "3", "how many in a row make a line"),
        choice("gravity", SWITCH, "off", "marks fall to the lowest free cell of a column"),
        choice("misere", SWITCH, "off", "the player who completes a line loses"),
        choice("exact", SWITCH, "off", "more than k in a row do not count"),
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
        number("n", [2, 32], "3", "cells along an edge"),
        number("d", [2, 5], "3", "dimensions"),
        choice("centre", &["on", "off"], "on", "off takes the middle cell away with its lines"),
        choice(
            "opening",
            &["any", "nocentre"],
            "any",
            "nocentre forbids the middle cell as the first move of the game",
        ),
    ],
    aliases: &[
        Alias { name: "cube3", options: "n=3,d=3" },
        Alias { name: "qubic", options: "n=4,d=3" },
        Alias { name: "tesseract", options: "n=4,d=4" },
    ],
};

/// Opens the game of the family [`MNK`] with these options and hands it to `visitor`.
///
/// # Errors
/// If a size is missing, which it never is in options read with the parameters of [`MNK`].
pub fn open_mnk<V: Visitor>(options: &Options, visitor: V) -> Result<V::Output, TextError> {
    let mut rules = LineGame::mnk(size(options, "m")?, size(options, "n")?, size(options, "k")?);
    for (key, set) in [
        ("gravity", LineRules::gravity as fn(_) -> _),
        ("misere", LineRules::misere),
        ("exact", LineRules::exact),
    ] {
        if options.is(key, "on") {
            rules = set(rules);
        }
    }
    rules.visit(visitor)
}

/// Opens the game of the family [`CUBE`] with these options and passes it to `visitor`.
///
/// # Errors
/// If there are too many cells, or no middle cell although an option needs one.
pub fn open_cube<V: Visitor>(options: &Options, visitor: V) -> Result<V::Output, TextError> {
    let mut rules = LineGame::cube(size(options, "n")?, size(options, "d")?);
    if options.is("centre", "off") {
        rules = rules.without_centre();
    }
    if options.is("opening", "nocentre") {
        rules = rules.closed_centre();
    }
    rules.visit(visitor)
}
