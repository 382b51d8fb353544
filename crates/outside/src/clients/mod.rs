//! The clients: the protocols of other programs, from the side of those who ask them.

mod client;
mod exec;
mod gomocup;
mod gtp;
mod ugi;

pub(crate) use client::{MoveQuestion, ProgramGame, ProtocolClient, soon};

use crate::program::Program;
use crate::protocol::Protocol;

/// The client of a program.
pub(crate) fn client(program: &Program) -> Box<dyn ProtocolClient> {
    let settings = program.settings().clone();
    match program.protocol() {
        Protocol::Exec => Box::new(exec::Exec::default()),
        Protocol::Ugi => Box::new(ugi::Ugi::new(settings)),
        Protocol::Gtp => Box::new(gtp::Gtp::new(settings)),
        Protocol::Gomocup => Box::new(gomocup::Gomocup::new(settings)),
    }
}
