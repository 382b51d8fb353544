//! The tables of a brain's file.

use redb::TableDefinition;

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
