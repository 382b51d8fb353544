//! Tournaments of more than two players: who meets whom, and the standings.
//!
//! A [`Schedule`] is a pure function of the results so far. A tournament that was interrupted goes on with the
//! same pairings, because nothing is remembered but the results. It plays no games: that is up to the caller.

mod finished;
mod fixed;
mod knockout;
mod matching;
mod pairing;
mod schedule;
mod standings;
mod swiss;
#[cfg(test)]
mod tests;

pub use finished::{FinishedGame, complete_rounds};
pub use knockout::{Bracket, FURTHER_PAIRS, KnockoutTie};
pub use pairing::{Pairing, PairingResult};
pub use schedule::{MOST_PLAYERS, Round, Schedule, ScheduledGame, TournamentFormat};
pub use standings::{HeadToHead, PlayerFailure, PlayerStanding, SideScore, TournamentReport};
pub use swiss::SwissScore;
