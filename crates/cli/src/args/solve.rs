//! The arguments of `solve`.

use std::path::PathBuf;

use clap::Args;
use plywood_rules::Player;
use plywood_workshop::SolveOptions;

use super::common::{BatchArgs, GameArgs, JsonArg};
use super::values::side;

#[derive(Debug, Args)]
pub struct SolveArgs {
    #[command(flatten)]
    pub game: GameArgs,
    #[command(flatten)]
    pub batch: BatchArgs,
    /// Method: search (alpha-beta to the end of the game), enumerate (every position that can be reached, with its value),
    /// proof (a strategy that can be checked), race (dice, exactly) or iterate (any game, dice and payoffs included, between
    /// bounds) [default: race for dice races, else search]
    #[arg(long, value_name = "METHOD", value_parser = method)]
    pub method: Option<Method>,
    /// Enumerate: write all positions with their values to this file (.csv, .parquet), or the table of all values, for the bot
    /// perfect:table=FILE (any other name); proof: write the proof, for 'verify' and the bot perfect:proof=FILE
    #[arg(short = 'o', long = "out", value_name = "FILE", conflicts_with = "batch")]
    pub out: Option<PathBuf>,
    /// Enumerate: read the values from this table instead of solving
    #[arg(long, value_name = "TABLE", conflicts_with_all = ["batch", "workers", "hosts", "checkpoint", "merge"])]
    pub from: Option<PathBuf>,
    /// Enumerate, iterate and proof: memory limit in MiB
    #[arg(long, value_name = "MIB", default_value_t = 4096, value_parser = clap::value_parser!(u32).range(1..))]
    pub max_memory: u32,
    /// Enumerate: count symmetric positions as one, even if the start is not symmetric
    #[arg(long)]
    pub merge: bool,
    /// Enumerate: threads that share the work
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub workers: Option<u16>,
    /// Enumerate: the addresses of all processes that share the work: HOST:PORT,HOST:PORT
    #[arg(long, value_name = "LIST", value_parser = hosts, requires = "process", conflicts_with = "batch")]
    pub hosts: Option<Hosts>,
    /// Enumerate: the number of this process among the hosts, from 0; process 0 gets the table
    #[arg(long, value_name = "N", requires = "hosts")]
    pub process: Option<usize>,
    /// Enumerate: seconds to wait for the other processes
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    pub patience: u32,
    /// Enumerate: save finished levels to this folder, and continue after those in it; proof: save the search there
    /// every five minutes and when it is stopped, and continue it
    #[arg(long, value_name = "FOLDER", conflicts_with = "batch")]
    pub checkpoint: Option<PathBuf>,
    /// Iterate: largest error of the value, where a win is worth 1 and a loss -1 [default: 1e-9]
    #[arg(long, value_name = "E", value_parser = error)]
    pub error: Option<f64>,
    /// Race: also print the best score against this bot, hold:at=N
    #[arg(long, value_name = "BOT", value_parser = against)]
    pub against: Option<Holder>,
    /// Only find out if a side can force a win within N plies
    #[arg(long, value_name = "N", conflicts_with_all = ["depth", "threads"],
        value_parser = clap::value_parser!(u32).range(1..=SolveOptions::DEEPEST as i64))]
    pub within: Option<u32>,
    /// Player whose win is in question, first or second [default: the side to move]
    #[arg(long, value_name = "SIDE", requires = "within", value_parser = side)]
    pub side: Option<Player>,
    /// Search at most N plies ahead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=SolveOptions::DEEPEST as i64))]
    pub depth: Option<u32>,
    /// Threads [default: one for each processor for a proof, which does not depend on their number; else 1, because
    /// only one gives the same line every time]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub threads: Option<u16>,
    /// Largest size of the table of positions in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub table: u32,
    /// Race: draw the least turn total at which to hold, over both scores, to this file (.svg, .png, .pdf)
    #[arg(long, value_name = "FILE", conflicts_with = "batch")]
    pub surface: Option<PathBuf>,
    #[command(flatten)]
    pub json: JsonArg,
}

/// The processes that share the work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hosts(pub Vec<String>);

fn hosts(text: &str) -> Result<Hosts, String> {
    let hosts: Vec<String> = text.split(',').map(|host| host.trim().to_string()).collect();
    for (at, host) in hosts.iter().enumerate() {
        let port = host.rsplit_once(':').filter(|(name, _)| !name.is_empty());
        if !port.is_some_and(|(_, port)| port.parse::<u16>().is_ok_and(|port| port > 0)) {
            return Err(format!("'{host}' is no HOST:PORT"));
        }
        if hosts[..at].contains(host) {
            return Err(format!("'{host}' is there twice"));
        }
    }
    if hosts.len() > 256 {
        return Err("more than 256 processes cannot share the work".to_string());
    }
    Ok(Hosts(hosts))
}

/// The method of solving.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// By the engine: alpha-beta.
    Search,
    /// Every position that can be reached.
    Enumerate,
    /// A dice race, pair of scores by pair of scores.
    Race,
    /// Value iteration between bounds.
    Iterate,
    /// Proof numbers.
    Proof,
}

/// The player who holds at a turn total.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holder(pub u16);

fn against(text: &str) -> Result<Holder, String> {
    let at = match text.strip_prefix("hold") {
        Some("") => Some(20),
        Some(rest) => rest.strip_prefix(":at=").and_then(|at| at.parse().ok()).filter(|&at| at > 0),
        None => None,
    };
    at.map(Holder).ok_or_else(|| "only who holds at a turn total can be met exactly: hold:at=20".to_string())
}

fn error(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(error) if error >= 0.0 && error.is_finite() => Ok(error),
        _ => Err("it has to be a number that is not below 0".to_string()),
    }
}

fn method(text: &str) -> Result<Method, String> {
    match text {
        "search" => Ok(Method::Search),
        "enumerate" => Ok(Method::Enumerate),
        "race" => Ok(Method::Race),
        "iterate" => Ok(Method::Iterate),
        "proof" => Ok(Method::Proof),
        _ => Err("it has to be search, enumerate, proof, race or iterate".to_string()),
    }
}
