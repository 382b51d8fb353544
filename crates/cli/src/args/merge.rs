//! The arguments of `merge`.

use std::path::PathBuf;

use clap::Args;

use super::common::JsonArg;

#[derive(Debug, Args)]
pub struct MergeArgs {
    /// The files of all parts, in any order
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Write what the command writes to this file: the records of a match (.txt), a report (.html, .csv, .json) or the games
    /// (.games) of a tournament, a report of a grade, puzzles or the lines of a batch (.jsonl); can be repeated
    #[arg(long, short = 'o', value_name = "FILE")]
    pub output: Vec<PathBuf>,
    #[command(flatten)]
    pub json: JsonArg,
}
