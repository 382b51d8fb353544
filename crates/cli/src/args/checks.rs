//! The arguments of `verify`, `check` and `bench`.

use std::path::PathBuf;

use clap::Args;

use super::common::{JsonArg, SeedArg};

#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// The game: NAME or NAME:key=value,... (see 'plywood games')
    pub game: String,
    /// The proof file
    pub file: PathBuf,
    #[command(flatten)]
    pub json: JsonArg,
}

#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The game: NAME or NAME:key=value,... (see 'plywood games')
    pub game: String,
    /// Random games to play
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub games: u32,
    /// Plies after which a game is stopped
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..))]
    pub max_plies: u32,
    #[command(flatten)]
    pub seed: SeedArg,
    #[command(flatten)]
    pub json: JsonArg,
}

#[derive(Debug, Args)]
pub struct BenchArgs {
    /// Search only the positions of the tests, which have their own signature
    #[arg(long)]
    pub quick: bool,
    /// Search only the positions of these games; connect4 means that game, pikkpakk also its variants
    #[arg(long, value_name = "GAME", num_args = 1..)]
    pub games: Vec<String>,
    /// Fail if the signature differs from this one
    #[arg(long, value_name = "SIGNATURE")]
    pub expect: Option<u64>,
    #[command(flatten)]
    pub json: JsonArg,
}
