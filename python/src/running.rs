//! Long work beside Python: the interpreter's lock is released, Ctrl-C stops it, progress is passed on.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::thread::{Builder, scope};
use std::time::Duration;

use plywood_cli::{CommandError, Control, ProgressEvent};
use plywood_rules::threads::lock;
use plywood_rules::{Stop, TextError};
use pyo3::exceptions::{PyFileNotFoundError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;

/// The interval at which signals and progress are looked at.
const POLL: Duration = Duration::from_millis(50);

/// Deep positions are searched recursively.
const STACK_BYTES: usize = 64 << 20;

/// A place for the first exception that Python code raised in the middle of work in Rust. The work is stopped then,
/// and its caller raises the exception.
#[derive(Clone, Default)]
pub struct Raised(Arc<Mutex<Option<PyErr>>>);

impl Raised {
    /// Keeps the exception, if it is the first.
    pub fn put(&self, error: PyErr) {
        lock(&self.0).get_or_insert(error);
    }

    /// Takes it out.
    pub fn take(&self) -> Option<PyErr> {
        lock(&self.0).take()
    }

    fn is_empty(&self) -> bool {
        lock(&self.0).is_none()
    }
}

/// The latest progress that was not passed on yet.
#[derive(Clone, Default)]
pub struct Latest(Arc<Mutex<Option<ProgressEvent>>>);

impl Latest {
    /// A control whose progress goes here.
    pub fn control(&self) -> Control {
        let latest = self.clone();
        Control::reporting_to(Arc::new(move |event: &ProgressEvent| {
            *lock(&latest.0) = Some(event.clone());
        }))
    }

    fn pass_on(&self, py: Python<'_>, callback: &Py<PyAny>) -> PyResult<()> {
        let event = lock(&self.0).take();
        match event {
            Some(ProgressEvent { message, done, total }) => {
                callback.call1(py, (message, done, total)).map(drop)
            }
            None => Ok(()),
        }
    }
}

/// Does `work` on a thread of its own, and raises `stop` if Python wants to go on: Ctrl-C, an exception in `progress` or in
/// rules and bots written in Python.
pub fn run<T: Send>(
    py: Python<'_>,
    stop: &Stop,
    raised: &Raised,
    progress: Option<(&Latest, &Py<PyAny>)>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let done = py.detach(|| {
        scope(|scope| {
            let (sender, receiver) = channel();
            let started = Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, move || {
                let result = work();
                let _ = sender.send(());
                result
            });
            let Ok(worker) = started else { return None };
            while receiver.recv_timeout(POLL) == Err(RecvTimeoutError::Timeout) {
                let checked = Python::attach(|py| {
                    py.check_signals()?;
                    progress.map_or(Ok(()), |(latest, callback)| latest.pass_on(py, callback))
                });
                if let Err(error) = checked {
                    raised.put(error);
                }
                if !raised.is_empty() {
                    stop.raise();
                }
            }
            Some(worker.join())
        })
    });
    if let Some(error) = raised.take() {
        return Err(error);
    }
    if let Some((latest, callback)) = progress {
        latest.pass_on(py, callback)?;
    }
    match done {
        Some(Ok(result)) => Ok(result),
        Some(Err(_)) => Err(PyRuntimeError::new_err("the work panicked: this is an error of plywood")),
        None => Err(PyRuntimeError::new_err("the system has no room for another thread")),
    }
}

/// The Python exception of a wrong text.
pub fn wrong(error: TextError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The Python exception of a command that failed.
pub fn failed(error: CommandError) -> PyErr {
    match error {
        CommandError::Usage(message) => PyValueError::new_err(message),
        CommandError::NotFound(message) => PyFileNotFoundError::new_err(message),
        CommandError::Failed(message) => PyRuntimeError::new_err(message),
    }
}
