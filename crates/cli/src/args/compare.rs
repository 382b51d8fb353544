//! The arguments of `compare`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::common::{GameArgs, JsonArg, SeedArg};
use super::values::time;

#[derive(Debug, Args)]
pub struct CompareArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// A search to compare, without its depth: NAME or NAME:key=value,... [default: minimax and alpha-beta in three
    /// ways; with dice expectiminimax in three ways]
    #[arg(long = "bot", value_name = "BOT")]
    pub bots: Vec<String>,
    /// The greatest depth in plies [default: as deep as --time allows]
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub depth: Option<u32>,
    /// Time limit of each search for all its depths together: 500ms, 10s, 2m [default: 2s, or no limit with a --depth]
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub time: Option<Duration>,
    /// Write a plot (.svg, .png, .pdf) or all numbers (.csv) to this file
    #[arg(short = 'o', long = "out", value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Quantity plotted over the depth: nodes or time
    #[arg(
        long,
        value_name = "nodes|time",
        default_value = "nodes",
        hide_possible_values = true,
        requires = "out"
    )]
    pub plot: Plot,
    #[command(flatten)]
    pub seed: SeedArg,
    #[command(flatten)]
    pub json: JsonArg,
}

/// The quantity plotted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Plot {
    /// Positions visited.
    Nodes,
    /// Seconds.
    Time,
}
