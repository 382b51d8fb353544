//! The arguments as typed.

mod bot;
mod brain;
mod checks;
mod class;
mod command;
mod common;
mod compare;
mod engines;
mod grade;
mod lists;
mod matches;
mod merge;
mod new;
mod part;
mod positions;
mod puzzles;
mod serve;
mod site;
mod solve;
mod table;
mod tournament;
mod tree;
mod values;

use clap::Parser;

pub use bot::{BotCheckArgs, BotCommand, BotNewArgs, Language};
pub use brain::{
    BrainArgs, BrainCommand, BrainExportArgs, BrainImportArgs, BrainMergeArgs, BrainResetArgs, BrainShowArgs,
    LearnArgs,
};
pub use checks::{BenchArgs, CheckArgs, VerifyArgs};
pub use class::ClassArgs;
pub use command::Command;
pub use common::{BatchArgs, GameArgs, JsonArg, PlaceArgs};
pub use compare::{CompareArgs, Plot};
pub use engines::{BotArgs, EngineArgs, McpArgs};
pub use grade::{Baselines, GradeArgs};
pub use lists::{BotsArgs, GamesArgs};
pub use matches::{MatchArgs, PlayArgs, TuneArgs};
pub use merge::MergeArgs;
pub use new::NewArgs;
pub use part::PartArgs;
pub use positions::{AnalyseArgs, CountArgs, EvalArgs, PerftArgs, RecordFormat, ShowArgs};
pub use puzzles::PuzzlesArgs;
pub use serve::{LogKind, ServeArgs};
pub use site::SiteArgs;
pub use solve::SolveArgs;
pub use table::{PartsCommand, TableJoinArgs};
pub use tournament::{AdjudicateBy, FormatName, RulesArgs, TournamentArgs};
pub use tree::{BoardsArg, Format, Switch, TreeArgs, TreeKind};
pub use values::clock;

/// The version. `cargo install --git` does not read the flags of the repository, so that such a program counts bits slowly.
const VERSION: &str = if cfg!(all(target_arch = "x86_64", not(target_feature = "popcnt"))) {
    concat!(
        env!("CARGO_PKG_VERSION"),
        " (for any x86-64 processor; built with RUSTFLAGS=-Ctarget-cpu=x86-64-v2, searches take up to a quarter less time)"
    )
} else {
    env!("CARGO_PKG_VERSION")
};

/// A workshop for two-player game trees: play, search, count, match.
///
/// A GAME is written NAME or NAME:key=value,key=value (see 'plywood games'), a BOT likewise (see 'plywood bots').
#[derive(Debug, Parser)]
#[command(
    name = "plywood",
    version = VERSION,
    arg_required_else_help = true,
    after_help = "Examples:
  plywood serve                                     everything in the browser
  plywood play                                      asks for a game, then plays
  plywood play pikkpakk --second engine:depth=4     you are light
  plywood show qubic
  plywood analyse tictactoe --position 'xox/o1o/x2 x' --bot engine
  plywood solve mnk:m=4,n=4,k=4
  plywood match connect4 engine:depth=4 rules --games 100
  plywood learn tictactoe --brain ttt.brain --stage 50000 random
  plywood count mnk:m=4,n=3,k=3

Exit codes:
    0  done
    1  failed, or a check found a fault
    2  usage error: an argument, or a file that it names, is wrong
  130  interrupted; results so far are printed and saved"
)]
pub struct Cli {
    /// Do not check the laws of your own game first
    #[arg(long, global = true, hide = true)]
    pub unchecked: bool,
    #[command(subcommand)]
    pub command: Command,
}
