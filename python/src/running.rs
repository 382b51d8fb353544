//! Calls from Python: the place of their exceptions, and long work beside Python. The interpreter's lock is released then,
//! Ctrl-C stops the work, and progress is passed on.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::thread::{Builder, scope};
use std::time::Duration;

use plywood_cli::{CommandError, Control, ProgressEvent};
use plywood_rules::threads::{self, Caller, lock, working_for};
use plywood_rules::wording::Wording;
use plywood_rules::{Stop, TextError};
use pyo3::exceptions::{PyFileNotFoundError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;

/// The interval at which signals and progress are looked at.
const POLL: Duration = Duration::from_millis(50);

/// Deep positions are searched recursively.
const STACK_BYTES: usize = 64 << 20;

/// A call from Python, and the first exception that Python code raised in the middle of its work in Rust. It stops the work of
/// this call, whose caller raises it; other calls, of the same game too, know nothing of it.
pub struct PythonCall {
    first: Mutex<Option<PyErr>>,
    failed: AtomicBool,
    stop: Stop,
    /// The call that the function in Python works for which made this one: a bot that analyses, in a match.
    around: Option<Arc<PythonCall>>,
}

impl Caller for PythonCall {
    fn has_failed(&self) -> bool {
        self.failed.load(Ordering::Acquire) || self.around.as_ref().is_some_and(|around| around.has_failed())
    }
}

impl PythonCall {
    /// A call whose work is stopped by `stop`.
    fn new(stop: Stop) -> Arc<PythonCall> {
        Arc::new(PythonCall {
            first: Mutex::default(),
            failed: AtomicBool::new(false),
            stop,
            around: PythonCall::current(),
        })
    }

    /// The call that this thread works for, if it works for one.
    pub fn current() -> Option<Arc<PythonCall>> {
        let caller: Arc<dyn Any + Send + Sync> = threads::caller()?;
        caller.downcast().ok()
    }

    /// Keeps the exception, if it is the first, and stops the work.
    pub fn fail(&self, error: PyErr) {
        lock(&self.first).get_or_insert(error);
        self.failed.store(true, Ordering::Release);
        self.stop.raise();
    }

    /// The answer of this call, unless it has failed.
    fn result<T>(&self, answer: PyResult<T>) -> PyResult<T> {
        if let Some(error) = lock(&self.first).take() {
            return Err(error);
        }
        if self.has_failed() {
            return Err(PyRuntimeError::new_err(
                "stopped, because the call that this one is part of has failed",
            ));
        }
        answer
    }
}

/// Does `work`, which asks the rules, on this thread and at once.
///
/// # Errors
/// Those of `work`, and the exception that rules written in Python raised meanwhile.
pub fn asked<T>(work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    let call = PythonCall::new(Stop::on(Arc::default()));
    let caller: Arc<dyn Caller> = call.clone();
    let done = working_for(Some(caller), || catch_unwind(AssertUnwindSafe(work)));
    call.result(done.unwrap_or_else(|_| Err(panicked())))
}

fn panicked() -> PyErr {
    PyRuntimeError::new_err("the work panicked: this is an error of plywood")
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
///
/// # Errors
/// Such an exception; if the call failed around this one; if there is no thread.
pub fn run<T: Send>(
    py: Python<'_>,
    stop: Stop,
    progress: Option<(&Latest, &Py<PyAny>)>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let call = PythonCall::new(stop);
    let caller: Arc<dyn Caller> = call.clone();
    let done = py.detach(|| {
        scope(|scope| {
            let (sender, receiver) = channel();
            let started = Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, move || {
                let result = working_for(Some(caller), work);
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
                    call.fail(error);
                }
                if call.has_failed() {
                    call.stop.raise();
                }
            }
            Some(worker.join())
        })
    });
    let answer = match done {
        Some(Ok(result)) => Ok(result),
        Some(Err(_)) => Err(panicked()),
        None => Err(PyRuntimeError::new_err("the system has no room for another thread")),
    };
    let answer = call.result(answer)?;
    if let Some((latest, callback)) = progress {
        latest.pass_on(py, callback)?;
    }
    Ok(answer)
}

/// The Python exception of a wrong text.
pub fn wrong(error: TextError) -> PyErr {
    PyValueError::new_err(error.worded(&Keywords))
}

/// The Python exception of a command that failed. An attribute tells it from those that rules written in Python raise.
pub fn failed(py: Python<'_>, error: CommandError) -> PyErr {
    let error = match error {
        CommandError::Usage(error) => PyValueError::new_err(error.worded(&Keywords)),
        CommandError::NotFound(message) => PyFileNotFoundError::new_err(message),
        CommandError::Failed(message) => PyRuntimeError::new_err(message),
    };
    error.value(py).setattr("of_plywood", true).map_or_else(|other| other, |()| error)
}

/// Options by their names in Python: `max_plies`.
pub struct Keywords;

impl Wording for Keywords {
    fn option(&self, name: &str) -> String {
        name.replace('-', "_")
    }
}
