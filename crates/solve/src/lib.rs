//! Exact values of positions, as opposed to estimates.
//!
//! [`race`] solves races with dice (Pig) to the last digit; [`columns`] solves positions of connect four on any board; [`table`] finds the value of every position of a
//! game without chance; [`iterate`] finds bounds of the value of every position of any game; [`perfect`] plays
//! by the first two.
//!
//! [`cluster`] finds the values of [`table`] by several workers, over the network too. Nothing else here does input or output, and there is no game.

pub mod cluster;
pub mod columns;
pub mod iterate;
pub mod perfect;
pub mod proof;
pub mod race;
pub mod retrograde;
pub mod table;
mod values;
