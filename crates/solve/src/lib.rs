//! Exact values: what is known of a game, not guessed.
//!
//! [`race`] solves races with dice (Pig) to the last digit; [`table`] finds the value of every position of a game
//! without chance; [`iterate`] finds bounds of the value of every position of any game; [`perfect`] plays by the first two.
//!
//! This crate does no input or output and knows no game.

pub mod iterate;
pub mod perfect;
pub mod proof;
pub mod race;
pub mod retrograde;
pub mod table;
mod values;

/// What solving may use, and who is told how far it is.
pub struct Limits<'a, Progress> {
    /// The bytes that it may hold, as its progress counts them.
    pub memory: u64,
    /// Told every now and then; it goes on as long as this says so.
    pub go_on: &'a mut dyn FnMut(Progress) -> bool,
}
