//! The knowledge of a learner in text: of a move, and what a finished game added.

use plywood_rules::student::Revalued;
use plywood_rules::{Player, Proved};
use serde::Serialize;

/// The knowledge of a brain about one move.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownMove {
    /// The move.
    pub mv: String,
    /// The knowledge about it, if there is any.
    pub known: Option<Known>,
    /// The estimate of its network, if it has one.
    pub estimate: Option<Estimate>,
}

/// The estimate of a network about a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// The value for the side to move, from -1 to 1.
    pub value: f64,
    /// The expected line, beginning with the move.
    pub line: Vec<String>,
}

/// The knowledge of a brain about a move that it knows.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    /// Its value for the side to move, from -1 to 1.
    pub q: f64,
    /// The number of times it was played.
    pub visits: u64,
    /// Its proof.
    pub proved: Option<Proved>,
    /// The number of times the learner itself played it against another player.
    pub tries: u64,
    /// The mean result of these games, from -1 to 1.
    pub result: f64,
    /// The expected line, beginning with the move.
    pub line: Vec<String>,
}

/// The knowledge that a learner gained from a finished game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Learnt {
    /// Games its brain has learnt by now, this one included.
    pub games: u64,
    /// Positions that were new to it.
    pub new_positions: u64,
    /// Moves that were new to it.
    pub new_moves: u64,
    /// Known moves whose value changed.
    pub changed_moves: u64,
    /// Positions in which it will play something else now, in the order of the game.
    pub changes: Vec<NewChoice>,
    /// The moves of the game in positions that came up for the first time, in their order.
    pub values: Vec<Revalued>,
}

/// A position in which a learner will play something else from now on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NewChoice {
    /// Moves of the game before it.
    pub ply: usize,
    /// The side to move there.
    #[serde(rename = "turn")]
    pub player: Player,
    /// The position.
    pub position: String,
    /// The move it would have played; `None` for anything new.
    pub before: Option<String>,
    /// The move it will play; `None` for anything new.
    pub now: Option<String>,
}
