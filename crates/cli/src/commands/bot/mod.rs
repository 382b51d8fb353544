//! `bot`: bots that are programs of their own.

mod check;
mod new;

use plywood_workshop::Workshop;

use crate::args::BotCommand;
use crate::output::CommandResult;
use crate::progress::Control;

/// Runs the command.
pub fn run(workshop: &Workshop, command: &BotCommand, control: &Control) -> CommandResult {
    match command {
        BotCommand::New(args) => new::run(args),
        BotCommand::Check(args) => check::run(workshop, args, control),
    }
}
