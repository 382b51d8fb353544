//! `completions` and `man`: the definition of the program, for shells and as manual pages.

use std::path::Path;

use clap_complete::{Shell, generate};

use crate::command_line::program;
use crate::files;
use crate::output::{CommandResult, Failure, Output};

/// Runs `completions`.
pub fn completions(shell: Shell) -> CommandResult {
    let mut script = Vec::new();
    generate(shell, &mut program(), "plywood", &mut script);
    Ok(Output::text(String::from_utf8_lossy(&script)))
}

/// Runs `man`.
pub fn pages(dir: &Path) -> CommandResult {
    files::make_folder(dir)?;
    clap_mangen::generate_to(program(), dir).map_err(|error| Failure::file("write", dir, &error))?;
    Ok(Output::text(format!("manual pages written to {}\n", dir.display())))
}
