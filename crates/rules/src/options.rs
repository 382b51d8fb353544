//! Names with options, as typed (`mnk:m=7,n=6,k=4`), checked once against a list of parameters.
//!
//! Games and bots are both named this way. A list of [`Parameter`]s defines the options of a name;
//! [`Options::read`] turns the text after the colon into valid values, or names the part that is wrong.

use std::fmt;
use std::time::Duration;

use strsim::osa_distance;

use crate::TextError;

/// The kinds of values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A whole number within these bounds, both included.
    Integer {
        /// The least.
        min: u32,
        /// The greatest.
        max: u32,
    },
    /// A whole number within bounds, or one of these words.
    IntegerOr {
        /// The least.
        min: u32,
        /// The greatest.
        max: u32,
        /// The words.
        words: &'static [&'static str],
    },
    /// A decimal number within these bounds, both included.
    Number {
        /// The least.
        min: f64,
        /// The greatest.
        max: f64,
    },
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A length of time above zero: `500ms`, `2s`, `1.5s`.
    Time,
    /// A name that is resolved elsewhere: letters, digits, dashes and underscores; after an `@`, if the name
    /// takes weights ([`Playable::evaluation`](crate::Playable::evaluation)), also `=` and `+`.
    Name,
    /// The name of a static evaluation: a [`Kind::Name`], or the [`Kind::File`] of a [network](NetworkFile).
    Evaluation,
    /// The name of a file: anything but nothing, a comma (which separates options) or a control character. Its
    /// existence is checked elsewhere.
    File,
}

/// The form of a value in words.
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Integer { min, max } => write!(f, "{min} to {max}"),
            Kind::IntegerOr { min, max, words } => write!(f, "{min} to {max} or {}", words.join(" or ")),
            Kind::Number { min, max } => write!(f, "a number from {min} to {max}"),
            Kind::Choice(words) => f.write_str(&words.join(" or ")),
            Kind::Time => f.write_str("a time such as 500ms or 2s"),
            Kind::Name => f.write_str("a name"),
            Kind::Evaluation => f.write_str("a name, ntuple@ and a brain file, or onnx@ and a network file"),
            Kind::File => f.write_str("a file name without a comma"),
        }
    }
}

impl Kind {
    /// True if the value `text` names a file.
    pub fn names_file(&self, text: &str) -> bool {
        match self {
            Kind::File => true,
            Kind::Evaluation => network_file(text).is_some(),
            _ => false,
        }
    }

    /// True if `text` is a valid value.
    pub fn accepts(&self, text: &str) -> bool {
        match *self {
            Kind::Integer { min, max } => whole(text).is_some_and(|n| (min..=max).contains(&n)),
            Kind::IntegerOr { min, max, words } => {
                words.contains(&text) || whole(text).is_some_and(|n| (min..=max).contains(&n))
            }
            Kind::Number { min, max } => {
                text.parse::<f64>().is_ok_and(|n| n.is_finite() && (min..=max).contains(&n))
            }
            Kind::Choice(words) => words.contains(&text),
            Kind::Time => parse_time(text).is_some(),
            Kind::Name => {
                let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
                let (name, weights) = text.split_once('@').unwrap_or((text, ""));
                let weights_fit = weights.chars().all(|c| plain(c) || matches!(c, '=' | '+'));
                !name.is_empty() && name.chars().all(plain) && weights_fit
            }
            Kind::Evaluation => match network_file(text) {
                Some(NetworkFile::Brain(file) | NetworkFile::Onnx(file)) => Kind::File.accepts(file),
                None => Kind::Name.accepts(text),
            },
            Kind::File => !text.is_empty() && !text.contains(|c: char| c == ',' || c.is_control()),
        }
    }
}

/// The file of a network that is a static evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetworkFile<'a> {
    /// A brain with an n-tuple network: `ntuple@othello.brain`.
    Brain(&'a str),
    /// A network in the ONNX format, made by another program: `onnx@othello.onnx`.
    Onnx(&'a str),
}

/// The file of the network that an evaluation is, if it is one.
pub fn network_file(evaluation: &str) -> Option<NetworkFile<'_>> {
    let brain = evaluation.strip_prefix("ntuple@").map(NetworkFile::Brain);
    brain.or_else(|| evaluation.strip_prefix("onnx@").map(NetworkFile::Onnx))
}

/// Digits only: `str::parse` alone would also take a plus sign.
fn whole(text: &str) -> Option<u32> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// A length of time above zero and up to a day, as [`Kind::Time`] takes it; `None` if it is not.
pub fn parse_time(text: &str) -> Option<Duration> {
    let (digits, unit) = match text.strip_suffix("ms") {
        Some(digits) => (digits, 0.001),
        None => (text.strip_suffix('s')?, 1.0),
    };
    let seconds = digits.parse::<f64>().ok()? * unit;
    (digits.starts_with(|c: char| c.is_ascii_digit()) && (0.000_001..=86_400.0).contains(&seconds))
        .then(|| Duration::from_secs_f64(seconds))
}

/// One option that a game or bot takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// Its name, left of the equals sign.
    pub key: &'static str,
    /// The kind of its values.
    pub kind: Kind,
    /// The value where none is given; empty if there is none by default.
    pub default: &'static str,
    /// Its purpose, in a few words.
    pub about: &'static str,
}

/// A name and the untouched text after its colon, if there is one.
pub fn split_name(text: &str) -> (&str, Option<&str>) {
    match text.split_once(':') {
        Some((name, rest)) => (name, Some(rest)),
        None => (text, None),
    }
}

/// The end of an error about an unknown name: `did you mean 'tictactoe'?`, or else `list` and all names that are `known`. Only letters
/// of either case and digits count.
///
/// ```
/// use plywood_rules::options::alternatives;
///
/// assert_eq!(alternatives("pgi", ["pig", "nim"], "there are").to_string(), "did you mean 'pig'?");
/// assert_eq!(alternatives("Tic-Tac-Toe", ["tictactoe", "nim"], "there are").suggestion(), Some("tictactoe"));
/// assert_eq!(alternatives("chess", ["pig", "nim"], "there are").to_string(), "there are pig, nim");
/// ```
pub fn alternatives<'a>(name: &str, known: impl IntoIterator<Item = &'a str>, list: &str) -> TextError {
    let known: Vec<&str> = known.into_iter().collect();
    match nearest(name, known.iter().copied()) {
        Some(other) => TextError::meant(other),
        None => TextError::new(format!("{list} {}", known.join(", "))),
    }
}

/// The one of these names that `name` is a slip of: capitals, blanks and hyphens do not count, and of four letters one may be wrong.
///
/// ```
/// use plywood_rules::options::nearest;
///
/// assert_eq!(nearest("Tic-Tac-Toe", ["tictactoe", "nim"]), Some("tictactoe"));
/// assert_eq!(nearest("chess", ["tictactoe", "nim"]), None);
/// ```
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let plain = |text: &str| -> String {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let name = plain(name);
    let length = name.chars().count();
    let errors = |other: &str| {
        let other = plain(other);
        if length > 2 && other.starts_with(&name) && other != name { 1 } else { osa_distance(&name, &other) }
    };
    let (errors, other) = known.into_iter().map(|other| (errors(other), other)).min()?;
    (errors <= length.div_ceil(4) && errors < length).then_some(other)
}

/// The end of an error about an option that is not in the list.
fn known(key: &str, parameters: &[Parameter]) -> TextError {
    match parameters {
        [] => TextError::new("it takes none"),
        _ if let Some(p) = parameters.iter().find(|p| is_described(p, key)) => TextError::meant(p.key),
        _ => alternatives(key, parameters.iter().map(|p| p.key), "it takes"),
    }
}

/// True if the description of a parameter calls it `word`: `columns`.
fn is_described(parameter: &Parameter, word: &str) -> bool {
    let mut words = parameter.about.split([' ', ',', '(', ')']).take(3);
    word.len() > 2 && words.any(|it| it == word)
}

/// The end of an error about a piece of `text` without an equals sign.
fn hint(piece: &str, text: &str, parameters: &[Parameter]) -> TextError {
    let of_key = |key: &str| parameters.iter().find(|p| p.key == key);
    let pieces: Vec<&str> = text.split(',').collect();
    let fits = |(piece, p): (&&str, &Parameter)| p.kind.accepts(piece);
    // Values without their names: those of the first options.
    if pieces.len() > 1 && pieces.len() <= parameters.len() && pieces.iter().zip(parameters).all(fits) {
        let given = pieces.iter().zip(parameters).map(|(piece, p)| format!("{}={piece}", p.key));
        return TextError::meant(given.collect::<Vec<_>>().join(","));
    }
    if let Some((key, value)) = piece.split_once([':', ' '])
        && of_key(key.trim()).is_some_and(|p| p.kind.accepts(value.trim()))
    {
        return TextError::meant(format!("{}={}", key.trim(), value.trim()));
    }
    let has_to_be = |key: &str, kind: Kind| TextError::new(format!("the value of '{key}' has to be {kind}"));
    match of_key(piece).map(|p| p.kind) {
        Some(Kind::Choice(words)) if words.contains(&"on") => TextError::meant(format!("{piece}=on")),
        Some(kind) => has_to_be(piece, kind),
        None => match parameters.iter().find(|p| p.kind.accepts(piece)) {
            Some(p) => TextError::meant(format!("{}={piece}", p.key)),
            None => match parameters {
                [only] => has_to_be(only.key, only.kind),
                _ => known("", parameters),
            },
        },
    }
}

/// A value for every parameter of a list that has one, each known to fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    values: Vec<(&'static Parameter, String)>,
}

impl Options {
    /// Reads `key=value,key=value`; missing options get their defaults. `owner` is the owner of the options, as
    /// an error should name it: `game 'mnk'`.
    ///
    /// # Errors
    /// On an unknown key, a key given twice, a piece without an equals sign, or a value that does not fit.
    pub fn read(
        owner: &str,
        parameters: &'static [Parameter],
        text: Option<&str>,
    ) -> Result<Options, TextError> {
        let mut values: Vec<(&'static Parameter, String)> = Vec::new();
        for piece in text.into_iter().flat_map(|text| text.split(',')) {
            let Some((key, value)) = piece.split_once('=') else {
                let why = format!("'{piece}' is not an option of {owner}: options are written key=value; ");
                return Err(hint(piece, text.unwrap_or_default(), parameters).after(why));
            };
            let Some(parameter) = parameters.iter().find(|p| p.key == key) else {
                return Err(known(key, parameters).after(format!("unknown option '{key}' of {owner}; ")));
            };
            if values.iter().any(|(p, _)| p.key == key) {
                return Err(TextError::new(format!("option '{key}' of {owner} is given twice")));
            }
            if !parameter.kind.accepts(value) {
                let range = if parameter.kind == Kind::Time { ", above zero and up to a day" } else { "" };
                return Err(TextError::new(format!(
                    "option '{key}' of {owner} cannot be '{value}'; it has to be {}{range}",
                    parameter.kind
                )));
            }
            values.push((parameter, value.to_string()));
        }
        for parameter in parameters {
            if !parameter.default.is_empty() && !values.iter().any(|(p, _)| p.key == parameter.key) {
                values.push((parameter, parameter.default.to_string()));
            }
        }
        Ok(Options { values })
    }

    /// The text of the value, if there is one.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.values.iter().find(|(parameter, _)| parameter.key == key).map(|(_, value)| value.as_str())
    }

    /// The value as a whole number; `None` if there is none or it is a word.
    pub fn integer(&self, key: &str) -> Option<u32> {
        self.text(key).and_then(whole)
    }

    /// The value as a decimal number, if there is one.
    pub fn number(&self, key: &str) -> Option<f64> {
        self.text(key).and_then(|text| text.parse().ok())
    }

    /// The value as a length of time, if there is one.
    pub fn time(&self, key: &str) -> Option<Duration> {
        self.text(key).and_then(parse_time)
    }

    /// True if the value is this word.
    pub fn is(&self, key: &str, word: &str) -> bool {
        self.text(key) == Some(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARAMETERS: &[Parameter] = &[
        Parameter {
            key: "m",
            kind: Kind::Integer { min: 1, max: 19 },
            default: "3",
            about: "columns (width)",
        },
        Parameter { key: "gravity", kind: Kind::Choice(&["off", "on"]), default: "off", about: "" },
        Parameter { key: "time", kind: Kind::Time, default: "", about: "" },
        Parameter { key: "p", kind: Kind::Number { min: 0.0, max: 1.0 }, default: "", about: "" },
        Parameter {
            key: "die",
            kind: Kind::IntegerOr { min: 2, max: 99, words: &["coin"] },
            default: "6",
            about: "",
        },
    ];

    #[test]
    fn values_and_defaults_are_read() {
        let options = Options::read("game 'x'", PARAMETERS, Some("m=7,time=1.5s,p=0.25,die=coin")).unwrap();
        assert_eq!(options.integer("m"), Some(7));
        assert_eq!(options.time("time"), Some(Duration::from_millis(1500)));
        assert_eq!(options.number("p"), Some(0.25));
        assert!(options.is("gravity", "off") && options.is("die", "coin"));
        assert_eq!(options.integer("die"), None);
        assert_eq!(Options::read("game 'x'", PARAMETERS, None).unwrap().integer("m"), Some(3));
    }

    #[test]
    fn what_does_not_fit_is_named() {
        let cases = [
            ("q=1", "unknown option 'q' of game 'x'; it takes m, gravity, time, p, die"),
            ("width=5", "unknown option 'width' of game 'x'; did you mean 'm'?"),
            ("m=0", "option 'm' of game 'x' cannot be '0'; it has to be 1 to 19"),
            ("m=+3", "option 'm' of game 'x' cannot be '+3'; it has to be 1 to 19"),
            ("m=99999999999", "option 'm' of game 'x' cannot be '99999999999'; it has to be 1 to 19"),
            ("m=3,m=4", "option 'm' of game 'x' is given twice"),
            ("gravity=up", "option 'gravity' of game 'x' cannot be 'up'; it has to be off or on"),
            ("p=nan", "option 'p' of game 'x' cannot be 'nan'; it has to be a number from 0 to 1"),
            (
                "time=-1s",
                "option 'time' of game 'x' cannot be '-1s'; it has to be a time such as 500ms or 2s, above zero and up to a day",
            ),
            (
                "time=0s",
                "option 'time' of game 'x' cannot be '0s'; it has to be a time such as 500ms or 2s, above zero and up to a day",
            ),
        ];
        for (text, expected) in cases {
            let error = Options::read("game 'x'", PARAMETERS, Some(text)).unwrap_err();
            assert_eq!(error.to_string(), expected);
        }
        assert!(Options::read("game 'x'", PARAMETERS, Some("")).is_err());
    }

    #[test]
    fn options_in_other_forms_are_understood_as_what_they_mean() {
        let cases = [
            ("5", "did you mean 'm=5'?"),
            ("m:5", "did you mean 'm=5'?"),
            ("5,on,2s", "did you mean 'm=5,gravity=on,time=2s'?"),
            ("gravity", "did you mean 'gravity=on'?"),
            ("Gravity=on", "did you mean 'gravity'?"),
        ];
        for (text, expected) in cases {
            let error = Options::read("game 'x'", PARAMETERS, Some(text)).unwrap_err().to_string();
            assert!(error.ends_with(expected), "{text}: {error}");
        }
    }

    #[test]
    fn a_file_name_may_hold_whatever_separates_nothing() {
        const FILE: &[Parameter] = &[
            Parameter { key: "from", kind: Kind::File, default: "", about: "" },
            Parameter { key: "to", kind: Kind::File, default: "", about: "" },
        ];
        let options =
            Options::read("bot 'x'", FILE, Some("from=C:\\my games\\a=b.bin,to=/tmp/größer")).unwrap();
        assert_eq!(options.text("from"), Some("C:\\my games\\a=b.bin"));
        assert_eq!(options.text("to"), Some("/tmp/größer"));
        for text in ["from=", "from=a\nb", "from=a\0"] {
            let error = Options::read("bot 'x'", FILE, Some(text)).unwrap_err().to_string();
            assert!(error.ends_with("it has to be a file name without a comma"), "{error}");
        }
        assert!(!Kind::File.accepts("a,b"));
    }

    #[test]
    fn a_name_may_be_followed_by_weights() {
        for text in ["lines", "two-words_2", "lines@", "lines@a=1+b=-2"] {
            assert!(Kind::Name.accepts(text), "{text}");
        }
        for text in ["", "@a=1", "a=1", "a+b", "a b", "lines@a=1/b", "lines@a@b"] {
            assert!(!Kind::Name.accepts(text), "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn no_text_panics(text in ".{0,40}") {
            let _ = Options::read("game 'x'", PARAMETERS, Some(&text));
        }
    }
}
