//! The playing house.
pub mod protocol;
