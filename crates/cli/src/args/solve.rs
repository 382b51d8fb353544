//! The arguments of `solve`.

use clap::Args;
use plywood_rules::Player;
use plywood_session::SolvePlan;

use super::{GameArgs, JsonArg};

#[derive(Debug, Args)]
pub struct SolveArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// How: search (alpha-beta to the end of the game)
    #[arg(long, value_name = "METHOD", default_value = "search", value_parser = method)]
    pub method: Method,
    /// Only ask whether a side can force a win within N plies
    #[arg(long, value_name = "N", conflicts_with_all = ["depth", "threads"],
        value_parser = clap::value_parser!(u32).range(1..=SolvePlan::DEEPEST as i64))]
    pub within: Option<u32>,
    /// Whose win, first or second [default: whoever is to move]
    #[arg(long, value_name = "SIDE", requires = "within", value_parser = side)]
    pub side: Option<Player>,
    /// Look no further ahead than N plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=SolvePlan::DEEPEST as i64))]
    pub depth: Option<u32>,
    /// Threads to search with; only one gives the same line every time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=64))]
    pub threads: u16,
    /// MiB that the table of positions may grow to
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub table: u32,
    #[command(flatten)]
    pub json: JsonArg,
}

/// How a position is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// By the engine: alpha-beta.
    Search,
}

fn method(text: &str) -> Result<Method, String> {
    match text {
        "search" => Ok(Method::Search),
        "enumerate" | "proof" => {
            Err(format!("'{text}' does not exist yet; the only method so far is search"))
        }
        _ => Err("the only method so far is search".to_string()),
    }
}

fn side(text: &str) -> Result<Player, String> {
    Player::BOTH
        .into_iter()
        .find(|side| side.to_string() == text)
        .ok_or_else(|| "it has to be first or second".to_string())
}
