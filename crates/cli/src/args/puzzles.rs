//! The arguments of `puzzles`.

use std::path::PathBuf;

use clap::Args;

use super::common::{JsonArg, SeedArg};
use super::part::PartArgs;

#[derive(Debug, Args)]
pub struct PuzzlesArgs {
    /// The game: NAME or NAME:key=value,... (see 'plywood games')
    pub game: String,
    /// Puzzles to make
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub count: u32,
    /// The most positions to visit for the values of the moves of a position
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub nodes: u32,
    /// Threads [default: one a core]
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,
    /// Write the puzzles to this file, each as a line of JSON
    #[arg(short = 'o', long = "out", value_name = "FILE", conflicts_with = "part")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub part: PartArgs,
    #[command(flatten)]
    pub seed: SeedArg,
    #[command(flatten)]
    pub json: JsonArg,
}
