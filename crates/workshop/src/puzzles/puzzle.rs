//! A puzzle, and what is asked for.

use plywood_rules::Player;
use serde::{Deserialize, Serialize};

/// A puzzle, a line of a file of puzzles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Puzzle {
    /// The version of the format, [`Puzzle::VERSION`].
    pub version: u32,
    /// The full name of the game.
    pub game: String,
    /// The position.
    pub position: String,
    /// The player to move, who solves it.
    pub side: Player,
    /// The goal.
    pub goal: PuzzleGoal,
    /// The plies of the win if it is to be played to the end: it is the quickest, and of the moves of the side to move in the solution
    /// each is the only one that wins in time. `None` if finding one move is all.
    pub plies: Option<u32>,
    /// The only move that keeps the value; if there are `plies`, with the best replies and the moves up to the win.
    pub solution: Vec<String>,
    /// The least depth from which on alpha-beta chooses the move, or [`Puzzle::DEEPEST`] + 1 if it does not even
    /// to that depth.
    pub difficulty: u32,
}

/// The goal of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum PuzzleGoal {
    /// To win: all other moves give the win away.
    Win,
    /// To draw: all other moves lose.
    Draw,
}

impl Puzzle {
    /// The version of the format that is written.
    pub const VERSION: u32 = 1;

    /// The greatest depth to which alpha-beta is asked for the move.
    pub const DEEPEST: u32 = 8;

    /// The bot that has to find the move, at this depth.
    pub fn finder(depth: u32) -> String {
        format!("engine:depth={depth},selective=off")
    }
}

/// The puzzles to make.
#[derive(Clone, Debug)]
pub struct PuzzleOptions {
    /// Their number.
    pub count: usize,
    /// The seed: with the same one the puzzles are the same, whatever the number of threads.
    pub seed: u64,
    /// The most positions to visit for the values of the moves of a position.
    pub nodes: u32,
}
