//! The arguments of commands about a position: `show`, `perft`, `count`, `eval` and `analyse`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::common::{BatchArgs, GameArgs, JsonArg, PlaceArgs, SeedArg};

#[derive(Debug, Args)]
pub struct ShowArgs {
    /// The game: NAME or NAME:key=value,... (see 'plywood games')
    #[arg(required_unless_present = "record", conflicts_with = "record")]
    pub game: Option<String>,
    #[command(flatten)]
    pub place: PlaceArgs,
    #[command(flatten)]
    pub batch: BatchArgs,
    /// Show a game from this file of records, SGF (Hex, five in a row) or GGF (Othello)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "moves", "batch"])]
    pub record: Option<PathBuf>,
    /// The number of the game in the file, from 1 [default: 1; with --format all games]
    #[arg(long, value_name = "N", requires = "record")]
    pub game_number: Option<usize>,
    /// Show the position after this many plies instead of the last one
    #[arg(long, value_name = "N", requires = "record")]
    pub ply: Option<usize>,
    /// Print the game instead of drawing it: record, sgf (Hex, five in a row) or ggf (Othello)
    #[arg(long, hide_possible_values = true, conflicts_with_all = ["batch", "json"])]
    pub format: Option<RecordFormat>,
    #[command(flatten)]
    pub seed: SeedArg,
    #[command(flatten)]
    pub json: JsonArg,
}

/// The format of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RecordFormat {
    /// A record of this program
    Record,
    /// SGF of Hex and of five in a row
    Sgf,
    /// GGF of Othello
    Ggf,
}

#[derive(Debug, Args)]
pub struct PerftArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Length of the paths in plies
    #[arg(value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub depth: u32,
    /// Split the count by the first move
    #[arg(long)]
    pub divide: bool,
    #[command(flatten)]
    pub seed: SeedArg,
    #[command(flatten)]
    pub json: JsonArg,
}

#[derive(Debug, Args)]
pub struct CountArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Stop after this many positions; each takes up to 100 bytes of memory
    #[arg(long, value_name = "N", default_value_t = 100_000_000)]
    pub max: u64,
    #[command(flatten)]
    pub seed: SeedArg,
    #[command(flatten)]
    pub json: JsonArg,
}

#[derive(Debug, Args)]
pub struct EvalArgs {
    #[command(flatten)]
    pub game: GameArgs,
    #[command(flatten)]
    pub batch: BatchArgs,
    /// The evaluation (see 'plywood games GAME'); without it the game's default
    #[arg(long, value_name = "NAME")]
    pub eval: Option<String>,
    #[command(flatten)]
    pub seed: SeedArg,
    #[command(flatten)]
    pub json: JsonArg,
}

#[derive(Debug, Args)]
pub struct AnalyseArgs {
    #[command(flatten)]
    pub game: GameArgs,
    #[command(flatten)]
    pub batch: BatchArgs,
    /// The bot that analyses: NAME or NAME:key=value,... (see 'plywood bots')
    #[arg(long, value_name = "BOT")]
    pub bot: Option<String>,
    /// Establish the value of every move, not only of the best
    #[arg(long)]
    pub all: bool,
    #[command(flatten)]
    pub seed: SeedArg,
    #[command(flatten)]
    pub json: JsonArg,
}
