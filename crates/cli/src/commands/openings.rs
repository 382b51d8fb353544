//! The openings of matches and tournaments, as their options name them.

use std::path::Path;

use plywood_workshop::{AnyGame, OpeningBook, all_openings};

use crate::files;
use crate::output::Failure;

/// Openings before the game is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Openings {
    /// None: every game begins at the start.
    None,
    /// This many random plies.
    Random(u16),
    /// All positions after this many plies.
    All(u16),
    /// These lines of moves.
    Lines(Vec<String>),
}

impl Openings {
    /// Reads `random:PLIES`, `all:PLIES`, or the file of this name; nothing is no openings.
    pub fn read(text: Option<&str>) -> Result<Openings, Failure> {
        let Some(text) = text else { return Ok(Openings::None) };
        let plies = |word: &str, most: u16| {
            let number = text.strip_prefix(word)?.strip_prefix(':')?;
            Some(number.parse().ok().filter(|plies| (1..=most).contains(plies)).ok_or_else(|| {
                Failure::Wrong(format!(
                    "openings {text} are not possible; write {word}: and a number of plies from 1 to {most}"
                ))
            }))
        };
        match (plies("random", 1000), plies("all", 100)) {
            (Some(plies), _) => plies.map(Openings::Random),
            (_, Some(plies)) => plies.map(Openings::All),
            (None, None) => lines(text).map(Openings::Lines),
        }
    }

    /// The openings of `game` from a position on.
    pub fn of(self, game: &dyn AnyGame, position: Option<&str>, moves: &str) -> Result<OpeningBook, Failure> {
        Ok(match self {
            Openings::None => OpeningBook::None,
            Openings::Random(plies) => OpeningBook::Random { plies },
            Openings::All(plies) => OpeningBook::Lines(all_openings(game, position, moves, plies)?),
            Openings::Lines(lines) => OpeningBook::Lines(lines),
        })
    }
}

/// The lines of a file without comments and empty lines.
fn lines(text: &str) -> Result<Vec<String>, Failure> {
    let path = Path::new(text);
    let content = files::read_text(path)?;
    let lines: Vec<String> = content
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default().trim().to_string())
        .filter(|line| !line.is_empty())
        .collect();
    match lines.is_empty() {
        true => {
            Err(Failure::Wrong(format!("there is no opening in '{text}'; write the moves of one a line")))
        }
        false => Ok(lines),
    }
}
