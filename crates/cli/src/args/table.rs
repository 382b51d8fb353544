//! The arguments of `table`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::common::JsonArg;

#[derive(Debug, Subcommand)]
pub enum PartsCommand {
    /// Make one file of a table in parts
    #[command(
        after_help = "The file has the same bytes as one that 'solve --method enumerate --out' writes. It is no larger than the parts, \
which stay.

Examples:
  plywood solve connect4:m=5,n=5 --method enumerate --workers 2 --parts c4
  plywood table join c4 c4.table
  plywood match connect4:m=5,n=5 perfect:table=c4.table engine"
    )]
    Join(TableJoinArgs),
}

#[derive(Debug, Args)]
pub struct TableJoinArgs {
    /// The folder with all parts
    pub folder: PathBuf,
    /// The file to write
    pub file: PathBuf,
    #[command(flatten)]
    pub json: JsonArg,
}
