//! The arguments of `brain`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::common::{JsonArg, PlaceArgs};

#[derive(Debug, Subcommand)]
pub enum BrainCommand {
    /// Tell what a brain is of and how much it knows
    Stats(BrainArgs),
    /// Draw a position with all that is known of its moves
    #[command(after_help = "Examples:
  plywood brain show ttt.brain
  plywood brain show ttt.brain --moves 'b2 a1'
  plywood brain show tictactoe --brain ttt.brain --position 'x2/1o1/2x o'")]
    Show(BrainShowArgs),
    /// Write a brain as text, a line of JSON for each position
    Export(BrainExportArgs),
    /// Make a new brain from such a text
    Import(BrainImportArgs),
    /// Add what another brain of the same game knows
    Merge(BrainMergeArgs),
    /// Forget everything
    Reset(BrainResetArgs),
}

#[derive(Debug, Args)]
pub struct BrainArgs {
    /// The file of the brain
    pub file: PathBuf,
    #[command(flatten)]
    pub json: JsonArg,
}

#[derive(Debug, Args)]
pub struct BrainShowArgs {
    /// The file of the brain; or the game, and the file with --brain
    #[arg(value_name = "FILE|GAME")]
    pub what: String,
    /// The file of the brain
    #[arg(long, value_name = "FILE")]
    pub brain: Option<PathBuf>,
    #[command(flatten)]
    pub place: PlaceArgs,
    #[command(flatten)]
    pub json: JsonArg,
}

#[derive(Debug, Args)]
pub struct BrainExportArgs {
    /// The file of the brain
    pub file: PathBuf,
    /// The file to write the text to (default: standard output)
    #[arg(short, long, value_name = "FILE", conflicts_with = "json")]
    pub output: Option<PathBuf>,
    /// Print one JSON object with all of it and nothing else
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct BrainImportArgs {
    /// The file of the brain to make
    pub file: PathBuf,
    /// The text to read (default: standard input)
    #[arg(value_name = "TEXT")]
    pub text: Option<PathBuf>,
    #[command(flatten)]
    pub json: JsonArg,
}

#[derive(Debug, Args)]
pub struct BrainMergeArgs {
    /// The file of the brain that learns more
    pub file: PathBuf,
    /// The file of the other brain, which stays as it is
    pub other: PathBuf,
    #[command(flatten)]
    pub json: JsonArg,
}

#[derive(Debug, Args)]
pub struct BrainResetArgs {
    /// The file of the brain
    pub file: PathBuf,
    /// Do not ask
    #[arg(long)]
    pub yes: bool,
    #[command(flatten)]
    pub json: JsonArg,
}
