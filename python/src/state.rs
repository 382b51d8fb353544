//! A position and the moves that led to it.

use std::sync::Arc;

use numpy::{PyArray3, PyArrayMethods};
use plywood_draw::{board_picture, board_size};
use plywood_erased::{Ending, Playthrough};
use plywood_rules::{Outcome, Player, Turn};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::running::{asked, wrong};

/// A position and the moves that led to it. It never changes.
#[pyclass(frozen, module = "plywood._plywood")]
pub struct State {
    play: Arc<dyn Playthrough>,
    /// The planes, rows and columns of observations.
    shape: [usize; 3],
    /// True if the rules are written in Python.
    own: bool,
}

impl State {
    /// The current position of a game.
    pub fn new(play: Box<dyn Playthrough>, shape: [usize; 3], own: bool) -> State {
        State { play: play.into(), shape, own }
    }

    /// The game so far.
    pub fn playthrough(&self) -> &dyn Playthrough {
        &*self.play
    }

    fn after(&self, change: impl FnOnce(&mut dyn Playthrough) -> PyResult<()>) -> PyResult<State> {
        let mut next = self.play.copied();
        self.asked(|| change(&mut *next))?;
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
        self.after(|next| next.play(text).map_err(wrong))
    }

    /// The position after the move of this number.
    fn play_action(&self, action: usize) -> PyResult<State> {
        let place = self.actions().iter().position(|&legal| legal == action);
        let place = place.ok_or_else(|| {
            PyValueError::new_err(format!("action {action} is no legal move here; see legal_actions"))
        })?;
        self.play(&self.play.moves()[place])
    }

    /// The position after an outcome that chance draws by the seed of the game.
    fn roll(&self) -> PyResult<State> {
        self.after(|next| next.roll().map(drop).map_err(wrong))
    }

    /// The position as text.
    #[getter]
    fn text(&self) -> String {
        self.play.position()
    }

    /// `first`, `second`, `chance` or `over`.
    #[getter]
    fn turn(&self) -> &'static str {
        match (self.play.ending(), self.play.turn()) {
            (Some(_), _) | (_, Turn::Over(_)) => "over",
            (None, Turn::Chance) => "chance",
            (None, Turn::Decision(Player::First)) => "first",
            (None, Turn::Decision(Player::Second)) => "second",
        }
    }

    /// `first`, `second` or `draw`, and the payoff to the first player if the game has payoffs; None if it goes on.
    #[getter]
    fn outcome(&self) -> Option<(&'static str, Option<f64>)> {
        let outcome = match self.play.ending()? {
            Ending::Rules(outcome) => outcome,
            _ => Outcome::Draw,
        };
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
        if self.play.ending().is_some() { Vec::new() } else { self.play.moves() }
    }

    /// The number of each legal move of a player.
    fn actions(&self) -> Vec<usize> {
        if self.play.ending().is_some() { Vec::new() } else { self.play.actions() }
    }

    /// The probability of each outcome of chance.
    fn probabilities(&self) -> Vec<f64> {
        self.play.probabilities()
    }

    /// The position that the game began with; None for the opening.
    #[getter]
    fn start(&self) -> Option<String> {
        self.play.start()
    }

    /// The random seed of outcomes of chance.
    #[getter]
    fn seed(&self) -> u64 {
        self.play.seed()
    }

    /// The moves that led here.
    fn played(&self) -> Vec<String> {
        self.play.played().to_vec()
    }

    /// The observation of the first (0) or the second player (1).
    fn observation<'py>(&self, py: Python<'py>, view: u8) -> PyResult<Bound<'py, PyArray3<f32>>> {
        let view = Player::BOTH.get(usize::from(view)).copied();
        let view = view.ok_or_else(|| PyValueError::new_err("a view is 0 or 1"))?;
        let array = PyArray3::zeros(py, self.shape, false);
        self.asked(|| {
            self.play.observe(view, array.try_readwrite()?.as_slice_mut()?);
            Ok(())
        })?;
        Ok(array)
    }

    /// The board as SVG, as large as fits into this width and height; None if the game has none.
    fn svg(&self, width: f64, height: f64) -> PyResult<Option<String>> {
        let (scene, board) = self.asked(|| Ok((self.play.scene(), self.play.board())))?;
        Ok(board_size(&scene, &board).and_then(|(across, down)| {
            let scale = (width / across).min(height / down);
            board_picture(&scene, &board, (scale * across, scale * down))
        }))
    }

    /// The board as text.
    fn drawing(&self) -> PyResult<String> {
        self.asked(|| Ok(plywood_cli::drawing(&*self.play)))
    }

    /// The game so far as a record, between players of these names.
    fn record(&self, first: &str, second: &str) -> String {
        self.play.record([first, second]).to_text()
    }

    /// The facts beside the board: names and their values.
    fn facts(&self) -> PyResult<Vec<(String, String)>> {
        self.asked(|| Ok(self.play.scene().facts))
    }
}
