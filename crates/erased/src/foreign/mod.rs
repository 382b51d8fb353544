//! Games in the formats of other programs, read as [`Record`]s and written.
//!
//! Each format is one module with both directions. The kind of a text is seen from its beginning.

mod flat;
mod ggf;
mod nodes;
mod sgf;
mod tags;

use plywood_rules::TextError;
use plywood_rules::options::split_name;
use plywood_rules::text::cleaned;

use crate::{Playthrough, Record};
pub use flat::game_name;
use nodes::MainLine;

/// The kinds of games that are read, for a person.
const READ: &str =
    "records of this program, SGF of Hex and of five in a row (GM[11], GM[4]), and GGF of Othello are";

/// The games of SGF by their numbers, for a person.
const GAMES_OF_SGF: [(&str, &str); 9] = [
    ("1", "Go"),
    ("2", "Othello"),
    ("3", "chess"),
    ("5", "nine men's morris"),
    ("6", "backgammon"),
    ("7", "Chinese chess"),
    ("8", "shogi"),
    ("9", "Lines of Action"),
    ("40", "Dots"),
];

/// A format in which a game is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameFormat {
    /// Our own records.
    Record,
    /// SGF of Hex and five in a row.
    Sgf,
    /// GGF of Othello.
    Ggf,
}

/// The games of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadGames {
    /// The games in their order. Their moves are legal in no way yet.
    pub records: Vec<Record>,
    /// The number of variations in the text, which were skipped.
    pub variations: usize,
    /// True if the text is no record of our own: then rules that it does not name may differ.
    pub foreign: bool,
}

impl ReadGames {
    /// Returns true if games of this text that say they are of `name` can be of the game `wanted`; both are full names.
    pub fn may_be_of(&self, name: &str, wanted: &str) -> bool {
        /// The options that other formats name: those of the board.
        const OF_BOARD: [&str; 5] = ["size=", "m=", "n=", "k=", "gravity="];
        let board = |name: &str| {
            let (family, given) = split_name(name);
            let options = given.unwrap_or_default().split(',');
            let kept = options.filter(|option| OF_BOARD.iter().any(|of_board| option.starts_with(of_board)));
            format!("{family} {}", kept.collect::<Vec<_>>().join(","))
        };
        name == wanted || self.foreign && board(name).trim() == board(wanted).trim()
    }
}

/// Reads all games of a text, whatever its format.
///
/// # Errors
/// If a game is wrong, or the text is of a kind that is not read: names it, and those that are.
pub fn read_games(text: &str) -> Result<ReadGames, TextError> {
    let text = &*cleaned(text);
    if is_tree(text) {
        return read_trees(text);
    }
    let records = match (Record::read_all(text), unread(text)) {
        (Ok(records), None) => records,
        (Ok(records), Some(_)) if !records.is_empty() => records,
        (_, Some(kind)) => return Err(not_read(kind)),
        (Err(error), None) => return Err(TextError::new(error.to_string())),
    };
    let other = records.iter().find_map(|record| {
        let chess = ["Event", "Site", "White", "FEN", "Variant"].iter().any(|tag| record.tag(tag).is_some());
        match (record.tag("Game"), record.tag("GameType")) {
            (Some(_), _) => None,
            (None, Some(_)) => Some("PDN, the format of draughts,"),
            (None, None) => chess.then_some("PGN, the format of chess,"),
        }
    });
    match other {
        Some(kind) => Err(not_read(kind)),
        None => Ok(ReadGames { records, variations: 0, foreign: false }),
    }
}

fn not_read(kind: &str) -> TextError {
    TextError::new(format!("{kind} is not read; {READ}"))
}

/// Returns true if a text is a file of games and not a list of moves: records, SGF or GGF.
pub fn is_games(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let is_tag = text.strip_prefix('[').is_some_and(|tag| {
        let name = tag.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
        name.len() < tag.len() && name.trim_start().starts_with('"')
    });
    is_tag || is_tree(text) || text.starts_with("{ plywood") || unread(text).is_some()
}

/// Returns true for SGF and GGF: `(;`, with a number of games before it perhaps.
pub(crate) fn is_tree(text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| c.is_whitespace() || c.is_ascii_digit());
    text.strip_prefix('(').is_some_and(|inside| inside.trim_start().starts_with(';'))
}

/// The kind of a text that is of another program and not read.
fn unread(text: &str) -> Option<&'static str> {
    let text = text.trim_start();
    let begins = |with: &str| text.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with));
    let kinds = [
        ("<?xml", "XML"),
        ("<!doctype", "HTML"),
        ("<html", "HTML"),
        ("%PDF", "PDF"),
        ("PK\u{3}\u{4}", "a zip file"),
        ("EFG ", "Gambit's EFG, a tree of a game,"),
        ("{\"", "JSON"),
        ("[{", "JSON"),
    ];
    kinds.iter().find(|(start, _)| begins(start)).map(|(_, kind)| *kind)
}

/// Reads SGF and GGF.
fn read_trees(text: &str) -> Result<ReadGames, TextError> {
    let (games, variations) = nodes::read(text)?;
    let count = games.len();
    let read = |(place, game): (usize, &MainLine<'_>)| {
        read_tree(game).map_err(|error| match count {
            1 => error,
            _ => TextError::new(format!("game {}: {error}", place + 1)),
        })
    };
    let records = games.iter().enumerate().map(read).collect::<Result<_, _>>()?;
    Ok(ReadGames { records, variations, foreign: true })
}

fn read_tree(game: &MainLine<'_>) -> Result<Record, TextError> {
    // Little Golem names the game of Hex by the event alone.
    let event = game.value("EV").unwrap_or_default().to_lowercase();
    match game.value("GM") {
        Some(name) if name.eq_ignore_ascii_case("othello") => ggf::read(game),
        Some("11") => sgf::read(game, true),
        Some("4") => sgf::read(game, false),
        None if event.starts_with("hex") => sgf::read(game, true),
        None if event.starts_with("gomoku") => sgf::read(game, false),
        Some(number) => {
            let name = GAMES_OF_SGF
                .iter()
                .find(|(known, _)| *known == number)
                .map_or("another game", |(_, name)| name);
            Err(not_read(&format!("SGF of {name} (GM[{number}])")))
        }
        None => Err(not_read("SGF of Go, as it is without GM,")),
    }
}

/// Writes a game. `record` has the names of the players and the date.
///
/// # Errors
/// If the format is not for this game.
pub fn write_game(format: GameFormat, play: &dyn Playthrough, record: &Record) -> Result<String, TextError> {
    match format {
        GameFormat::Record => Ok(record.to_text()),
        GameFormat::Sgf => sgf::write(play, record),
        GameFormat::Ggf => ggf::write(play, record),
    }
}
