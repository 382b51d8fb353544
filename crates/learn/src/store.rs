//! A brain on disk: one file, an embedded transactional store.

use serde::{Deserialize, Serialize};

use crate::Settings;

/// What a brain is of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The full name of the game.
    pub game: String,
    /// A fingerprint of its rules, notation and symmetries.
    pub rules: u64,
    /// How it learns.
    pub settings: Settings,
}
