//! The arguments of `class`.

use std::path::PathBuf;

use clap::Args;

use super::common::JsonArg;

#[derive(Debug, Args)]
pub struct ClassArgs {
    /// The folder of the class: the file assignment.toml and the folder submissions
    pub dir: PathBuf,
    /// Programs to run at the same time (default: one for each core)
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,
    #[command(flatten)]
    pub json: JsonArg,
}
