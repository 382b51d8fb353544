//! The native part of the Python package `plywood`: games, positions, batches and commands. What users see is written in
//! Python on top of it, in `plywood/`.

mod arrays;
mod bots;
mod evaluated;
mod own_game;
mod positions;
mod rules;
mod running;
mod seats;
mod state;

use mimalloc::MiMalloc;
use pyo3::prelude::*;

/// The one of the program, for the same reason: threads do not wait for each other.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// The native part of the package plywood.
#[pymodule(gil_used = false)]
mod _plywood {
    use std::ffi::OsString;
    use std::panic;

    use plywood_erased::foreign::read_games;
    use plywood_rules::threads::has_failed;
    use plywood_workshop::Workshop;
    use pyo3::exceptions::{PyUserWarning, PyValueError};
    use pyo3::prelude::*;
    use pyo3::types::PyBytes;

    use super::running::failed;

    #[pymodule_export]
    use super::arrays::Batch;
    #[pymodule_export]
    use super::evaluated::GuidedSearch;
    #[pymodule_export]
    use super::positions::Positions;
    #[pymodule_export]
    use super::rules::Rules;
    #[pymodule_export]
    use super::seats::{BotOfBatch, HeldBrain, KeptBot};
    #[pymodule_export]
    use super::state::{PositionBase, State};

    /// Searches may panic where rules that failed contradict themselves: the exception is raised, and nothing is printed.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let print = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !has_failed() {
                print(info);
            }
        }));
        // Reading it from the installed package would double the time of the import.
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }

    /// Reads records of games: the tags and the moves of each.
    #[pyfunction]
    #[expect(clippy::type_complexity)]
    fn read_records(py: Python<'_>, text: &str) -> PyResult<Vec<(Vec<(String, String)>, Vec<String>)>> {
        let games = read_games(text).map_err(|error| PyValueError::new_err(error.to_string()))?;
        if games.variations > 0 {
            PyErr::warn(py, &py.get_type::<PyUserWarning>(), c"variations in the games were skipped", 1)?;
        }
        Ok(games.records.into_iter().map(|record| (record.tags, record.moves)).collect())
    }

    /// The options of a command as a list in JSON: name, kind, whether it repeats, about.
    #[pyfunction]
    fn command_options(command: &str) -> String {
        serde_json::json!(plywood_cli::command_options(command)).to_string()
    }

    /// A picture as the bytes of a file with this ending: svg, png or pdf.
    #[pyfunction]
    fn picture_file<'py>(py: Python<'py>, svg: String, ending: &str) -> PyResult<Bound<'py, PyBytes>> {
        let made = py.detach(|| plywood_cli::picture_file(svg, ending)).map_err(|error| failed(py, error))?;
        Ok(PyBytes::new(py, &made))
    }

    /// Runs the program `plywood` with these words, the first of which is its name.
    ///
    /// Returns
    /// -------
    /// bool
    ///     True if it succeeded. Its exit code is not known here; errors are printed.
    #[pyfunction]
    fn main(py: Python<'_>, words: Vec<OsString>) -> bool {
        let done = py.detach(|| plywood_cli::run_words(Workshop::standard(), words));
        done == std::process::ExitCode::SUCCESS
    }
}
