//! `verify`: checks a proof file.

use std::fs;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use plywood_rules::Proved;
use plywood_workshop::{CheckProgress, Checked, Refusal, Workshop};
use serde_json::{Value as Json, json};

use crate::args::VerifyArgs;
use crate::output::{CommandResult, Failure, Output, counted, duration, grouped};
use crate::progress::Control;

/// Runs the command.
pub fn run(workshop: &Workshop, args: &VerifyArgs, control: &Control) -> CommandResult {
    let game = workshop.open(&args.game)?;
    let proof = fs::read(&args.file).map_err(|error| Failure::file("read", &args.file, &error))?;
    let progress = control.spinner("checking the proof");
    let started = Instant::now();
    let entered = AtomicU64::new(0);
    let so_far = |so_far: CheckProgress| {
        entered.store(so_far.positions, Relaxed);
        progress.tell(progress_words(&so_far));
    };
    let checked = game.verify(&proof, &control.run(&so_far));
    let seconds = started.elapsed().as_secs_f64();
    drop(progress);
    let name = game.name();
    let (json, words) = match &checked {
        Ok(checked) => (proved_json(checked, seconds), proved_words(checked, seconds)),
        Err(refusal) => (refused_json(&name, refusal, entered.into_inner(), seconds), String::new()),
    };
    let output = Output::either(args.json.json, || json, || words);
    Ok(match checked {
        Ok(_) => output,
        Err(Refusal::Interrupted) => output.incomplete("stopped before all of the proof was checked"),
        Err(refusal) => output.incomplete(format!("'{}' is refused: {refusal}", args.file.display())),
    })
}

/// `120 000 positions, 3 400 000 replies on lines · 45 % of the file`
fn progress_words(so_far: &CheckProgress) -> String {
    let share = 100.0 * so_far.read as f64 / so_far.bytes.max(1) as f64;
    format!(
        "{} positions, {} replies on lines · {share:.0} % of the file",
        grouped(so_far.positions),
        grouped(so_far.line_moves)
    )
}

fn proved_json(checked: &Checked, seconds: f64) -> Json {
    let claims: Vec<String> = checked.claims.iter().map(|claim| claim.to_string()).collect();
    let proved = checked.mover.and_then(|mover| checked.value(mover));
    json!({
        "game": checked.game,
        "position": checked.position,
        "ok": true,
        "proved": proved.map(Proved::word),
        "plies": checked.plies,
        "claims": claims,
        "positions": checked.positions,
        "line_moves": checked.line_moves,
        "connections": checked.connections,
        "reason": null,
        "seconds": seconds,
    })
}

fn refused_json(game: &str, refusal: &Refusal, entered: u64, seconds: f64) -> Json {
    json!({
        "game": game,
        "position": null,
        "ok": false,
        "proved": null,
        "plies": null,
        "claims": [],
        "positions": entered,
        "line_moves": null,
        "connections": null,
        "reason": refusal.to_string(),
        "seconds": seconds,
    })
}

/// The proved result, and the work.
fn proved_words(checked: &Checked, seconds: f64) -> String {
    let replies = match (checked.line_moves, checked.connections) {
        (0, 0) => String::new(),
        (0, connections) => format!(" and {}", counted(connections, "connection")),
        (moves, _) => format!(" and {} on lines", counted(moves, "reply")),
    };
    format!(
        "{checked}\n{}{replies} checked in {}\n",
        counted(checked.positions, "position"),
        duration(seconds)
    )
}
