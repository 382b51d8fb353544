//! The command line of Plywood, for its own games and for anyone's: [`run`] takes a list of games and does what
//! the arguments of the process say.
//!
//! Each command is a function from its arguments to what is to be printed; only `play` and `serve` talk while
//! they work. Arguments are read as typed by clap and turned into games, positions and bots at once, here.

mod address;
mod args;
mod commands;
mod draw;
mod files;
mod live;
mod output;
mod pictures;
mod play;
mod progress;
mod save;
mod words;

use std::ffi::OsStr;
use std::panic;
use std::path::Path;
use std::process::ExitCode;

use clap::FromArgMatches;
use plywood_workshop::Workshop;

use args::{Cli, Command};
use progress::Interrupt;

/// Does what the arguments of the process ask for, with the games of `workshop`. The exit codes are those
/// of `plywood --help`.
pub fn run(workshop: Workshop) -> ExitCode {
    silence_redb();
    let cli = args::program().try_get_matches().and_then(|words| Cli::from_arg_matches(&words));
    let cli = cli.unwrap_or_else(|error| {
        if !error.use_stderr() {
            error.exit()
        }
        let plain = |text: String| {
            text.replace("invalid digit found in string", "it has to be a whole number")
                .replace("invalid float literal", "it has to be a number")
                .replace("number too large to fit in target type", "it is too large")
        };
        let text = plain(error.render().to_string());
        output::print_error(2, text.trim_start_matches("error: ").lines().next().unwrap_or_default());
        anstream::eprint!("{}", plain(error.render().ansi().to_string()));
        std::process::exit(2)
    });
    let interrupt = Interrupt::install();
    let (files, json) = cli.command.written_files();
    let aside = files.iter().any(|file| files::is_stdout(file));
    if aside && json {
        let message = "'-' and --json cannot both have standard output".to_string();
        return output::finish(Err(output::Failure::Wrong(message)), false, false);
    }
    if let Err(failure) = commands::check::check_own(&workshop, &cli, &interrupt) {
        return output::finish(Err(failure), false, interrupt.is_raised());
    }
    if let (Some(game), false) = (cli.command.played(), output::wants_json()) {
        commands::warn(&workshop, game);
    }
    let result = match cli.command {
        Command::Games(args) => commands::games::run(&workshop, &args),
        Command::Bots(args) => commands::bots::run(&workshop, &args),
        Command::Show(args) => commands::show::run(&workshop, &args, &interrupt),
        Command::Perft(args) => commands::perft::run(&workshop, &args, &interrupt),
        Command::Count(args) => commands::count::run(&workshop, &args, &interrupt),
        Command::Eval(args) => commands::eval::run(&workshop, &args, &interrupt),
        Command::Analyse(args) => commands::analyse::run(&workshop, &args, &interrupt),
        Command::Solve(args) => commands::solve::run(&workshop, &args, &interrupt),
        Command::Puzzles(args) => commands::puzzles::run(&workshop, &args, &interrupt),
        Command::Tree(args) => commands::tree::run(&workshop, &args, &interrupt),
        Command::Compare(args) => commands::compare::run(&workshop, &args, &interrupt),
        Command::Verify(args) => commands::verify::run(&workshop, &args, &interrupt),
        Command::Match(args) => commands::matches::run(&workshop, &args, &interrupt),
        Command::Tune(args) => commands::tune::run(&workshop, &args, &interrupt),
        Command::Learn(args) if !args.records.is_empty() => {
            commands::learn::records::run(&workshop, &args, &interrupt)
        }
        Command::Learn(args) => commands::learn::run(&workshop, &args, &interrupt),
        Command::Brain(command) => commands::brain::run(&workshop, &command, &interrupt),
        Command::Check(args) => commands::check::run(&workshop, &args, &interrupt),
        Command::Bench(args) => commands::bench::run(&workshop, &args, &interrupt),
        Command::Serve(args) => commands::serve::run(workshop, args, &interrupt),
        Command::Site(args) => commands::site::run(&args, &interrupt),
        Command::New(args) => commands::new::run(&args),
        Command::Completions { shell } => commands::manual::completions(shell),
        Command::Man { dir } => commands::manual::pages(&dir),
        Command::Play(args) => play::run(&workshop, args, &interrupt),
    };
    output::finish(result, aside, interrupt.is_raised())
}

/// Prints no panics of redb: on a damaged brain it may panic, and the brain reports that as an error.
fn silence_redb() {
    let print = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        let is_redb =
            |part: &OsStr| part.to_str().is_some_and(|part| part == "redb" || part.starts_with("redb-"));
        if !panic.location().is_some_and(|place| Path::new(place.file()).iter().any(is_redb)) {
            print(panic);
        }
    }));
}
