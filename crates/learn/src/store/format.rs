//! The tables of a brain's file.

use redb::TableDefinition;

/// The strategy graph.
pub(super) const NODES: TableDefinition<&[u8], &[u8]> = TableDefinition::new("nodes");
/// Everything else, by name.
pub(super) const NOTES: TableDefinition<&str, &[u8]> = TableDefinition::new("notes");
/// The header, written once. Its presence distinguishes a brain from other redb files.
pub(super) const ABOUT: TableDefinition<&str, &[u8]> = TableDefinition::new("plywood-brain");
pub(super) const FORMAT_KEY: &str = "format";
pub(super) const HEADER_KEY: &str = "header";
