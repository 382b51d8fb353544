//! k in a row, on any board.
//!
//! One engine plays every game in which two players mark cells in turn and the first to own a whole line wins
//! ([`LineGame`]). Two geometries give it cells and lines: the rectangular boards of m,n,k games (tic-tac-toe,
//! connect four, gomoku) and cubes of two to five dimensions. The engine treats lines as sets of cells; even
//! the symmetries of a game are found from these sets.

mod automorphism;
mod board;
mod cells;
mod columns;
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

use crate::family::{Alias, Card, Family, Puzzles, choice, number, size};

pub use self::game::{CellNumber, LineGame, LineState};
use self::rules::LONGEST_SIDE;
pub use self::rules::LineRules;

const SWITCH: &[&str] = &["off", "on"];

/// m,n,k games: tic-tac-toe, connect four, gomoku and all their relatives.
pub const MNK: Family = Family {
    name: "mnk",
    title: "k in a row",
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
        Alias { name: "tictactoe", title: "tic-tac-toe", options: "m=3,n=3,k=3" },
        Alias { name: "connect4", title: "connect four", options: "m=7,n=6,k=4,gravity=on" },
        Alias { name: "gomoku", title: "gomoku", options: "m=15,n=15,k=5" },
    ],
    elsewhere: &[
        ("connect four", "connect4"),
        ("four in a row", "connect4"),
        ("noughts and crosses", "tictactoe"),
        ("three in a row", "tictactoe"),
        ("five in a row", "gomoku"),
    ],
    cards: &[
        Card::new("tictactoe", "tictactoe", 3).at(1),
        Card::new("connect4", "connect4", 14).at(2).won(),
        Card::new("gomoku", "gomoku", 36).at(7),
    ],
    samples: &["tictactoe", "mnk:m=5,n=4,k=4", "connect4:m=5,n=4"],
    puzzles: Some(Puzzles { file: "connect4", game: "connect4", count: 200, place: 0 }),
};

/// Cubes of any dimension with lines along every axis and diagonal.
pub const CUBE: Family = Family {
    name: "cube",
    title: "the cube",
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
        Alias { name: "cube3", title: "the 3x3x3 cube", options: "n=3,d=3" },
        Alias { name: "qubic", title: "Qubic", options: "n=4,d=3" },
        Alias { name: "tesseract", title: "the 4x4x4x4 tesseract", options: "n=4,d=4" },
    ],
    elsewhere: &[("tic tac toe 3d", "qubic")],
    cards: &[
        Card::new("cube3", "cube3", 8).at(3),
        Card::new("qubic", "qubic", 20).at(4).won(),
        Card::new("tesseract", "tesseract", 48).at(5).won(),
        Card::new("cube3hollow", "cube3:centre=off", 8).at(9),
    ],
    samples: &["cube3:centre=off", "cube:n=2,d=3"],
    puzzles: None,
};

/// The rules of the family [`MNK`] with these options.
///
/// # Errors
/// If a size is missing, which it never is in options read with the parameters of [`MNK`].
pub(crate) fn mnk_rules(options: &Options) -> Result<LineRules, TextError> {
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
    Ok(rules)
}

/// The rules of the family [`CUBE`] with these options.
///
/// # Errors
/// As [`mnk_rules`].
pub(crate) fn cube_rules(options: &Options) -> Result<LineRules, TextError> {
    let mut rules = LineGame::cube(size(options, "n")?, size(options, "d")?);
    if options.is("centre", "off") {
        rules = rules.without_centre();
    }
    if options.is("opening", "nocentre") {
        rules = rules.closed_centre();
    }
    Ok(rules)
}
