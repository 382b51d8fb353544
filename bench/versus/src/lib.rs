//! Plywood's searches beside those of the crate `minimax`.

pub mod depths;
pub mod report;
pub mod theirs;
