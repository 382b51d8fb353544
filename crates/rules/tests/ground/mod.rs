//! The ground floor itself: laws that catch broken games, counts that agree with naive ones, random choices
//! that never change.

mod counting;
mod heaps;
mod laws;
mod pictures;
mod random;
mod ranks;
mod text;
mod values;
