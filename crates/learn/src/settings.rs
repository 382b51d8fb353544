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

impl Settings {
    /// The longest forced wins that may be looked for, in plies: each ply takes as many times longer as there are moves.
    pub const DEEPEST: u32 = 7;

    /// Says which of them will not do, if one will not.
    ///
    /// # Errors
    /// If a number is out of its range.
    pub fn check(&self) -> Result<(), String> {
        for (name, value) in [("alpha", self.alpha), ("gamma", self.gamma)] {
            if !(value > 0.0 && value <= 1.0) {
                return Err(format!("{name} cannot be {value}; it has to be above 0 and at most 1"));
            }
        }
        if self.prove > Settings::DEEPEST {
            return Err(format!("prove cannot be {}; it has to be 0 to {}", self.prove, Settings::DEEPEST));
        }
        Ok(())
    }
}

impl std::fmt::Display for Settings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let symmetry = if self.symmetry { "on" } else { "off" };
        write!(f, "alpha={}, gamma={}, prove={}, symmetry={symmetry}", self.alpha, self.gamma, self.prove)
    }
}
