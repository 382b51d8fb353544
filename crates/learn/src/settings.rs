//! What makes one brain learn differently from another.

use serde::{Deserialize, Serialize};

/// How a brain learns: fixed when it is made, because values learnt one way mean nothing the other way.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// How far a value moves toward what it led to: above 0, up to 1.
    pub alpha: f32,
    /// What a value is worth a ply earlier: above 0, up to 1. Below 1 a win that is nearer is worth more.
    pub gamma: f32,
    /// Plies within which forced wins are looked for at every position the machine comes to; 0 for never.
    pub prove: u32,
    /// Whether positions that are the same up to symmetry share one node.
    pub symmetry: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { alpha: 1.0, gamma: 0.99, prove: 1, symmetry: true }
    }
}
