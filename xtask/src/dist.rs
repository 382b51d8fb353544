//! The files of a release: made by the crate `dist`, which has libraries that this one does without.

use std::process::{Command, ExitCode};

/// Passes the arguments on.
pub fn run(arguments: &[String]) -> ExitCode {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["run", "--quiet", "--locked", "--package", "plywood-dist", "--"]).args(arguments);
    match cargo.status() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(status) => {
            status.code().and_then(|code| u8::try_from(code).ok()).map_or(ExitCode::FAILURE, ExitCode::from)
        }
        Err(error) => {
            eprintln!("cargo does not start: {error}");
            ExitCode::FAILURE
        }
    }
}
