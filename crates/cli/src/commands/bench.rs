//! `bench`: the nodes that searches visit on the fixed positions, and their speed there.

use plywood_erased::Analysis;
use plywood_workshop::{Benchmark, BenchmarkError, Workshop};
use serde_json::{Value as Json, json};

use super::{table, table_text};
use crate::args::BenchArgs;
use crate::output::{CommandResult, Failure, Output, counted, duration, grouped, number, rate};
use crate::progress::Control;

impl From<BenchmarkError> for Failure {
    fn from(error: BenchmarkError) -> Failure {
        match error {
            BenchmarkError::Game(error) => error.into(),
            BenchmarkError::Bot(error) => error.into(),
        }
    }
}

/// Runs the command.
pub fn run(workshop: &Workshop, args: &BenchArgs, control: &Control) -> CommandResult {
    let chosen = choose(args)?;
    let progress = control.bar("searching", chosen.len() as u64);
    let mut done = Vec::new();
    for benchmark in chosen {
        let analysis = benchmark.run(workshop, &control.stop())?;
        if control.is_raised() {
            return Err(Failure::Failed("stopped before all positions were searched".to_string()));
        }
        done.push((benchmark, analysis));
        progress.step();
    }
    drop(progress);
    let total = SearchWork::of(done.iter());
    let output = Output::either(args.json.json, || as_json(args, &done, total), || words(&done, total));
    Ok(match args.expect {
        Some(expected) if expected != total.nodes => {
            output.incomplete(format!("the signature is {}, not {expected}", total.nodes))
        }
        _ => output,
    })
}

/// The searches of the list that are asked for.
fn choose(args: &BenchArgs) -> Result<Vec<Benchmark>, Failure> {
    let mut all = Benchmark::all();
    all.retain(|benchmark| benchmark.quick || !args.quick);
    for name in &args.games {
        if !all.iter().any(|benchmark| benchmark.game == name || benchmark.family() == name) {
            let mut known: Vec<_> = all.iter().map(Benchmark::family).collect();
            known.dedup();
            known.sort_unstable();
            known.dedup();
            return Err(Failure::Wrong(format!(
                "no position of '{name}' is in the list; there are those of {}",
                known.join(", ")
            )));
        }
    }
    if !args.games.is_empty() {
        let is_asked = |b: &Benchmark| args.games.iter().any(|name| b.game == name || b.family() == name);
        all.retain(is_asked);
    }
    Ok(all)
}

/// The total work of some searches.
#[derive(Clone, Copy, Debug, Default)]
struct SearchWork {
    positions: usize,
    nodes: u64,
    seconds: f64,
}

impl SearchWork {
    fn of<'a>(done: impl Iterator<Item = &'a (Benchmark, Analysis)>) -> SearchWork {
        done.fold(SearchWork::default(), |work, (_, analysis)| SearchWork {
            positions: work.positions + 1,
            nodes: work.nodes + analysis.nodes,
            seconds: work.seconds + analysis.seconds,
        })
    }

    /// Nodes a second.
    fn rate(self) -> f64 {
        self.nodes as f64 / self.seconds.max(1e-9)
    }
}

/// The games in the order of the list, each with the work done on it: by alpha-beta and Monte Carlo apart, whose nodes
/// are not the same thing.
fn by_game(done: &[(Benchmark, Analysis)]) -> Vec<(&'static str, &'static str, SearchWork)> {
    let name = |benchmark: &Benchmark| benchmark.bot.split_once(':').map_or(benchmark.bot, |(name, _)| name);
    let mut groups: Vec<(&str, &str)> = Vec::new();
    for (benchmark, _) in done {
        let group = (benchmark.game, name(benchmark));
        if !groups.contains(&group) {
            groups.push(group);
        }
    }
    let work = |(game, bot)| {
        let here = done.iter().filter(|(benchmark, _)| benchmark.game == game && name(benchmark) == bot);
        (game, bot, SearchWork::of(here))
    };
    groups.into_iter().map(work).collect()
}

fn as_json(args: &BenchArgs, done: &[(Benchmark, Analysis)], total: SearchWork) -> Json {
    let games = by_game(done);
    let games = games.iter().map(|&(game, bot, work)| {
        json!({
            "game": game,
            "bot": bot,
            "positions": work.positions,
            "nodes": work.nodes,
            "seconds": work.seconds,
            "nodes_per_second": number(work.rate()),
        })
    });
    let positions = done.iter().map(|(benchmark, analysis)| {
        json!({
            "game": benchmark.game,
            "moves": benchmark.moves,
            "bot": benchmark.bot,
            "best": analysis.best,
            "depth": analysis.depth,
            "nodes": analysis.nodes,
            "seconds": analysis.seconds,
        })
    });
    json!({
        "signature": total.nodes,
        "quick": args.quick,
        "seconds": total.seconds,
        "nodes_per_second": number(total.rate()),
        "games": games.collect::<Json>(),
        "positions": positions.collect::<Json>(),
    })
}

fn words(done: &[(Benchmark, Analysis)], total: SearchWork) -> String {
    let mut rows = table(&["game", "bot", "positions", "nodes", "time", "speed"]);
    for (game, bot, work) in by_game(done) {
        // Trees can be long.
        let game = if game.chars().count() > 40 {
            game.chars().take(39).chain(['…']).collect()
        } else {
            game.to_string()
        };
        rows.add_row([
            game,
            bot.to_string(),
            work.positions.to_string(),
            grouped(work.nodes),
            duration(work.seconds),
            rate(work.rate()),
        ]);
    }
    format!(
        "signature {}\n\n{}\n{} searched in {}, {}\n",
        total.nodes,
        table_text(&rows),
        counted(total.positions as u64, "position"),
        duration(total.seconds),
        rate(total.rate())
    )
}
