//! Arguments that several commands have.

use std::path::PathBuf;

use clap::Args;

use super::part::PartArgs;

/// A game and a position of it.
#[derive(Debug, Args)]
pub struct GameArgs {
    /// The game: NAME or NAME:key=value,... (see 'plywood games')
    pub game: String,
    #[command(flatten)]
    pub place: PlaceArgs,
}

#[derive(Debug, Args)]
pub struct PlaceArgs {
    /// Start from this position instead of the opening
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// Moves (and chance outcomes) to play from there, separated by blanks
    #[arg(
        long,
        value_name = "MOVES",
        default_value = "",
        hide_default_value = true,
        allow_hyphen_values = true
    )]
    pub moves: String,
}

/// Many positions in one run.
#[derive(Debug, Args)]
pub struct BatchArgs {
    /// Answer every line of FILE ('-' for standard input) with a line of JSON, on all cores; a line is POSITION,
    /// 'moves M1 M2 ...' from the opening, or 'POSITION moves M1 M2 ...'
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "moves"])]
    pub batch: Option<PathBuf>,
    #[command(flatten)]
    pub part: PartArgs,
}

/// The form of the output.
#[derive(Clone, Copy, Debug, Args)]
pub struct JsonArg {
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub json: bool,
}

#[derive(Clone, Copy, Debug, Args)]
pub struct SeedArg {
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}
