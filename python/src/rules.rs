//! A game, and everything that the command line does with it.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use numpy::{IntoPyArray, PyArray1};
use plywood_cli::{AskedQuestion, CommandAnswer, CommandError, Control, answer, ask, position_values, serve};
use plywood_rules::threads::lock;
use plywood_rules::{Run, Stop};
use plywood_workshop::{AnyGame, ProcessLimits, Programs, Workshop, Worth};
use pyo3::exceptions::{PyFileNotFoundError, PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrays::{Batch, check_size};
use crate::bots::Function;
use crate::evaluated::GuidedSearch;
use crate::own_game::{OwnGame, interned};
use crate::positions::Positions;
use crate::running::{Latest, asked, failed, run, wrong};
use crate::seats::{BotOfBatch, HeldBrain, KeptBot};
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
    own: Option<OwnGame>,
}

/// An answer as JSON, the reason why it is not all that was asked for, and the lines of a batch.
type Answered = (String, Option<String>, Vec<String>);

/// The values of positions, the plies to the end, and true for what is proved.
type ValueArrays<'py> = (Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<i32>>, Bound<'py, PyArray1<bool>>);

/// Does work that has an answer.
fn answered(
    py: Python<'_>,
    progress: Option<&Py<PyAny>>,
    work: impl FnOnce(&Control) -> Result<CommandAnswer, CommandError> + Send,
) -> PyResult<Answered> {
    let latest = Latest::default();
    let lines = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&lines);
    let control = latest.control().with_lines(move |line| {
        lock(&sink).push(line.to_string());
    });
    let progress = progress.map(|callback| (&latest, callback));
    let answer = run(py, control.stop(), progress, || work(&control))?.map_err(|error| failed(py, error))?;
    let lines = std::mem::take(&mut *lock(&lines));
    Ok((answer.json.to_string(), answer.incomplete, lines))
}

/// The games of the list, and programs from outside: a person at this computer names them.
fn standard() -> Workshop {
    Workshop::standard().with_programs(Programs::new(ProcessLimits::default()))
}

/// The workshop of a game whose rules are written in Python.
fn with_own(game: OwnGame) -> Workshop {
    with_own_in(standard(), game)
}

fn with_own_in(workshop: Workshop, game: OwnGame) -> Workshop {
    workshop.with(game.short_name(), game.about(), &[], move |_| Ok(game.clone()))
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
        Ok(Rules::of(workshop, game, name, None))
    }

    /// A game whose rules are the methods of this object.
    #[staticmethod]
    fn own(name: &str, rules: Py<PyAny>) -> PyResult<Rules> {
        let name = interned(name)?;
        if standard().names().any(|taken| taken == name) {
            return Err(PyValueError::new_err(format!(
                "there is a game '{name}' already; choose another name"
            )));
        }
        let own = OwnGame::new(name, &rules)?;
        let workshop = with_own(own.clone());
        let game = workshop.open(name).map_err(|error| PyValueError::new_err(error.to_string()))?;
        asked(|| Ok(Rules::of(workshop, game, name.to_string(), Some(own))))
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
    ) -> PyResult<Answered> {
        let workshop = match bots.filter(|bots| !bots.is_empty()) {
            Some(bots) => Arc::new(self.workshop_with(bots)?),
            None => Arc::clone(&self.workshop),
        };
        answered(py, progress.as_ref(), |control| answer(&workshop, words, control))
    }

    /// Answers a question about a position, or about those of the lines.
    ///
    /// `options` is a JSON object with the options of the question. Returns what `answer` returns.
    #[pyo3(signature = (question, options, place, lines=None, progress=None, unchecked=false))]
    #[expect(clippy::too_many_arguments, reason = "those of the function in Python")]
    fn ask(
        &self,
        py: Python<'_>,
        question: String,
        options: &str,
        place: (Option<String>, String),
        lines: Option<String>,
        progress: Option<Py<PyAny>>,
        unchecked: bool,
    ) -> PyResult<Answered> {
        let options =
            serde_json::from_str(options).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let ((position, moves), game) = (place, self.name.clone());
        let asked = AskedQuestion { name: question, game, position, moves, lines, options, unchecked };
        answered(py, progress.as_ref(), |control| ask(&self.workshop, asked, control))
    }

    /// The values of positions for their sides to move, NaN where they are not known; the plies to the end, -1 where those are not;
    /// and true for each value that is a win, a draw or a loss.
    ///
    /// `options` is a JSON object with the options of the question `solve`.
    #[pyo3(signature = (options, positions, progress=None, unchecked=false))]
    fn values<'py>(
        &self,
        py: Python<'py>,
        options: &str,
        positions: Vec<String>,
        progress: Option<Py<PyAny>>,
        unchecked: bool,
    ) -> PyResult<ValueArrays<'py>> {
        let options =
            serde_json::from_str(options).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let latest = Latest::default();
        let control = latest.control();
        let progress = progress.as_ref().map(|callback| (&latest, callback));
        let found = run(py, control.stop(), progress, || {
            position_values(&self.workshop, &*self.game, options, &positions, unchecked, &control)
        })?;
        let found = found.map_err(|error| failed(py, error))?;
        // A probability of winning is what a solution has for its value, too.
        let value = |worth: &Worth| worth.win_probability.or(worth.value).unwrap_or(f64::NAN);
        let values: Vec<f64> = found.iter().map(value).collect();
        let plies = |worth: &Worth| worth.plies.map_or(-1, |plies| plies as i32);
        let plies: Vec<i32> = found.iter().map(plies).collect();
        let proved: Vec<bool> = found.iter().map(|worth| worth.proved.is_some()).collect();
        Ok((values.into_pyarray(py), plies.into_pyarray(py), proved.into_pyarray(py)))
    }

    /// A bot in both seats, which is kept from move to move. It chooses by `seed`.
    fn seat(&self, bot: &str, seed: u64) -> PyResult<KeptBot> {
        KeptBot::new(Arc::clone(&self.game), bot, seed)
    }

    /// A bot that plays in the games of batches.
    fn batch_bot(&self, bot: &str) -> PyResult<BotOfBatch> {
        BotOfBatch::new(&*self.game, bot)
    }

    /// The brain in this file, open until it is closed.
    fn hold_brain(&self, py: Python<'_>, path: PathBuf) -> PyResult<HeldBrain> {
        HeldBrain::open(py, &*self.game, &path)
    }

    /// Serves the page with this game, until it is interrupted. `say` receives the lines that say where.
    fn serve(&self, py: Python<'_>, words: Vec<String>, say: Py<PyAny>) -> PyResult<()> {
        let workshop =
            self.own.clone().map_or_else(Workshop::standard, |own| with_own_in(Workshop::standard(), own));
        let control = Latest::default().control().with_lines(move |line| {
            Python::attach(|py| {
                say.call1(py, (line,)).map(drop).unwrap_or_else(|error| error.write_unraisable(py, None))
            });
        });
        run(py, control.stop(), None, || serve(workshop, words, &control))?.map_err(|error| failed(py, error))
    }

    /// Begins a game. Chance rolls by `seed`.
    #[pyo3(signature = (position=None, moves="", seed=1))]
    fn begin(&self, py: Python<'_>, position: Option<&str>, moves: &str, seed: u64) -> PyResult<State> {
        if position.is_none() && moves.is_empty() {
            let opening = || Ok(self.game.opening(seed));
            let opening = if self.own.is_some() { asked(opening) } else { opening() }?;
            return Ok(State::new(opening, self.shape(), self.own.is_some()));
        }
        let begin = || self.game.begin(position, moves, seed).map_err(wrong);
        let play = if self.own.is_some() { asked(begin) } else { begin() }?;
        if play.skipped_variations() > 0 {
            let category = py.get_type::<PyUserWarning>();
            PyErr::warn(py, &category, c"variations in the moves were skipped", 1)?;
        }
        Ok(State::new(play.shared(), self.shape(), self.own.is_some()))
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

    /// All positions from the opening on with the values of a table file, or of the game as it is solved at once; None if it is
    /// not. Each has its children if `children` is true.
    #[pyo3(signature = (table=None, children=false))]
    fn positions(
        &self,
        py: Python<'_>,
        table: Option<PathBuf>,
        children: bool,
    ) -> PyResult<Option<Positions>> {
        Positions::of(py, &*self.game, table.as_deref(), children)
    }

    /// Begins many games at once. Those that end begin `again`, or stay as they are.
    fn batch(&self, py: Python<'_>, count: usize, seed: u64, max_plies: u32, again: bool) -> PyResult<Batch> {
        check_size(count, self.actions, self.shape())?;
        let games = asked(|| self.game.batch(count, seed, max_plies, again).map_err(wrong))?;
        Batch::new(py, games, self.actions, self.shape(), self.own.is_some())
    }

    /// Searches of many positions whose evaluator is outside; at most `batch` leaves are evaluated at once.
    fn evaluated(&self, py: Python<'_>, batch: usize, exploration: f32) -> PyResult<GuidedSearch> {
        check_size(batch, self.actions, self.shape())?;
        let search = self.game.evaluated_search(exploration).map_err(wrong)?;
        GuidedSearch::new(py, search, batch, self.actions, self.shape())
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
        let on = Run { threads: jobs, ..Run::until(&stop) };
        let found = run(py, stop, None, || self.game.playouts(count, seed, max_plies, &on))?;
        Ok((found.games, found.wins, found.plies))
    }
}

impl Rules {
    fn of(workshop: Workshop, game: Arc<dyn AnyGame>, name: String, own: Option<OwnGame>) -> Rules {
        let (actions, [planes, rows, columns]) = (game.action_count(), game.observation_shape());
        let observation_shape = (planes, rows, columns);
        Rules { workshop: Arc::new(workshop), game, name, actions, observation_shape, own }
    }

    fn shape(&self) -> [usize; 3] {
        self.observation_shape.into()
    }

    /// A workshop that also has these bots.
    fn workshop_with(&self, bots: &Bound<'_, PyDict>) -> PyResult<Workshop> {
        let mut workshop = self.own.clone().map_or_else(standard, with_own);
        let (shape, own) = (self.shape(), self.own.is_some());
        for (name, function) in bots {
            let name = interned(&name.extract::<String>()?)?;
            if workshop.bots().any(|taken| taken.name == name) {
                return Err(PyValueError::new_err(format!("there is a bot '{name}' already")));
            }
            let function = Arc::new(function.unbind());
            workshop = workshop.with_bot(name, "A function in Python.", &[], move |_| {
                Ok(Box::new(Function { function: Arc::clone(&function), shape, own }))
            });
        }
        Ok(workshop)
    }
}
