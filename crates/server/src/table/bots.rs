//! The bots of a table, behind a lock, so that the table answers while they search.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

use plywood_erased::{Analysis, Ending, Learnt, SearchListener};
use plywood_rules::Stop;
use plywood_workshop::{AnyGame, BotError, Clock, SeatedBots};

/// The bots of a table. They are made on the thread that needs them first.
pub struct Bots {
    game: Arc<dyn AnyGame>,
    position: Option<String>,
    seed: u64,
    /// The names that make the bots; `None` for a person.
    names: [Option<String>; 2],
    seated: Mutex<Option<Box<dyn SeatedBots>>>,
}

impl Bots {
    /// Bots for a game that begins at `position`.
    pub fn new(
        game: Arc<dyn AnyGame>,
        position: Option<String>,
        seed: u64,
        names: [Option<String>; 2],
    ) -> Arc<Bots> {
        Arc::new(Bots { game, position, seed, names, seated: Mutex::default() })
    }

    fn make(&self) -> Result<Box<dyn SeatedBots>, BotError> {
        self.game.seat_bots(self.names.each_ref().map(Option::as_deref), self.position.as_deref(), self.seed)
    }

    /// Does something with the bots; errors and panics of bots become text.
    fn with<T>(&self, act: impl FnOnce(&mut dyn SeatedBots) -> Result<T, BotError>) -> Result<T, String> {
        let mut seated = self.seated.lock().unwrap_or_else(PoisonError::into_inner);
        let result = catch_unwind(AssertUnwindSafe(|| {
            if seated.is_none() {
                *seated = Some(self.make()?);
            }
            act(&mut **seated.as_mut().expect("they were made"))
        }));
        match result {
            Ok(result) => result.map_err(|error| error.to_string()),
            Err(_) => {
                // The state after a panic is not to be trusted.
                *seated = None;
                Err("the bot failed".to_string())
            }
        }
    }

    /// Searches with the bot to move after `moves`; `listener` receives its reports.
    pub fn search(
        &self,
        moves: &[String],
        clock: Option<Clock>,
        listener: SearchListener,
        stop: &Stop,
    ) -> Result<Analysis, String> {
        self.with(|seated| seated.search(moves, clock, listener, stop))
    }

    /// Lets the learners learn the finished game.
    pub fn teach(&self, moves: &[String], ending: Ending) -> Result<Vec<Learnt>, String> {
        self.with(|seated| seated.teach(moves, ending))
    }
}
