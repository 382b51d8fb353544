//! A position and the moves that led to it.

use std::sync::Arc;

use numpy::{PyArray3, PyArrayMethods};
use plywood_draw::{board_picture, board_size};
use plywood_erased::AnyPosition;
use plywood_rules::{Outcome, Player, TextError, Turn};
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use pyo3::{PyTraverseError, PyVisit, intern};

use crate::running::{asked, wrong};

/// A position and the moves that led to it. It never changes.
#[pyclass(frozen, module = "plywood._plywood")]
#[derive(Clone)]
pub struct State {
    position: Arc<dyn AnyPosition>,
    /// The planes, rows and columns of observations.
    shape: [usize; 3],
    /// True if the rules are written in Python.
    own: bool,
}

impl State {
    /// A position of a game.
    pub fn new(position: Arc<dyn AnyPosition>, shape: [usize; 3], own: bool) -> State {
        State { position, shape, own }
    }

    /// The position.
    pub fn position(&self) -> &Arc<dyn AnyPosition> {
        &self.position
    }

    fn after(
        &self,
        play: impl FnOnce(Arc<dyn AnyPosition>) -> Result<Arc<dyn AnyPosition>, TextError>,
    ) -> PyResult<State> {
        let next = self.asked(|| play(Arc::clone(&self.position)).map_err(wrong))?;
        Ok(State::new(next, self.shape, self.own))
    }

    /// The answer to a question that rules in Python may be asked for.
    fn asked<T>(&self, question: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
        if self.own { asked(question) } else { question() }
    }
}

#[pymethods]
impl State {
    /// The position after a move, or an outcome of chance.
    fn play(&self, text: &str) -> PyResult<State> {
        self.after(|position| position.play(text))
    }

    /// The position after the move of this number.
    fn play_action(&self, action: usize) -> PyResult<State> {
        self.after(|position| position.play_action(action))
    }

    /// The position after an outcome that chance draws by the seed of the game.
    fn roll(&self) -> PyResult<State> {
        self.after(|position| position.roll())
    }

    /// The position as text.
    #[getter]
    fn text(&self) -> String {
        self.position.text()
    }

    /// `first`, `second`, `chance` or `over`.
    #[getter]
    fn turn<'py>(&self, py: Python<'py>) -> &Bound<'py, PyString> {
        match (self.position.outcome(), self.position.turn()) {
            (Some(_), _) | (_, Turn::Over(_)) => intern!(py, "over"),
            (None, Turn::Chance) => intern!(py, "chance"),
            (None, Turn::Decision(Player::First)) => intern!(py, "first"),
            (None, Turn::Decision(Player::Second)) => intern!(py, "second"),
        }
    }

    /// `first`, `second` or `draw`, and the payoff to the first player if the game has payoffs; None if it goes on.
    #[getter]
    fn outcome(&self) -> Option<(&'static str, Option<f64>)> {
        let outcome = self.position.outcome()?;
        let payoff = match outcome {
            Outcome::Payoff(points) => Some(points),
            Outcome::Win(_) | Outcome::Draw => None,
        };
        let winner = match outcome.winner() {
            Some(Player::First) => "first",
            Some(Player::Second) => "second",
            None => "draw",
        };
        Some((winner, payoff))
    }

    /// The legal moves, or the outcomes of chance; empty if the game is over.
    fn moves(&self) -> Vec<String> {
        self.position.moves()
    }

    /// The number of each legal move of a player.
    fn actions(&self) -> Vec<usize> {
        self.position.actions()
    }

    /// The probability of each outcome of chance.
    fn probabilities(&self) -> Vec<f64> {
        self.position.probabilities()
    }

    /// The position that the game began with; None for the opening.
    #[getter]
    fn start(&self) -> Option<String> {
        self.position.start()
    }

    /// The random seed of outcomes of chance.
    #[getter]
    fn seed(&self) -> u64 {
        self.position.seed()
    }

    /// The moves that led here.
    fn played(&self) -> Vec<String> {
        self.position.played()
    }

    /// The observation of the first (0) or the second player (1).
    fn observation<'py>(&self, py: Python<'py>, view: u8) -> PyResult<Bound<'py, PyArray3<f32>>> {
        let view = Player::BOTH.get(usize::from(view)).copied();
        let view = view.ok_or_else(|| PyValueError::new_err("a view is 0 or 1"))?;
        let array = PyArray3::zeros(py, self.shape, false);
        self.asked(|| {
            self.position.observe(view, array.try_readwrite()?.as_slice_mut()?);
            Ok(())
        })?;
        Ok(array)
    }

    /// The board as SVG, as large as fits into this width and height; None if the game has none.
    fn svg(&self, width: f64, height: f64) -> PyResult<Option<String>> {
        let (scene, board) = self.asked(|| {
            let play = self.position.playthrough();
            Ok((play.scene(), play.board()))
        })?;
        Ok(board_size(&scene, &board).and_then(|(across, down)| {
            let scale = (width / across).min(height / down);
            board_picture(&scene, &board, (scale * across, scale * down))
        }))
    }

    /// The board as text.
    fn drawing(&self) -> PyResult<String> {
        self.asked(|| Ok(plywood_cli::drawing(&*self.position.playthrough())))
    }

    /// The game so far as a record, between players of these names.
    fn record(&self, first: &str, second: &str) -> PyResult<String> {
        self.asked(|| Ok(self.position.playthrough().record([first, second]).to_text()))
    }

    /// The facts beside the board: names and their values.
    fn facts(&self) -> PyResult<Vec<(String, String)>> {
        self.asked(|| Ok(self.position.playthrough().scene().facts))
    }
}

/// `plywood.Position`, but for what is written in Python: the questions of programs that learn, asked at each move. They are native
/// because a property in Python takes longer than its answer.
#[pyclass(frozen, subclass, module = "plywood._plywood")]
pub struct PositionBase {
    game: Py<PyAny>,
    state: State,
}

#[pymethods]
impl PositionBase {
    /// A position of a game by its native state.
    #[new]
    fn new(game: Py<PyAny>, state: &State) -> PositionBase {
        PositionBase { game, state: state.clone() }
    }

    /// The rules.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<PyAny> {
        self.game.clone_ref(py)
    }

    #[getter]
    fn _state(&self) -> State {
        self.state.clone()
    }

    /// The side that decides, ``first`` or ``second``; ``chance``; or ``over``.
    #[getter]
    fn turn<'py>(&self, py: Python<'py>) -> &Bound<'py, PyString> {
        self.state.turn(py)
    }

    /// The number of each of :attr:`legal_moves`, if a player decides.
    #[getter]
    fn legal_actions(&self) -> Vec<usize> {
        self.state.actions()
    }

    /// Return the position after a move, or an outcome of chance.
    ///
    /// Parameters
    /// ----------
    /// move
    ///     The move in words, or its number in :attr:`legal_actions`, which is faster.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If it is not legal, with the reason.
    fn play(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<PositionBase> {
        Ok(PositionBase { game: self.game.clone_ref(py), state: self.after(r#move)? })
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.game)
    }
}

impl PositionBase {
    fn after(&self, mv: &Bound<'_, PyAny>) -> PyResult<State> {
        if let Ok(text) = mv.cast::<PyString>() {
            return self.state.play(text.to_str()?);
        }
        match mv.extract() {
            Ok(action) => self.state.play_action(action),
            Err(error) if error.is_instance_of::<PyOverflowError>(mv.py()) => {
                Err(PyValueError::new_err(format!("action {mv} is no legal move here; see legal_actions")))
            }
            Err(error) => Err(error),
        }
    }
}
