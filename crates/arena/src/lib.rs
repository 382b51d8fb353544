//! Matches between bots: fair, repeatable, and honest about what they prove.
//!
//! A [`Match`] plays games on several threads, swaps sides every game, and gives both games of a pair the same opening and the
//! same dice. [`stats`] has Elo with its margin, intervals, and a
//! sequential test, which can also end a match. [`Spsa`] tunes numbers by games.
//!
//! A bot that panics or answers with an illegal move ends the match with an error that names it: a defect
//! must never pass for a loss or a draw.
//!
//! This crate knows the rules of games in general and bots in general, no game and no search, and it prints
//! nothing.

mod game;
mod matches;
mod openings;
mod part;
mod played;
mod spent;
mod spsa;
pub mod stats;
mod table;
pub mod tournament;
mod typed;

pub use game::{Adjudication, GRACE, GameRecord, MAX_PLIES};
pub use matches::{Match, MatchFailure};
pub use openings::Openings;
pub use part::WorkPart;
pub use played::Played;
pub use spent::Spent;
pub use spsa::{Probe, Spsa};
pub use stats::{Elo, Pentanomial, Sprt, SprtVerdict, Standing, Tally};
pub use table::BotFault;
pub use typed::{Contestant, Judge};
