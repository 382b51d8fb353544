//! The arguments of `brain` and `learn`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use plywood_workshop::Loops;

use plywood_workshop::Memory;

use super::common::{GameArgs, JsonArg, PlaceArgs, SeedArg};

#[derive(Debug, Subcommand)]
pub enum BrainCommand {
    /// Show a brain's game and how much it knows
    Stats(BrainArgs),
    /// Draw a position with what is known of its moves
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
    /// The file of the brain; onnx@FILE: a network of another program
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

#[derive(Debug, Args)]
pub struct LearnArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// The file of the brain, created if missing
    #[arg(long, value_name = "FILE")]
    pub brain: PathBuf,
    /// A stage: its number of games and the opponent, 'self' or a bot; repeat it for more stages
    #[arg(long, num_args = 2, value_names = ["GAMES", "OPPONENT"], required_unless_present = "records", action = clap::ArgAction::Append)]
    pub stage: Vec<String>,
    /// Instead of stages, learn the games in this file of records; repeat it for more files. Each call learns them anew
    #[arg(long, value_name = "FILE", conflicts_with_all = ["stage", "position", "moves"])]
    pub records: Vec<PathBuf>,
    /// Games between two measurements; 0 for no measurements (default: 20 measurements a run)
    #[arg(long, value_name = "GAMES")]
    pub every: Option<u64>,
    /// Measure the brain against this bot; repeat it for more bots (default: random)
    #[arg(long, value_name = "BOT")]
    pub against: Vec<String>,
    /// Games against each bot in a measurement, not learnt, sides swapped every game
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    pub measure: u64,
    /// Write the learning curve to this file as it grows: a picture (.svg, .png, .pdf) or numbers (.csv); repeat it for more
    /// files
    #[arg(long, value_name = "FILE")]
    pub curve: Vec<PathBuf>,
    /// Probability of trying another move than the best, if it is not known to lose
    #[arg(long, value_name = "P", default_value_t = 0.1)]
    pub explore: f64,
    /// Learning rate, by which a value moves toward its successor's: above 0, up to 1 (new brains; default 1)
    #[arg(long, value_name = "A")]
    pub alpha: Option<f32>,
    /// Discount of a value for each ply: above 0, up to 1 (new brains; default 0.99, with dice 1)
    #[arg(long, value_name = "G")]
    pub gamma: Option<f32>,
    /// Search for forced wins within this many plies; 0 for never (new brains; default 1)
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(0..=7))]
    pub prove: Option<u32>,
    /// Let positions that are the same up to symmetry share one node (new brains; default on)
    #[arg(long, value_name = "on|off", value_parser = ["on", "off"])]
    pub symmetry: Option<String>,
    /// When to learn the moves of a loop: after the other moves of the game, or at once (new brains; default after)
    #[arg(long, value_name = "after|at-once", value_parser = Loops::NAMES)]
    pub loops: Option<String>,
    /// Memory: the strategy graph, which remembers positions, an n-tuple network, which estimates them by patterns, or both
    /// (new brains; default graph, with dice ntuple)
    #[arg(long, value_name = "KIND", value_parser = Memory::NAMES)]
    pub kind: Option<String>,
    /// The part of an error that a network removes at first: above 0, up to 1 (new brains; default 1, with dice 0.5)
    #[arg(long, value_name = "R")]
    pub rate: Option<f32>,
    /// Decay of a network's eligibility traces, 0 to 1 (new brains; default 0.8, with dice 0)
    #[arg(long, value_name = "L")]
    pub lambda: Option<f32>,
    /// Plies of the searches whose values a network learns; 1 for the moves alone
    #[arg(long, value_name = "PLIES", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=8))]
    pub search: u32,
    /// Teach a network the values that this bot gives to positions, such as perfect:table=FILE
    #[arg(long, value_name = "BOT", conflicts_with = "search")]
    pub teacher: Option<String>,
    /// Before each move, follow this many lines to the end of the game, and teach a network all positions on them (descent)
    #[arg(long, value_name = "LINES", conflicts_with_all = ["search", "teacher"], value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub descent: Option<u32>,
    /// Games to play before any of them is learnt; more than 1 uses more cores (default: 1; 8 with a network)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub round: Option<u32>,
    /// Threads (default: one for each core); the brain does not depend on their number
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Megabytes of the brain to keep in memory
    #[arg(long, value_name = "MB", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub memory: u32,
    /// Plies after which a game is stopped
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub max_plies: u32,
    #[command(flatten)]
    pub seed: SeedArg,
    #[command(flatten)]
    pub json: JsonArg,
}
