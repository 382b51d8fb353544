//! `exec`: lines of JSON, those of a program that plays and those of the manager that asks it.

use std::fmt;
use std::time::Duration;

use plywood_erased::TextAnswer;
use plywood_rules::{Clock, Player};
use serde_json::{Value as Json, json};

use crate::failure::quoted;
use crate::ugi::expectation;

/// The number of the protocol, in the greeting.
const PROTOCOL: u32 = 1;

/// A line for a program.
#[derive(Clone, Debug, PartialEq)]
pub enum ExecLine {
    /// A game begins.
    Hello {
        /// The seed of the program's random choices.
        seed: Option<u64>,
        /// The full name of the game.
        game: String,
        /// True if the program is to say when it is ready.
        asks_ready: bool,
    },
    /// A move is wanted.
    Question(Box<ExecQuestion>),
    /// The game is over: the result, the reason and the program's side.
    End([String; 3]),
}

/// A question for a move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExecQuestion {
    /// The full name of the game.
    pub game: String,
    /// The position in text; `None` for the opening.
    pub position: Option<String>,
    /// The position that the game began with; `None` for the opening.
    pub start: Option<String>,
    /// The moves played since, if they are known.
    pub history: Option<Vec<String>>,
    /// The program's clock.
    pub clock: Option<Clock>,
    /// The legal moves.
    pub moves: Vec<String>,
    /// The program's side.
    pub you: String,
    /// The position as people see it.
    pub drawing: String,
}

impl ExecLine {
    /// Reads a line for a program.
    ///
    /// # Errors
    /// If it is no JSON, or a part of a question is missing or of another type.
    pub fn read(line: &str) -> Result<ExecLine, String> {
        let line: Json = serde_json::from_str(line).map_err(|error| format!("this is no JSON: {error}"))?;
        let text = |key: &str| field(&line, key, "a text", a_text);
        if let Some(hello) = line.get("hello") {
            let asks_ready = hello["ready"].as_str() == Some("asked");
            let game = a_text(&hello["game"]).unwrap_or_default();
            return Ok(ExecLine::Hello { seed: hello["seed"].as_u64(), game, asks_ready });
        }
        if let Some(end) = line.get("end") {
            return Ok(ExecLine::End(
                ["result", "reason", "you"].map(|key| a_text(&end[key]).unwrap_or_default()),
            ));
        }
        let time = |key| field(&line, key, "a number of milliseconds", a_time);
        let (left, increment) = (time("time_ms")?, time("increment_ms")?.unwrap_or_default());
        Ok(ExecLine::Question(Box::new(ExecQuestion {
            game: text("game")?.ok_or("the question names no game")?,
            position: text("position")?,
            start: text("start")?,
            history: field(&line, "history", TEXTS, some_texts)?,
            clock: left.map(|left| Clock { left, increment }),
            moves: field(&line, "moves", TEXTS, some_texts)?.unwrap_or_default(),
            you: text("you")?.unwrap_or_default(),
            drawing: text("drawing")?.unwrap_or_default(),
        })))
    }
}

/// The line, without its end.
impl fmt::Display for ExecLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = match self {
            ExecLine::Hello { seed, game, asks_ready } => {
                let version = env!("CARGO_PKG_VERSION");
                let mut hello =
                    json!({ "protocol": PROTOCOL, "version": version, "seed": seed, "game": game });
                if *asks_ready {
                    hello["ready"] = "asked".into();
                }
                json!({ "hello": hello })
            }
            ExecLine::Question(question) => {
                let ExecQuestion { game, position, start, history, clock, moves, you, drawing } = &**question;
                let millis = |time: Duration| time.as_millis() as u64;
                let mut line = json!({
                    "game": game,
                    "position": position,
                    "moves": moves,
                    "you": you,
                    "history": history,
                    "time_ms": clock.map(|clock| millis(clock.left)),
                    "drawing": drawing,
                });
                if let Some(start) = start {
                    line["start"] = start.as_str().into();
                }
                if let Some(clock) = clock {
                    line["increment_ms"] = millis(clock.increment).into();
                }
                line
            }
            ExecLine::End([result, reason, you]) => {
                json!({ "end": { "result": result, "reason": reason, "you": you } })
            }
        };
        write!(f, "{line}")
    }
}

const TEXTS: &str = "a list of texts";

/// A part of a line, if it is there.
fn field<T>(
    line: &Json,
    key: &str,
    kind: &str,
    read: impl Fn(&Json) -> Option<T>,
) -> Result<Option<T>, String> {
    match line.get(key) {
        None | Some(Json::Null) => Ok(None),
        Some(value) => {
            read(value).map(Some).ok_or_else(|| format!("'{key}' has to be {kind}, and is {value}"))
        }
    }
}

fn a_text(value: &Json) -> Option<String> {
    value.as_str().map(str::to_string)
}

fn some_texts(value: &Json) -> Option<Vec<String>> {
    value.as_array()?.iter().map(a_text).collect()
}

fn a_time(value: &Json) -> Option<Duration> {
    Duration::try_from_secs_f64(value.as_f64()?.max(0.0) / 1000.0).ok()
}

/// The name of a player.
pub(crate) fn word(player: Player) -> &'static str {
    ["first", "second"][player.index()]
}

/// A line of a program.
#[derive(Clone, Debug, PartialEq)]
pub enum ExecReply {
    /// It is ready for the game.
    Ready,
    /// Its move, and what it says of it.
    Move(ExecMove),
    /// It has no answer, with the reason.
    Error(String),
}

/// The move of a program.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExecMove {
    /// The move.
    pub mv: String,
    /// Its value for the mover, from -1 for a loss to 1 for a win.
    pub value: Option<f64>,
    /// A remark.
    pub comment: Option<String>,
    /// The line expected.
    pub pv: Vec<String>,
}

impl ExecReply {
    /// Reads a line of a program.
    ///
    /// # Errors
    /// If it is no JSON object with a move, or a part of it has another type.
    pub fn read(line: &str) -> Result<ExecReply, String> {
        let answered = |wrong: String| format!("it answered {}{wrong}", quoted(line));
        let parsed: Json = serde_json::from_str(line)
            .map_err(|_| answered(", which is not JSON such as {\"move\": \"a1\"}".to_string()))?;
        let Some(Json::String(mv)) = parsed.get("move") else {
            return match (parsed.get("move"), parsed.get("ready")) {
                (None, Some(Json::Bool(true))) => Ok(ExecReply::Ready),
                _ => Err(answered(" without a \"move\" that is a text".to_string())),
            };
        };
        let wrong = |reason: String| answered(format!(": {reason}"));
        Ok(ExecReply::Move(ExecMove {
            mv: mv.clone(),
            value: field(&parsed, "value", "a number", Json::as_f64).map_err(wrong)?,
            comment: field(&parsed, "comment", "a text", a_text).map_err(wrong)?,
            pv: field(&parsed, "pv", TEXTS, some_texts).map_err(wrong)?.unwrap_or_default(),
        }))
    }
}

/// The line, without its end.
impl fmt::Display for ExecReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = match self {
            ExecReply::Ready => json!({ "ready": true }),
            ExecReply::Error(reason) => json!({ "error": reason }),
            ExecReply::Move(ExecMove { mv, value, comment, pv }) => {
                let mut line = json!({ "move": mv });
                if let Some(value) = value {
                    // A whole number has no decimal point.
                    line["value"] =
                        if value.fract() == 0.0 { (*value as i64).into() } else { (*value).into() };
                }
                if let Some(comment) = comment {
                    line["comment"] = comment.as_str().into();
                }
                if !pv.is_empty() {
                    line["pv"] = pv.clone().into();
                }
                line
            }
        };
        write!(f, "{line}")
    }
}

impl From<ExecMove> for TextAnswer {
    fn from(ExecMove { mv, value, comment, pv }: ExecMove) -> TextAnswer {
        TextAnswer { mv, value: value.map(expectation), pv, comment }
    }
}
