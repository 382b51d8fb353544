//! Bots that are Python functions.

use std::sync::Arc;

use plywood_erased::Playthrough;
use plywood_rules::Stop;
use plywood_rules::threads::Caller as _;
use plywood_workshop::TextBot;
use pyo3::prelude::*;
use rand_core::Rng;

use crate::running::PythonCall;
use crate::state::State;

/// A function from a position to one of its moves. An answer that is none loses it the game, as with a program from outside; an
/// exception ends all games and is raised.
pub struct Function {
    /// The function.
    pub function: Arc<Py<PyAny>>,
    /// The planes, rows and columns of observations.
    pub shape: [usize; 3],
    /// True if the rules are written in Python.
    pub own: bool,
}

impl TextBot for Function {
    fn choose(&mut self, position: &dyn Playthrough, _: &mut dyn Rng, _: &Stop) -> String {
        // Any move: the call around it is over.
        let any = || position.moves().into_iter().next().unwrap_or_default();
        let Some(call) = PythonCall::current().filter(|call| !call.has_failed()) else { return any() };
        let state = State::new(position.shared(), self.shape, self.own);
        Python::attach(|py| self.function.call1(py, (state,))?.extract::<String>(py)).unwrap_or_else(
            |error| {
                call.fail(error);
                any()
            },
        )
    }

    fn is_outside(&self) -> bool {
        true
    }
}
