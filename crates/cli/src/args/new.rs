//! The arguments of `new`.

use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
pub struct NewArgs {
    /// The folder to create; the crate and the game have the same name. In the checkout of Plywood it becomes a member of its
    /// workspace: then nothing of Plywood is compiled again
    pub dir: PathBuf,
    /// A bot that plays every game, instead of a game
    #[arg(long)]
    pub bot: bool,
    /// The checkout of Plywood that the crate uses [default: the one that this program was built from]
    #[arg(long, value_name = "DIR")]
    pub plywood: Option<PathBuf>,
}
