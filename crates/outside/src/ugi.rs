//! UGI, the Universal Game Interface: UCI for any game. A line is a word and what belongs to it, which is a type here if it has parts.

use std::fmt;
use std::time::Duration;

use plywood_rules::{Clock, Value};

/// The answer of an engine that has no move to make.
pub const NO_MOVE: &str = "none";

/// A line of either side: a word that says what it is, and the text after it.
pub fn word(line: &str) -> (&str, &str) {
    let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
    (word, rest.trim())
}

/// Reads `name N value V`; the value may be left out.
///
/// # Errors
/// If there is no name.
pub fn setting(text: &str) -> Result<(&str, &str), String> {
    let named = text.strip_prefix("name").map(str::trim_start).filter(|rest| !rest.is_empty());
    let named = named.ok_or_else(|| format!("'{text}' sets no option; write name NAME value VALUE"))?;
    match named.split_once(" value") {
        Some((name, value)) => Ok((name.trim(), value.trim())),
        None => Ok((named, "")),
    }
}

/// The position that a line names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UgiPosition {
    /// Its text; `None` for the opening.
    pub start: Option<String>,
    /// The moves played from there, with blanks between them.
    pub moves: String,
}

impl UgiPosition {
    /// Reads `startpos moves a1 b2` or `fen TEXT moves a1 b2`.
    ///
    /// # Errors
    /// If it is neither.
    pub fn read(text: &str) -> Result<UgiPosition, String> {
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
        Ok(UgiPosition { start, moves: moves.join(" ") })
    }
}

impl fmt::Display for UgiPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.start {
            Some(start) => write!(f, "fen {start}")?,
            None => f.write_str("startpos")?,
        }
        if self.moves.is_empty() { Ok(()) } else { write!(f, " moves {}", self.moves) }
    }
}

/// The limits of a search, as a protocol states them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchLimits {
    /// The clocks of both players; where a protocol tells of one only, it is both.
    pub clocks: [Option<Clock>; 2],
    /// Time for this move.
    pub time: Option<Duration>,
    /// Plies to search.
    pub depth: Option<u64>,
    /// Positions to visit.
    pub nodes: Option<u64>,
    /// True for a search that goes on until it is stopped.
    pub infinite: bool,
}

impl SearchLimits {
    /// Reads the words after `go`. Unknown ones are ignored, as in UCI.
    ///
    /// # Errors
    /// If a word is not followed by a number that it can have.
    pub fn read(text: &str) -> Result<SearchLimits, String> {
        let mut limits = SearchLimits::default();
        let mut times = [[None; 2]; 2];
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            match word {
                "infinite" => limits.infinite = true,
                "depth" => limits.depth = Some(count(word, words.next())?),
                "nodes" => limits.nodes = Some(count(word, words.next())?),
                "movetime" => limits.time = Some(millis(word, words.next())?),
                _ => {
                    if let Some(at) = CLOCKS.iter().position(|clock| *clock == word) {
                        times[at % 2][at / 2] = Some(millis(word, words.next())?);
                    }
                }
            }
        }
        let clock = |[left, increment]: [Option<Duration>; 2]| {
            left.map(|left| Clock { left, increment: increment.unwrap_or_default() })
        };
        limits.clocks = times.map(clock);
        Ok(limits)
    }
}

/// The words before times: what both players have left, and what they get for each move.
const CLOCKS: [&str; 4] = ["p1time", "p2time", "p1inc", "p2inc"];

/// The words, each with a blank before it.
impl fmt::Display for SearchLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.clocks;
        let left = |clock: Option<Clock>| clock.map(|clock| clock.left);
        let each = |clock: Option<Clock>| clock.map(|clock| clock.increment);
        let times = [left(first), left(second), each(first), each(second), self.time];
        for (word, time) in CLOCKS.into_iter().chain(["movetime"]).zip(times) {
            if let Some(time) = time {
                write!(f, " {word} {}", time.as_millis())?;
            }
        }
        for (word, number) in [("depth", self.depth), ("nodes", self.nodes)] {
            if let Some(number) = number {
                write!(f, " {word} {number}")?;
            }
        }
        f.write_str(if self.infinite { " infinite" } else { "" })
    }
}

fn count(key: &str, value: Option<&str>) -> Result<u64, String> {
    let value = value.unwrap_or_default();
    value
        .parse()
        .ok()
        .filter(|&count| count > 0)
        .ok_or_else(|| format!("'{value}' cannot follow {key}; it has to be a whole number above zero"))
}

/// A time; one below zero, as of a manager that waited for the answer, is none.
fn millis(key: &str, value: Option<&str>) -> Result<Duration, String> {
    let value = value.unwrap_or_default();
    let time = value.parse::<i64>().ok().and_then(|ms| u64::try_from(ms.max(0)).ok());
    let time =
        time.ok_or_else(|| format!("'{value}' cannot follow {key}; it has to be a number of milliseconds"))?;
    Ok(Duration::from_millis(time))
}

/// An option that an engine has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UgiOption {
    /// Its name.
    pub name: String,
    /// `spin`, `check`, `string` or `combo`.
    pub kind: String,
    /// Its value unless it is set.
    pub default: String,
    /// The least and the greatest value of a spin.
    pub bounds: [Option<i64>; 2],
    /// The values of a combo.
    pub values: Vec<String>,
}

impl UgiOption {
    /// Reads the words after `option`.
    pub fn read(text: &str) -> UgiOption {
        const KEYS: [&str; 6] = ["name", "type", "default", "min", "max", "var"];
        let mut read = UgiOption::default();
        let mut parts: Vec<(&str, Vec<&str>)> = Vec::new();
        for word in text.split_whitespace() {
            // A name may contain any word but `type`, which follows it.
            let in_name = parts.last().is_some_and(|(key, _)| *key == "name") && word != "type";
            match parts.last_mut() {
                Some((_, value)) if in_name || !KEYS.contains(&word) => value.push(word),
                _ => parts.push((word, Vec::new())),
            }
        }
        for (key, value) in parts {
            let text = value.join(" ");
            match key {
                "name" => read.name = text,
                "type" => read.kind = text,
                "default" => read.default = text,
                "min" => read.bounds[0] = text.parse().ok(),
                "max" => read.bounds[1] = text.parse().ok(),
                "var" => read.values.push(text),
                _ => {}
            }
        }
        read
    }
}

/// `name N type T default D min A max B var V`.
impl fmt::Display for UgiOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UgiOption { name, kind, default, bounds, values } = self;
        write!(f, "name {name} type {kind} default {default}")?;
        for (word, bound) in ["min", "max"].into_iter().zip(bounds) {
            if let Some(bound) = bound {
                write!(f, " {word} {bound}")?;
            }
        }
        values.iter().try_for_each(|value| write!(f, " var {value}"))
    }
}

/// The state of a search, for the side to move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UgiInfo {
    /// The plies searched.
    pub depth: Option<u32>,
    /// Hundreds of points; a lead of 100 wins most games.
    pub centipawns: Option<f64>,
    /// The moves until the mover wins, or below zero loses.
    pub mate: Option<f64>,
    /// Wins, draws and losses among a number of games.
    pub wdl: Option<[f64; 3]>,
    /// The positions visited.
    pub nodes: Option<f64>,
    /// Milliseconds since the search began.
    pub time: Option<f64>,
    /// Positions a second.
    pub per_second: Option<f64>,
    /// The used part of the table, in thousandths.
    pub table_use: Option<f64>,
    /// The line expected.
    pub pv: Vec<String>,
}

impl UgiInfo {
    /// Reads the words after `info`. A line about another move than the best says nothing, and so does a remark, `string ...`.
    pub fn read(text: &str) -> UgiInfo {
        let words: Vec<&str> = text.split_whitespace().collect();
        let number =
            |at: usize| words.get(at).and_then(|word| word.parse::<f64>().ok()).filter(|n| n.is_finite());
        let place = |key: &str| words.iter().position(|word| *word == key);
        // A remark may contain anything.
        let end = place("string").unwrap_or(words.len());
        let pv = place("pv").filter(|&at| at < end);
        let keyed = |key: &str| place(key).filter(|&at| at < pv.unwrap_or(end));
        if keyed("multipv").is_some_and(|at| words.get(at + 1) != Some(&"1")) {
            return UgiInfo::default();
        }
        let of = |key: &str| number(keyed(key)? + 1);
        let score = |kind: &str| {
            keyed("score").filter(|&at| words.get(at + 1) == Some(&kind)).and_then(|at| number(at + 2))
        };
        UgiInfo {
            depth: of("depth").map(|depth| depth as u32),
            centipawns: score("cp"),
            mate: score("mate"),
            wdl: keyed("wdl").and_then(|at| Some([number(at + 1)?, number(at + 2)?, number(at + 3)?])),
            nodes: of("nodes"),
            time: of("time"),
            per_second: of("nps"),
            table_use: of("hashfull"),
            pv: pv.map_or(&[][..], |at| &words[at + 1..]).iter().map(ToString::to_string).collect(),
        }
    }

    /// The value for the side to move, between a loss, -1, and a win, 1.
    pub fn value(&self) -> Option<Value> {
        let games = self.wdl.filter(|[win, draw, loss]| win + draw + loss > 0.0);
        let points = match (games, self.centipawns, self.mate) {
            (Some([win, draw, loss]), ..) => (win - loss) / (win + draw + loss),
            // The usual curve: a pawn, 100, is a chance of 64 %.
            (None, Some(value), _) => 2.0 / (1.0 + 10f64.powf(-value / 400.0)) - 1.0,
            (None, None, Some(moves)) => {
                if moves > 0.0 {
                    1.0
                } else {
                    -1.0
                }
            }
            (None, None, None) => return None,
        };
        Some(expectation(points))
    }
}

/// The words, each with a blank before it.
impl fmt::Display for UgiInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(depth) = self.depth {
            write!(f, " depth {depth}")?;
        }
        for (word, number) in [("score cp", self.centipawns), ("score mate", self.mate)] {
            if let Some(number) = number {
                write!(f, " {word} {number:.0}")?;
            }
        }
        if let Some([wins, draws, losses]) = self.wdl {
            write!(f, " wdl {wins:.0} {draws:.0} {losses:.0}")?;
        }
        let numbers = [
            ("nodes", self.nodes),
            ("time", self.time),
            ("nps", self.per_second),
            ("hashfull", self.table_use),
        ];
        for (word, number) in numbers {
            if let Some(number) = number {
                write!(f, " {word} {number:.0}")?;
            }
        }
        if self.pv.is_empty() { Ok(()) } else { write!(f, " pv {}", self.pv.join(" ")) }
    }
}

/// An expectation between a loss, -1, and a win, 1, as a value.
pub(crate) fn expectation(points: f64) -> Value {
    Value::Estimated(if points.is_nan() { 0.0 } else { points.clamp(-1.0, 1.0) })
}
