//! The grades as all reports need them.

use plywood_workshop::GradeReport;
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
