//! The grades as all reports need them.

use plywood_workshop::{GradeFigures, GradeReport, KindFigures, PhaseFigures, PlayerGrade};
use serde::Serialize;

/// The answer.
#[derive(Debug, Serialize)]
pub struct Grades {
    /// The version of this shape.
    pub format: u32,
    #[serde(flatten)]
    pub report: GradeReport,
    /// The game as people call it, or as it was typed.
    #[serde(skip)]
    pub title: String,
    /// The source of the positions, in words.
    pub source: String,
    /// The source of the exact values, in words.
    pub truth: String,
    /// The positions that could be visited for the value of a move.
    pub nodes: u64,
    /// The random seed.
    pub seed: u64,
    /// The time taken.
    pub seconds: f64,
}

impl Grades {
    /// The figures of a player by phase and by kind of position, as far as plies are known and some move can be wrong there.
    pub fn parts<'a>(&self, player: &'a PlayerGrade) -> Vec<(&'static str, &'a GradeFigures)> {
        let has_decisions = |kind: &str| {
            let kinds = self.report.players.iter().filter_map(|player| player.kinds.as_ref());
            kinds.flat_map(KindFigures::named).any(|(name, of)| name == kind && of.decisions.of > 0)
        };
        let kinds = player.kinds.iter().flat_map(KindFigures::named);
        let kinds = kinds.filter(|(kind, _)| has_decisions(kind));
        player.phases.iter().flat_map(PhaseFigures::named).chain(kinds).collect()
    }

    /// The names of these parts.
    pub fn part_names(&self) -> Vec<&'static str> {
        let parts = self.report.players.first().map(|player| self.parts(player));
        parts.into_iter().flatten().map(|(part, _)| part).collect()
    }
}
