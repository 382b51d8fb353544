//! `bot check`: the faults of a program.

use std::sync::Arc;
use std::time::Duration;

use plywood_outside::{CheckOptions, CheckReport, ProcessLimits, Program, ProgramFault, Programs, check};
use plywood_workshop::{Workshop, short_name};
use serde_json::{Value as Json, json};

use crate::args::BotCheckArgs;
use crate::output::{CommandResult, Failure, Output, counted, number};
use crate::progress::Control;

/// The time for a move, unless the name says another one.
const PATIENCE: Duration = Duration::from_secs(10);

/// Runs the command.
pub fn run(workshop: &Workshop, args: &BotCheckArgs, control: &Control) -> CommandResult {
    let game = workshop.open(&args.game)?;
    let program = Arc::new(Program::named(&args.command)?);
    let limits = ProcessLimits { patience: PATIENCE, ..ProcessLimits::default() };
    let programs = Arc::new(Programs::new(limits).stopped_by(control.stop()));
    let options =
        CheckOptions { games: args.games, max_plies: args.max_plies as usize, seed: args.seed.seed };
    let progress = control.bar("playing", u64::from(args.games));
    let rules = game.rules();
    let report = check(rules, &program, &programs, options, &control.run(&|_| progress.step()));
    drop(progress);
    let report = report.map_err(Failure::from)?;
    let name = short_name(&game.name());
    let output = Output::either(
        args.json.json,
        || as_json(&report, &program, &game.name()),
        || as_text(&report, &name),
    );
    let stopped = control.is_raised();
    Ok(match report.problems.len() {
        0 if stopped => output.incomplete("stopped before all games were played"),
        0 => output,
        count => output.incomplete(format!("{} has {}", program.text(), counted(count as u64, "problem"))),
    })
}

fn as_json(report: &CheckReport, program: &Program, game: &str) -> Json {
    let problem = |problem: &ProgramFault| {
        json!({
            "game": problem.game,
            "kind": problem.kind,
            "reason": problem.reason,
            "exchanged": problem.exchanged,
        })
    };
    json!({
        "ok": report.problems.is_empty(),
        "bot": program.text(),
        "game": game,
        "games": report.games,
        "moves": report.moves,
        "start_seconds": number(report.start.as_secs_f64()),
        "first_move_seconds": number(report.first_move.as_secs_f64()),
        "slowest_move_seconds": number(report.other_moves.as_secs_f64()),
        "problems": report.problems.iter().map(problem).collect::<Vec<_>>(),
        "notes": report.notes,
    })
}

fn as_text(report: &CheckReport, game: &str) -> String {
    let counts = [counted(u64::from(report.games), "game"), counted(report.moves, "move")];
    let mut text = format!("{game}: {}, {} of the bot\n", counts[0], counts[1]);
    if report.moves > 0 {
        let millis = |time: Duration| time.as_secs_f64() * 1000.0;
        let times = [report.start, report.first_move, report.other_moves].map(millis);
        let [start, first, others] = times;
        text += &format!(
            "ready for a game within {start:.1} ms, its first move within {first:.1} ms, others within {others:.1} ms\n"
        );
    }
    for problem in &report.problems {
        text += &format!("\ngame {}: {}: {}\n", problem.game, problem.kind, problem.reason);
        text.extend(problem.exchanged.iter().map(|line| format!("  {line}\n")));
    }
    for note in &report.notes {
        text += &format!("\nnote: {note}\n");
    }
    if report.problems.is_empty() {
        text += "\nno problems\n";
    }
    text
}
