//! `exec`: questions and answers as lines of JSON, the protocol of bots that are programs of their own.

use std::time::Duration;

use plywood_erased::Analysis;
use plywood_rules::Value;
use plywood_workshop::{Clock, Workshop};
use serde_json::{Value as Json, json};

use super::bot_game::{BotGame, Refusal, in_a_line};
use super::limits::Limits;
use super::{GRACE, say};
use crate::args::BotArgs;
use crate::lines::Lines;
use crate::output::{CommandResult, Output, number};
use crate::progress::Control;

/// Runs the command.
pub fn run(workshop: &Workshop, args: &BotArgs, control: &Control) -> CommandResult {
    let mut program = Program { workshop, args, control, seed: args.seed.seed, table: None };
    let lines = Lines::stopping_after(control, GRACE);
    while let Some(line) = lines.next() {
        let answer = match serde_json::from_str::<Json>(&line) {
            _ if line.is_empty() => continue,
            Err(error) => Err(format!("this is no JSON: {error}")),
            // A greeting begins a game, and its random choices. It is answered if that is asked for; the end of a game never is.
            Ok(told) if told.get("hello").is_some() => {
                program.table = None;
                program.seed = told["hello"]["seed"].as_u64().unwrap_or(args.seed.seed);
                match told["hello"]["ready"].as_str() {
                    Some("asked") => Ok(json!({ "ready": true })),
                    _ => continue,
                }
            }
            Ok(told) if told.get("end").is_some() => continue,
            Ok(question) => program.answer(&question),
        };
        let answer = answer.unwrap_or_else(|refusal| json!({ "error": refusal }));
        say(&answer.to_string())?;
    }
    Ok(Output::default())
}

struct Program<'a> {
    workshop: &'a Workshop,
    args: &'a BotArgs,
    control: &'a Control,
    /// Fixes all random choices.
    seed: u64,
    /// The game of the last question, as it was named there.
    table: Option<(String, BotGame)>,
}

impl Program<'_> {
    fn answer(&mut self, question: &Json) -> Result<Json, Refusal> {
        let name = text(question, "game")?.ok_or("the question names no game")?;
        let table = match self.table.take().filter(|(named, _)| named == name) {
            Some(table) => table,
            None => {
                let game = self.workshop.open(name).map_err(in_a_line)?;
                let game = BotGame::new(game, self.args.bot.as_deref(), self.seed);
                (name.to_string(), game.map_err(in_a_line)?)
            }
        };
        let (_, game) = self.table.insert(table);
        match moves(question)? {
            // The game as it went, which tells of repetitions and keeps what the bot found out before.
            Some(moves) => game.set_position(text(question, "start")?, &moves)?,
            None => game.set_position(text(question, "position")?, "")?,
        }
        let limits = Limits { clock: clock(question)?, ..Limits::default() };
        game.search(&limits, &self.control.stop()).map(|analysis| as_json(&analysis))
    }
}

/// The text of a field, if there is one.
fn text<'a>(question: &'a Json, key: &str) -> Result<Option<&'a str>, Refusal> {
    match question.get(key) {
        None | Some(Json::Null) => Ok(None),
        Some(Json::String(text)) => Ok(Some(text)),
        Some(other) => Err(format!("'{key}' has to be a text, and is {other}")),
    }
}

/// The moves so far, if they are given.
fn moves(question: &Json) -> Result<Option<String>, Refusal> {
    let wrong = |other: &Json| format!("'history' has to be a list of texts, and has {other}");
    match question.get("history") {
        None | Some(Json::Null) => Ok(None),
        Some(Json::Array(moves)) => {
            let moves = moves.iter().map(|mv| mv.as_str().ok_or_else(|| wrong(mv)));
            moves.collect::<Result<Vec<_>, _>>().map(|moves| Some(moves.join(" ")))
        }
        Some(other) => Err(wrong(other)),
    }
}

/// The mover's clock, if there is one.
fn clock(question: &Json) -> Result<Option<Clock>, Refusal> {
    let time = |key: &str| match question.get(key) {
        None | Some(Json::Null) => Ok(None),
        Some(value) => match value.as_f64().map(|ms| Duration::try_from_secs_f64(ms.max(0.0) / 1000.0)) {
            Some(Ok(time)) => Ok(Some(time)),
            _ => Err(format!("'{key}' has to be a number of milliseconds, and is {value}")),
        },
    };
    let increment = time("increment_ms")?.unwrap_or_default();
    Ok(time("time_ms")?.map(|left| Clock { left, increment }))
}

/// The answer: the move, its value from -1 for a loss to 1 for a win, and the line expected.
fn as_json(analysis: &Analysis) -> Json {
    let mut answer = json!({ "move": analysis.best });
    if let Some(value) = analysis.value {
        let chance = value.chance(analysis.win_worth, analysis.winning_lead);
        answer["value"] = number(2.0 * chance - 1.0);
        if let Value::Proved(_) = value {
            answer["comment"] = value.in_words(analysis.exact_plies).into();
        }
    }
    if !analysis.pv.is_empty() {
        answer["pv"] = analysis.pv.clone().into();
    }
    answer
}
