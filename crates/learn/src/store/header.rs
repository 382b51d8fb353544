//! The header of a brain, which says what it is of.

use serde::{Deserialize, Serialize};

use crate::settings::LearnSettings;

/// The game a brain is of, and how it learns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The full name of the game.
    pub game: String,
    /// A fingerprint of its rules, notation and symmetries.
    pub rules: u64,
    /// The settings it learns with.
    pub settings: LearnSettings,
}

/// The purpose a brain is opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Looking things up, beside other processes that do the same.
    Read,
    /// Learning, which locks out every other process.
    Write,
}

/// The latest version of the records, and of brains as text; a greater number was written by a later version of this crate.
pub(crate) const FORMAT: u32 = 4;

/// The version of a brain with these settings. A program that knows only the first would take one with a network
/// for an empty graph, and learn into that; the second had networks without a table of openings, and the third one with a weight for
/// each image of a position.
pub(crate) fn format_of(settings: &LearnSettings) -> u32 {
    if settings.kind.has_network() { FORMAT } else { 1 }
}
