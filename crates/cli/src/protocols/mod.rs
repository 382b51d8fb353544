//! Plywood as an engine of other programs: line protocols over standard input and output, and one of tools.
//!
//! Each line protocol reads a line, does it and answers; [`BotGame`] is the game and its bot. All lines are flushed at once, the end of
//! the input ends the program, and nothing that comes in makes it panic: what is wrong is answered as the protocol says, and the
//! position before stays.

mod bot_game;
pub mod exec;
pub mod gomocup;
pub mod gtp;
mod limits;
pub mod mcp;
pub mod ugi;

use std::time::Duration;

use crate::output::{Failure, print};

/// The time that a search may go on after the end of the input, so that the answers to lines from a pipe are whole.
const GRACE: Duration = Duration::from_secs(10);

/// The state of a protocol after a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AfterLine {
    Line,
    End,
}

/// Writes a line, at once.
fn say(line: &str) -> Result<(), Failure> {
    print(&format!("{line}\n"))
}
