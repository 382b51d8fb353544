//! The tables of a brain's file.

use redb::TableDefinition;

use crate::settings::LearnSettings;

/// The latest version of the records; a file with a greater number was written by a later version of this crate.
pub(super) const FORMAT: u32 = 2;

/// The version of the records of a brain with these settings. A program that knows only the first would take one with a network
/// for an empty graph, and learn into that.
pub(super) fn format_of(settings: &LearnSettings) -> u32 {
    if settings.kind.has_network() { FORMAT } else { 1 }
}

/// The strategy graph.
pub(super) const NODES: TableDefinition<&[u8], &[u8]> = TableDefinition::new("nodes");
/// Everything else, by name.
pub(super) const NOTES: TableDefinition<&str, &[u8]> = TableDefinition::new("notes");
/// The header, written once. Its presence distinguishes a brain from other redb files.
pub(super) const ABOUT: TableDefinition<&str, &[u8]> = TableDefinition::new("plywood-brain");
pub(super) const FORMAT_KEY: &str = "format";
pub(super) const HEADER_KEY: &str = "header";
