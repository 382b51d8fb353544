//! Values between bounds, in any game.

use plywood_rules::Run;
use std::time::Instant;

use plywood_workshop::{IterationProgress, IterationReport, Session};
use serde_json::{Value as Json, json};

use super::words::work;
use crate::args::SolveArgs;
use crate::commands::batch::Task;
use crate::output::{CommandResult, Output, grouped, number};

/// The default error bound of a value.
const ERROR: f64 = 1e-9;

pub fn iterate(session: &dyn Session, args: &SolveArgs, task: &Task<'_>) -> CommandResult {
    let progress = task.spinner("finding positions");
    let started = Instant::now();
    let so_far = |at: IterationProgress| progress.tell(progress_words(&at));
    let run = Run { memory: u64::from(args.max_memory) << 20, ..task.control.run(&so_far) };
    let error = args.error.unwrap_or(ERROR);
    let report = session.iterate(error, &run)?;
    let seconds = started.elapsed().as_secs_f64();
    drop(progress);
    let output = Output::either(
        task.json,
        || report_json(session, &report, seconds),
        || report_words(&report, seconds),
    );
    let so_far = format!("the value is known to {:.1e} only", report.error);
    Ok(match report {
        IterationReport { reached: true, .. } => output,
        IterationReport { stopped: true, .. } => output.incomplete(format!("stopped: {so_far}")),
        _ => output.incomplete(format!("{so_far}: the bounds do not come any closer in double precision")),
    })
}

/// `3 400 000 positions found · 380 MiB`, or `1 200 000 of 3 400 000 positions valued · sweep 12: to 3.1e-5`.
fn progress_words(at: &IterationProgress) -> String {
    if at.settled == 0 && at.sweeps == 0 {
        return format!("{} positions found · {} MiB", grouped(at.found), at.bytes >> 20);
    }
    let sweep = match at.sweeps {
        0 => String::new(),
        sweeps => format!(" · sweep {}: to {:.1e}", grouped(sweeps), at.width / 2.0),
    };
    format!("{} of {} positions valued{sweep}", grouped(at.settled), grouped(at.found))
}

/// A value as the probability to win, where it is one.
fn probability(report: &IterationReport, value: f64) -> Option<f64> {
    report.win_probability.map(|_| (1.0 + value) / 2.0)
}

fn report_json(session: &dyn Session, report: &IterationReport, seconds: f64) -> Json {
    let values = |is_chance: bool| {
        let values = report.moves.iter().filter(move |mv| mv.probability.is_some() == is_chance);
        let values = values.map(|mv| {
            let name = if is_chance { "outcome" } else { "move" };
            let mut value = json!({
                name: mv.mv,
                "value": number(mv.value),
                "win_probability": probability(report, mv.value),
                "error_bound": mv.error,
            });
            if let Some(probability) = mv.probability {
                value["probability"] = probability.into();
            }
            value
        });
        values.collect::<Vec<_>>()
    };
    json!({
        "game": session.game(),
        "position": session.position(),
        "side": report.side.to_string(),
        "value": number(report.value),
        "win_probability": report.win_probability,
        "best": report.best,
        "moves": values(false),
        "outcomes": values(true),
        "error_bound": report.error,
        "endless": report.endless,
        "positions": report.positions,
        "sweeps": report.sweeps,
        "nodes": report.valuations,
        "seconds": seconds,
    })
}

/// A number with a sign and at most nine decimals, without zeros at its end.
fn points(value: f64) -> String {
    let text = format!("{value:+.9}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if matches!(text, "+0" | "-0" | "+" | "-") { "0".to_string() } else { text.to_string() }
}

/// `first wins with probability 0.530592725`, the moves, how sure that is, and what it took.
fn report_words(report: &IterationReport, seconds: f64) -> String {
    let player = report.side;
    let in_words = |value: f64| match probability(report, value) {
        Some(probability) => format!("{probability:.9}"),
        None => points(value),
    };
    let worth = match report.win_probability {
        Some(probability) => format!("{player} wins with probability {probability:.9}"),
        None => format!("worth {} to {player}", in_words(report.value)),
    };
    let moves: Vec<String> =
        report.moves.iter().map(|mv| format!("{} {}", mv.mv, in_words(mv.value))).collect();
    let best = report.best.as_ref().map_or("chance decides".to_string(), |best| format!("best {best}"));
    let error = match report.win_probability {
        Some(_) => report.error / 2.0,
        None => report.error,
    };
    let error = if error > 0.0 { format!("{error:.1e} at most") } else { "none".to_string() };
    let endless = if report.endless { ", play may go on for ever (worth 0)" } else { "" };
    format!(
        "{worth}\n\
         {best}: {}\n\
         error      {error}\n\
         positions  {}{endless}\n\
         sweeps     {} at most over the same positions\n\
         {}",
        moves.join(", "),
        grouped(report.positions),
        grouped(report.sweeps),
        work(report.valuations, seconds).replacen("positions", "positions valued", 1),
    )
}
