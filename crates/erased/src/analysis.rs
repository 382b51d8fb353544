//! Results of bots and evaluations in text.

use std::sync::Arc;

use plywood_rules::{Player, Value};
use serde::{Deserialize, Serialize};

/// The result of a bot's search of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Analysis {
    /// The move it would make.
    pub best: String,
    /// True if it is any legal move, each as likely as the others: nothing was searched for it.
    pub random: bool,
    /// The value of the position for the side to move.
    pub value: Option<Value>,
    /// True if the plies of wins and losses are exact; else there may be quicker ones.
    pub exact_plies: bool,
    /// The worth of a win in the unit of the values.
    pub win_worth: f64,
    /// The lead, in that unit, with which the side ahead wins three games of four; `None` if the values are means of
    /// outcomes.
    pub winning_lead: Option<f64>,
    /// The principal variation, beginning with `best`.
    pub pv: Vec<String>,
    /// All legal moves in their order, with values where they were established.
    pub moves: Vec<MoveValue>,
    /// Plies searched completely.
    pub depth: Option<u32>,
    /// Positions visited, the root included.
    pub nodes: u64,
    /// Time taken, in seconds.
    pub seconds: f64,
}

impl Analysis {
    /// Positions a second; `None` if it visited none or took no time.
    pub fn nodes_per_second(&self) -> Option<f64> {
        rate(self.nodes, self.seconds)
    }

    /// Returns true if the value of the position and that of every move are known, and the plies of wins and losses are
    /// exact.
    pub fn is_exact(&self) -> bool {
        let known = |value| matches!(value, Some(Value::Proved(_) | Value::Exact(_)));
        self.exact_plies && known(self.value) && self.moves.iter().all(|mv| known(mv.value))
    }
}

/// Nodes a second, where there is something to divide by.
fn rate(nodes: u64, seconds: f64) -> Option<f64> {
    (nodes > 0 && seconds > 0.0).then(|| nodes as f64 / seconds)
}

/// The state of a search that is still running.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchInfo {
    /// Plies searched completely, if it searches to a depth.
    pub depth: Option<u32>,
    /// The value of the position for the side to move, if one is known yet.
    pub value: Option<Value>,
    /// True if the plies of a win or a loss are exact; else there may be a quicker one.
    pub exact_plies: bool,
    /// The worth of a win in the unit of the value.
    pub win_worth: f64,
    /// As [`Analysis::winning_lead`].
    pub winning_lead: Option<f64>,
    /// Positions visited so far.
    pub nodes: u64,
    /// Time taken so far, in seconds.
    pub seconds: f64,
    /// The share of its table that is in use, from 0 to 1, if it has one.
    pub table_use: Option<f64>,
    /// The principal variation, beginning with the best move so far.
    pub pv: Vec<String>,
}

impl SearchInfo {
    /// Positions a second; `None` if it visited none or took no time.
    pub fn nodes_per_second(&self) -> Option<f64> {
        rate(self.nodes, self.seconds)
    }
}

/// Receives the state of a search while it runs, on the thread of the search.
pub type SearchListener = Arc<dyn Fn(&SearchInfo) + Send + Sync>;

/// A legal move and its value for the player who makes it, if it is known.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveValue {
    /// The move.
    pub mv: String,
    /// Its value.
    pub value: Option<Value>,
}

/// Static evaluations of a position and its children, all from one player's point of view.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluated {
    /// The name of the evaluation.
    pub evaluation: &'static str,
    /// Whose point of view: the side to move (once the game is over, the one whose turn it would be), or the first player at chance nodes.
    pub view: Player,
    /// The position itself, in points.
    pub value: f64,
    /// Each move with the points of the position it leads to.
    pub children: Vec<(String, f64)>,
}
