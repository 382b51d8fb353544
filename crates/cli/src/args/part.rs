//! The arguments of work in parts.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;
use plywood_workshop::WorkPart;

/// A part of the work of a command.
#[derive(Clone, Debug, Default, Args)]
pub struct PartArgs {
    /// Do only the I-th of N parts, such as 3/10, and write it to a file; 'plywood merge' puts the parts together
    #[arg(long, value_name = "I/N")]
    pub part: Option<WorkPart>,
    /// The file of the part (default: I-of-N.part); if it was interrupted, it goes on
    #[arg(long, value_name = "FILE", requires = "part")]
    pub part_file: Option<PathBuf>,
    /// The words of the command without these options and the name of the program.
    #[arg(skip)]
    pub command: Vec<String>,
}

impl PartArgs {
    /// Keeps the words of the command, the first of which is the name of the program.
    pub fn keep_command(&mut self, words: &[OsString]) {
        let mut words = words.iter().skip(1).map(|word| word.to_string_lossy());
        while let Some(word) = words.next() {
            match word.split('=').next() {
                Some("--part" | "--part-file") if !word.contains('=') => _ = words.next(),
                Some("--part" | "--part-file") => {}
                _ => self.command.push(word.into_owned()),
            }
        }
    }
}
