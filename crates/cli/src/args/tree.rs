//! The arguments of `tree`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use plywood_rules::Player;

use super::common::{GameArgs, JsonArg, SeedArg};
use super::values::side;

#[derive(Debug, Args)]
pub struct TreeArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Draw the tree that this bot looks at: NAME or NAME:key=value,... (see 'plywood bots')
    #[arg(long, value_name = "BOT")]
    pub bot: Option<String>,
    /// Draw what this proof file says, after it was checked: the prover's moves and all replies, from the position on
    #[arg(long, value_name = "FILE", conflicts_with_all = ["bot", "seed"])]
    pub proof: Option<PathBuf>,
    /// Which tree: full (of the game), coloured (with who wins everywhere), decision (one strategy alone), trace (what a bot
    /// looked at), proof (what a file proves) or numbers (of a search by proof numbers)
    /// [default: trace with a --bot, proof with a --proof, else full]
    #[arg(long, value_name = "VIEW", hide_possible_values = true)]
    pub view: Option<View>,
    /// Show so many plies below the position [default: as many whole levels as --most has room for]
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub depth: Option<u32>,
    /// Positions that are the same up to symmetry stand once, with the number of moves that lead there
    #[arg(long)]
    pub merge: bool,
    /// Show only so many children of every node: the best by value, or the most visited
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub best: Option<u32>,
    /// Show only the principal variation, and what is at most K plies off it
    #[arg(long, value_name = "K")]
    pub along: Option<u32>,
    /// Show at most so many nodes, and count the others
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub most: u32,
    /// Decision: whose strategy, first or second [default: whoever wins, else whoever is to move]; proof: for whom, where it is of
    /// a draw; numbers: whose win [default: of whoever is to move]
    #[arg(long, value_name = "SIDE", value_parser = side)]
    pub player: Option<Player>,
    /// Numbers: visit at most so many positions [default: 1000000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    pub nodes: Option<u64>,
    /// Whether positions are drawn in the nodes of an SVG
    #[arg(long, value_name = "auto|on|off", default_value = "auto", hide_possible_values = true)]
    pub boards: BoardsArg,
    /// How it is written: svg, dot (for Graphviz), text or json [default: by the ending of the file, else text]
    #[arg(long, value_name = "FORMAT", hide_possible_values = true)]
    pub format: Option<Format>,
    /// Write it to this file
    #[arg(short = 'o', long = "out", value_name = "FILE")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub seed: SeedArg,
    #[command(flatten)]
    pub json: JsonArg,
}

/// Which tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum View {
    /// Of the game.
    Full,
    /// With who wins everywhere.
    Coloured,
    /// One strategy alone.
    Decision,
    /// What a bot looked at.
    Trace,
    /// What a file proves.
    Proof,
    /// Of a search by proof numbers.
    Numbers,
}

/// How a tree is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A picture.
    Svg,
    /// For Graphviz.
    Dot,
    /// Indented.
    Text,
    /// With all numbers.
    Json,
}

/// Whether positions are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BoardsArg {
    /// Where there are few nodes.
    Auto,
    /// Always.
    On,
    /// Never.
    Off,
}
