//! All positions of a solved game, a batch of rows at a time.

use std::path::Path;
use std::sync::{Arc, Mutex};

use numpy::{PyArray1, ToPyArray};
use plywood_rules::threads::lock;
use plywood_rules::{Proved, Stop};
use plywood_workshop::{AnyGame, Trouble, ValuedPosition, ValuedPositions};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::running::{Keywords, run, wrong};

/// Bytes that a walk over all positions may hold besides the table.
const MEMORY: u64 = 4 << 30;

/// All positions of a solved game, one batch after the other.
#[pyclass(frozen, module = "plywood._plywood")]
pub struct Positions(Mutex<Option<Box<dyn ValuedPositions>>>);

/// The columns of a batch: texts, then plies from the start, turns (`first`, `second`, over), values (1, 0 or -1), plies to the
/// end (-1 in a draw), and numbers of moves.
type BatchColumns<'py> = (
    Vec<String>,
    Bound<'py, PyArray1<i32>>,
    Bound<'py, PyArray1<u8>>,
    Bound<'py, PyArray1<i8>>,
    Bound<'py, PyArray1<i32>>,
    Bound<'py, PyArray1<i32>>,
);

impl Positions {
    /// The positions of `game` with the values of a table file, or of the game as it is solved at once; `None` if it is not.
    pub fn of(py: Python<'_>, game: &dyn AnyGame, table: Option<&Path>) -> PyResult<Option<Positions>> {
        let stop = Stop::on(Arc::default());
        let found = run(py, stop.clone(), None, || {
            let session = game.session(None, "", 1)?;
            let solved = match table {
                Some(path) => Some(session.read_table(path)?),
                None => session.solved_at_once(&stop),
            };
            solved.map(|solved| session.positions(&solved, MEMORY)).transpose()
        });
        let found: Result<Option<Box<dyn ValuedPositions>>, Trouble> = found?;
        Ok(found.map_err(unknown)?.map(|positions| Positions(Mutex::new(Some(positions)))))
    }
}

#[pymethods]
impl Positions {
    /// The columns of the next positions, at most `most`; None at the end.
    fn next_batch<'py>(&self, py: Python<'py>, most: usize) -> PyResult<Option<BatchColumns<'py>>> {
        let stop = Stop::on(Arc::default());
        // Taken away, so that nothing goes on after an interruption: the positions found meanwhile are lost.
        let left = lock(&self.0).take();
        let mut left = left
            .ok_or_else(|| PyRuntimeError::new_err("it was interrupted, or is in use by another thread"))?;
        let batch = run(py, stop.clone(), None, || left.next_batch(most.max(1), &stop))?.map_err(unknown)?;
        *lock(&self.0) = Some(left);
        if batch.is_empty() {
            return Ok(None);
        }
        let ply: Vec<i32> = batch.iter().map(|row| row.ply as i32).collect();
        let turns: Vec<u8> = batch.iter().map(|row| row.turn.map_or(2, |side| side.index() as u8)).collect();
        let values: Vec<i8> = batch.iter().map(ValuedPosition::number).collect();
        let plies = |value: Proved| value.plies().map_or(-1, |plies| plies as i32);
        let plies: Vec<i32> = batch.iter().map(|row| plies(row.value)).collect();
        let moves: Vec<i32> = batch.iter().map(|row| row.moves as i32).collect();
        Ok(Some((
            batch.into_iter().map(|row| row.position).collect(),
            ply.to_pyarray(py),
            turns.to_pyarray(py),
            values.to_pyarray(py),
            plies.to_pyarray(py),
            moves.to_pyarray(py),
        )))
    }
}

fn unknown(error: Trouble) -> PyErr {
    match error {
        Trouble::Wrong(text) => wrong(text),
        Trouble::Failed(text) => PyRuntimeError::new_err(text.worded(&Keywords)),
    }
}
