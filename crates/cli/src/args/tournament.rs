//! Arguments of `tournament`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde::Deserialize;

use super::common::JsonArg;
use super::part::PartArgs;

/// The kind of a tournament.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FormatName {
    /// Every player meets every other
    #[default]
    RoundRobin,
    /// The first players (see --heroes) meet all others
    Gauntlet,
    /// Players with about the same points meet, in so many rounds (see --rounds)
    Swiss,
    /// The loser of a pairing is out
    Knockout,
}

/// Something that ends games early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AdjudicateBy {
    /// Both bots say for six answers in a row that the same player wins with a chance of 98 %, or have proved a draw
    Values,
    /// The exact solution of the game, where it is small enough to be solved at once
    Solution,
}

#[derive(Debug, Args)]
pub struct TournamentArgs {
    /// The tournament as a TOML file (see the reference); without it, the options below say the same
    #[arg(value_name = "FILE", required_unless_present_any = ["game", "player"])]
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Keep the records of all games in this file, from which an interrupted tournament goes on (default: beside FILE, with the
    /// ending .games)
    #[arg(long, value_name = "FILE", conflicts_with = "part")]
    pub records: Option<PathBuf>,
    /// Write a report to this file: .html with every game, .csv or .json; can be repeated
    #[arg(long, short = 'o', value_name = "FILE", conflicts_with = "part")]
    pub output: Vec<PathBuf>,
    #[command(flatten)]
    pub part: PartArgs,
    /// Pairs of games to play at the same time (default: one for each core)
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    #[command(flatten)]
    pub json: JsonArg,
}

/// The rules of a tournament as options, instead of a file.
#[derive(Clone, Debug, Args)]
#[group(multiple = true, conflicts_with = "file")]
pub struct RulesArgs {
    /// The title of the report
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
    /// A game: NAME or NAME:key=value,... Can be repeated; all pairings play all games
    #[arg(long, value_name = "GAME", requires = "player")]
    pub game: Vec<String>,
    /// A player: a bot, or NAME=BOT. Can be repeated
    #[arg(long, value_name = "[NAME=]BOT", requires = "game")]
    pub player: Vec<String>,
    /// The kind of tournament (default: round-robin)
    #[arg(long, value_enum)]
    pub format: Option<FormatName>,
    /// The number of heroes of a gauntlet (default: 1)
    #[arg(long, value_name = "N")]
    pub heroes: Option<usize>,
    /// The rounds of a Swiss tournament (default: until one player can be ahead of all, the logarithm of their number)
    #[arg(long, value_name = "N")]
    pub rounds: Option<usize>,
    /// Pairs of games of each pairing in each game, sides swapped within a pair (default: 5)
    #[arg(long, value_name = "N")]
    pub pairs: Option<u32>,
    /// Openings, one a pair: random:PLIES, all:PLIES (every position after so many plies), or a file with the moves of one
    /// opening a line or with games
    #[arg(long, value_name = "random:PLIES|all:PLIES|FILE")]
    pub openings: Option<String>,
    /// Time of each player for a game, plus an increment for each move: 10s, 10s+0.1s
    #[arg(long, value_name = "TIME[+TIME]")]
    pub clock: Option<String>,
    /// Plies after which a game is a draw (default: 10000)
    #[arg(long, value_name = "N")]
    pub max_plies: Option<u32>,
    /// End games early; can be repeated
    #[arg(long, value_enum)]
    pub adjudicate: Vec<AdjudicateBy>,
    /// Random seed (default: 1)
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}
