//! Programs from outside as bots of the server, listed in a file of the person who runs it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use plywood_workshop::{NamedProgram, ProcessLimits, Program, Programs, Workshop};
use serde::Deserialize;

use crate::files;
use crate::output::Failure;
use crate::progress::Control;

/// The file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BotsFile {
    #[serde(default)]
    bots: Vec<WrittenBot>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenBot {
    name: String,
    bot: String,
    about: Option<String>,
    #[serde(default)]
    games: Vec<String>,
    /// The file of the network that it plays by.
    network: Option<PathBuf>,
}

/// The part of the time for a move after which a program has failed: a moment before the server would stop the search.
const PATIENCE: f64 = 0.9;

/// Adds the programs that the file at `path` lists. A move may take a little less than `think`.
pub fn add(workshop: Workshop, path: &Path, think: Duration, control: &Control) -> Result<Workshop, Failure> {
    let BotsFile { bots } = files::read_toml(path)?;
    let about_file = |failure: Failure| failure.about(&path.display().to_string());
    let program = |bot: WrittenBot| {
        let program = Program::named(&bot.bot)
            .map_err(|error| Failure::from(error).about(&format!("bot '{}'", bot.name)))?;
        let about = bot.about.unwrap_or_else(|| "A program from outside.".to_string());
        Ok(NamedProgram { name: bot.name, about, program, games: bot.games, network: bot.network })
    };
    let list = bots.into_iter().map(program).collect::<Result<Vec<_>, Failure>>().map_err(about_file)?;
    let limits = ProcessLimits { patience: think.mul_f64(PATIENCE), ..ProcessLimits::default() };
    let programs = Programs::new(limits).stopped_by(control.stop());
    workshop.with_listed_programs(programs, list).map_err(|error| about_file(error.into()))
}
