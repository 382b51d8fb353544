//! One game under way: seats, clocks, offers, takebacks, calls, absence and the record.
//!
//! [`LiveGame`] is a state machine. It does no I/O, starts no thread and reads no clock, so that it runs in a server, in a test and
//! in a browser. Its inputs are [`GameCommand`]s together with the time ([`Now`]); its outputs are [`GameEffect`]s, which a driver
//! executes in their order.
//!
//! A change is made in memory, written by the driver ([`GameEffect::Persist`]), and only then shown to anybody. If it cannot be
//! written ([`LiveGame::not_written`]), it is taken back.

mod clock;
mod command;
mod live_game;
mod refusal;
mod snapshot;

pub use clock::{ClockView, GameClock, TimeControl};
pub use command::{BotSearch, ConnectionId, GameCommand, GameEffect, Moment, NewMoves, Now, Request, Role};
pub use live_game::{LiveConditions, LiveGame};
pub use refusal::{RefusalCode, RefusedCommand};
pub use snapshot::{GameSnapshot, NextSeat, NextTable, Offer, Offers, Pace, Seat};
