//! `perft`: move paths of an exact length.

use std::time::Instant;

use plywood_workshop::Workshop;
use serde_json::{Value as Json, json};

use super::{open, table, table_text};
use crate::args::PerftArgs;
use crate::output::{CommandResult, Failure, Output, counted, duration, grouped};
use crate::progress::Control;

/// Runs the command.
pub fn run(workshop: &Workshop, args: &PerftArgs, control: &Control) -> CommandResult {
    let session = open(workshop, &args.game, args.seed.seed)?;
    let progress = control.spinner(&format!("counting paths of {}", counted(args.depth.into(), "ply")));
    let started = Instant::now();
    let stop = control.stop();
    let stopped = |_| Failure::Failed("stopped before the count was complete".to_string());
    let (nodes, split) = if args.divide && args.depth > 0 {
        let split = session.divide(args.depth, &stop).map_err(stopped)?;
        (split.iter().map(|part| part.1).sum(), split)
    } else {
        (session.perft(args.depth, &stop).map_err(stopped)?, Vec::new())
    };
    let seconds = started.elapsed().as_secs_f64();
    drop(progress);
    let rate = nodes as f64 / seconds.max(1e-9);
    Ok(Output::either(
        args.json.json,
        || {
            let mut object = json!({
                "game": session.game(),
                "depth": args.depth,
                "nodes": nodes,
                "seconds": seconds,
                "nodes_per_second": rate,
            });
            if args.divide {
                object["divide"] =
                    split.iter().map(|(mv, nodes)| json!({ "move": mv, "nodes": nodes })).collect::<Json>();
            }
            object
        },
        || {
            let mut text = String::new();
            if !split.is_empty() {
                let mut rows = table(&["move", "paths"]);
                for (mv, paths) in &split {
                    rows.add_row([mv.clone(), grouped(*paths)]);
                }
                text = table_text(&rows);
            }
            text + &format!(
                "{} of {} in {}, {} million a second\n",
                counted(nodes, "path"),
                counted(args.depth.into(), "ply"),
                duration(seconds),
                format_args!("{:.1}", rate / 1e6)
            )
        },
    ))
}
