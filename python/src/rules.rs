//! A game, and everything that the command line does with it.

use std::sync::{Arc, Mutex};

use plywood_cli::answer;
use plywood_rules::Stop;
use plywood_rules::threads::lock;
use plywood_workshop::{AnyGame, Limits, Programs, Workshop};
use pyo3::exceptions::{PyFileNotFoundError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrays::{Batch, check_size};
use crate::bots::Function;
use crate::own_game::{OwnGame, interned};
use crate::running::{Latest, Raised, failed, run, wrong};
use crate::state::State;

/// A game, opened.
#[pyclass(frozen, module = "plywood._plywood")]
pub struct Rules {
    workshop: Arc<Workshop>,
    game: Arc<dyn AnyGame>,
    /// The name that opens it in its workshop.
    name: String,
    /// The number of actions; 0 if moves have no numbers.
    #[pyo3(get)]
    actions: usize,
    /// The planes, rows and columns of an observation.
    #[pyo3(get)]
    observation_shape: (usize, usize, usize),
    /// The rules that are written in Python.
    own: Option<(&'static str, Py<PyAny>)>,
    raised: Raised,
}

/// The games of the list, and programs from outside: a person at this computer names them.
fn standard() -> Workshop {
    Workshop::standard().with_programs(Programs::new(Limits::default()))
}

/// The workshop of a game whose rules are written in Python.
fn own_workshop(name: &'static str, rules: &Py<PyAny>, raised: &Raised) -> PyResult<Workshop> {
    let workshop = standard();
    if workshop.names().any(|taken| taken == name) {
        return Err(PyValueError::new_err(format!("there is a game '{name}' already; choose another name")));
    }
    let game = OwnGame::new(name, rules, raised)?;
    Ok(workshop.with(name, "A game written in Python.", &[], move |_| Ok(game.clone())))
}

#[pymethods]
impl Rules {
    /// Opens the game of a name.
    #[new]
    fn new(name: &str) -> PyResult<Rules> {
        let workshop = standard();
        let game = workshop.open(name).map_err(|error| match error.is_missing_file() {
            true => PyFileNotFoundError::new_err(error.to_string()),
            false => PyValueError::new_err(error.to_string()),
        })?;
        let name = game.name();
        Ok(Rules::of(workshop, game, name, None, Raised::default()))
    }

    /// A game whose rules are the methods of this object.
    #[staticmethod]
    fn own(name: &str, rules: Py<PyAny>) -> PyResult<Rules> {
        let (name, raised) = (interned(name)?, Raised::default());
        let workshop = own_workshop(name, &rules, &raised)?;
        let game = workshop.open(name).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let opened = Rules::of(workshop, game, name.to_string(), Some((name, rules)), raised);
        opened.raised.take().map_or(Ok(opened), Err)
    }

    /// The full name, which opens it again.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// Does what the words of a command say, as with `--json`.
    ///
    /// Returns the answer as JSON, the reason why it is not all that was asked for, and the lines of a batch. `bots` are
    /// functions that play by these names.
    #[pyo3(signature = (words, progress=None, bots=None))]
    fn answer(
        &self,
        py: Python<'_>,
        words: Vec<String>,
        progress: Option<Py<PyAny>>,
        bots: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<(String, Option<String>, Vec<String>)> {
        let latest = Latest::default();
        let lines = Arc::new(Mutex::new(Vec::new()));
        let sink = Arc::clone(&lines);
        let control = latest.control().with_lines(move |line| {
            lock(&sink).push(line.to_string());
        });
        let stop = control.stop();
        let workshop = match bots.filter(|bots| !bots.is_empty()) {
            Some(bots) => Arc::new(self.workshop_with(bots, &stop)?),
            None => Arc::clone(&self.workshop),
        };
        let progress = progress.as_ref().map(|callback| (&latest, callback));
        let answer = run(py, &stop, &self.raised, progress, || answer(&workshop, words, &control))?;
        let answer = answer.map_err(failed)?;
        let lines = std::mem::take(&mut *lock(&lines));
        Ok((answer.json.to_string(), answer.incomplete, lines))
    }

    /// Begins a game. Chance rolls by `seed`.
    #[pyo3(signature = (position=None, moves="", seed=1))]
    fn begin(&self, position: Option<&str>, moves: &str, seed: u64) -> PyResult<State> {
        let play = self.game.begin(position, moves, seed);
        State::new(play.map_err(wrong)?, self.shape(), &self.raised)
    }

    /// The names of the options of a bot.
    fn bot_options(&self, bot: &str) -> PyResult<Vec<&'static str>> {
        let bot = self.game.read_bot(bot).map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(bot.info().parameters.iter().map(|option| option.key).collect())
    }

    /// True if the game has events of chance.
    #[getter]
    fn has_chance(&self) -> bool {
        self.game.details().has_chance
    }

    /// An upper bound on all payoffs, at least 1.
    #[getter]
    fn greatest_payoff(&self) -> f64 {
        self.game.greatest_payoff()
    }

    /// Begins many games at once.
    fn batch(&self, py: Python<'_>, count: usize, seed: u64, max_plies: u32) -> PyResult<Batch> {
        check_size(count, self.actions, self.shape())?;
        let games = self.game.batch(count, seed, max_plies);
        let games = self.raised.take().map_or(games.map_err(wrong), Err)?;
        let raised = self.own.is_some().then(|| self.raised.clone());
        Batch::new(py, games, self.actions, self.shape(), raised)
    }

    /// Plays games at random: their number, the wins of both players, and the plies of all.
    fn playouts(
        &self,
        py: Python<'_>,
        count: u64,
        seed: u64,
        max_plies: u32,
        jobs: usize,
    ) -> PyResult<(u64, [u64; 2], u64)> {
        let stop = Stop::on(Arc::default());
        let found =
            run(py, &stop, &self.raised, None, || self.game.playouts(count, seed, max_plies, jobs, &stop))?;
        Ok((found.games, found.wins, found.plies))
    }
}

impl Rules {
    fn of(
        workshop: Workshop,
        game: Arc<dyn AnyGame>,
        name: String,
        own: Option<(&'static str, Py<PyAny>)>,
        raised: Raised,
    ) -> Rules {
        let (actions, [planes, rows, columns]) = (game.action_count(), game.observation_shape());
        let observation_shape = (planes, rows, columns);
        Rules { workshop: Arc::new(workshop), game, name, actions, observation_shape, own, raised }
    }

    fn shape(&self) -> [usize; 3] {
        self.observation_shape.into()
    }

    /// A workshop that also has these bots.
    fn workshop_with(&self, bots: &Bound<'_, PyDict>, stop: &Stop) -> PyResult<Workshop> {
        let mut workshop = match &self.own {
            Some((name, rules)) => own_workshop(name, rules, &self.raised)?,
            None => standard(),
        };
        let shape = self.shape();
        for (name, function) in bots {
            let name = interned(&name.extract::<String>()?)?;
            if workshop.bots().any(|taken| taken.name == name) {
                return Err(PyValueError::new_err(format!("there is a bot '{name}' already")));
            }
            let (function, raised, stop) = (Arc::new(function.unbind()), self.raised.clone(), stop.clone());
            workshop = workshop.with_bot(name, "A function in Python.", &[], move |_| {
                let (function, raised, stop) = (Arc::clone(&function), raised.clone(), stop.clone());
                Ok(Box::new(Function { function, shape, raised, stop }))
            });
        }
        Ok(workshop)
    }
}
