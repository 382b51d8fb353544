//! Errors of the parser of arguments, in parts: programs have other names for options than the command line.

use std::error::Error;
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use plywood_rules::TextError;
use plywood_rules::wording::ErrorPart;

use crate::output;

/// The error in parts, without the usage of the command.
pub fn usage(error: &clap::Error) -> TextError {
    let all = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.as_str()],
        Some(ContextValue::Strings(texts)) => texts.iter().map(String::as_str).collect(),
        _ => Vec::new(),
    };
    let (arguments, value) = (all(ContextKind::InvalidArg), all(ContextKind::InvalidValue).pop());
    let Some(&argument) = arguments.first() else { return TextError::new(plain_line(error)) };
    match (error.kind(), value) {
        (ErrorKind::UnknownArgument, _) => about("unexpected argument '", argument, "' found"),
        (ErrorKind::InvalidValue | ErrorKind::ValueValidation, Some("")) => {
            about("a value is required for '", argument, "' but none was supplied")
        }
        (ErrorKind::InvalidValue, Some(value)) => {
            let choices = all(ContextKind::ValidValue).join(", ");
            let choices = if choices.is_empty() { choices } else { format!("; possible values: {choices}") };
            about(&format!("invalid value '{value}' for '"), argument, &format!("'{choices}"))
        }
        (ErrorKind::ValueValidation, Some(value)) => {
            let reason = error.source().map_or(String::new(), |why| format!(": {}", reason(why)));
            about(&format!("invalid value '{value}' for '"), argument, &format!("'{reason}"))
        }
        (ErrorKind::ArgumentConflict, _) => {
            let mut parts = quoted("the argument ", &[argument]);
            parts.extend(match &all(ContextKind::PriorArg)[..] {
                [] => vec![" cannot be used with other arguments".into()],
                [same] if *same == argument => vec![" cannot be used multiple times".into()],
                others => quoted(" cannot be used with ", others),
            });
            TextError::of(parts)
        }
        (ErrorKind::MissingRequiredArgument, _) => {
            TextError::of(quoted("the following required arguments were not provided: ", &arguments))
        }
        _ => TextError::new(plain_line(error)),
    }
}

/// The first line of the parser's message, of which there are no parts.
fn plain_line(error: &clap::Error) -> String {
    let text = error.render().to_string();
    text.trim_start_matches("error: ").lines().next().unwrap_or_default().to_string()
}

/// The reason for which a value is refused, in plain words.
fn reason(why: &(dyn Error + 'static)) -> String {
    let overflows =
        |kind: &IntErrorKind| matches!(kind, IntErrorKind::PosOverflow | IntErrorKind::NegOverflow);
    match (why.downcast_ref::<ParseIntError>(), why.is::<ParseFloatError>()) {
        (Some(error), _) if overflows(error.kind()) => "it is too large".to_string(),
        (Some(_), _) => "it has to be a whole number".to_string(),
        (None, true) => "it has to be a number".to_string(),
        (None, false) => why.to_string(),
    }
}

/// True if the line of the parser is not ours: it has the reasons of the standard library for a wrong value, and names missing
/// arguments in lines of their own.
fn is_ours(error: &clap::Error) -> bool {
    matches!(error.kind(), ErrorKind::ValueValidation | ErrorKind::MissingRequiredArgument)
}

/// The error in a line for a person at the terminal.
pub fn line(error: &clap::Error) -> String {
    if is_ours(error) { usage(error).to_string() } else { plain_line(error) }
}

/// All that a person at the terminal reads: the line, the usage of the command, and where help is.
pub fn at_terminal(error: &clap::Error) -> String {
    let text = error.render().ansi().to_string();
    match text.split_once("\n\n").filter(|_| is_ours(error)) {
        Some((_, rest)) => format!("{}\n\n{rest}", output::error_line(&line(error))),
        None => text,
    }
}

fn about(before: &str, argument: &str, after: &str) -> TextError {
    let mut parts = vec![before.into()];
    parts.extend(named(argument));
    parts.push(after.into());
    TextError::of(parts)
}

/// Arguments in quotes, after these words.
fn quoted(words: &str, arguments: &[&str]) -> Vec<ErrorPart> {
    let mut parts = vec![words.into()];
    for (at, argument) in arguments.iter().enumerate() {
        parts.push(if at == 0 { "'".into() } else { "', '".into() });
        parts.extend(named(argument));
    }
    parts.push("'".into());
    parts
}

/// The parts of an argument as the parser writes it: `--max-plies <N>` or `<GAME>`.
fn named(argument: &str) -> Vec<ErrorPart> {
    let Some(option) = argument.strip_prefix("--") else { return vec![argument.into()] };
    let (name, value) = option.split_at(option.find([' ', '=', '[']).unwrap_or(option.len()));
    vec![ErrorPart::Option(name.to_string().into()), value.into()]
}

/// Without what the parser guesses by likeness alone: `suggest` knows better, and says nothing where nothing would do.
pub fn without_guesses(mut error: clap::Error) -> clap::Error {
    use clap::error::ContextKind::{Suggested, SuggestedArg, SuggestedSubcommand, Usage};
    if error.remove(SuggestedArg).is_some() {
        // It is that of the guess.
        error.remove(Usage);
    }
    error.remove(SuggestedSubcommand);
    error.remove(Suggested);
    error
}

#[cfg(test)]
mod tests {
    use plywood_rules::wording::Wording;

    use super::*;
    use crate::command_line;

    struct Snake;

    impl Wording for Snake {
        fn option(&self, name: &str) -> String {
            name.replace('-', "_")
        }
    }

    #[test]
    fn options_are_parts() {
        for (words, expected) in [
            ("perft tictactoe -1", "invalid value '-1' for '<DEPTH>': -1 is not in 0..=1000"),
            ("solve tictactoe --max-pies 3", "unexpected argument 'max_pies' found"),
            (
                "match tictactoe random random --max-plies x",
                "invalid value 'x' for 'max_plies <N>': it has to be a whole number",
            ),
            (
                "solve tictactoe --max-memory",
                "a value is required for 'max_memory <MIB>' but none was supplied",
            ),
            (
                "solve tictactoe --method no",
                "invalid value 'no' for 'method <METHOD>': it has to be search, ",
            ),
            (
                "brain export a.brain --output a.txt --json",
                "the argument 'output <FILE>' cannot be used with 'json'",
            ),
            ("perft tictactoe", "the following required arguments were not provided: '<DEPTH>'"),
        ] {
            let words = ["plywood"].into_iter().chain(words.split(' ')).map(Into::into);
            let said = usage(&command_line::read(words).expect_err(expected)).worded(&Snake);
            assert!(said.starts_with(expected), "{said}\n{expected}");
        }
    }
}
