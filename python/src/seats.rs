//! Bots and brains that stay open between calls.

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread::available_parallelism;

use numpy::{PyArray1, PyArrayMethods, ToPyArray};
use plywood_rules::threads::lock;
use plywood_rules::{Run, Stop, Turn};
use plywood_workshop::{Access, AnyBrain, AnyGame, BatchBot, BrainError, SeatedBots, Trouble};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::arrays::Batch;
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

/// A bot that plays in the games of a batch, on all cores.
#[pyclass(frozen, module = "plywood._plywood")]
pub struct BotOfBatch(Mutex<Box<dyn BatchBot>>);

impl BotOfBatch {
    pub fn new(game: &dyn AnyGame, bot: &str) -> PyResult<BotOfBatch> {
        let bot = asked(|| game.batch_bot(bot).map_err(unknown))?;
        Ok(BotOfBatch(Mutex::new(bot)))
    }
}

#[pymethods]
impl BotOfBatch {
    /// The actions that the bot chooses in these games of a batch. Random choices follow from `seed`.
    fn choose<'py>(
        &self,
        py: Python<'py>,
        batch: &Batch,
        games: &Bound<'py, PyArray1<i64>>,
        seed: u64,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let games = batch.chosen(games.try_readonly()?.as_slice()?)?;
        let stop = Stop::on(Arc::default());
        let threads = available_parallelism().map_or(1, |cores| cores.get());
        let on = Run { threads, ..Run::until(&stop) };
        let chosen = run(py, stop, None, || lock(&self.0).choose(&games, seed, &on))?.map_err(unknown)?;
        let actions: Vec<i64> = chosen.into_iter().map(|action| action as i64).collect();
        Ok(actions.to_pyarray(py))
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
