//! One game under way: seats, clocks, offers, takebacks, calls, absence and the record.
//!
//! [`LiveGame`] is a state machine. It does no I/O, starts no thread and reads no clock, so that it runs in a server, in a test and
//! in a browser. Its inputs are [`Command`]s together with the time ([`Now`]); its outputs are [`Effect`]s, which a driver
//! executes in their order.
//!
//! A change is made in memory, written by the driver ([`Effect::Persist`]), and only then shown to anybody. If it cannot be
//! written ([`LiveGame::not_written`]), it is taken back.

mod clock;
mod command;
mod live_game;
mod refusal;
mod snapshot;

pub use clock::{Clock, ClockView, ClockWish};
pub use command::{Command, ConnectionId, Effect, Moment, NewMoves, Now, Request, Role, Search};
pub use live_game::{LiveGame, Setup};
pub use refusal::{Code, Refusal};
pub use snapshot::{GameSnapshot, NextSeat, NextTable, Offer, Offers, Pace, Seat};
