//! All positions of a solved game, a batch at a time: rows for Python, and Arrow's columns for libraries that read them.

use std::path::Path;
use std::sync::{Arc, Mutex};

use arrow_array::builder::{ListBuilder, StringBuilder};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    ArrayRef, Float64Array, Int8Array, Int32Array, RecordBatch, RecordBatchReader, StringArray,
};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use numpy::{PyArray1, ToPyArray};
use plywood_rules::threads::lock;
use plywood_rules::{Proved, Stop, Turn};
use plywood_workshop::{AnyGame, Trouble, ValuedPosition, ValuedPositions};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::running::{Keywords, run, wrong};

/// Bytes that a walk over all positions may hold besides the table.
const MEMORY: u64 = 4 << 30;

/// All positions of a solved game, one batch after the other.
#[pyclass(frozen, module = "plywood._plywood")]
pub struct Positions {
    left: Arc<PositionsLeft>,
    children: bool,
    /// True if all values are wins, draws and losses.
    #[pyo3(get)]
    proved: bool,
}

/// The positions that were not given yet; `None` after an interruption.
type PositionsLeft = Mutex<Option<Box<dyn ValuedPositions>>>;

/// The columns of a batch: texts, then plies from the start, turns (`first`, `second`, over, chance), values (1, 0 or -1, or other
/// numbers), plies to the end (-1 in a draw, or if they are not known), numbers of moves, and the texts of the children.
type BatchColumns<'py> = (
    Vec<String>,
    Bound<'py, PyArray1<i32>>,
    Bound<'py, PyArray1<u8>>,
    Bound<'py, PyAny>,
    Bound<'py, PyArray1<i32>>,
    Bound<'py, PyArray1<i32>>,
    Option<Vec<Vec<String>>>,
);

impl Positions {
    /// The positions of `game` with the values of a table file, or of the game as it is solved or iterated at once; `None` if it is not.
    pub fn of(
        py: Python<'_>,
        game: &dyn AnyGame,
        table: Option<&Path>,
        children: bool,
    ) -> PyResult<Option<Positions>> {
        let stop = Stop::on(Arc::default());
        let found = run(py, stop.clone(), None, || {
            let session = game.session(None, "", 1)?;
            let solved = match table {
                Some(path) => Some(session.read_table(path)?),
                None => session.solved_at_once(&stop),
            };
            match solved {
                Some(solved) => session.positions(&solved, MEMORY, children).map(Some),
                None => Ok(session.iterated_at_once(children, &stop)),
            }
        });
        let found: Result<Option<Box<dyn ValuedPositions>>, Trouble> = found?;
        let left = |positions: Box<dyn ValuedPositions>| {
            let proved = positions.are_proved();
            Positions { left: Arc::new(Mutex::new(Some(positions))), children, proved }
        };
        Ok(found.map_err(unknown)?.map(left))
    }
}

/// The next positions, at most `most`; none at the end.
fn next(py: Python<'_>, positions: &PositionsLeft, most: usize) -> PyResult<Vec<ValuedPosition>> {
    let stop = Stop::on(Arc::default());
    // Taken away, so that nothing goes on after an interruption: the positions found meanwhile are lost.
    let left = lock(positions).take();
    let mut left =
        left.ok_or_else(|| PyRuntimeError::new_err("it was interrupted, or is in use by another thread"))?;
    let batch = run(py, stop.clone(), None, || left.next_batch(most.max(1), &stop))?.map_err(unknown)?;
    *lock(positions) = Some(left);
    Ok(batch)
}

fn plies(row: &ValuedPosition) -> Option<i32> {
    row.plies().map(|plies| plies as i32)
}

/// The number of whose turn it is.
fn turn_number(row: &ValuedPosition) -> u8 {
    match row.turn {
        Turn::Decision(side) => side.index() as u8,
        Turn::Over(_) => 2,
        Turn::Chance => 3,
    }
}

#[pymethods]
impl Positions {
    /// The columns of the next positions, at most `most`; None at the end.
    fn next_batch<'py>(&self, py: Python<'py>, most: usize) -> PyResult<Option<BatchColumns<'py>>> {
        let mut batch = next(py, &self.left, most)?;
        if batch.is_empty() {
            return Ok(None);
        }
        let ply: Vec<i32> = batch.iter().map(|row| row.ply as i32).collect();
        let turns: Vec<u8> = batch.iter().map(turn_number).collect();
        let values = batch.iter().map(ValuedPosition::number);
        let values = match self.proved {
            true => values.map(|value| value as i8).collect::<Vec<_>>().to_pyarray(py).into_any(),
            false => values.collect::<Vec<_>>().to_pyarray(py).into_any(),
        };
        let plies: Vec<i32> = batch.iter().map(|row| plies(row).unwrap_or(-1)).collect();
        let moves: Vec<i32> = batch.iter().map(|row| row.moves as i32).collect();
        let children = || batch.iter_mut().map(|row| std::mem::take(&mut row.children)).collect();
        let children = self.children.then(children);
        Ok(Some((
            batch.into_iter().map(|row| row.position).collect(),
            ply.to_pyarray(py),
            turns.to_pyarray(py),
            values,
            plies.to_pyarray(py),
            moves.to_pyarray(py),
            children,
        )))
    }

    /// The positions that are left as a stream of Arrow, `chunk` at a time: a capsule of Arrow's interface for Python. The stream keeps
    /// `game`, whose rules may be written in Python.
    fn stream<'py>(&self, py: Python<'py>, chunk: usize, game: Py<PyAny>) -> PyResult<Bound<'py, PyCapsule>> {
        let Positions { left, children, proved } = self;
        let (left, children, proved) = (Arc::clone(left), *children, *proved);
        let batches =
            ArrowBatches { left, chunk, children, proved, schema: schema(children, proved), _game: game };
        let stream = FFI_ArrowArrayStream::new(Box::new(batches));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }
}

/// The columns, under the names of rows.
fn schema(children: bool, proved: bool) -> SchemaRef {
    let field = |name, kind| Field::new(name, kind, false);
    let value = if proved { DataType::Int8 } else { DataType::Float64 };
    let mut fields = vec![
        field("position", DataType::Utf8),
        field("ply", DataType::Int32),
        field("turn", DataType::Utf8),
        field("value", value),
        Field::new("proved", DataType::Utf8, !proved),
        Field::new("plies", DataType::Int32, true),
        field("moves", DataType::Int32),
    ];
    if children {
        let text = Field::new("item", DataType::Utf8, false);
        fields.push(field("children", DataType::List(Arc::new(text))));
    }
    Arc::new(Schema::new(fields))
}

/// Batches of Arrow.
struct ArrowBatches {
    left: Arc<PositionsLeft>,
    chunk: usize,
    children: bool,
    proved: bool,
    schema: SchemaRef,
    _game: Py<PyAny>,
}

impl Iterator for ArrowBatches {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        // The reader may hold the interpreter's lock, which rules in Python need on other threads.
        match Python::attach(|py| next(py, &self.left, self.chunk)) {
            Ok(batch) if batch.is_empty() => None,
            Ok(batch) => Some(self.columns(&batch)),
            Err(error) => Some(Err(ArrowError::ExternalError(Box::new(error)))),
        }
    }
}

impl RecordBatchReader for ArrowBatches {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}

impl ArrowBatches {
    fn columns(&self, batch: &[ValuedPosition]) -> Result<RecordBatch, ArrowError> {
        let texts = |of: fn(&ValuedPosition) -> &str| -> ArrayRef {
            Arc::new(StringArray::from_iter_values(batch.iter().map(of)))
        };
        let numbers = |of: fn(&ValuedPosition) -> i32| -> ArrayRef {
            Arc::new(Int32Array::from_iter_values(batch.iter().map(of)))
        };
        let values = batch.iter().map(ValuedPosition::number);
        let values: ArrayRef = match self.proved {
            true => Arc::new(Int8Array::from_iter_values(values.map(|value| value as i8))),
            false => Arc::new(Float64Array::from_iter_values(values)),
        };
        let proved = batch.iter().map(|row| row.value.proved().map(Proved::word));
        let mut columns = vec![
            texts(|row| &row.position),
            numbers(|row| row.ply as i32),
            texts(ValuedPosition::turn_word),
            values,
            Arc::new(proved.collect::<StringArray>()),
            Arc::new(batch.iter().map(plies).collect::<Int32Array>()),
            numbers(|row| row.moves as i32),
        ];
        if self.children {
            let text = Field::new("item", DataType::Utf8, false);
            let mut lists = ListBuilder::new(StringBuilder::new()).with_field(text);
            for row in batch {
                row.children.iter().for_each(|child| lists.values().append_value(child));
                lists.append(true);
            }
            columns.push(Arc::new(lists.finish()));
        }
        RecordBatch::try_new(Arc::clone(&self.schema), columns)
    }
}

/// The exception of what is unknown or has failed.
pub fn unknown(error: Trouble) -> PyErr {
    match error {
        Trouble::Wrong(text) => wrong(text),
        Trouble::Failed(text) => PyRuntimeError::new_err(text.worded(&Keywords)),
    }
}
