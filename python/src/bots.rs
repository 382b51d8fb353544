//! Bots that are Python functions.

use std::sync::Arc;

use plywood_erased::Playthrough;
use plywood_rules::Stop;
use plywood_workshop::TextBot;
use pyo3::prelude::*;
use rand_core::Rng;

use crate::running::Raised;
use crate::state::State;

/// A function from a position to one of its moves.
pub struct Function {
    /// The function.
    pub function: Arc<Py<PyAny>>,
    /// The planes, rows and columns of observations.
    pub shape: [usize; 3],
    /// The place for its exceptions.
    pub raised: Raised,
    /// Raised with them.
    pub stop: Stop,
}

impl TextBot for Function {
    fn choose(&mut self, position: &dyn Playthrough, _: &mut dyn Rng, _: &Stop) -> String {
        let chosen = State::new(position.copied(), self.shape, &self.raised)
            .and_then(|state| Python::attach(|py| self.function.call1(py, (state,))?.extract::<String>(py)));
        chosen.unwrap_or_else(|error| {
            self.raised.put(error);
            self.stop.raise();
            // Any move: the match is over.
            position.moves().swap_remove(0)
        })
    }
}
