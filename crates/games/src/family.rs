//! A family of games in the list, and the operations on an opened game.

use plywood_rules::options::{Kind, Options, Parameter};
use plywood_rules::{Playable, TextError};

/// A family of games that differ in their options.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// Its name.
    pub name: &'static str,
    /// The name as it stands in a sentence, for its usual game: `Pig`, `dots and boxes`.
    pub title: &'static str,
    /// The game in one sentence.
    pub about: &'static str,
    /// The options it takes.
    pub parameters: &'static [Parameter],
    /// Short names for some of its games.
    pub aliases: &'static [Alias],
    /// Names that people know its games by elsewhere, each with a name that opens the game.
    pub elsewhere: &'static [(&'static str, &'static str)],
    /// Its games in the lobby.
    pub cards: &'static [Card],
    /// Small games of it, for tests and demonstrations of all games.
    pub samples: &'static [&'static str],
    /// The puzzles of the page for one of its games.
    pub puzzles: Option<Puzzles>,
}

/// A game in the lobby.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Card {
    /// The key of its words in the page.
    pub key: &'static str,
    /// The name that opens it.
    pub game: &'static str,
    /// Plies after which its picture in the lobby begins: in the middle of a game.
    pub begins: u32,
    /// Its place among the cards; those with the same one are in the order of the families.
    pub place: u8,
    /// True if Plywood has proved that the first player wins.
    pub first_wins: bool,
}

impl Card {
    /// A card after those that have a place of their own.
    pub const fn new(key: &'static str, game: &'static str, begins: u32) -> Card {
        Card { key, game, begins, place: u8::MAX, first_wins: false }
    }

    /// The same card at this place.
    pub const fn at(self, place: u8) -> Card {
        Card { place, ..self }
    }

    /// The same card of a game that the first player wins, which Plywood has proved.
    pub const fn won(self) -> Card {
        Card { first_wins: true, ..self }
    }
}

/// A file of puzzles of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Puzzles {
    /// The name of the file, without its ending.
    pub file: &'static str,
    /// The name of their game.
    pub game: &'static str,
    /// The number of puzzles.
    pub count: u32,
    /// Its place among the files, which are in turn the puzzle of a day.
    pub place: u8,
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
    /// The name as it stands in a sentence.
    pub title: &'static str,
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
