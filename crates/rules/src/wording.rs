//! Errors in parts: each front end has its own names for options and files, and makes the words.

use std::borrow::Cow;
use std::fmt;
use std::path::{Path, PathBuf};

/// An error in a text, for the person who typed it: it names the wrong part and says what would work.
///
/// It is shown in the words of the [`CommandLine`]; [`TextError::worded`] has those of another front end.
///
/// ```
/// use plywood_rules::TextError;
/// use plywood_rules::wording::{ErrorPart, Wording};
///
/// struct Plain;
/// impl Wording for Plain {
///     fn option(&self, name: &str) -> String {
///         name.to_string()
///     }
/// }
/// let error = TextError::of(["only a search has ".into(), ErrorPart::option("depth")]);
/// assert_eq!(error.to_string(), "only a search has --depth");
/// assert_eq!(error.worded(&Plain), "only a search has depth");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError(Vec<ErrorPart>);

/// A part of an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ErrorPart {
    /// Words that are the same everywhere.
    Text(String),
    /// An option of a question, by its name on the command line without the dashes: `max-plies`.
    Option(Cow<'static, str>),
    /// An option with this value.
    Choice(&'static str, &'static str),
    /// A file.
    File(PathBuf),
    /// The name that was meant instead of the one that is wrong.
    Meant(String),
}

impl ErrorPart {
    /// An option of this name.
    pub fn option(name: &'static str) -> ErrorPart {
        ErrorPart::Option(name.into())
    }
}

impl From<String> for ErrorPart {
    fn from(text: String) -> ErrorPart {
        ErrorPart::Text(text)
    }
}

impl From<&str> for ErrorPart {
    fn from(text: &str) -> ErrorPart {
        ErrorPart::Text(text.to_string())
    }
}

/// The names that a front end has for what an error speaks of.
pub trait Wording {
    /// An option.
    fn option(&self, name: &str) -> String;

    /// An option with a value.
    fn choice(&self, name: &str, value: &str) -> String {
        format!("{} {value}", self.option(name))
    }

    /// A file.
    fn file(&self, path: &Path) -> String {
        format!("'{}'", path.display())
    }
}

/// The names of the command line.
pub struct CommandLine;

impl Wording for CommandLine {
    fn option(&self, name: &str) -> String {
        format!("--{name}")
    }
}

impl TextError {
    /// An error with this `message`: no capital, no full stop, names the part and what would work.
    pub fn new(message: impl Into<String>) -> TextError {
        TextError::of([ErrorPart::Text(message.into())])
    }

    /// An error of these parts.
    pub fn of(parts: impl Into<Vec<ErrorPart>>) -> TextError {
        TextError(parts.into())
    }

    /// An error with a file in the middle of these words.
    pub fn with_file(before: &str, path: &Path, after: &str) -> TextError {
        TextError::of([before.into(), ErrorPart::File(path.to_path_buf()), after.into()])
    }

    /// The end of an error about a name: the one that was meant.
    pub fn meant(name: impl Into<String>) -> TextError {
        TextError::of([ErrorPart::Meant(name.into())])
    }

    /// The name that was meant, if the error suggests one.
    pub fn suggestion(&self) -> Option<&str> {
        self.0.iter().find_map(|part| match part {
            ErrorPart::Meant(name) => Some(name.as_str()),
            _ => None,
        })
    }

    /// The same error, after these words.
    pub fn after(mut self, words: impl Into<String>) -> TextError {
        self.0.insert(0, words.into().into());
        self
    }

    /// The same error, after a part of the input that it is about.
    pub fn about(self, part: &str) -> TextError {
        self.after(format!("{part}: "))
    }

    /// The error in the words of a front end.
    pub fn worded(&self, wording: &dyn Wording) -> String {
        let word = |part: &ErrorPart| match part {
            ErrorPart::Text(text) => text.clone(),
            ErrorPart::Option(name) => wording.option(name),
            ErrorPart::Choice(name, value) => wording.choice(name, value),
            ErrorPart::File(path) => wording.file(path),
            ErrorPart::Meant(name) => format!("did you mean '{name}'?"),
        };
        self.0.iter().map(word).collect()
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.worded(&CommandLine))
    }
}

impl std::error::Error for TextError {}
