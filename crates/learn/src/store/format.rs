//! The tables of a brain's file, and the header that says what it is of.

use redb::TableDefinition;
use serde::{Deserialize, Serialize};

use crate::settings::LearnSettings;

/// The version of the records; a file with a greater number was written by a later version of this crate.
pub(super) const FORMAT: u32 = 1;

/// The strategy graph.
pub(super) const NODES: TableDefinition<&[u8], &[u8]> = TableDefinition::new("nodes");
/// Everything else, by name.
pub(super) const NOTES: TableDefinition<&str, &[u8]> = TableDefinition::new("notes");
/// The header, written once. Its presence distinguishes a brain from other redb files.
pub(super) const ABOUT: TableDefinition<&str, &[u8]> = TableDefinition::new("plywood-brain");
pub(super) const FORMAT_KEY: &str = "format";
pub(super) const HEADER_KEY: &str = "header";

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
