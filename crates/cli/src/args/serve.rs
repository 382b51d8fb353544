//! The arguments of `serve`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

/// The arguments of `serve`.
#[derive(Debug, Args)]
pub struct ServeArgs {
    /// Address and port to listen on, or a port of this machine alone; port 0 takes any free one
    #[arg(long, visible_alias = "port", value_name = "ADDR", default_value = "127.0.0.1:7777", value_parser = address)]
    pub listen: std::net::SocketAddr,
    /// The folder for games, records and brains [default: plywood in your folder for data]
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// The folder of proof files, NAME.proof, to play and to answer by [default: proofs in the folder of --data]
    #[arg(long, value_name = "DIR")]
    pub proofs: Option<PathBuf>,
    /// A file that lists programs from outside as bots (see 'Running a server' in the book)
    #[arg(long, value_name = "FILE")]
    pub bots: Option<PathBuf>,
    /// Host name of the server, besides localhost and plain addresses; repeat it for more names
    #[arg(long = "host", value_name = "NAME")]
    pub hosts: Vec<String>,
    /// Seconds that a bot may search for a move
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = seconds)]
    pub think: Duration,
    /// Threads for long searches; the same number for searches with a clock, and for quick ones [default: one less than the cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub threads: Option<u32>,
    /// Live games at once
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub max_tables: u32,
    /// Connections at once
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub max_connections: u32,
    /// Brains, of all games together
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub max_brains: u32,
    /// Records of finished games that are kept, the newest ones
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub max_records: u64,
    /// Plies after which a game is a draw
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub max_plies: u32,
    /// Seconds that a player may be away before the game is lost
    #[arg(long, value_name = "SECONDS", default_value_t = 86_400, value_parser = clap::value_parser!(u32).range(1..))]
    pub away: u32,
    /// In idle time, train the shared brains by games against themselves and the levels, in at most this share of one processor
    /// (25% without a number). Trains the games with a shared brain, and those that people played lately. The shared brain
    /// of a game then also learns from finished games between two people
    #[arg(long, value_name = "SHARE", num_args = 0..=1, default_missing_value = "25%", value_parser = share)]
    pub train: Option<f64>,
    /// Format of the log on standard error
    #[arg(long, value_enum, default_value_t = LogKind::Text)]
    pub log: LogKind,
    /// Start no server, but ask the one that listens there if it is well: exit code 0 if it is, else 1
    #[arg(long)]
    pub check: bool,
    /// Print the listening address as JSON
    #[arg(long)]
    pub json: bool,
}

/// Reads an address with its port, or a port alone.
pub fn address(text: &str) -> Result<std::net::SocketAddr, String> {
    let port = text.parse().map(|port: u16| ([127, 0, 0, 1], port).into());
    port.or_else(|_| text.parse())
        .map_err(|_| "it has to be like 127.0.0.1:7777, or a port like 7777".to_string())
}

/// The format of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum LogKind {
    /// Lines for people
    Text,
    /// One JSON object a line
    Json,
    /// Not at all
    Off,
}

/// Reads a share of one processor in percent.
fn share(text: &str) -> Result<f64, String> {
    match text.strip_suffix('%').unwrap_or(text).parse::<f64>() {
        Ok(percent) if (1.0..=100.0).contains(&percent) => Ok(percent / 100.0),
        _ => Err("it has to be a share of one processor from 1% to 100%".to_string()),
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.01..=86_400.0).contains(&seconds) => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("it has to be a number of seconds from 0.01 to 86400".to_string()),
    }
}
