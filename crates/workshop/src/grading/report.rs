//! The grades of players, as reports show them.

use serde::Serialize;

use super::positions::PhaseCut;
use crate::grade_figures::GradeFigures;

/// The grades of all players.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GradeReport {
    /// The full name of the game.
    pub game: String,
    /// The number of positions that are done.
    pub positions: usize,
    /// Those among them whose values were not found.
    pub unknown: usize,
    /// Those among the known ones in which at least one legal move throws value away.
    pub decisions: usize,
    /// The plies with which the phases begin; `None` where no position has a known ply.
    pub phases: Option<PhaseCut>,
    /// The grades, in the order of the players.
    pub players: Vec<PlayerGrade>,
    /// True if it was not stopped before all positions were done and all lines were looked for.
    pub complete: bool,
}

/// The grade of a player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerGrade {
    /// The name.
    pub name: String,
    /// The figures of all moves.
    pub all: GradeFigures,
    /// The same by phase, as far as plies are known; `None` where no position has one.
    pub phases: Option<PhaseFigures>,
    /// The same by kind of position; `None` with dice, where positions are neither won nor lost before the end.
    pub kinds: Option<KindFigures>,
    /// The costliest moves, the worst first.
    pub worst: Vec<WorstMove>,
    /// The reasons of the first answers that were no legal move.
    pub failures: Vec<String>,
}

/// The figures of each phase of the game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PhaseFigures {
    /// The first third of a random game.
    pub opening: GradeFigures,
    /// The second third.
    pub middle: GradeFigures,
    /// Everything later.
    pub end: GradeFigures,
}

impl PhaseFigures {
    /// The phases by name, in their order.
    pub fn named(&self) -> [(&'static str, &GradeFigures); 3] {
        [("opening", &self.opening), ("middle", &self.middle), ("end", &self.end)]
    }
}

/// The figures of each kind of position, by its exact value for the player to move; in games of points by who has more at the end.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KindFigures {
    /// Positions that are won.
    pub won: GradeFigures,
    /// Positions that are drawn.
    pub drawn: GradeFigures,
    /// Positions that are lost.
    pub lost: GradeFigures,
}

impl KindFigures {
    /// The kinds by name, with the word "position", in their order.
    pub fn named(&self) -> [(&'static str, &GradeFigures); 3] {
        [("won position", &self.won), ("drawn position", &self.drawn), ("lost position", &self.lost)]
    }
}

/// A move that threw value away.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WorstMove {
    /// The position.
    pub position: String,
    /// The plies played before it, if they are known.
    pub ply: Option<u32>,
    /// The move; `None` for an answer that was none.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The value of the move for the player, in words; `None` for an answer that was none.
    pub value: Option<String>,
    /// The best moves.
    pub best: Vec<String>,
    /// Their value for the player, in words.
    pub best_value: String,
    /// The moves of best play after the move, a few plies at most: the quickest win or the slowest loss, as far as it is known. Empty if
    /// the values are not found, and where dice decide.
    pub line: Vec<String>,
    /// The loss in chance of winning.
    pub lost: f64,
    /// The loss in points, in games that end in points.
    pub lost_points: Option<f64>,
}
