//! Programs from outside as bots.
//!
//! A [`Program`] is a command and the protocol that it speaks, by name: `exec:python3 bot.py`. [`Programs`] starts programs, keeps
//! those without a game for the next one, and ends them. An [`OutsideBot`] is a program on one side of one game, a
//! [`TextBot`](plywood_erased::TextBot). [`check`] plays games with a program and lists its faults.
//!
//! Programs are not trusted: each has a process group of its own and [`Limits`]; its output is bounded, its time is kept here, and
//! it is killed with its group. What is not prevented is in the book (`reference/outside-bots.md`). They need Unix.

mod board;
mod bot;
mod check;
mod drawing;
mod failure;
mod find;
#[cfg(unix)]
mod group;
mod limits;
#[cfg(not(unix))]
#[path = "no_process.rs"]
mod process;
#[cfg(unix)]
mod process;
mod program;
mod programs;
mod protocol;
mod protocols;
mod transcript;
mod words;

pub use bot::OutsideBot;
pub use check::{CheckOptions, CheckReport, Problem, check};
pub use failure::{Failure, FailureKind};
pub use limits::Limits;
pub use program::Program;
pub use programs::Programs;
pub use protocol::{BOTS, Protocol};
pub use protocols::replies;
