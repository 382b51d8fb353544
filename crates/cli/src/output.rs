//! The result of a command, and the one place that prints it.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use plywood_rules::TextError;
use plywood_rules::wording::{CommandLine, Wording};
use plywood_workshop::{BrainError, OpenError, StoreError, Trouble};
use serde_json::{Value as Json, json};

use crate::address::Address;

/// The result of a command, or the reason why it has none.
pub type CommandResult = Result<Output, Failure>;

/// The result of a command: nothing, words for a person, or one JSON object.
#[derive(Debug, Default)]
pub struct Output {
    body: Body,
    /// Why this is not all that was asked for; `None` if it is.
    pub incomplete: Option<String>,
}

#[derive(Debug, Default)]
enum Body {
    #[default]
    Nothing,
    Text(String),
    Json(Json),
}

impl Output {
    /// Words for a person.
    pub fn text(text: impl Into<String>) -> Output {
        Output { body: Body::Text(text.into()), incomplete: None }
    }

    /// One JSON object.
    pub fn json(value: Json) -> Output {
        Output { body: Body::Json(value), incomplete: None }
    }

    /// The JSON object, if it is one.
    pub fn into_json(self) -> Option<Json> {
        match self.body {
            Body::Json(value) => Some(value),
            Body::Nothing | Body::Text(_) => None,
        }
    }

    /// The JSON if `json` is asked for, else the words.
    pub fn either(json: bool, value: impl FnOnce() -> Json, text: impl FnOnce() -> String) -> Output {
        if json { Output::json(value()) } else { Output::text(text()) }
    }

    /// Marks this as less than was asked for: the exit code will be 1, and JSON says so.
    pub fn incomplete(mut self, why: impl Into<String>) -> Output {
        if let Body::Json(Json::Object(object)) = &mut self.body
            && !["complete", "ok"].iter().any(|key| object.contains_key(*key))
        {
            object.insert("complete".to_string(), false.into());
        }
        self.incomplete = Some(why.into());
        self
    }
}

impl fmt::Display for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.body {
            Body::Nothing => Ok(()),
            Body::Text(text) => f.write_str(text),
            Body::Json(value) => writeln!(f, "{value}"),
        }
    }
}

/// The reason why a command has no result.
#[derive(Debug)]
pub enum Failure {
    /// The arguments or an input are wrong: exit code 2.
    Wrong(String),
    /// The same, in parts that a program may word by other names.
    Refused(TextError),
    /// A file does not exist: exit code 2.
    Missing(String),
    /// It could not be done: exit code 1.
    Failed(String),
    /// The reader of the output has gone: no report is possible.
    ReaderGone,
}

impl Failure {
    /// A file that cannot be written or read: its name is wrong, as a rule, unless the disk has no room.
    pub fn file(doing: &str, path: &Path, error: &io::Error) -> Failure {
        let message = format!("cannot {doing} '{}': {error}", path.display());
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ReaderGone,
            io::ErrorKind::NotFound => Failure::Missing(message),
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
                Failure::Failed(message)
            }
            _ => Failure::Wrong(message),
        }
    }
}

impl Failure {
    /// The reason in words.
    pub fn message(self) -> String {
        self.worded(&CommandLine)
    }

    /// The same with what to do, if a file is missing.
    pub fn if_missing(self, hint: &str) -> Failure {
        match self {
            Failure::Missing(message) => Failure::Missing(format!("{message}; {hint}")),
            other => other,
        }
    }

    /// The reason in the words of a front end.
    pub fn worded(self, wording: &dyn Wording) -> String {
        match self {
            Failure::Wrong(message) | Failure::Missing(message) | Failure::Failed(message) => message,
            Failure::Refused(error) => error.worded(wording),
            Failure::ReaderGone => "the output was closed".to_string(),
        }
    }

    /// The same with the part of the input that it is about before the message.
    pub fn about(self, part: &str) -> Failure {
        match self {
            Failure::Wrong(message) => Failure::Wrong(format!("{part}: {message}")),
            Failure::Refused(error) => Failure::Refused(error.about(part)),
            Failure::Missing(message) => Failure::Missing(format!("{part}: {message}")),
            Failure::Failed(message) => Failure::Failed(format!("{part}: {message}")),
            Failure::ReaderGone => Failure::ReaderGone,
        }
    }
}

impl From<TextError> for Failure {
    fn from(error: TextError) -> Failure {
        Failure::Refused(error)
    }
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Failure {
        match error.is_missing_file() {
            true => Failure::Missing(error.to_string()),
            false => Failure::Wrong(error.to_string()),
        }
    }
}

impl From<Trouble> for Failure {
    fn from(error: Trouble) -> Failure {
        match error {
            Trouble::Wrong(error) => error.into(),
            Trouble::Failed(text) => Failure::Failed(text.to_string()),
        }
    }
}

impl From<BrainError> for Failure {
    fn from(error: BrainError) -> Failure {
        match error {
            // The reader of what is written has gone.
            BrainError::Stream(error) => error.into(),
            BrainError::Store(StoreError::InUse { ref path }) => {
                Failure::Failed(match Address::beside(path) {
                    Some(url) => format!(
                        "the brain '{}' is in use by the server at {url}; {url}api/house says how many games it has learnt, \
                         and the page plays by it; stop the server to look into it here",
                        path.display()
                    ),
                    None => error.to_string(),
                })
            }
            error => Trouble::from(error).into(),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ReaderGone,
            _ => Failure::Failed(format!("cannot write the output: {error}")),
        }
    }
}

/// Writes `text` to standard output at once, without colours where they are not wanted.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = anstream::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()?;
    Ok(())
}

/// Prints a command's result and turns it into the exit code. With `aside`, standard output has a file (`-o -`), and the
/// result goes to standard error.
pub fn finish(result: CommandResult, aside: bool, interrupted: bool) -> ExitCode {
    let has_result = result.is_ok();
    let result = result.and_then(|output| {
        let text = output.to_string();
        if aside {
            anstream::stderr().write_all(text.as_bytes())?
        } else {
            print(&text)?
        }
        Ok(output.incomplete)
    });
    let (message, code) = match result {
        Ok(None) | Err(Failure::ReaderGone) => return ExitCode::SUCCESS,
        Ok(Some(message)) | Err(Failure::Failed(message)) if interrupted => (message, 130),
        Ok(Some(message)) | Err(Failure::Failed(message)) => (message, 1),
        Err(failure) => (failure.message(), 2),
    };
    if !has_result {
        print_error(code, &message);
    }
    // If standard error is gone as well, the message is lost.
    let _ = writeln!(anstream::stderr(), "{}", error_line(&message));
    ExitCode::from(code)
}

/// An error for a person, as it is printed.
pub fn error_line(message: &str) -> String {
    let red = anstyle::AnsiColor::Red.on_default().bold();
    format!("{red}error:{red:#} {message}")
}

/// Returns true if the arguments ask for JSON, readable or not.
pub fn wants_json() -> bool {
    std::env::args_os().any(|word| word == "--json")
}

/// Prints an error as a JSON object on standard output if `--json` asks for one. The text after the first semicolon of a
/// message is the suggestion.
pub fn print_error(code: u8, message: &str) {
    if wants_json() {
        let kind = match code {
            2 => "usage",
            130 => "interrupted",
            _ => "failed",
        };
        let suggestion = message.split_once("; ").map(|(_, suggestion)| suggestion);
        let error = json!({ "kind": kind, "message": message, "suggestion": suggestion });
        // Without a reader of standard output, standard error still has the message.
        let _ = print(&format!("{}\n", json!({ "error": error })));
    }
}

/// A number in JSON: whole numbers without a decimal point, nothing for what is not finite.
pub fn number(value: f64) -> Json {
    if value.fract() == 0.0 && value.abs() < 9e15 {
        Json::from(value as i64)
    } else {
        serde_json::Number::from_f64(value).map_or(Json::Null, Json::Number)
    }
}

/// A line of CSV. Values that a spreadsheet would take for a formula begin with an apostrophe.
pub fn csv_line(values: &[String]) -> String {
    let quoted = values.iter().map(|value| {
        let is_number = value.parse::<f64>().is_ok();
        let is_formula = !is_number && value.starts_with(['=', '+', '-', '@', '\t', '\r']);
        csv_value(if is_formula { format!("'{value}") } else { value.clone() })
    });
    quoted.collect::<Vec<_>>().join(",") + "\r\n"
}

/// A value of a line of CSV (RFC 4180): in quotes if it contains a separator.
pub fn csv_value(value: String) -> String {
    match value.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", value.replace('"', "\"\"")),
        false => value,
    }
}

/// A whole number with blanks between groups of three digits.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// A number with its noun: `1 position`, `1 200 positions`, `1 ply`, `2 plies`.
pub fn counted(n: u64, noun: &str) -> String {
    match noun.strip_suffix('y') {
        _ if n == 1 => format!("1 {noun}"),
        Some(stem) => format!("{} {stem}ies", grouped(n)),
        None => format!("{} {noun}s", grouped(n)),
    }
}

/// A word that begins with a capital letter.
pub fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}

/// The number of positions up to symmetry, after the number of all; empty where symmetries merge none.
pub fn up_to_symmetry(all: u64, merged: u64) -> String {
    if merged == all { String::new() } else { format!(", {} up to symmetry", grouped(merged)) }
}

/// A word as it is typed in a shell. Names with options are plain.
pub fn quoted(word: &str) -> Cow<'_, str> {
    let is_plain = |c: char| c.is_alphanumeric() || "-_=:,./+@%".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.into(),
        false => shlex::try_quote(word).unwrap_or(word.into()),
    }
}

/// A length of time for a person: `3.2 ms`, `1.24 s`, `2 min 5 s`.
pub fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 0.99995 => format!("{:.1} ms", s * 1000.0),
        s if s < 59.995 => format!("{s:.2} s"),
        s => {
            let whole = s.round();
            format!("{} min {} s", (whole / 60.0).floor(), whole % 60.0)
        }
    }
}

/// A rate for people: `3.1 M/s`, `512 k/s`, `90 /s`.
pub fn rate(per_second: f64) -> String {
    match per_second {
        r if r < 999.5 => format!("{r:.0} /s"),
        r if r < 999_500.0 => format!("{:.0} k/s", r / 1e3),
        r if r < 99.95e6 => format!("{:.1} M/s", r / 1e6),
        r => format!("{:.0} M/s", r / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(9_722_011), "9 722 011");
        let counts = [(1, "ply"), (2, "ply"), (0, "move"), (1, "game"), (1200, "position")];
        let counts = counts.map(|(n, noun)| counted(n, noun));
        assert_eq!(counts, ["1 ply", "2 plies", "0 moves", "1 game", "1 200 positions"]);
        assert_eq!(duration(0.0032), "3.2 ms");
        assert_eq!(duration(125.0), "2 min 5 s");
        let ends = [0.99996, 59.994, 59.996, 119.6, 599.6, 3725.0].map(duration);
        assert_eq!(ends, ["1.00 s", "59.99 s", "1 min 0 s", "2 min 0 s", "10 min 0 s", "62 min 5 s"]);
        let rates = [90.0, 999.9, 512_300.0, 999_900.0, 3.14e6, 234.0e6].map(rate);
        assert_eq!(rates, ["90 /s", "1 k/s", "512 k/s", "1.0 M/s", "3.1 M/s", "234 M/s"]);
        assert_eq!(number(3.0).to_string(), "3");
        assert_eq!(number(-0.5).to_string(), "-0.5");
        assert_eq!(number(f64::INFINITY), Json::Null);
    }
}
