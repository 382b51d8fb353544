//! `count`: positions that can be reached.

use std::time::Instant;

use plywood_rules::Run;
use plywood_rules::reach::Reach;
use plywood_workshop::Workshop;
use serde_json::json;

use super::{open, table, table_text};
use crate::args::CountArgs;
use crate::output::{CommandResult, Output, counted, duration, grouped, up_to_symmetry};
use crate::progress::Control;

/// Runs the command.
pub fn run(workshop: &Workshop, args: &CountArgs, control: &Control) -> CommandResult {
    let session = open(workshop, &args.game, args.seed.seed)?;
    let progress = control.spinner("counting positions");
    let started = Instant::now();
    let max = args.max;
    let enough = control.stop().part();
    let so_far = |(positions, ply)| {
        progress.tell(format!("{} positions, ply {ply}", grouped(positions)));
        if positions > max {
            enough.raise();
        }
    };
    let reach = session.reach(&Run { stop: enough.clone(), ..control.run(&so_far) });
    let seconds = started.elapsed().as_secs_f64();
    drop(progress);
    let output = Output::either(
        args.json.json,
        || {
            json!({
                "game": session.game(),
                "positions": reach.positions,
                "up_to_symmetry": reach.up_to_symmetry,
                "terminal": { "first": reach.first, "second": reach.second, "draw": reach.draw },
                "by_ply": reach.by_ply,
                "complete": reach.complete,
                "seconds": seconds,
            })
        },
        || words(&reach, seconds),
    );
    Ok(match reach.complete {
        true => output,
        false if control.is_raised() => output.incomplete("stopped before the count was complete"),
        false => output.incomplete(format!("there are more than {}; raise --max", counted(max, "position"))),
    })
}

fn words(reach: &Reach, seconds: f64) -> String {
    let at_least = if reach.complete { "" } else { "at least " };
    let mut text = format!(
        "{at_least}{}{}, in {}\nfinished: {} won by the first player, {} by the second, {} drawn\n\n",
        counted(reach.positions, "position"),
        up_to_symmetry(reach.positions, reach.up_to_symmetry),
        duration(seconds),
        grouped(reach.first),
        grouped(reach.second),
        grouped(reach.draw),
    );
    let mut rows = table(&["ply", "positions"]);
    for (ply, positions) in reach.by_ply.iter().enumerate() {
        rows.add_row([ply.to_string(), grouped(*positions)]);
    }
    text.push_str(&table_text(&rows));
    text
}
