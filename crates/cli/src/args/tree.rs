//! The arguments of `tree`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use plywood_rules::Player;

use super::common::{GameArgs, JsonArg, SeedArg};
use super::values::{aspect, font_size};

#[derive(Debug, Args)]
pub struct TreeArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Draw the tree that this bot searches: NAME or NAME:key=value,... (see 'plywood bots')
    #[arg(long, value_name = "BOT")]
    pub bot: Option<String>,
    /// Check this proof file and draw its strategy: the prover's moves and all replies, from the position on
    #[arg(long, value_name = "FILE", conflicts_with_all = ["bot", "seed"])]
    pub proof: Option<PathBuf>,
    /// Kind of tree: full (of the game), coloured (with the winner everywhere), decision (one strategy alone), trace (the nodes that
    /// a bot visited), proof (the strategy of a file) or numbers (of a search by proof numbers)
    /// [default: trace with a --bot, proof with a --proof, else full]
    #[arg(long, value_name = "VIEW", hide_possible_values = true)]
    pub view: Option<TreeKind>,
    /// Plies to show below the position [default: as many whole levels as --most has space for]
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub depth: Option<u32>,
    /// Show positions that are the same up to symmetry once, with the number of moves that lead there
    #[arg(long)]
    pub merge: bool,
    /// Show only N children of every node: the best by value, or the most visited
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub best: Option<u32>,
    /// Show only the principal variation, and nodes at most K plies off it
    #[arg(long, value_name = "K")]
    pub along: Option<u32>,
    /// Show at most N nodes; omitted nodes are counted
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub most: u32,
    /// Decision: player whose strategy is shown, first or second [default: the winner, else the side to move]; proof: player, for
    /// a proof of a draw; numbers: player whose win is sought [default: the side to move]
    #[arg(long, value_name = "SIDE")]
    pub player: Option<Player>,
    /// Numbers: visit at most N positions [default: 1000000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    pub nodes: Option<u64>,
    /// Draw positions in the nodes of a picture
    #[arg(long, value_name = "auto|on|off", default_value = "auto", hide_possible_values = true)]
    pub boards: BoardsArg,
    /// Title of the picture [default: the game and what is shown of it]
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
    /// Sentence below the title; '' leaves it out [default: the position, the size and the result]
    #[arg(long, value_name = "TEXT")]
    pub subtitle: Option<String>,
    /// Size of the values in pixels; the whole picture grows with it [default: 13.5]
    #[arg(long, value_name = "N", value_parser = font_size)]
    pub font_size: Option<f64>,
    /// Shape of the picture, such as 16:9 for a slide
    #[arg(long, value_name = "W:H", value_parser = aspect)]
    pub aspect: Option<(f64, f64)>,
    /// Write the windows of the search below its nodes
    #[arg(long, value_name = "on|off", default_value = "on", hide_possible_values = true)]
    pub windows: Switch,
    /// Leave out the legend
    #[arg(long)]
    pub no_legend: bool,
    /// Light lines on a dark background
    #[arg(long)]
    pub dark: bool,
    /// SVG: show the nodes one by one, in the order of the visits
    #[arg(long)]
    pub animate: bool,
    /// Write one picture for each step of --animate to this folder: 0001.svg, 0002.svg, ... (or .png with --format png)
    #[arg(long, value_name = "DIR", conflicts_with_all = ["out", "animate"])]
    pub frames: Option<PathBuf>,
    /// Format: svg, png, pdf, dot (for Graphviz), text or json [default: from the file name, else text]
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

/// The kind of tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TreeKind {
    /// Of the game.
    Full,
    /// With who wins everywhere.
    Coloured,
    /// One strategy alone.
    Decision,
    /// The nodes that a bot visited.
    Trace,
    /// The strategy of a proof file.
    Proof,
    /// Of a search by proof numbers.
    Numbers,
}

/// The format of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A picture.
    Svg,
    /// A picture of points.
    Png,
    /// A picture for print.
    Pdf,
    /// For Graphviz.
    Dot,
    /// Indented.
    Text,
    /// With all numbers.
    Json,
}

/// The choice to draw positions or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BoardsArg {
    /// Only if there are few nodes.
    Auto,
    /// Always.
    On,
    /// Never.
    Off,
}

/// On or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Switch {
    /// Shown.
    On,
    /// Left out.
    Off,
}
