//! Arguments of the commands that play games: `play`, `match`, `tune`.

use std::path::PathBuf;

use clap::Args;
use plywood_workshop::{Clock, Level, Sprt, TunedOption};

use super::common::{GameArgs, JsonArg, SeedArg};
use super::part::PartArgs;
use super::values::{clock, english, sprt, tuned_option};

#[derive(Clone, Debug, Args)]
pub struct PlayArgs {
    /// The game; asked for if left out
    pub game: Option<String>,
    /// Start from this position instead of the opening
    #[arg(long, value_name = "TEXT", requires = "game", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// Moves to play from there first, separated by blanks
    #[arg(long, value_name = "MOVES", requires = "game", allow_hyphen_values = true)]
    pub moves: Option<String>,
    /// The first player: human or a bot (default: human)
    #[arg(long, value_name = "BOT", requires = "game")]
    pub first: Option<String>,
    /// The second player: human or a bot (default: a level, or human if --first is given alone)
    #[arg(long, value_name = "BOT", requires = "game")]
    pub second: Option<String>,
    /// The level of your opponent, from 1 to 8 (default: 4)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(Level::HIGHEST)))]
    pub level: Option<u32>,
    /// Add the record to this file when the game ends or you leave it
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Random seed (default: different every time)
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Accepted because earlier versions had more languages here
    #[arg(long, hide = true, value_parser = english)]
    pub language: Option<String>,
    /// Print one JSON object when the game is over, and nothing else (both sides must be bots)
    #[arg(long, requires = "game")]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct MatchArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// The bot that begins the odd games
    pub first_bot: String,
    /// The bot that begins the even games
    pub second_bot: String,
    /// Games to play (default: 100); with --sprt the most games (default: 100000)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    pub games: Option<u32>,
    /// Games to play at the same time (default: one for each core)
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Openings, each played twice with sides swapped: random:PLIES, all:PLIES (every position after so many
    /// plies), or a file with the moves of one opening a line or with games
    #[arg(long, value_name = "random:PLIES|all:PLIES|FILE")]
    pub openings: Option<String>,
    /// Time of each bot for a game, plus an increment for each move: 10s, 10s+0.1s, 500ms+10ms. A bot out of time loses
    #[arg(long, value_name = "TIME[+TIME]", value_parser = clock)]
    pub clock: Option<Clock>,
    /// Stop as soon as a sequential test decides if the first bot is stronger by elo1 or only by elo0, with error
    /// probabilities alpha and beta: elo0=0,elo1=10,alpha=0.05,beta=0.05 where left out
    #[arg(long, value_name = "elo0=E,elo1=E,...", value_parser = sprt)]
    pub sprt: Option<Sprt>,
    /// Plies after which a game is a draw
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub max_plies: u32,
    /// Add the records of all games to this file
    #[arg(long, value_name = "FILE", conflicts_with = "part")]
    pub save: Option<PathBuf>,
    #[command(flatten)]
    pub part: PartArgs,
    #[command(flatten)]
    pub seed: SeedArg,
    #[command(flatten)]
    pub json: JsonArg,
}

#[derive(Debug, Args)]
pub struct TuneArgs {
    /// The game: NAME or NAME:key=value,... (see 'plywood games')
    pub game: String,
    /// The evaluation (default: the first of the game's that has weights)
    #[arg(long, value_name = "NAME")]
    pub eval: Option<String>,
    /// Tune this option of a program from outside instead of an evaluation: its name, the value to begin with, the bounds and the
    /// first step. Can be repeated
    #[arg(long, value_name = "NAME=VALUE:MIN..MAX:STEP", value_parser = tuned_option, conflicts_with = "eval", requires = "bot")]
    pub option: Vec<TunedOption>,
    /// The bot whose evaluation or options are tuned; it must be quick enough for thousands of games
    #[arg(long, value_name = "BOT", default_value = "engine:depth=2,tie=random")]
    pub bot: String,
    /// Iterations: each varies all weights once
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub iterations: u64,
    /// Pairs of games in an iteration, sides swapped
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub pairs: u64,
    /// Random plies that each pair of games begins with
    #[arg(long, value_name = "PLIES", default_value_t = 4, value_parser = clap::value_parser!(u16).range(0..=1000))]
    pub openings: u16,
    /// Plies after which a game is a draw
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..))]
    pub max_plies: u32,
    /// Games to play at the same time (default: one for each core); the weights do not depend on it
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Write the weights to this file, every few seconds and at the end. If it has this tuning already, continue it
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Continue the tuning in this file, and write to it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["eval", "option", "bot", "iterations", "pairs", "openings", "max_plies", "seed", "out"])]
    pub resume: Option<PathBuf>,
    /// Only test the weights in this file against the built-in ones
    #[arg(long, value_name = "FILE", conflicts_with_all = ["eval", "option", "iterations", "pairs", "out", "resume"])]
    pub test: Option<PathBuf>,
    /// The sequential test at the end
    #[arg(long, value_name = "elo0=E,elo1=E,...", default_value = "elo0=0,elo1=10", value_parser = sprt)]
    pub sprt: Sprt,
    /// Most games of that test; 0 for no test
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub test_games: u32,
    #[command(flatten)]
    pub seed: SeedArg,
    #[command(flatten)]
    pub json: JsonArg,
}
