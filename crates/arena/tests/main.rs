//! Matches as those who play them see them.

mod clocks;
mod common;
mod matches;
mod referee;
