//! `check`: the laws every game obeys.

use plywood_rules::laws::Effort;
use plywood_workshop::Workshop;
use serde_json::{Value as Json, json};

use super::{table, table_text};
use crate::args::CheckArgs;
use crate::output::{CommandResult, Output, grouped};
use crate::progress::{Interrupt, Progress};

/// Runs the command.
pub fn run(workshop: &Workshop, args: &CheckArgs, interrupt: &Interrupt) -> CommandResult {
    let game = workshop.open(&args.game)?;
    let progress = Progress::bar("checking", u64::from(args.games));
    let effort = Effort { games: args.games, max_plies: args.max_plies, ..Effort::default() };
    let verdict = game.check_laws(effort, args.seed.seed, &mut |done| {
        if done > 0 {
            progress.step();
        }
        !interrupt.is_raised()
    });
    drop(progress);
    let output = Output::either(
        args.json.json,
        || {
            let laws: Vec<Json> = verdict
                .laws
                .iter()
                .map(|l| {
                    json!({ "law": l.law, "checked": l.checked, "failed": l.failed, "example": l.example })
                })
                .collect();
            json!({ "game": game.name(), "ok": verdict.ok(), "games": verdict.games, "cut": verdict.cut, "laws": laws })
        },
        || {
            let mut rows = table(&["", "law", "checked", "failed"]);
            for law in &verdict.laws {
                let sign = match (law.failed, law.checked) {
                    (0, 0) => "-",
                    (0, _) => "✓",
                    _ => "✗",
                };
                rows.add_row([sign.into(), law.law.to_string(), grouped(law.checked), grouped(law.failed)]);
            }
            let mut text = table_text(&rows);
            for law in verdict.laws.iter().filter(|law| law.failed > 0) {
                text.push_str(&format!("\n{}\n  {}\n", law.law, law.example.as_deref().unwrap_or_default()));
            }
            let cut = match verdict.cut {
                0 => String::new(),
                n => format!(", {n} of them cut at {} plies", args.max_plies),
            };
            text.push_str(&format!("\n{}: {} random games{cut}\n", game.name(), verdict.games));
            text
        },
    );
    Ok(match (verdict.ok(), verdict.games == args.games) {
        (false, _) => output.incomplete(format!("{} breaks a law", game.name())),
        (true, false) => output.incomplete("stopped before all games were played"),
        (true, true) => output,
    })
}
