//! What bots and evaluations say of a game being played, in text.

use std::sync::Arc;

use plywood_rules::{Player, Value};

/// What a bot says about a position, in text.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// The move it would make.
    pub best: String,
    /// What the position is worth for the player to move.
    pub value: Option<Value>,
    /// Whether wins and losses take just as many plies as they say; else there may be quicker ones.
    pub exact_plies: bool,
    /// What a win counts in the unit of the values.
    pub win_worth: f64,
    /// The line it expects, beginning with `best`.
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

    /// Whether nothing in it is guessed or left open: the value of the position and that of every move are known, and the
    /// plies of wins and losses are those that both can insist on.
    pub fn is_exact(&self) -> bool {
        let known = |value| matches!(value, Some(Value::Proved(_) | Value::Exact(_)));
        self.exact_plies && known(self.value) && self.moves.iter().all(|mv| known(mv.value))
    }
}

/// Nodes a second, where there is something to divide by.
fn rate(nodes: u64, seconds: f64) -> Option<f64> {
    (nodes > 0 && seconds > 0.0).then(|| nodes as f64 / seconds)
}

/// What a bot knows while it goes on thinking, in text.
#[derive(Clone, Debug, PartialEq)]
pub struct LiveThought {
    /// Plies searched completely, if it searches to a depth.
    pub depth: Option<u32>,
    /// What the position is worth for the player to move, as far as is known.
    pub value: Option<Value>,
    /// Whether a win or a loss takes just as many plies as it says; else there may be a quicker one.
    pub exact_plies: bool,
    /// What a win counts in the unit of the value.
    pub win_worth: f64,
    /// Positions visited so far.
    pub nodes: u64,
    /// Time taken so far, in seconds.
    pub seconds: f64,
    /// The share of its table that is in use, from 0 to 1, if it has one.
    pub table_use: Option<f64>,
    /// The line it expects, beginning with the best move so far.
    pub pv: Vec<String>,
}

impl LiveThought {
    /// Positions a second; `None` if it visited none or took no time.
    pub fn nodes_per_second(&self) -> Option<f64> {
        rate(self.nodes, self.seconds)
    }
}

/// Is told of thoughts while a bot thinks, on the thread on which it does.
pub type LiveListener = Arc<dyn Fn(&LiveThought) + Send + Sync>;

/// A legal move and its value for the player who makes it, if it is known.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveValue {
    /// The move.
    pub mv: String,
    /// Its value.
    pub value: Option<Value>,
}

/// Static evaluations of a position and its children, all from one player's view.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluated {
    /// The name of the evaluation.
    pub evaluation: &'static str,
    /// Whose view: the player to move, or the first where nobody is.
    pub view: Player,
    /// The position itself, in points.
    pub value: f64,
    /// Each move with the points of the position it leads to.
    pub children: Vec<(String, f64)>,
}

/// What a learner learnt from a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Learnt {
    /// Games its brain has learnt by now, this one included.
    pub games: u64,
    /// Positions that were new to it.
    pub new_positions: u64,
    /// Moves that were new to it.
    pub new_moves: u64,
    /// Moves it knew that are now worth something else to it.
    pub changed_moves: u64,
    /// Where it will play something else now, in the order of the game.
    pub changes: Vec<NewChoice>,
}

/// A position in which a learner will play something else from now on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewChoice {
    /// Moves of the game before it.
    pub ply: usize,
    /// Who has to decide there.
    pub player: Player,
    /// The position.
    pub position: String,
    /// What it would have played; `None` for anything new.
    pub before: Option<String>,
    /// What it will play; `None` for anything new.
    pub now: Option<String>,
}
