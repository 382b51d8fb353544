//! `puzzles`: positions in which exactly one move keeps the value.

use plywood_rules::Run;
use std::collections::BTreeMap;
use std::time::Instant;

use plywood_workshop::{Puzzle, PuzzleGoal, PuzzleOptions, PuzzleReport, Workshop, puzzles};
use serde_json::json;

use super::{jobs, table, table_text};
use crate::args::PuzzlesArgs;
use crate::files;
use crate::output::{CommandResult, Output, counted, duration, grouped};
use crate::progress::Control;

/// Runs the command.
pub fn run(workshop: &Workshop, args: &PuzzlesArgs, control: &Control) -> CommandResult {
    let game = workshop.open(&args.game)?;
    if let Some(path) = &args.out {
        files::check_writable(path)?;
        files::check_kind(path, "lines of JSON", &["jsonl", "json", "txt"])?;
    }
    let options = PuzzleOptions { count: args.count as usize, seed: args.seed.seed, nodes: args.nodes };
    let progress = control.bar("looking for puzzles", options.count as u64);
    let started = Instant::now();
    let so_far = |(found, games)| {
        progress.reach(found as u64);
        progress.tell(format!("puzzles from {}", counted(games as u64, "game")));
    };
    let run = Run { threads: jobs(args.jobs), ..control.run(&so_far) };
    let report = puzzles(&game, &options, &run)?;
    let seconds = started.elapsed().as_secs_f64();
    drop(progress);
    if let Some(path) = &args.out {
        files::write(path, |out| {
            report.puzzles.iter().try_for_each(|puzzle| {
                serde_json::to_writer(&mut *out, puzzle)?;
                writeln!(out)
            })
        })?;
    }
    let output = Output::either(
        args.json.json,
        || {
            json!({
                "game": game.name(),
                "seed": options.seed,
                "puzzles": report.puzzles,
                "games": report.games,
                "seconds": seconds,
            })
        },
        || words(&report, args.out.is_some(), seconds),
    );
    Ok(match report.puzzles.len() {
        found if found == options.count => output,
        _ if control.is_raised() => output.incomplete("stopped before all puzzles were found"),
        found => output.incomplete(format!(
            "only {} found: most positions of the game have several good moves, or their values take more than {} \
             positions; raise --nodes, or try another --seed",
            counted(found as u64, "puzzle"),
            grouped(args.nodes.into())
        )),
    })
}

/// The puzzles, unless they are in a file, and how many there are of each difficulty.
fn words(report: &PuzzleReport, is_written: bool, seconds: f64) -> String {
    let mut text = String::new();
    if !is_written {
        let mut rows = table(&["position", "to move", "goal", "solution", "difficulty"]);
        for puzzle in &report.puzzles {
            let Puzzle { position, side, solution, difficulty, .. } = puzzle;
            rows.add_row([
                position.clone(),
                side.to_string(),
                goal(puzzle),
                solution.join(" "),
                difficulty.to_string(),
            ]);
        }
        text = table_text(&rows) + "\n";
    }
    let mut by_difficulty: BTreeMap<u32, usize> = BTreeMap::new();
    for puzzle in &report.puzzles {
        *by_difficulty.entry(puzzle.difficulty).or_default() += 1;
    }
    let numbers: Vec<String> = by_difficulty
        .into_iter()
        .map(|(difficulty, number)| format!("{number} of difficulty {difficulty}"))
        .collect();
    text + &format!(
        "{} from {} in {}: {}\n",
        counted(report.puzzles.len() as u64, "puzzle"),
        counted(report.games as u64, "game"),
        duration(seconds),
        if numbers.is_empty() { "none".to_string() } else { numbers.join(", ") }
    )
}

/// `win in 5 plies`, `only win` or `only draw`.
fn goal(puzzle: &Puzzle) -> String {
    match (puzzle.goal, puzzle.plies) {
        (PuzzleGoal::Win, Some(plies)) => format!("win in {}", counted(plies.into(), "ply")),
        (PuzzleGoal::Win, None) => "only win".to_string(),
        (PuzzleGoal::Draw, _) => "only draw".to_string(),
    }
}
