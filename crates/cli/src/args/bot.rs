//! The arguments of `bot`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::common::{JsonArg, SeedArg};

#[derive(Debug, Subcommand)]
pub enum BotCommand {
    /// Write a bot in another language
    #[command(after_help = "The bot is a program that reads and answers lines of JSON. It plays every game.

Examples:
  plywood bot new --lang python my-bot
  plywood bot check 'python3 my-bot/bot.py' tictactoe
  plywood match connect4 'exec:python3 my-bot/bot.py' random")]
    New(BotNewArgs),
    /// Play games with a program and list its faults
    #[command(
        after_help = "Every third game is against itself, the others against random moves. A program has 10 s for a move, unless it is \
named with [patience=...]. The exit code is 1 if it has a fault.

Examples:
  plywood bot check 'python3 bot.py' tictactoe
  plywood bot check 'ugi:[depth=4] ./engine' connect4 --games 20
  plywood bot check ./bot nim --json"
    )]
    Check(BotCheckArgs),
}

#[derive(Debug, Args)]
pub struct BotNewArgs {
    /// The language
    #[arg(long, value_name = "LANGUAGE")]
    pub lang: Language,
    /// The folder to create
    pub dir: PathBuf,
}

/// A language of `bot new`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Language {
    Python,
    Javascript,
    C,
    Rust,
}

#[derive(Debug, Args)]
pub struct BotCheckArgs {
    /// The command, or a bot such as 'exec:COMMAND' or 'ugi:COMMAND'
    pub command: String,
    /// The game: NAME or NAME:key=value,... (see 'plywood games')
    pub game: String,
    /// Games to play
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u32).range(1..))]
    pub games: u32,
    /// Plies after which a game is stopped
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..))]
    pub max_plies: u32,
    #[command(flatten)]
    pub seed: SeedArg,
    #[command(flatten)]
    pub json: JsonArg,
}
