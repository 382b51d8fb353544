//! Programs from outside, where a workshop may start them.

use std::sync::Arc;

use plywood_erased::{AnyRules, BotInfo, TextBot};
use plywood_games::short_name;
use plywood_rules::TextError;

use crate::networks::AnyNetwork;

#[cfg(target_family = "wasm")]
pub(crate) use none::{OutsideBot, Program, Programs};
#[cfg(not(target_family = "wasm"))]
pub(crate) use plywood_outside::{OutsideBot, Program, Programs};

/// The bots that are programs from outside.
#[cfg(not(target_family = "wasm"))]
const BOTS: &[BotInfo] = plywood_outside::BOTS;
#[cfg(target_family = "wasm")]
const BOTS: &[BotInfo] = &[];

/// The programs from outside that may play in a workshop; by default none.
#[derive(Default)]
pub(crate) struct AllowedPrograms {
    /// Starts them; `None` if none may be started.
    pub running: Option<Arc<Programs>>,
    /// True if any program may be named.
    pub any: bool,
    /// Programs with a name.
    pub listed: Vec<ListedProgram>,
}

/// A program from outside under a name that does not tell its command.
#[derive(Clone)]
pub(crate) struct ListedProgram {
    pub info: BotInfo,
    pub program: Arc<Program>,
    /// The full names of the games that it plays; empty for all.
    pub games: Vec<String>,
    /// The network that it plays by, as the person who listed it says, for each of these games.
    pub networks: Vec<Arc<dyn AnyNetwork>>,
}

impl AllowedPrograms {
    /// The bots that are programs.
    pub fn bots(&self) -> impl Iterator<Item = BotInfo> {
        let any: &[BotInfo] = if self.any { BOTS } else { &[] };
        any.iter().copied().chain(self.listed.iter().map(|listed| listed.info))
    }

    /// Reads the name of a bot of `game` as one of a program; `None` if it is none.
    ///
    /// # Errors
    /// If it may not be named here or does not play this game, or the text after the name is wrong.
    pub fn read(
        &self,
        game: &str,
        name: &str,
        given: Option<&str>,
    ) -> Result<Option<(BotInfo, Arc<Program>)>, TextError> {
        let wrong = |text: String| Err(TextError::new(text));
        if let Some(listed) = self.listed.iter().find(|listed| listed.info.name == name) {
            if !listed.games.is_empty() && listed.games.iter().all(|played| played != game) {
                let games: Vec<String> = listed.games.iter().map(|game| short_name(game)).collect();
                return wrong(format!("bot '{name}' plays only {}", games.join(", ")));
            }
            return match given {
                None => Ok(Some((listed.info, Arc::clone(&listed.program)))),
                Some(_) => wrong(format!("bot '{name}' has no options")),
            };
        }
        let Some(&info) = BOTS.iter().find(|info| info.name == name) else { return Ok(None) };
        if !self.any {
            return wrong(format!("bot '{name}' starts a program, and that is not allowed here"));
        }
        Ok(Some((info, Arc::new(program(name, given.unwrap_or_default())?))))
    }

    /// Checks that a program is there and can play a game, and returns a function that makes its bots.
    ///
    /// # Errors
    /// If it is not, or cannot.
    pub fn factory(&self, program: &Arc<Program>, game: &dyn AnyRules) -> Result<MakeBot, TextError> {
        let Some(programs) = self.running.as_ref().map(Arc::clone) else {
            return Err(TextError::new("programs are not allowed here"));
        };
        program.check(game)?;
        let program = Arc::clone(program);
        Ok(Box::new(move || Box::new(OutsideBot::new(&programs, &program))))
    }
}

/// Makes the bots of a program.
type MakeBot = Box<dyn Fn() -> Box<dyn TextBot> + Send + Sync>;

#[cfg(not(target_family = "wasm"))]
fn program(name: &str, given: &str) -> Result<Program, TextError> {
    let protocol = plywood_outside::Protocol::named(name).expect("the names are those of the list");
    Program::read(protocol, given)
}

#[cfg(target_family = "wasm")]
fn program(name: &str, _: &str) -> Result<Program, TextError> {
    Err(TextError::new(format!("a browser starts no programs such as '{name}'")))
}

/// A browser has no programs.
#[cfg(target_family = "wasm")]
mod none {
    use plywood_erased::{AnyRules, Playthrough, TextBot};
    use plywood_rules::{Stop, TextError};
    use rand_core::Rng;

    #[derive(Debug)]
    pub(crate) enum Program {}

    impl Program {
        pub fn check(&self, _: &dyn AnyRules) -> Result<(), TextError> {
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
