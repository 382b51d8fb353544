//! The lines of a manager, parsed.

use std::time::Duration;

use plywood_rules::Player;
use plywood_workshop::Clock;

use crate::protocols::bot_game::Refusal;
use crate::protocols::limits::Limits;

/// The position that a line names.
#[derive(Debug, PartialEq)]
pub struct Position {
    /// Its text; `None` for the opening.
    pub start: Option<String>,
    /// The moves played from there.
    pub moves: String,
}

/// Reads `startpos moves a1 b2` or `fen TEXT moves a1 b2`.
pub fn position(text: &str) -> Result<Position, Refusal> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (place, moves) = match words.iter().position(|word| *word == "moves") {
        Some(at) => (&words[..at], &words[at + 1..]),
        None => (&words[..], &[][..]),
    };
    let start = match place {
        ["startpos"] => None,
        ["fen", fen @ ..] => Some(fen.join(" ")),
        _ => {
            return Err(format!(
                "'{}' is no position; write startpos or fen TEXT, then moves",
                place.join(" ")
            ));
        }
    };
    Ok(Position { start, moves: moves.join(" ") })
}

/// Reads `name N value V`; the value may be left out.
pub fn option(text: &str) -> Result<(&str, &str), Refusal> {
    let named = text.strip_prefix("name").map(str::trim_start).filter(|rest| !rest.is_empty());
    let named = named.ok_or_else(|| format!("'{text}' sets no option; write name NAME value VALUE"))?;
    match named.split_once(" value") {
        Some((name, value)) => Ok((name.trim(), value.trim())),
        None => Ok((named, "")),
    }
}

/// Reads the limits of `go`, for this player. Unknown words are ignored, as in UCI.
pub fn limits(text: &str, mover: Option<Player>) -> Result<Limits, Refusal> {
    let (time, increment) = match mover {
        Some(Player::Second) => ("p2time", "p2inc"),
        _ => ("p1time", "p1inc"),
    };
    let mut limits = Limits::default();
    let (mut left, mut each) = (None, Duration::ZERO);
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        match word {
            "infinite" => limits.infinite = true,
            "depth" => limits.depth = Some(count(word, words.next())?),
            "nodes" => limits.nodes = Some(count(word, words.next())?),
            "movetime" => limits.time = Some(millis(word, words.next())?),
            "p1time" | "p2time" | "p1inc" | "p2inc" => {
                let given = millis(word, words.next())?;
                if word == time {
                    left = Some(given);
                } else if word == increment {
                    each = given;
                }
            }
            _ => {}
        }
    }
    limits.clock = left.map(|left| Clock { left, increment: each });
    Ok(limits)
}

fn count(key: &str, value: Option<&str>) -> Result<u64, Refusal> {
    let value = value.unwrap_or_default();
    value
        .parse()
        .ok()
        .filter(|&count| count > 0)
        .ok_or_else(|| format!("'{value}' cannot follow {key}; it has to be a whole number above zero"))
}

/// A time; one below zero, as of a manager that waited for the answer, is none.
fn millis(key: &str, value: Option<&str>) -> Result<Duration, Refusal> {
    let value = value.unwrap_or_default();
    let time = value.parse::<i64>().ok().and_then(|ms| u64::try_from(ms.max(0)).ok());
    let time =
        time.ok_or_else(|| format!("'{value}' cannot follow {key}; it has to be a number of milliseconds"))?;
    Ok(Duration::from_millis(time))
}
