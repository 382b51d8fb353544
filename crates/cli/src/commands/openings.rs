//! The openings of matches and tournaments, as their options name them.

use std::path::Path;

use plywood_erased::Playthrough;
use plywood_erased::foreign::{ReadGames, is_games};
use plywood_rules::TextError;
use plywood_workshop::{AnyGame, OpeningBook, Workshop, all_openings};

use super::{games_of_text, note, note_variations};
use crate::files;
use crate::output::{Failure, counted};

/// The plies of a finished game that are its opening.
const OF_A_GAME: usize = 8;

/// Openings as a setting.
pub fn openings_text(openings: &OpeningBook) -> String {
    match openings {
        OpeningBook::None => "none".to_string(),
        OpeningBook::Random { plies } => format!("random:{plies}"),
        OpeningBook::Lines(lines) => lines.join(" / "),
    }
}

/// Openings before the game is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningSource {
    /// None: every game begins at the start.
    None,
    /// This many random plies.
    Random(u16),
    /// All positions after this many plies.
    All(u16),
    /// These lines of moves.
    Lines(Vec<String>),
    /// The beginnings of the games of this file.
    Games(String, ReadGames),
}

impl OpeningSource {
    /// Reads `random:PLIES`, `all:PLIES`, or the file of this name in `folder`; nothing is no openings.
    pub fn read(text: Option<&str>, folder: &Path) -> Result<OpeningSource, Failure> {
        let Some(text) = text else { return Ok(OpeningSource::None) };
        let plies = |word: &str, most: u16| {
            let number = text.strip_prefix(word)?.strip_prefix(':')?;
            Some(number.parse().ok().filter(|plies| (1..=most).contains(plies)).ok_or_else(|| {
                Failure::Wrong(format!(
                    "openings {text} are not possible; write {word}: and a number of plies from 1 to {most}"
                ))
            }))
        };
        match (plies("random", 1000), plies("all", 100)) {
            (Some(plies), _) => plies.map(OpeningSource::Random),
            (_, Some(plies)) => plies.map(OpeningSource::All),
            (None, None) => from_file(&folder.join(text)),
        }
    }

    /// The openings of `game` from a position on.
    pub fn of(
        self,
        workshop: &Workshop,
        game: &dyn AnyGame,
        position: Option<&str>,
        moves: &str,
    ) -> Result<OpeningBook, Failure> {
        Ok(match self {
            OpeningSource::None => OpeningBook::None,
            OpeningSource::Random(plies) => OpeningBook::Random { plies },
            OpeningSource::All(plies) => OpeningBook::Lines(all_openings(game, position, moves, plies)?),
            OpeningSource::Lines(mut lines) => {
                let start = game.session(position, moves, 0)?.played().len();
                lines.retain(|line| {
                    let is_plain = !line.contains(['(', '{', ';']);
                    // A wrong line is reported by the match.
                    is_plain
                        || game.session(position, &format!("{moves}\n{line}"), 0).map_or(true, |session| {
                            note_variations(session.playthrough());
                            session.played().len() > start
                        })
                });
                OpeningBook::Lines(lines)
            }
            OpeningSource::Games(file, games) => {
                let start = game.session(position, moves, 0)?;
                let named = |name: &str| workshop.open(name).map_or(name.to_string(), |game| game.name());
                OpeningBook::Lines(openings_of_games(game, start.playthrough(), &file, &games, &named)?)
            }
        })
    }
}

/// The beginnings of those games of a file that are of `game` and begin as `start`, each once.
fn openings_of_games(
    game: &dyn AnyGame,
    start: &dyn Playthrough,
    file: &str,
    games: &ReadGames,
    named: &dyn Fn(&str) -> String,
) -> Result<Vec<String>, Failure> {
    let (mut openings, mut others, mut cut) = (Vec::new(), 0, false);
    for (place, record) in games.records.iter().enumerate() {
        let about = |error: TextError| Failure::Wrong(format!("{file}, game {}: {error}", place + 1));
        if !games.may_be_of(&named(record.tag("Game").unwrap_or_default()), &game.name()) {
            others += 1;
            continue;
        }
        let played = game.session(record.tag("Position"), &record.moves.join(" "), 0).map_err(about)?;
        note_variations(played.playthrough());
        let Some(moves) =
            played.played().strip_prefix(start.played()).filter(|_| played.start() == start.start())
        else {
            others += 1;
            continue;
        };
        let opening =
            record.tag("Opening").and_then(|plies| plies.parse().ok()).filter(|&plies: &usize| plies > 0);
        let is_finished =
            played.ending().is_some() || record.tag("Result").is_some_and(|result| result != "*");
        let plies = match opening {
            Some(plies) => plies.saturating_sub(start.played().len()),
            None if is_finished => {
                cut = true;
                OF_A_GAME.min(moves.len().saturating_sub(1))
            }
            None => moves.len(),
        };
        let line = moves[..plies.min(moves.len())].join(" ");
        if !openings.contains(&line) {
            openings.push(line);
        }
    }
    if openings.is_empty() {
        return Err(Failure::Wrong(format!(
            "no game in '{file}' is of {} and begins as the others do",
            game.name()
        )));
    }
    if cut {
        note(&format!("the first {OF_A_GAME} plies of each finished game in '{file}' are its opening"));
    }
    if others > 0 {
        note(&format!(
            "{} of other games, or from other positions, in '{file}' skipped",
            counted(others, "game")
        ));
    }
    Ok(openings)
}

/// Reads a file of lines without comments and empty lines, or of games in any format.
fn from_file(path: &Path) -> Result<OpeningSource, Failure> {
    let content = files::read_text(path)?;
    let file = path.display().to_string();
    if is_games(&content) {
        let games = games_of_text(&file, &content)?;
        return Ok(OpeningSource::Games(file, games));
    }
    let lines: Vec<String> = content
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default().trim().to_string())
        .filter(|line| !line.is_empty())
        .collect();
    match lines.is_empty() {
        true => Err(Failure::Wrong(format!(
            "there is no opening in '{file}'; write the moves of one a line, or name a file of games"
        ))),
        false => Ok(OpeningSource::Lines(lines)),
    }
}
