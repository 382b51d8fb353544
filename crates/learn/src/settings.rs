//! The settings of learning.

use serde::{Deserialize, Serialize};

/// The settings of learning. They are fixed when a brain is made: values learnt one way mean nothing the other way.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct LearnSettings {
    /// The learning rate, by which a value moves toward its successor's: above 0, up to 1.
    pub alpha: f32,
    /// The discount of a value for each ply: above 0, up to 1. Below 1 a nearer win has a greater value.
    pub gamma: f32,
    /// Plies within which a forced win is searched for at every position; 0 for never.
    pub prove: u32,
    /// True if positions that are the same up to symmetry share one node.
    pub symmetry: bool,
}

impl Default for LearnSettings {
    fn default() -> LearnSettings {
        LearnSettings { alpha: 1.0, gamma: 0.99, prove: 1, symmetry: true }
    }
}

/// The settings that someone asks for. Those not asked for are the brain's own; a new brain has the default.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WantedSettings {
    /// See [`LearnSettings::alpha`].
    pub alpha: Option<f32>,
    /// See [`LearnSettings::gamma`].
    pub gamma: Option<f32>,
    /// See [`LearnSettings::prove`].
    pub prove: Option<u32>,
    /// See [`LearnSettings::symmetry`].
    pub symmetry: Option<bool>,
}

impl WantedSettings {
    /// These settings, and all others from `rest`.
    pub fn or(self, rest: LearnSettings) -> LearnSettings {
        LearnSettings {
            alpha: self.alpha.unwrap_or(rest.alpha),
            gamma: self.gamma.unwrap_or(rest.gamma),
            prove: self.prove.unwrap_or(rest.prove),
            symmetry: self.symmetry.unwrap_or(rest.symmetry),
        }
    }
}

impl LearnSettings {
    /// The greatest `prove`, in plies: each ply multiplies the time by the number of moves.
    pub const DEEPEST: u32 = 7;

    /// Checks the numbers and names the one that is out of its range.
    ///
    /// # Errors
    /// If a number is out of its range.
    pub fn check(&self) -> Result<(), String> {
        for (name, value) in [("alpha", self.alpha), ("gamma", self.gamma)] {
            if !(value > 0.0 && value <= 1.0) {
                return Err(format!("{name} cannot be {value}; it has to be above 0 and at most 1"));
            }
        }
        if self.prove > LearnSettings::DEEPEST {
            return Err(format!(
                "prove cannot be {}; it has to be 0 to {}",
                self.prove,
                LearnSettings::DEEPEST
            ));
        }
        Ok(())
    }
}

impl std::fmt::Display for LearnSettings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let symmetry = if self.symmetry { "on" } else { "off" };
        write!(f, "alpha={}, gamma={}, prove={}, symmetry={symmetry}", self.alpha, self.gamma, self.prove)
    }
}
