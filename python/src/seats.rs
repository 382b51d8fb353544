//! Bots and brains that stay open between calls.

use std::path::Path;
use std::sync::{Arc, Mutex};

use plywood_rules::Stop;
use plywood_rules::Turn;
use plywood_rules::threads::lock;
use plywood_workshop::{Access, AnyBrain, AnyGame, BrainError, SeatedBots, Trouble};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::positions::unknown;
use crate::running::{asked, run};
use crate::state::State;

/// A bot that keeps what it knows, and its program if it is one, from move to move. It plays for both sides, each on its own.
#[pyclass(frozen, module = "plywood._plywood")]
pub struct KeptBot {
    game: Arc<dyn AnyGame>,
    bot: String,
    seed: u64,
    /// For each player the bot, and the position that its game began with; `None` once it is closed.
    sides: Mutex<Option<[Option<SeatedSide>; 2]>>,
}

struct SeatedSide {
    start: Option<String>,
    bots: Box<dyn SeatedBots>,
}

impl KeptBot {
    pub fn new(game: Arc<dyn AnyGame>, bot: &str, seed: u64) -> PyResult<KeptBot> {
        asked(|| game.check_bot(bot).map_err(unknown))?;
        Ok(KeptBot { game, bot: bot.to_string(), seed, sides: Mutex::new(Some([None, None])) })
    }

    fn begin(&self, player: usize, start: Option<&str>) -> Result<SeatedSide, Trouble> {
        let mut names = [None, None];
        names[player] = Some(&*self.bot);
        let bots = self.game.seat_bots(names, start, self.seed)?;
        Ok(SeatedSide { start: start.map(str::to_string), bots })
    }
}

#[pymethods]
impl KeptBot {
    /// The move of the bot in a position, in the game that led there.
    fn choose(&self, py: Python<'_>, state: &State) -> PyResult<String> {
        let play = state.position().playthrough();
        let stop = Stop::on(Arc::default());
        let found = run(py, stop.clone(), None, || {
            let player = match (play.ending(), play.turn()) {
                (None, Turn::Decision(player)) => player.index(),
                _ => return Err(Trouble::failed("no player decides here")),
            };
            let mut held = lock(&self.sides);
            let sides = held.as_mut().ok_or_else(|| Trouble::failed("the bot was closed"))?;
            let start = play.start();
            let mut side = match sides[player].take().filter(|side| side.start == start) {
                Some(side) => side,
                None => self.begin(player, start.as_deref())?,
            };
            // It forgets a game that is not this one. A bot that failed is begun anew for the next move.
            side.bots.follow(0, play.played())?;
            side.bots.prepare(None, &stop);
            let analysis = side.bots.search(None, Arc::new(|_| ()), &stop)?;
            sides[player] = Some(side);
            Ok(analysis.best)
        });
        found?.map_err(unknown)
    }

    /// Ends the bot, and its program if it is one.
    fn close(&self, py: Python<'_>) {
        py.detach(|| drop(lock(&self.sides).take()));
    }
}

/// A brain that is open.
#[pyclass(frozen, module = "plywood._plywood")]
pub struct HeldBrain(Mutex<Option<Box<dyn AnyBrain>>>);

impl HeldBrain {
    pub fn open(py: Python<'_>, game: &dyn AnyGame, path: &Path) -> PyResult<HeldBrain> {
        let stop = Stop::on(Arc::default());
        let opened: Result<_, BrainError> = run(py, stop, None, || game.open_brain(path, Access::Read))?;
        let brain = opened.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        Ok(HeldBrain(Mutex::new(Some(brain))))
    }
}

#[pymethods]
impl HeldBrain {
    /// Closes the file, unless others use it.
    fn close(&self, py: Python<'_>) {
        py.detach(|| drop(lock(&self.0).take()));
    }
}
