//! The arguments of `grade`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use plywood_workshop::GRADING_NODES;

use super::common::{JsonArg, SeedArg};
use super::part::PartArgs;

/// The bots that are graded beside the players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Baselines {
    /// No others
    None,
    /// random, rules and the levels 1 to 5
    #[default]
    Some,
    /// random, rules and all levels
    All,
}

#[derive(Debug, Args)]
pub struct GradeArgs {
    /// The game: NAME or NAME:key=value,... (see 'plywood games')
    pub game: String,
    /// The players: bots (see 'plywood bots'), or records:FILE
    #[arg(required = true, value_name = "PLAYER")]
    pub players: Vec<String>,
    /// Grade at the positions of this file ('-' for standard input); a line is POSITION, 'moves M1 M2 ...' from the opening, or
    /// 'POSITION moves M1 M2 ...'
    #[arg(long, value_name = "FILE", group = "place")]
    pub positions: Option<PathBuf>,
    /// Grade at this many positions of random play, or of the games that --played-by names
    #[arg(long, value_name = "N", group = "place", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub sample: Option<u32>,
    /// Sample only positions after exactly this many plies
    #[arg(long, value_name = "P", conflicts_with_all = ["positions", "all", "against"], value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub ply: Option<u32>,
    /// Sample positions of games of this bot with itself; each begins with two random plies
    #[arg(long, value_name = "BOT", conflicts_with_all = ["positions", "all", "against"])]
    pub played_by: Option<String>,
    /// Grade at all positions of the table, or of a small game
    #[arg(long, group = "place")]
    pub all: bool,
    /// Grade the moves of each bot in games against this opponent; each pair of games begins with two random plies
    #[arg(long, value_name = "BOT", group = "place", conflicts_with = "part")]
    pub against: Option<String>,
    /// Games against the opponent (default: 20)
    #[arg(long, value_name = "N", requires = "against", conflicts_with_all = ["positions", "sample", "all"], value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: Option<u32>,
    /// Take the exact values from this table (see 'plywood solve --method enumerate')
    #[arg(long, value_name = "FILE")]
    pub table: Option<PathBuf>,
    /// The most positions to visit for the value of a move, where it is searched for
    #[arg(long, value_name = "N", default_value_t = GRADING_NODES, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Other bots to grade
    #[arg(long, value_enum, value_name = "WHICH", default_value_t)]
    pub baselines: Baselines,
    /// The worst moves of each player to keep
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(0..=10_000))]
    pub worst: u32,
    /// Write a report to this file: .html with the worst moves on their boards, .csv or .json; can be repeated
    #[arg(long, short = 'o', value_name = "FILE", conflicts_with = "part")]
    pub output: Vec<PathBuf>,
    #[command(flatten)]
    pub part: PartArgs,
    /// Threads [default: one a core]
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,
    #[command(flatten)]
    pub seed: SeedArg,
    #[command(flatten)]
    pub json: JsonArg,
}
