//! The tables of a brain's file.

use redb::TableDefinition;

use crate::settings::LearnSettings;

/// The latest version of the records, and of brains as text; a greater number was written by a later version of this crate.
pub(crate) const FORMAT: u32 = 2;

/// The version of a brain with these settings. A program that knows only the first would take one with a network
/// for an empty graph, and learn into that.
pub(crate) fn format_of(settings: &LearnSettings) -> u32 {
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
