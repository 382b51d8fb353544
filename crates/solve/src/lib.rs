//! Exact values of positions, as opposed to estimates.
//!
//! [`table`] finds the value of every position of a game without chance; [`iterate`] finds bounds of the value of every position of
//! any game; [`proof`] settles who wins. [`perfect`] plays by tables, and by a game's own solver, as [`ExactPlayer`] does.
//!
//! [`cluster`] finds the values of [`table`] by several workers, over the network too. Nothing else here does input or output, and there is no game.

pub mod cluster;
mod exact_player;
pub mod iterate;
pub mod perfect;
pub mod proof;
pub mod retrograde;
pub mod table;
mod values;

pub use exact_player::ExactPlayer;
