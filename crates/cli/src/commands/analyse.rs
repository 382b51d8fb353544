//! `analyse`: the best move and why.

use plywood_erased::Analysis;
use plywood_rules::{Outcome, Turn, Value};
use plywood_workshop::{Advice, FinishedValue, MOMENT, Scale, Session, Workshop, adviser};
use serde_json::{Value as Json, json};

use super::batch::{LineBatch, PositionTask, ask};
use super::{explained, explanation, finished, table, table_text};
use crate::args::{AnalyseArgs, PlaceArgs};
use crate::output::{self, CommandResult, Output, counted, duration, grouped, number, quoted};
use crate::progress::Control;

/// Runs the command.
pub fn run(workshop: &Workshop, args: &AnalyseArgs, control: &Control) -> CommandResult {
    let game = workshop.open(&args.game.game)?;
    let details = game.details();
    let bot = args.bot.as_deref().unwrap_or(adviser(&details));
    game.check_bot(bot)?;
    let named = game.read_bot(bot)?;
    let task = PositionTask::new(&args.game.place, args.json, control);
    ask(&game, LineBatch::of(&args.batch)?, args.seed.seed, task, |session, task| {
        analyse(session, bot, (named.values(&details), details.has_chance), args, task)
    })
}

fn analyse(
    session: &mut dyn Session,
    bot: &str,
    (scale, has_chance): (Scale<'_>, bool),
    args: &AnalyseArgs,
    task: &PositionTask<'_>,
) -> CommandResult {
    if let Turn::Over(outcome) = session.turn() {
        return over(session, bot, outcome, task);
    }
    let progress = task.spinner(&format!("{bot} is thinking"));
    session.listen(Some(progress.listener()));
    let (seed, stop) = (args.seed.seed, task.control.stop());
    // Who names a bot asks for its opinion.
    let Advice { bot, analysis } = match &args.bot {
        Some(bot) => Advice { bot: bot.clone(), analysis: session.analyse(bot, args.all, seed, &stop)? },
        None => session.advise(bot, args.all, MOMENT, seed, &stop)?,
    };
    drop(progress);
    let unit = unit(scale, has_chance, &analysis);
    let solved_by = match is_exact(analysis.value) {
        true => None,
        false => solving(session, &args.game.game, task.place),
    };
    let output = Output::either(
        task.json,
        || {
            let mut answer = as_json(&session.game(), &session.position(), &bot, &analysis);
            answer["unit"] = unit.clone().into();
            answer["solved_by"] = solved_by.clone().into();
            explained(session, answer)
        },
        || {
            let line = |what, text: &Option<String>| {
                text.as_ref().map_or(String::new(), |text| format!("{what}: {text}\n"))
            };
            words(&bot, args.all, &analysis)
                + &line("unit", &unit)
                + &line("the exact value takes longer", &solved_by)
                + &explanation(session)
        },
    );
    Ok(if task.control.is_raised() {
        output.incomplete("stopped before the search was complete")
    } else {
        output
    })
}

/// The unit of the numbers among the values; `None` if there are none.
fn unit(scale: Scale<'_>, has_chance: bool, analysis: &Analysis) -> Option<String> {
    let values = || analysis.value.into_iter().chain(analysis.moves.iter().filter_map(|mv| mv.value));
    let worth = analysis.win_worth;
    let win = if worth.fract() == 0.0 && worth < 1e15 { grouped(worth as u64) } else { worth.to_string() };
    if values().any(|value| matches!(value, Value::Estimated(_))) {
        return Some(match scale {
            Scale::Points(evaluation) => {
                format!("points of the evaluation '{evaluation}', a win counts {win}")
            }
            Scale::Own => format!("the bot's own, a win counts {win}"),
        });
    }
    if !values().any(|value| matches!(value, Value::Exact(_))) {
        return None;
    }
    // With chance it is a mean, of wins as well.
    let win = if has_chance { format!(", a win counts {win}") } else { String::new() };
    Some(format!("points at the end of the game{win}"))
}

/// The command that finds the exact value, if one does.
fn solving(session: &dyn Session, game: &str, place: &PlaceArgs) -> Option<String> {
    let options = session.solving_options()?;
    let mut command = format!("plywood solve {}", quoted(game));
    if let Some(position) = &place.position {
        command += &format!(" --position {}", quoted(position));
    }
    if !place.moves.is_empty() {
        command += &format!(" --moves {}", quoted(&place.moves));
    }
    Some(command + options)
}

/// The answer for a finished position: it has a value and no moves.
fn over(session: &dyn Session, bot: &str, outcome: Outcome, task: &PositionTask<'_>) -> CommandResult {
    let end = FinishedValue::of(session, outcome)?;
    let analysis = Analysis {
        best: String::new(),
        random: false,
        value: Some(end.value),
        exact_plies: true,
        win_worth: end.win_worth,
        winning_lead: None,
        pv: Vec::new(),
        moves: Vec::new(),
        depth: None,
        nodes: 0,
        seconds: 0.0,
    };
    Ok(Output::either(
        task.json,
        || {
            let mut answer = as_json(&session.game(), &session.position(), bot, &analysis);
            answer["best"] = Json::Null;
            answer["side"] = end.side.to_string().into();
            answer["over"] = true.into();
            answer["unit"] = Json::Null;
            answer["solved_by"] = Json::Null;
            answer
        },
        || finished::words(&end, session),
    ))
}

fn value_json(value: Option<Value>, win_worth: f64) -> Json {
    value.map_or(Json::Null, |value| number(value.points(win_worth) + 0.0))
}

fn proved_json(value: Option<Value>) -> Json {
    value.and_then(Value::proved).map_or(Json::Null, |proved| proved.word().into())
}

fn plies_json(value: Option<Value>) -> Json {
    value.and_then(Value::proved).and_then(|proved| proved.plies()).map_or(Json::Null, Json::from)
}

/// The moves for which the bot found no value.
fn without_value(analysis: &Analysis) -> Vec<&str> {
    analysis.moves.iter().filter(|mv| mv.value.is_none()).map(|mv| mv.mv.as_str()).collect()
}

/// Returns true if the value rests on no estimate.
fn is_exact(value: Option<Value>) -> bool {
    matches!(value, Some(Value::Proved(_) | Value::Exact(_)))
}

fn as_json(game: &str, position: &str, bot: &str, analysis: &Analysis) -> Json {
    // Moves without a value that was established stand apart: a bound is no value.
    let moves: Vec<Json> = analysis
        .moves
        .iter()
        .filter(|mv| mv.value.is_some())
        .map(|mv| {
            json!({
                "move": mv.mv,
                "value": value_json(mv.value, analysis.win_worth),
                "proved": proved_json(mv.value),
                "plies": plies_json(mv.value),
                "exact": is_exact(mv.value),
            })
        })
        .collect();
    json!({
        "game": game,
        "position": position,
        "bot": bot,
        "best": analysis.best,
        "value": value_json(analysis.value, analysis.win_worth),
        "proved": proved_json(analysis.value),
        "plies": plies_json(analysis.value),
        "exact_plies": analysis.exact_plies,
        "exact": is_exact(analysis.value),
        "pv": analysis.pv,
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        "seconds": analysis.seconds,
        "nodes_per_second": analysis.nodes_per_second().map_or(Json::Null, number),
        "moves": moves,
        "without_value": without_value(analysis),
    })
}

/// A bot's report for people. If all moves are not asked for, they are compared only if all their values are known, because a
/// part of them would look complete.
/// The moves listed where not all are asked for.
const LISTED: usize = 10;

fn words(bot: &str, all: bool, analysis: &Analysis) -> String {
    let mut text = summary(analysis);
    let unknown = without_value(analysis);
    if analysis.moves.len() > 1 && (all || unknown.is_empty()) {
        let most = if all { usize::MAX } else { LISTED };
        text.push_str(&format!("\n{}", alternatives(analysis, most)));
        if analysis.moves.len() > most {
            text.push_str(&format!(
                "and {}: --all\n",
                counted((analysis.moves.len() - most) as u64, "other move")
            ));
        }
        if !unknown.is_empty() {
            text.push_str(&format!("{bot} found no value for {}\n", unknown.join(" ")));
        }
    }
    text
}

/// A bot's choice, its value, the principal variation and the work.
pub fn summary(analysis: &Analysis) -> String {
    let mut text = match analysis.value {
        Some(value) => format!("{}: {}\n", analysis.best, value.in_words(analysis.exact_plies)),
        None if analysis.random => format!("{}: chosen at random\n", analysis.best),
        None => format!("{}: no opinion on its value\n", analysis.best),
    };
    if analysis.pv.len() > 1 {
        text.push_str(&format!("expects {}\n", analysis.pv.join(" ")));
    }
    if analysis.nodes > 0 {
        let depth = match analysis.depth {
            Some(depth) => format!("{} deep, ", counted(depth.into(), "ply")),
            None => String::new(),
        };
        // A shorter time says nothing about speed.
        let rate = analysis.nodes_per_second().filter(|_| analysis.seconds >= 0.001);
        text.push_str(&format!(
            "{depth}{} in {}{}\n",
            counted(analysis.nodes, "position"),
            duration(analysis.seconds),
            rate.map_or(String::new(), |per_second| format!(" ({})", output::rate(per_second)))
        ));
    }
    text
}

/// A table of the `most` best moves whose values were established, the best first; empty if there are none.
pub fn alternatives(analysis: &Analysis, most: usize) -> String {
    let mut known: Vec<_> =
        analysis.moves.iter().filter_map(|mv| mv.value.map(|value| (&mv.mv, value))).collect();
    if known.is_empty() {
        return String::new();
    }
    known.sort_by(|a, b| {
        b.1.compare(&a.1).then_with(|| (b.0 == &analysis.best).cmp(&(a.0 == &analysis.best)))
    });
    let mut rows = table(&["move", "value"]);
    for (mv, value) in known.into_iter().take(most) {
        rows.add_row([mv.clone(), value.in_words(analysis.exact_plies)]);
    }
    table_text(&rows)
}
