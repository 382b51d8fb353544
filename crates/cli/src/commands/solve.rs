//! `solve`: the value of a position if both play their best, and forced wins within a number of plies.

mod exact;
mod iterate;
mod kept;
mod positions;
mod proof;
mod words;

use std::time::Instant;

use plywood_erased::Analysis;
use plywood_rules::{Outcome, Proved, Turn, Value};
use plywood_workshop::{ForcedWin, Session, Solution, SolveOptions, Workshop};
use serde_json::{Value as Json, json};

use super::batch::{Task, ask};
use super::finished::End;
use super::{explained, explanation};
use crate::args::{Method, SolveArgs};
use crate::output::{self, CommandResult, Failure, Output, grouped, number};
use crate::progress::Control;
use words::{plies, work};

/// Runs the command.
pub fn run(workshop: &Workshop, args: &SolveArgs, control: &Control) -> CommandResult {
    let game = workshop.open(&args.game.game)?;
    let default = if game.details().is_race { Method::Race } else { Method::Search };
    let method = args.method.unwrap_or(default);
    let only = |given: bool, option: &str, of: Method, name: &str| match given && method != of {
        true => Err(Failure::Wrong(format!("{option} goes with --method {name} only"))),
        false => Ok(()),
    };
    for (given, option) in [(args.out.is_some(), "--out"), (args.checkpoint.is_some(), "--checkpoint")] {
        if given && !matches!(method, Method::Enumerate | Method::Proof) {
            return Err(Failure::Wrong(format!("{option} goes with --method enumerate or proof only")));
        }
    }
    only(args.from.is_some(), "--from", Method::Enumerate, "enumerate")?;
    only(args.merge, "--merge", Method::Enumerate, "enumerate")?;
    only(args.workers.is_some(), "--workers", Method::Enumerate, "enumerate")?;
    only(args.hosts.is_some(), "--hosts", Method::Enumerate, "enumerate")?;
    only(args.error.is_some(), "--error", Method::Iterate, "iterate")?;
    only(args.against.is_some(), "--against", Method::Race, "race")?;
    only(args.surface.is_some(), "--surface", Method::Race, "race")?;
    let task = Task::new(&args.game.place, args.json, control);
    ask(&game, &args.batch, 1, task, |session, task| match (args.within, method) {
        _ if let Turn::Over(outcome) = session.turn() => finished(session, outcome, task),
        (Some(plies), _) => within(session, args, plies, task),
        (None, Method::Search) => by_search(session, args, task),
        (None, Method::Enumerate) => exact::enumerate(session, args, task),
        (None, Method::Iterate) => iterate::iterate(session, args, task),
        (None, Method::Proof) => proof::prove(session, args, task),
        (None, Method::Race) => exact::race(session, args, task),
    })
}

/// The answer for a finished position.
fn finished(session: &dyn Session, outcome: Outcome, task: &Task<'_>) -> CommandResult {
    let end = End::of(session, outcome)?;
    Ok(Output::either(
        task.json,
        || {
            json!({
                "game": session.game(),
                "position": session.position(),
                "side": end.side.to_string(),
                "value": word(end.value),
                "plies": 0,
                "exact_plies": true,
                "payoff": match outcome {
                    Outcome::Payoff(points) => number(end.side.sign() * points + 0.0),
                    Outcome::Win(_) | Outcome::Draw => Json::Null,
                },
                "over": true,
            })
        },
        || end.words(session),
    ))
}

fn by_search(session: &mut dyn Session, args: &SolveArgs, task: &Task<'_>) -> CommandResult {
    let progress = task
        .spinner("solving")
        .or("'plywood analyse' gives an estimate, and --depth N searches only N plies ahead");
    session.listen(Some(progress.listener()));
    let plan = SolveOptions {
        depth: args.depth,
        threads: args.threads.map_or(1, usize::from),
        table: bytes(args.table),
    };
    let solution = session.solve(plan, &task.control.stop())?;
    drop(progress);
    let known = solution.value.is_some();
    let output = Output::either(
        task.json,
        || explained(session, solution_json(session, &solution)),
        || {
            let turn = session.turn();
            let words = if known { solution_words(turn, &solution) } else { guess_words(&solution.analysis) };
            words + &explanation(session)
        },
    );
    Ok(match args.depth {
        _ if known => output,
        _ if task.control.is_raised() => output.incomplete("stopped before the value was known"),
        Some(depth) => output.incomplete(format!(
            "the value is not known: neither side can force the end within {}",
            plies(depth)
        )),
        None => output.incomplete("the value is not known"),
    })
}

fn bytes(mib: u32) -> usize {
    (mib as usize).saturating_mul(1 << 20)
}

fn solution_json(session: &dyn Session, solution: &Solution) -> Json {
    let Solution { value, exact_plies, payoff, analysis } = solution;
    let proved = value.and_then(Value::proved);
    let plies = proved.and_then(Proved::plies);
    json!({
        "game": session.game(),
        "position": session.position(),
        "value": value.and_then(word),
        "plies": plies,
        "exact_plies": plies.map(|_| *exact_plies),
        "payoff": payoff.map(number),
        "best": analysis.best,
        "pv": analysis.pv,
        "nodes": analysis.nodes,
        "seconds": analysis.seconds,
    })
}

/// `win`, `loss` or `draw`, where a value is known: points win if there are more than none.
fn word(value: Value) -> Option<&'static str> {
    match value {
        Value::Proved(proved) => Some(proved.word()),
        Value::Exact(points) if points > 0.0 => Some("win"),
        Value::Exact(points) if points < 0.0 => Some("loss"),
        Value::Exact(_) => Some("draw"),
        Value::Estimated(_) => None,
    }
}

/// `first wins in at most 21 plies`, the move and the line, and what it took.
fn solution_words(turn: Turn, solution: &Solution) -> String {
    let Solution { value, exact_plies, analysis, .. } = solution;
    let side = turn.player().expect("somebody decides where something is solved");
    let at_most = if *exact_plies { "" } else { "at most " };
    let value = match value.and_then(Value::proved) {
        Some(Proved::Win { plies: n }) => format!("{side} wins in {at_most}{}", plies(n)),
        Some(Proved::Loss { plies: n }) => format!("{side} loses in {at_most}{}", plies(n)),
        Some(Proved::Draw) => "draw".to_string(),
        None => value.map_or(String::new(), |value| format!("worth {value} to {side}")),
    };
    format!("{value}\n{}", best_words(analysis))
}

/// The best move, the line behind it and the work.
fn best_words(analysis: &Analysis) -> String {
    let expects = match &analysis.pv[..] {
        [] | [_] => String::new(),
        line => format!(", expects {}", line.join(" ")),
    };
    format!("best {}{expects}\n{}", analysis.best, work(analysis.nodes, analysis.seconds))
}

/// The bounds known so far, if the value is unknown.
fn guess_words(analysis: &Analysis) -> String {
    let depth = analysis.depth.map_or(String::new(), |depth| format!(" after {}", plies(depth)));
    let guess = analysis.value.map_or(String::new(), |value| match value {
        Value::Estimated(_) => format!(": {value}"),
        // It is sure of the best move so far, not of the others.
        _ => format!(": {} with the best move so far", value),
    });
    format!("not solved{depth}{guess}\n{}", best_words(analysis))
}

fn within(session: &dyn Session, args: &SolveArgs, most: u32, task: &Task<'_>) -> CommandResult {
    let progress = task.spinner(&format!("looking for a win within {}", plies(most)));
    let started = Instant::now();
    let mut tell = |so_far: &ForcedWin| {
        let per_second = so_far.nodes as f64 / started.elapsed().as_secs_f64().max(1e-9);
        progress.tell(format!(
            "{} has no win within {} · {} positions · {}",
            so_far.side,
            plies(so_far.none_within),
            grouped(so_far.nodes),
            output::rate(per_second)
        ));
    };
    let found = session.wins_within(args.side, most, bytes(args.table), &task.control.stop(), &mut tell)?;
    let seconds = started.elapsed().as_secs_f64();
    drop(progress);
    let complete = found.plies.is_some() || found.none_within == most;
    let output = Output::either(
        task.json,
        || {
            json!({
                "game": session.game(),
                "position": session.position(),
                "forced": complete.then_some(found.plies.is_some()),
                "side": found.side.to_string(),
                "plies": found.plies,
                "none_within": found.none_within,
                "pv": found.line,
                "nodes": found.nodes,
                "seconds": seconds,
            })
        },
        || format!("{}\n{}", forced_words(&found), work(found.nodes, seconds)),
    );
    Ok(if complete {
        output
    } else {
        output.incomplete(format!("stopped before {} were searched", plies(most)))
    })
}

/// `first cannot force a win within 25 plies` or `first wins in 3 plies: d- e+ 5-`.
fn forced_words(found: &ForcedWin) -> String {
    let ForcedWin { side, plies: wins_in, none_within, line, .. } = found;
    match wins_in {
        Some(n) if line.is_empty() => format!("{side} wins in {}", plies(*n)),
        Some(n) => format!("{side} wins in {}: {}", plies(*n), line.join(" ")),
        None => format!("{side} cannot force a win within {}", plies(*none_within)),
    }
}
