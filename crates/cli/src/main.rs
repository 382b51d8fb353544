//! The binary `plywood`.

use std::process::ExitCode;

fn main() -> ExitCode {
    plywood_cli::run(plywood_session::Registry::standard())
}
