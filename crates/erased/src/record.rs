//! A played game as text, in the manner of PGN.
//!
//! ```text
//! [Game "tictactoe"]
//! [First "human"]
//! [Second "alphabeta"]
//! [Seed "7"]
//! [Date "2026-11-21"]
//! [Result "draw"]
//!
//! 1. b2 a3 2. c1 c3 ...
//! ```
//!
//! Tags come first, one a line, then the moves in the game's notation; each move with which the first player
//! gets the turn again has a number before it. Chance outcomes are moves like any other. Readers skip
//! numbers, comments in braces or after a semicolon, and results among the moves. Variations are in parentheses, each behind the move
//! that its first one replaces: `d d (c e) c`. A move that could be taken for a tag, a number or
//! a result (moves of written trees have any name) is written with a backslash before it. A file may hold many
//! games.

use std::fmt::Write as _;

use plywood_rules::Player;
use serde::{Deserialize, Serialize};

use crate::side_lines::{SideLine, words};

/// A played game: what is known about it, and its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Tags in their order: `Game`, `First`, `Second`, `Seed`, `Date`, `Result` and whatever else.
    pub tags: Vec<(String, String)>,
    /// The moves and chance outcomes, in the game's notation, and the words of variations with their parentheses.
    pub moves: Vec<String>,
    /// Indices in `moves` of the moves with a number before them, ascending.
    pub numbered: Vec<usize>,
}

/// An error in the text of a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// The error, and what would be accepted.
    pub message: String,
}

/// Widest line of moves that is written, in characters.
const WIDTH: usize = 100;

impl Record {
    /// The value of a tag, if it is there.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag, replacing its value if it is there already.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        match self.tags.iter_mut().find(|(tag, _)| tag == name) {
            Some(entry) => entry.1 = value,
            None => self.tags.push((name.to_string(), value)),
        }
    }

    /// The record of a game without variations, with these.
    pub fn with_side_lines(self, side_lines: &[SideLine]) -> Record {
        let (moves, places): (Vec<_>, Vec<_>) = words(&self.moves, side_lines).into_iter().unzip();
        let is_numbered = |place: &usize| places[*place].is_some_and(|mv| self.numbered.contains(&mv));
        let numbered = (0..moves.len()).filter(is_numbered).collect();
        Record { moves, numbered, ..self }
    }

    /// The record as text, with a blank line at its end.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for (tag, value) in &self.tags {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
            let _ = writeln!(text, "[{tag} \"{value}\"]");
        }
        text.push('\n');
        let mut width = 0;
        let mut number = 0;
        for (place, mv) in self.moves.iter().enumerate() {
            let mut piece = if is_plain_move(mv) { mv.clone() } else { format!("\\{mv}") };
            if self.numbered.binary_search(&place).is_ok() {
                number += 1;
                piece = format!("{number}. {piece}");
            }
            if width > 0 && width + 1 + piece.chars().count() > WIDTH {
                text.push('\n');
                width = 0;
            }
            if width > 0 {
                text.push(' ');
                width += 1;
            }
            width += piece.chars().count();
            text.push_str(&piece);
        }
        text.push_str(if self.moves.is_empty() { "*\n\n" } else { "\n\n" });
        text
    }

    /// Reads all records of a text, in their order.
    ///
    /// # Errors
    /// On a tag that is not written `[Name "value"]`, a comment without an end, or moves without any tag
    /// before them.
    pub fn read_all(text: &str) -> Result<Vec<Record>, RecordError> {
        let mut records: Vec<Record> = Vec::new();
        let mut in_moves = true;
        let mut comment_from = None;
        for (index, line) in text.lines().enumerate() {
            let line_number = index + 1;
            let error = |message: &str| RecordError { line: line_number, message: message.to_string() };
            let trimmed = line.trim();
            if comment_from.is_none() && trimmed.starts_with('[') {
                if in_moves {
                    records.push(Record::default());
                    in_moves = false;
                }
                let (tag, value) =
                    parse_tag(trimmed).ok_or_else(|| error("a tag is written [Name \"value\"]"))?;
                let record = records.last_mut().expect("one was pushed");
                if record.tag(&tag).is_some() {
                    return Err(error(&format!("tag '{tag}' is given twice")));
                }
                record.tags.push((tag, value));
                continue;
            }
            let mut rest = line;
            loop {
                if comment_from.is_some() {
                    match rest.split_once('}') {
                        Some((_, after)) => (comment_from, rest) = (None, after),
                        None => break,
                    }
                }
                let (before, after) = match rest.split_once('{') {
                    Some((before, after)) => (before, Some(after)),
                    None => (rest, None),
                };
                // A semicolon begins a comment to the end of the line.
                let of_moves = before.split_whitespace().take_while(|token| !token.starts_with(';'));
                for token in of_moves {
                    let record = records
                        .last_mut()
                        .ok_or_else(|| error("a record begins with its tags: [Game \"...\"]"))?;
                    in_moves = true;
                    record.token(token);
                }
                match after {
                    Some(after) => (comment_from, rest) = (Some(line_number), after),
                    None => break,
                }
            }
        }
        match comment_from {
            Some(line) => Err(RecordError { line, message: "a comment begins here and never ends".into() }),
            None => Ok(records),
        }
    }

    fn token(&mut self, token: &str) {
        if let Some(mv) = token.strip_prefix('\\').filter(|mv| !mv.is_empty()) {
            self.moves.push(mv.to_string());
        } else if is_number(token) {
            self.numbered.push(self.moves.len());
        } else if !is_result(token) {
            self.moves.push(token.to_string());
        }
    }
}

/// A number with dots: the number of the move after it.
fn is_number(token: &str) -> bool {
    let number = token.trim_end_matches('.');
    number.len() < token.len() && number.bytes().all(|b| b.is_ascii_digit())
}

/// Returns true for the result of a game at the end of its moves.
pub(crate) fn is_result(token: &str) -> bool {
    matches!(token, "*" | "1-0" | "0-1" | "1/2-1/2")
}

/// Can be written as it is, since no reader takes it for something else.
fn is_plain_move(mv: &str) -> bool {
    !mv.starts_with(['[', '\\', ';']) && !is_number(mv) && !is_result(mv)
}

/// The day in the form 2026-11-21 (UTC), by the civil-from-days algorithm: a year begins in March, so that the
/// leap day is its last, and 400 years have 146097 days.
pub fn date(seconds_since_1970: u64) -> String {
    let days = seconds_since_1970 / 86_400 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

/// Reads `[Name "value"]`.
fn parse_tag(line: &str) -> Option<(String, String)> {
    let inside = line.strip_prefix('[')?.strip_suffix(']')?;
    let (name, quoted) = inside.split_once(' ')?;
    let quoted = quoted.trim().strip_prefix('"')?.strip_suffix('"')?;
    if name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || c == '_') {
        return None;
    }
    let mut value = String::new();
    let mut chars = quoted.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => value.push(chars.next()?),
            '"' => return None,
            c => value.push(c),
        }
    }
    Some((name.to_string(), value))
}

/// The places at which the first player gets the turn (again), and the beginning: the moves that a record numbers.
pub fn turn_starts(movers: impl Iterator<Item = Option<Player>>) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut last = None;
    for (place, mover) in movers.enumerate() {
        let Some(mover) = mover else { continue };
        if starts.is_empty() || (mover == Player::First && last == Some(Player::Second)) {
            starts.push(if starts.is_empty() { 0 } else { place });
        }
        last = Some(mover);
    }
    starts
}
