//! The protocol of the Gomocup and its manager Piskvork: commands and replies.

use std::fmt;

use plywood_rules::{FlatCell, FlatRules};

/// A cell: column and row from 0, from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GomocupPoint {
    /// The column.
    pub x: usize,
    /// The row.
    pub y: usize,
}

impl GomocupPoint {
    /// The point of a cell.
    pub fn of(rules: &FlatRules, cell: FlatCell) -> GomocupPoint {
        GomocupPoint { x: cell.column, y: rules.rows - 1 - cell.row }
    }

    /// Its cell, if the board has it.
    pub fn cell(self, rules: &FlatRules) -> Option<FlatCell> {
        rules.cell(self.x, rules.rows.checked_sub(self.y + 1)?)
    }

    /// Reads `x,y`.
    pub fn read(text: &str) -> Option<GomocupPoint> {
        let (x, y) = text.split_once(',')?;
        Some(GomocupPoint { x: number(x)?, y: number(y)? })
    }
}

impl fmt::Display for GomocupPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// A stone of a `BOARD`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GomocupStone {
    /// Its point.
    pub point: GomocupPoint,
    /// True if it is the engine's.
    pub is_own: bool,
}

impl GomocupStone {
    /// Reads `x,y,1` or, for a stone of the opponent, `x,y,2`.
    pub fn read(line: &str) -> Option<GomocupStone> {
        let (point, owner) = line.rsplit_once(',')?;
        let is_own = ["2", "1"].iter().position(|number| *number == owner.trim())? == 1;
        Some(GomocupStone { point: GomocupPoint::read(point)?, is_own })
    }
}

impl fmt::Display for GomocupStone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.point, if self.is_own { 1 } else { 2 })
    }
}

/// A command of a manager.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GomocupCommand<'a> {
    /// Its name: `START`. Capitals and small letters are alike.
    pub name: &'a str,
    /// The text after it.
    pub rest: &'a str,
}

impl GomocupCommand<'_> {
    /// The command of a line.
    pub fn read(line: &str) -> GomocupCommand<'_> {
        let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        GomocupCommand { name, rest: rest.trim() }
    }
}

/// The line, without its end.
impl fmt::Display for GomocupCommand<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let blank = if self.rest.is_empty() { "" } else { " " };
        write!(f, "{}{blank}{}", self.name, self.rest)
    }
}

/// A line of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GomocupReply<'a> {
    /// The command is done.
    Ok,
    /// The engine's move.
    Move(GomocupPoint),
    /// The command cannot be done, with the reason.
    Error(&'a str),
    /// The command is not known.
    Unknown(&'a str),
    /// A remark, which is ignored.
    Message(&'a str),
    /// Anything else.
    Other(&'a str),
}

impl GomocupReply<'_> {
    /// Reads a line.
    pub fn read(line: &str) -> GomocupReply<'_> {
        let line = line.trim();
        let after = |word: &str| {
            let is_word = line.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
            is_word.then(|| line[word.len()..].trim_start())
        };
        if let Some(text) = after("MESSAGE").or_else(|| after("DEBUG")) {
            GomocupReply::Message(text)
        } else if let Some(reason) = after("ERROR") {
            GomocupReply::Error(reason)
        } else if let Some(reason) = after("UNKNOWN") {
            GomocupReply::Unknown(reason)
        } else if line.is_empty() {
            GomocupReply::Message("")
        } else if line.eq_ignore_ascii_case("OK") {
            GomocupReply::Ok
        } else {
            GomocupPoint::read(line).map_or(GomocupReply::Other(line), GomocupReply::Move)
        }
    }
}

/// The line, without its end.
impl fmt::Display for GomocupReply<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GomocupReply::Ok => f.write_str("OK"),
            GomocupReply::Move(point) => write!(f, "{point}"),
            GomocupReply::Error(reason) => write!(f, "ERROR {reason}"),
            GomocupReply::Unknown(reason) => write!(f, "UNKNOWN {reason}"),
            GomocupReply::Message(text) => write!(f, "MESSAGE {text}"),
            GomocupReply::Other(line) => f.write_str(line),
        }
    }
}

/// Digits only: `str::parse` alone would also take a plus sign. As large as a board may be, and far beyond.
pub fn number(text: &str) -> Option<usize> {
    let text = text.trim();
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten().filter(|&number| number < 1 << 31)
}
