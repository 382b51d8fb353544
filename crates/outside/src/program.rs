//! The name of a program from outside: protocol, settings, command.

use std::time::Duration;

use plywood_erased::AnyRules;
use plywood_rules::TextError;
use plywood_rules::options::Options;

use crate::find;
use crate::protocol::{COLOURS, DEPTH, MEMORY, NODES, PATIENCE, Protocol, SHELL, START, TIME};

/// The settings of a program, before its command in square brackets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ProgramSettings {
    pub depth: Option<u32>,
    pub nodes: Option<u32>,
    pub time: Option<Duration>,
    pub memory: Option<u32>,
    pub patience: Option<Duration>,
    pub start: Option<Duration>,
    /// The names of the first player and the second.
    pub colours: [&'static str; 2],
    /// Options of the program itself.
    pub options: Vec<(String, String)>,
}

/// A program from outside by its name, such as `ugi:[depth=4] ./engine`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    protocol: Protocol,
    text: String,
    words: Vec<String>,
    settings: ProgramSettings,
}

/// The shell of the system, and its option before a command.
const SYSTEM_SHELL: [&str; 2] = if cfg!(windows) { ["cmd", "/C"] } else { ["/bin/sh", "-c"] };
/// The beginning of a key that sets an option of the program.
const OPTION: &str = "option.";

impl Program {
    /// Reads the text after the name and the colon: `[key=value,...] COMMAND`.
    ///
    /// # Errors
    /// If a setting is wrong, or there is no command.
    pub fn read(protocol: Protocol, text: &str) -> Result<Program, TextError> {
        let name = protocol.info().name;
        let text = text.trim();
        let (given, command) = match text.strip_prefix('[') {
            None => ("", text),
            Some(rest) => rest.split_once(']').ok_or_else(|| {
                TextError::new(format!(
                    "the settings of bot '{name}' have no ']' at their end: {name}:[key=value,...] COMMAND"
                ))
            })?,
        };
        let (settings, shell) = read_settings(protocol, given)?;
        let command = command.trim();
        let words = match shell {
            true => [&SYSTEM_SHELL[..], &[command]].concat().into_iter().map(str::to_string).collect(),
            false => words(command)?,
        };
        if command.is_empty() || words.first().is_none_or(String::is_empty) {
            return Err(TextError::new(format!("bot '{name}' needs a command, such as '{name}:./program'")));
        }
        if command.contains('\0') {
            return Err(TextError::new(format!("the command of bot '{name}' has a zero byte")));
        }
        Ok(Program { protocol, text: format!("{name}:{text}"), words, settings })
    }

    /// Reads a whole name; a plain command is one for `exec`.
    ///
    /// # Errors
    /// As [`Program::read`].
    pub fn named(text: &str) -> Result<Program, TextError> {
        let named = text.split_once(':').and_then(|(name, rest)| Some((Protocol::named(name)?, rest)));
        let (protocol, rest) = named.unwrap_or((Protocol::Exec, text));
        Program::read(protocol, rest)
    }

    /// Checks that the program can be started, and that its protocol can play this game.
    ///
    /// # Errors
    /// If it is not there or not executable, or the protocol cannot play the game; or this is a browser.
    pub fn check(&self, game: &dyn AnyRules) -> Result<(), TextError> {
        if cfg!(target_family = "wasm") {
            return Err(TextError::new("a browser starts no programs"));
        }
        self.protocol.check(game)?;
        find::find(&self.words[0]).map(drop).map_err(TextError::new)
    }

    /// Its protocol.
    pub fn protocol(&self) -> Protocol {
        self.protocol
    }

    /// Its name as it was given, the name of the protocol included.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The words of its command: at least one.
    pub(crate) fn words(&self) -> &[String] {
        &self.words
    }

    pub(crate) fn settings(&self) -> &ProgramSettings {
        &self.settings
    }
}

/// The words of a command, split as a shell does. On Windows a backslash is in every path, and a sign like others.
fn words(command: &str) -> Result<Vec<String>, TextError> {
    let text = if cfg!(windows) { &command.replace('\\', r"\\") } else { command };
    shlex::split(text).ok_or_else(|| {
        let fault =
            if text.ends_with('\\') { "ends with a backslash" } else { "has a quote without a second one" };
        TextError::new(format!("the command '{command}' {fault}"))
    })
}

/// The settings of a program, and true if its command is for the shell.
fn read_settings(protocol: Protocol, given: &str) -> Result<(ProgramSettings, bool), TextError> {
    let info = protocol.info();
    let owner = format!("bot '{}'", info.name);
    let is_option = |part: &&str| protocol == Protocol::Ugi && part.trim_start().starts_with(OPTION);
    let (options, plain): (Vec<&str>, Vec<&str>) =
        given.split(',').filter(|part| !part.trim().is_empty()).partition(is_option);
    let plain: Vec<&str> = plain.into_iter().map(str::trim).collect();
    let plain = plain.join(",");
    let read = Options::read(&owner, info.parameters, Some(plain.as_str()).filter(|it| !it.is_empty()))?;
    let option = |part: &&str| {
        let pair = part.trim()[OPTION.len()..].split_once('=').filter(|(key, _)| !key.trim().is_empty());
        let (key, value) = pair.ok_or_else(|| {
            TextError::new(format!("'{}' of {owner} is not an option: {OPTION}NAME=VALUE", part.trim()))
        })?;
        Ok((key.trim().to_string(), value.trim().to_string()))
    };
    let settings = ProgramSettings {
        depth: read.integer(DEPTH.key),
        nodes: read.integer(NODES.key),
        time: read.time(TIME.key),
        memory: read.integer(MEMORY.key),
        patience: read.time(PATIENCE.key),
        start: read.time(START.key),
        colours: if read.is(COLOURS.key, "red-blue") { ["red", "blue"] } else { ["black", "white"] },
        options: options.iter().map(option).collect::<Result<_, TextError>>()?,
    };
    if let Some((twice, _)) = settings.options.iter().enumerate().find_map(|(at, (key, _))| {
        settings.options[..at].iter().find(|(other, _)| other.eq_ignore_ascii_case(key))
    }) {
        return Err(TextError::new(format!("option '{OPTION}{twice}' of {owner} is given twice")));
    }
    Ok((settings, read.is(SHELL.key, "on")))
}
