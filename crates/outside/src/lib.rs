//! Programs from outside as bots.
//!
//! A [`Program`] is a command and the protocol that it speaks, by name: `exec:python3 bot.py`. [`Programs`] starts programs, keeps
//! those without a game for the next one, and ends them. An [`OutsideBot`] is a program on one side of one game, a
//! [`TextBot`](plywood_erased::TextBot). [`check`] plays games with a program and lists its faults.
//!
//! The lines of the protocols are types that are read and written in one place each, for those who ask programs and for programs
//! that are asked: [`exec`], [`ugi`], [`gtp`] and [`gomocup`].
//!
//! Programs are not trusted: each has a process group of its own (on Windows a job) and [`ProcessLimits`]; its output is bounded, its time is kept here, and
//! it is killed with its group. What is not prevented is in the book (`reference/outside-bots.md`). A browser starts none.

mod bot;
mod check;
mod clients;
mod drawing;
pub mod exec;
mod failure;
mod find;
pub mod gomocup;
#[cfg(unix)]
mod group;
#[cfg(windows)]
#[path = "job.rs"]
mod group;
pub mod gtp;
mod limits;
#[cfg(windows)]
#[path = "thread_pipes.rs"]
mod pipes;
#[cfg(unix)]
mod pipes;
#[cfg(not(any(unix, windows)))]
#[path = "no_process.rs"]
mod process;
#[cfg(any(unix, windows))]
mod process;
mod program;
mod programs;
mod protocol;
mod transcript;
pub mod ugi;

pub use bot::OutsideBot;
pub use check::{CheckOptions, CheckReport, ProgramFault, check};
pub use failure::{FailureKind, ProgramFailure};
pub use find::runner_of;
pub use limits::ProcessLimits;
pub use program::Program;
pub use programs::Programs;
pub use protocol::{BOTS, Protocol};
