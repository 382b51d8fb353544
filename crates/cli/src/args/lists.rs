//! The arguments of `games` and `bots`.

use clap::Args;

use super::common::JsonArg;

#[derive(Debug, Args)]
pub struct GamesArgs {
    /// Describe only this game
    pub game: Option<String>,
    #[command(flatten)]
    pub json: JsonArg,
}

#[derive(Debug, Args)]
pub struct BotsArgs {
    /// Also list the bots that only play this game
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,
    #[command(flatten)]
    pub json: JsonArg,
}
