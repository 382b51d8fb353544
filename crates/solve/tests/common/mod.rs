//! What several of these tests share.

pub mod graph;
pub mod plain;
