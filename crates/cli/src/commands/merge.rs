//! `merge`: the whole of the work of a command that was done in parts.

use std::ffi::OsString;

use plywood_workshop::Workshop;

use super::{batch, grade, matches, puzzles, tournament};
use crate::args::{AnalyseArgs, Command, EvalArgs, MergeArgs, ShowArgs, SolveArgs};
use crate::command_line;
use crate::files;
use crate::output::{CommandResult, Failure};
use crate::parts::MergedParts;
use crate::progress::Control;
use crate::usage;

/// Runs the command.
pub fn run(workshop: &Workshop, args: &MergeArgs, control: &Control) -> CommandResult {
    args.output.iter().try_for_each(|path| files::check_no_source(path, &args.files))?;
    let parts = MergedParts::read(&args.files)?;
    let words = ["plywood"].into_iter().chain(parts.command.iter().map(String::as_str)).map(OsString::from);
    match command_line::read(words).map_err(|error| usage::usage(&error))?.command {
        Command::Match(of) => matches::merge(workshop, &of, &parts, args),
        Command::Tournament(of) => tournament::merge(workshop, &of, &parts, args),
        Command::Puzzles(of) => puzzles::merge(workshop, &of, &parts, args, control),
        Command::Grade(of) => grade::merge(workshop, &of, &parts, args, control),
        Command::Show(ShowArgs { batch, .. })
        | Command::Eval(EvalArgs { batch, .. })
        | Command::Analyse(AnalyseArgs { batch, .. })
        | Command::Solve(SolveArgs { batch, .. }) => batch::merge(&batch, &parts, args, control),
        _ => Err(Failure::Wrong("the work of this command has no parts".to_string())),
    }
}
