//! Arguments of the commands that answer other programs.

use std::path::PathBuf;

use clap::Args;

use super::common::SeedArg;

#[derive(Debug, Args)]
pub struct EngineArgs {
    /// The game: NAME or NAME:key=value,... (see 'plywood games')
    pub game: String,
    #[command(flatten)]
    pub bot: BotArgs,
}

#[derive(Debug, Args)]
pub struct BotArgs {
    /// The bot that plays (default: engine, or expectiminimax in games with dice)
    #[arg(long, value_name = "BOT")]
    pub bot: Option<String>,
    #[command(flatten)]
    pub seed: SeedArg,
}

#[derive(Debug, Args)]
pub struct McpArgs {
    /// The folder with the proof files that may be checked; no other file is opened
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub proofs: PathBuf,
}
