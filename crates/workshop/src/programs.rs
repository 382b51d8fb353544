//! Programs from outside, where a workshop may start them.

use std::sync::Arc;

use plywood_erased::{BotInfo, TextBot};
use plywood_rules::TextError;

#[cfg(target_family = "wasm")]
pub(crate) use none::{OutsideBot, Program, Programs};
#[cfg(not(target_family = "wasm"))]
pub(crate) use plywood_outside::{OutsideBot, Program, Programs};

/// The bots that are programs from outside.
#[cfg(not(target_family = "wasm"))]
const BOTS: &[BotInfo] = plywood_outside::BOTS;
#[cfg(target_family = "wasm")]
const BOTS: &[BotInfo] = &[];

/// The bots that are programs from outside, if they are allowed.
pub(crate) fn listed(allowed: Option<&Arc<Programs>>) -> &'static [BotInfo] {
    if allowed.is_some() { BOTS } else { &[] }
}

/// Reads the name of a bot as one of a program; `None` if it is none.
///
/// # Errors
/// If programs are not allowed here, or the text after the name is wrong.
pub(crate) fn read(
    allowed: Option<&Arc<Programs>>,
    name: &str,
    given: Option<&str>,
) -> Result<Option<(BotInfo, Arc<Program>)>, TextError> {
    let Some(&info) = BOTS.iter().find(|info| info.name == name) else { return Ok(None) };
    if allowed.is_none() {
        return Err(TextError::new(format!("bot '{name}' starts a program, and that is not allowed here")));
    }
    Ok(Some((info, Arc::new(program(name, given.unwrap_or_default())?))))
}

#[cfg(not(target_family = "wasm"))]
fn program(name: &str, given: &str) -> Result<Program, TextError> {
    let protocol = plywood_outside::Protocol::named(name).expect("the names are those of the list");
    Program::read(protocol, given)
}

#[cfg(target_family = "wasm")]
fn program(name: &str, _: &str) -> Result<Program, TextError> {
    Err(TextError::new(format!("a browser starts no programs such as '{name}'")))
}

/// Checks that a program is there and can play a game, and returns a function that makes its bots.
///
/// # Errors
/// If it is not, or cannot.
pub(crate) fn factory(
    allowed: Option<&Arc<Programs>>,
    program: &Arc<Program>,
    game: &str,
) -> Result<Box<dyn Fn() -> Box<dyn TextBot> + Send + Sync>, TextError> {
    let Some(programs) = allowed.map(Arc::clone) else {
        return Err(TextError::new("programs are not allowed here"));
    };
    program.check(game)?;
    let program = Arc::clone(program);
    Ok(Box::new(move || Box::new(OutsideBot::new(&programs, &program))))
}

/// A browser has no programs.
#[cfg(target_family = "wasm")]
mod none {
    use plywood_erased::{Playthrough, TextBot};
    use plywood_rules::{Stop, TextError};
    use rand_core::Rng;

    #[derive(Debug)]
    pub(crate) enum Program {}

    impl Program {
        pub fn check(&self, _: &str) -> Result<(), TextError> {
            match *self {}
        }
    }

    pub(crate) enum Programs {}

    pub(crate) enum OutsideBot {}

    impl OutsideBot {
        pub fn new(programs: &Programs, _: &Program) -> OutsideBot {
            match *programs {}
        }
    }

    impl TextBot for OutsideBot {
        fn choose(&mut self, _: &dyn Playthrough, _: &mut dyn Rng, _: &Stop) -> String {
            match *self {}
        }
    }
}
