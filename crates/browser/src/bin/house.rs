//! The program `plywood` under another name, so that the tests of this crate know its path.

use std::process::ExitCode;

fn main() -> ExitCode {
    plywood_cli::run(plywood_workshop::Workshop::standard())
}
