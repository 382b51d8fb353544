//! The program `plywood` under a name of its own, so that the tests of this crate know where it was built.

use std::process::ExitCode;

fn main() -> ExitCode {
    plywood_cli::run(plywood_workshop::Workshop::standard())
}
