//! `puzzles`: positions in which exactly one move keeps the value.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use plywood_rules::Run;
use plywood_workshop::{
    AnyGame, Puzzle, PuzzleGame, PuzzleGames, PuzzleGoal, PuzzleOptions, PuzzleReport, WorkPart, Workshop,
    puzzles_from,
};
use serde_json::json;

use super::{jobs, table, table_text};
use crate::args::{MergeArgs, PuzzlesArgs};
use crate::files;
use crate::output::{CommandResult, Failure, Output, counted, duration, grouped};
use crate::parts::{MergedParts, PartFile};
use crate::progress::Control;

/// Runs the command.
pub fn run(workshop: &Workshop, args: &PuzzlesArgs, control: &Control) -> CommandResult {
    args.out.iter().try_for_each(|path| files::check_json_lines(path))?;
    let (game, options) = (workshop.open(&args.game)?, options(args));
    if args.part.part.is_some() {
        return run_part(&game, options, args, control);
    }
    let started = Instant::now();
    let games = PuzzleGames { part: WorkPart::WHOLE, known: &BTreeMap::new(), on_game: &mut |_, _| () };
    let report = look(&game, &options, games, args, control)?;
    let is_json = args.json.json;
    written(&game, report, args, (args.out.as_slice(), is_json), (started, control))
}

/// Plays a part of the games into its file: until they alone give its share of the puzzles.
fn run_part(
    game: &Arc<dyn AnyGame>,
    options: PuzzleOptions,
    args: &PuzzlesArgs,
    control: &Control,
) -> CommandResult {
    let Some(mut file) = PartFile::open(&args.part, &settings(game, &options))? else {
        return Ok(Output::default());
    };
    let (part, known) = (file.part(), file.items()?);
    let share = PuzzleOptions { count: options.count.div_ceil(part.of() as usize), ..options };
    let stop = control.stop();
    let on_game = &mut |number, played: &PuzzleGame| file.add(number, played, &stop);
    let looked = look(game, &share, PuzzleGames { part, known: &known, on_game }, args, control).map(drop);
    file.finish(looked, !control.is_raised(), "game", args.json.json)
}

/// All puzzles of these parts. Their shares may not suffice, because puzzles in different parts are the same: the few games that are
/// wanted then are played.
pub fn merge(
    workshop: &Workshop,
    args: &PuzzlesArgs,
    parts: &MergedParts,
    merge: &MergeArgs,
    control: &Control,
) -> CommandResult {
    merge.output.iter().try_for_each(|path| files::check_json_lines(path))?;
    let (game, options) = (workshop.open(&args.game)?, options(args));
    let started = Instant::now();
    let known = parts.numbered_items(&settings(&game, &options))?;
    let games = PuzzleGames { part: WorkPart::WHOLE, known: &known, on_game: &mut |_, _| () };
    let report = look(&game, &options, games, args, control)?;
    written(&game, report, args, (&merge.output, merge.json.json), (started, control))
}

/// The puzzles that the arguments ask for.
fn options(args: &PuzzlesArgs) -> PuzzleOptions {
    PuzzleOptions { count: args.count as usize, seed: args.seed.seed, nodes: args.nodes }
}

/// All that the puzzles depend on, a setting a line.
fn settings(game: &Arc<dyn AnyGame>, PuzzleOptions { count, seed, nodes }: &PuzzleOptions) -> String {
    format!("puzzles of {}\ncount: {count}\nnodes: {nodes}\nseed: {seed}\n", game.name())
}

/// Looks for puzzles in games.
fn look(
    game: &Arc<dyn AnyGame>,
    options: &PuzzleOptions,
    games: PuzzleGames<'_>,
    args: &PuzzlesArgs,
    control: &Control,
) -> Result<PuzzleReport, Failure> {
    let progress = control.bar("looking for puzzles", options.count as u64);
    let so_far = |(found, games)| {
        progress.reach(found as u64);
        progress.tell(format!("puzzles from {}", counted(games as u64, "game")));
    };
    let run = Run { threads: jobs(args.jobs), ..control.run(&so_far) };
    Ok(puzzles_from(game, options, games, &run)?)
}

/// Writes the puzzles, and returns the answer.
fn written(
    game: &Arc<dyn AnyGame>,
    report: PuzzleReport,
    args: &PuzzlesArgs,
    (out, is_json): (&[PathBuf], bool),
    (started, control): (Instant, &Control),
) -> CommandResult {
    let seconds = started.elapsed().as_secs_f64();
    for path in out {
        files::write(path, |file| {
            report.puzzles.iter().try_for_each(|puzzle| {
                serde_json::to_writer(&mut *file, puzzle)?;
                writeln!(file)
            })
        })?;
    }
    let output = Output::either(
        is_json,
        || {
            json!({
                "game": game.name(),
                "seed": args.seed.seed,
                "puzzles": report.puzzles,
                "games": report.games,
                "seconds": seconds,
            })
        },
        || words(&report, !out.is_empty(), seconds),
    );
    Ok(match report.puzzles.len() {
        found if found == args.count as usize => output,
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
    if !is_written && !report.puzzles.is_empty() {
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
