//! The lines that programs write, read into types. No line panics.

use plywood_erased::TextAnswer;
use plywood_rules::Value;
use serde_json::Value as Json;

use crate::board::{Cell, FlatBoard};
use crate::failure::quoted;

/// True if a line of an `exec` program says that it is ready: `{"ready": true}`.
pub fn is_ready(line: &str) -> bool {
    // Few lines have to be parsed twice.
    let parsed = line.contains("ready").then(|| serde_json::from_str::<Json>(line).ok()).flatten();
    parsed.is_some_and(|line| line.get("ready") == Some(&Json::Bool(true)) && line.get("move").is_none())
}

/// Reads an answer of an `exec` program.
///
/// # Errors
/// If it is no JSON object with a move, or a part of it has another type.
pub fn exec(line: &str) -> Result<TextAnswer, String> {
    let parsed: Json = serde_json::from_str(line).map_err(|_| {
        format!("it answered {}, which is not JSON such as {{\"move\": \"a1\"}}", quoted(line))
    })?;
    let Some(Json::String(mv)) = parsed.get("move") else {
        return Err(format!("it answered {} without a \"move\" that is a text", quoted(line)));
    };
    let wrong =
        |key: &str, what: &str| format!("it answered a \"{key}\" that is no {what}: {}", quoted(line));
    let given = |key: &str| parsed.get(key).filter(|value| !value.is_null());
    let value = given("value").map(|value| value.as_f64().ok_or_else(|| wrong("value", "number")));
    let comment = given("comment").map(|it| it.as_str().ok_or_else(|| wrong("comment", "text")));
    let pv = given("pv").map(|pv| {
        let texts = pv.as_array().and_then(|pv| pv.iter().map(Json::as_str).collect::<Option<Vec<_>>>());
        texts.ok_or_else(|| wrong("pv", "list of texts"))
    });
    Ok(TextAnswer {
        mv: mv.clone(),
        value: value.transpose()?.map(expectation),
        pv: pv.transpose()?.unwrap_or_default().into_iter().map(str::to_string).collect(),
        comment: comment.transpose()?.map(str::to_string),
    })
}

/// An expectation between a loss, -1, and a win, 1, as a value.
fn expectation(points: f64) -> Value {
    Value::Estimated(if points.is_nan() { 0.0 } else { points.clamp(-1.0, 1.0) })
}

/// A line of a UGI program.
#[derive(Clone, Debug, PartialEq)]
pub enum Ugi {
    /// `ugiok`.
    UgiOk,
    /// `readyok`.
    ReadyOk,
    /// `option name N type T default D min A max B var V`.
    Option(UgiOption),
    /// `info ...`, as far as it is used.
    Info(Info),
    /// `bestmove M`.
    BestMove(String),
    /// Any other line, which is ignored.
    Other,
}

/// An option that a UGI program has.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UgiOption {
    /// Its name.
    pub name: String,
    /// `spin`, `check`, `string` or `combo`.
    pub kind: String,
    /// The least and the greatest value of a spin.
    pub bounds: [Option<i64>; 2],
    /// The values of a combo.
    pub values: Vec<String>,
}

/// The used parts of a line `info`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Info {
    /// The value for the side to move.
    pub value: Option<Value>,
    /// The line expected.
    pub pv: Vec<String>,
}

/// Reads a line of a UGI program.
pub fn ugi(line: &str) -> Ugi {
    let mut words = line.split_whitespace();
    match words.next() {
        Some("ugiok") => Ugi::UgiOk,
        Some("readyok") => Ugi::ReadyOk,
        Some("bestmove") => Ugi::BestMove(words.next().unwrap_or_default().to_string()),
        Some("option") => Ugi::Option(option(words)),
        Some("info") => Ugi::Info(info(&words.collect::<Vec<_>>())),
        _ => Ugi::Other,
    }
}

fn option<'a>(words: impl Iterator<Item = &'a str>) -> UgiOption {
    const KEYS: [&str; 6] = ["name", "type", "default", "min", "max", "var"];
    let mut read = UgiOption::default();
    let mut parts: Vec<(&str, Vec<&str>)> = Vec::new();
    for word in words {
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
            "min" => read.bounds[0] = text.parse().ok(),
            "max" => read.bounds[1] = text.parse().ok(),
            "var" => read.values.push(text),
            _ => {}
        }
    }
    read
}

fn info(words: &[&str]) -> Info {
    let number =
        |at: usize| words.get(at).and_then(|word| word.parse::<f64>().ok()).filter(|n| n.is_finite());
    let place = |key: &str| words.iter().position(|word| *word == key);
    // A remark may contain anything.
    let end = place("string").unwrap_or(words.len());
    let pv = place("pv").filter(|&at| at < end);
    let keyed = |key: &str| place(key).filter(|&at| at < pv.unwrap_or(end));
    let wdl = keyed("wdl").and_then(|at| {
        let [win, draw, loss] = [number(at + 1)?, number(at + 2)?, number(at + 3)?];
        let all = win + draw + loss;
        (all > 0.0).then(|| expectation((win - loss) / all))
    });
    let score = || {
        let at = keyed("score")?;
        let value = number(at + 2)?;
        match *words.get(at + 1)? {
            // The usual curve: a pawn, 100, is a chance of 64 %.
            "cp" => Some(expectation(2.0 / (1.0 + 10f64.powf(-value / 400.0)) - 1.0)),
            "mate" => Some(expectation(if value > 0.0 { 1.0 } else { -1.0 })),
            _ => None,
        }
    };
    let is_best = keyed("multipv").is_none_or(|at| words.get(at + 1) == Some(&"1"));
    if !is_best {
        return Info::default();
    }
    let line = pv.map_or(&[][..], |at| &words[at + 1..]);
    Info { value: wdl.or_else(score), pv: line.iter().map(ToString::to_string).collect() }
}

/// The first line of a response of a GTP program; `None` if the line is no response.
///
/// # Errors
/// If the program refuses the command, with its reason.
pub fn gtp(line: &str) -> Option<Result<String, String>> {
    let text = |rest: &str| {
        // The number of the command, which is repeated.
        rest.trim_start_matches(|c: char| c.is_ascii_digit()).trim().to_string()
    };
    match line.strip_prefix('=') {
        Some(rest) => Some(Ok(text(rest))),
        None => line.strip_prefix('?').map(|rest| Err(text(rest))),
    }
}

/// The letters of columns in GTP for k in a row; I is left out.
const GO_LETTERS: &[u8] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// A cell as GTP names it. Hex has all letters, other games leave out I.
pub(crate) fn vertex(cell: Cell, is_hex: bool) -> String {
    match is_hex {
        true => cell.name(),
        false => format!("{}{}", char::from(GO_LETTERS[cell.column as usize]), cell.row + 1),
    }
}

/// The cell of a GTP vertex, in large or small letters.
pub(crate) fn read_vertex(board: &FlatBoard, is_hex: bool, text: &str) -> Option<Cell> {
    let text = text.trim().to_ascii_lowercase();
    if is_hex {
        return board.cell(&text);
    }
    let letter = text.bytes().next()?.to_ascii_uppercase();
    let column = GO_LETTERS.iter().position(|&other| other == letter)?;
    let row: u32 = text[1..].parse().ok()?;
    board.checked(column as u32, row.checked_sub(1)?)
}

/// A line of a Gomocup program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gomocup {
    /// `OK`.
    Ok,
    /// `x,y`.
    Move(u32, u32),
    /// `ERROR ...` or `UNKNOWN ...`, with the text.
    Refused(String),
    /// `MESSAGE ...` or `DEBUG ...`, which is ignored.
    Message,
    /// Anything else.
    Other,
}

/// Reads a line of a Gomocup program.
pub fn gomocup(line: &str) -> Gomocup {
    let line = line.trim();
    let begins = |word: &str| line.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    if begins("MESSAGE") || begins("DEBUG") || line.is_empty() {
        return Gomocup::Message;
    }
    if begins("ERROR") || begins("UNKNOWN") {
        return Gomocup::Refused(line.to_string());
    }
    if line.eq_ignore_ascii_case("OK") {
        return Gomocup::Ok;
    }
    let numbers =
        line.split_once(',').and_then(|(x, y)| Some((x.trim().parse().ok()?, y.trim().parse().ok()?)));
    numbers.map_or(Gomocup::Other, |(x, y)| Gomocup::Move(x, y))
}
