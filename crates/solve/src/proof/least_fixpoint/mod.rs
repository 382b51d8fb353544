//! The least fixpoint of won positions, found on the fly, and the strategies that follow from it.

mod search;
mod strategy;

pub use self::search::Search;
pub use self::strategy::FixpointStrategy;
