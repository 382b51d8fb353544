//! The arguments of `solve`.

use clap::Args;
use plywood_workshop::Solve;

use super::common::{BatchArgs, GameArgs, JsonArg};

#[derive(Debug, Args)]
pub struct SolveArgs {
    #[command(flatten)]
    pub game: GameArgs,
    #[command(flatten)]
    pub batch: BatchArgs,
    #[command(flatten)]
    pub question: Solve,
    #[command(flatten)]
    pub json: JsonArg,
}
