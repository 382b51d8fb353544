//! The command line: the definition of the program, with the list of commands in its help, and the command that somebody typed.

use std::ffi::OsString;

use clap::error::ErrorKind;
use clap::{CommandFactory as _, FromArgMatches as _};

use crate::args::Cli;

/// The commands by purpose, as the help lists them.
const GROUPS: &[(&str, &[&str])] = &[
    ("Play", &["play", "serve", "site"]),
    ("Analyse", &["show", "eval", "analyse"]),
    ("Solve", &["solve", "table", "verify", "puzzles", "count", "perft"]),
    ("Learn", &["learn", "brain"]),
    ("Compare", &["match", "tournament", "grade", "merge", "class", "compare", "tune", "bench"]),
    ("Draw", &["tree"]),
    ("Serve other programs", &["ugi", "gtp", "gomocup", "exec", "mcp"]),
    ("Make your own", &["new", "check", "bot"]),
    ("Look up", &["games", "bots", "completions", "man", "help"]),
];

/// The definition of the program: [`Cli`] with its commands in groups, at most 80 columns wide.
pub fn program() -> clap::Command {
    let program = Cli::command().max_term_width(80);
    // The parser adds the command 'help' to any program when it is built. Building all commands of this one would take longer than
    // most of them run.
    let mut small = clap::Command::new("small").subcommand(clap::Command::new("any"));
    small.build();
    let mut groups = String::new();
    for (group, names) in GROUPS {
        groups += &format!("{group}:\n");
        for name in *names {
            let command = program.find_subcommand(name).or_else(|| small.find_subcommand(name));
            let about = command.and_then(|command| command.get_about());
            groups += &format!("  {name:11}  {}\n", about.map(ToString::to_string).unwrap_or_default());
        }
        groups.push('\n');
    }
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}Options:\n{{options}}{{after-help}}"
    );
    // A number below 0 is a wrong number and not an unknown option.
    program.help_template(template).mut_subcommands(|command| command.allow_negative_numbers(true))
}

/// Reads a command, the first of whose words is the name of the program.
pub fn read(words: impl Iterator<Item = OsString>) -> Result<Cli, clap::Error> {
    let words: Vec<OsString> = words.collect();
    let mut cli = program().try_get_matches_from(&words).and_then(|found| Cli::from_arg_matches(&found))?;
    match cli.command.part_mut() {
        Some(part) if part.part.is_some() => part.keep_command(&words),
        // clap gives up what an option requires where something conflicts with that.
        Some(part) if part.part_file.is_some() => {
            let message = "--part-file is the file of a part: add --part I/N";
            return Err(program().error(ErrorKind::ArgumentConflict, message));
        }
        _ => {}
    }
    Ok(cli)
}
