//! `completions` and `man`: the definition of the program, for shells and as manual pages.

use std::fs;
use std::path::Path;

use clap_complete::{Shell, generate};

use crate::command_line::program;
use crate::output::{CommandResult, Failure, Output};

/// Runs `completions`.
pub fn completions(shell: Shell) -> CommandResult {
    let mut script = Vec::new();
    generate(shell, &mut program(), "plywood", &mut script);
    Ok(Output::text(String::from_utf8_lossy(&script)))
}

/// Runs `man`.
pub fn pages(dir: &Path) -> CommandResult {
    let write = || {
        fs::create_dir_all(dir)?;
        clap_mangen::generate_to(program(), dir)
    };
    write().map_err(|error| Failure::file("write", dir, &error))?;
    Ok(Output::text(format!("manual pages written to {}\n", dir.display())))
}
