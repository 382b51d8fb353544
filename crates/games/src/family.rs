//! A family of games in the list, and the operations on an opened game.

use plywood_rules::options::{Kind, Options, Parameter};
use plywood_rules::{Playable, TextError};

/// A family of games that differ in their options.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// Its name.
    pub name: &'static str,
    /// The game in one sentence.
    pub about: &'static str,
    /// The options it takes.
    pub parameters: &'static [Parameter],
    /// Short names for some of its games.
    pub aliases: &'static [Alias],
}

impl Family {
    /// The full name of its game with these values, all those that differ from the defaults.
    pub(crate) fn full_name(&self, values: &[(&str, String)]) -> String {
        let is_default = |key: &str, value: &str| {
            self.parameters.iter().any(|parameter| parameter.key == key && parameter.default == value)
        };
        let given = values.iter().filter(|(key, value)| !is_default(key, value));
        let given: Vec<String> = given.map(|(key, value)| format!("{key}={value}")).collect();
        if given.is_empty() { self.name.to_string() } else { format!("{}:{}", self.name, given.join(",")) }
    }
}

/// An option that is a whole number from `min` to `max`.
pub(crate) const fn number(
    key: &'static str,
    [min, max]: [u32; 2],
    default: &'static str,
    about: &'static str,
) -> Parameter {
    Parameter { key, kind: Kind::Integer { min, max }, default, about }
}

/// The value of an option that is a number and has a default.
pub(crate) fn size(options: &Options, key: &str) -> Result<usize, TextError> {
    let value = options.integer(key).and_then(|value| usize::try_from(value).ok());
    value.ok_or_else(|| TextError::new(format!("option '{key}' is missing")))
}

/// An option that is one of these words.
pub(crate) const fn choice(
    key: &'static str,
    words: &'static [&'static str],
    default: &'static str,
    about: &'static str,
) -> Parameter {
    Parameter { key, kind: Kind::Choice(words), default, about }
}

/// A short name for a game.
#[derive(Clone, Copy, Debug)]
pub struct Alias {
    /// The short name.
    pub name: &'static str,
    /// The options that it sets: `m=7,n=6,k=4`.
    pub options: &'static str,
}

/// Something to do with a game of whatever type.
pub trait Visitor {
    /// The result.
    type Output;
    /// Does it.
    fn visit<G: Playable>(self, game: G) -> Self::Output;
}
