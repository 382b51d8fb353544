//! The options of commands with the kinds of their values, for front ends that declare them as types.

use std::any::TypeId;
use std::path::PathBuf;

use clap::{Arg, ArgAction};
use plywood_rules::Player;
use plywood_workshop::Solve;
use serde::Serialize;
use serde_json::Value as Json;

use crate::command_line::program;
use crate::questions;

/// An option of a command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CommandOption {
    /// Its name in programs: `max_plies`.
    pub name: String,
    /// Its values.
    pub kind: OptionKind,
    /// True if it may be repeated.
    pub repeats: bool,
    /// Its help.
    pub about: String,
}

/// The values of an option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum OptionKind {
    /// True or false.
    Flag,
    /// A whole number.
    Integer,
    /// A number.
    Number,
    /// The name of a file.
    File,
    /// One of these words.
    Choice(Vec<String>),
    /// Any other text.
    Text,
}

/// The options of a command that have one value, without those of its output: with a part the answer is another one.
///
/// ```
/// use plywood_cli::{OptionKind, command_options};
///
/// let options = command_options("match");
/// let seed = options.iter().find(|option| option.name == "seed").unwrap();
/// assert_eq!((&seed.kind, seed.repeats), (&OptionKind::Integer, false));
/// ```
pub fn command_options(command: &str) -> Vec<CommandOption> {
    let program = program();
    let Some(command) = program.find_subcommand(command) else { return Vec::new() };
    // The types of this question are known by its schema.
    let schema =
        if command.get_name() == "solve" { questions::options::<Solve>() } else { Default::default() };
    let is_shown = |arg: &&Arg| {
        !arg.is_hide_set() && !["json", "batch", "help", "part", "part_file"].contains(&arg.get_id().as_str())
    };
    let has_one = |arg: &&Arg| arg.get_num_args().is_none_or(|range| range.max_values() <= 1);
    let long = |arg: &Arg| Some((arg.get_long()?.replace('-', "_"), arg.clone()));
    let options = command.get_arguments().filter(is_shown).filter(has_one).filter_map(long);
    options
        .map(|(name, arg)| CommandOption {
            kind: match kind(&arg) {
                OptionKind::Text => schema.get(&name).map_or(OptionKind::Text, of_schema),
                kind => kind,
            },
            repeats: matches!(arg.get_action(), ArgAction::Append),
            about: arg.get_help().map(ToString::to_string).unwrap_or_default(),
            name,
        })
        .collect()
}

fn kind(arg: &Arg) -> OptionKind {
    if matches!(arg.get_action(), ArgAction::SetTrue) {
        return OptionKind::Flag;
    }
    let parser = arg.get_value_parser();
    if let Some(words) = parser.possible_values() {
        return OptionKind::Choice(words.map(|word| word.get_name().to_string()).collect());
    }
    let is_one_of = |types: &[TypeId]| types.iter().any(|of| parser.type_id() == *of);
    let whole = [
        TypeId::of::<u16>(),
        TypeId::of::<u32>(),
        TypeId::of::<u64>(),
        TypeId::of::<usize>(),
        TypeId::of::<i32>(),
    ];
    if is_one_of(&whole) {
        OptionKind::Integer
    } else if is_one_of(&[TypeId::of::<f32>(), TypeId::of::<f64>()]) {
        OptionKind::Number
    } else if is_one_of(&[TypeId::of::<PathBuf>()]) {
        OptionKind::File
    } else if is_one_of(&[TypeId::of::<Player>()]) {
        OptionKind::Choice(Player::BOTH.map(|player| player.to_string()).to_vec())
    } else {
        OptionKind::Text
    }
}

fn of_schema(schema: &Json) -> OptionKind {
    let words = schema["enum"].as_array().map(|words| words.iter().filter_map(Json::as_str));
    match (words, schema["type"].as_str()) {
        (Some(words), _) => OptionKind::Choice(words.map(str::to_string).collect()),
        (None, Some("boolean")) => OptionKind::Flag,
        (None, Some("integer")) => OptionKind::Integer,
        (None, Some("number")) => OptionKind::Number,
        _ => OptionKind::Text,
    }
}
