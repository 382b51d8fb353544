//! The command line.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Parser;

/// Plays thousands of games at once against a playing server, each a move a second, and reports its response
/// times
///
/// Every game is a person who moves at random against a cheap bot; a new game begins when one is over. Every
/// state received is checked: it must have each of the person's moves once and in order, no earlier move may
/// change, and versions may not fall.
#[derive(Debug, Parser)]
#[command(
    name = "load",
    after_help = "\
Examples:
  load --plywood target/release/plywood
  load --plywood target/release/plywood --games 2000 --seconds 60 --deep 50
  load --plywood target/release/plywood --games 8000 -- --max-tables 20000 --max-connections 20000
  load --url 127.0.0.1:7777 --pid 4711 --json

Exit codes: 0 if nothing went wrong, 1 if anything did."
)]
pub struct Args {
    /// The program that starts a server, in its own process and folder
    #[arg(long, value_name = "PATH", required_unless_present = "url")]
    pub plywood: Option<PathBuf>,
    /// The address of a running server
    #[arg(long, value_name = "ADDR", conflicts_with = "plywood", value_parser = address)]
    pub url: Option<SocketAddr>,
    /// The process of that server, for its memory
    #[arg(long, value_name = "PID", requires = "url")]
    pub pid: Option<u32>,
    /// Games at once
    #[arg(long, value_name = "N", default_value_t = 2000)]
    pub games: usize,
    /// Seconds that are measured, once all games have begun
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = positive)]
    pub seconds: f64,
    /// Seconds between the moves of a person
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = positive)]
    pub interval: f64,
    /// Games between deep thinkers beside them; measures a second time, with those
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub deep: usize,
    /// Games that begin in a second
    #[arg(long, value_name = "N", default_value_t = 400.0, value_parser = positive)]
    pub ramp: f64,
    /// Print the numbers as JSON
    #[arg(long)]
    pub json: bool,
    /// More options for the started server, after --
    #[arg(last = true, value_name = "OPTIONS", conflicts_with = "url")]
    pub serve: Vec<String>,
}

fn positive(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| format!("'{text}' is no number"))?;
    if number > 0.0 && number <= 1e6 {
        Ok(number)
    } else {
        Err("more than 0 and at most 1000000".to_string())
    }
}

fn address(text: &str) -> Result<SocketAddr, String> {
    let plain = text.strip_prefix("http://").unwrap_or(text).trim_end_matches('/');
    plain.parse().map_err(|_| format!("'{text}' is no address such as 127.0.0.1:7777"))
}
