//! Nodes a second on one processor and on two, and what the second one is worth: the time to the same depth.
//!
//! cargo run --release -p plywood-bench --example rates [-- --runs N] [--print]
//!
//! Writes `book/src/benchmarks/rates.md`, or prints it. Of N runs (5 by default) the middle one counts: with two threads no
//! two are alike.

use std::fmt::Write;

use plywood_rules::Stop;
use plywood_workshop::Workshop;

/// A game, moves from its start, and a depth that takes a second or so, or (3x3x3) solves the game.
const POSITIONS: [(&str, &str, u32); 7] = [
    ("pikkpakk", "", 15),
    ("pikkpakk", "b+ 6- 5- f- b- 4-", 15),
    ("cube3:centre=off", "", 12),
    ("qubic", "", 11),
    ("qubic", "312 432 343 421 243 212", 11),
    ("connect4", "", 19),
    ("connect4", "a b b b d a b f", 21),
];

#[derive(Clone, Copy)]
struct SearchCost {
    nodes: u64,
    seconds: f64,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = args.iter().position(|arg| arg == "--runs").and_then(|at| args.get(at + 1));
    let runs: usize = number.map_or(Ok(5), |text| text.parse())?;
    let mut text = format!(
        "# Nodes a second, with one thread and with two\n\n\
         The bot `engine` to a fixed depth with `threads=1` and `threads=2`, both with the default table, from a game just opened, one after the other\n\
         in one run on a machine with {} processors. The median of {runs} runs by time: with two threads, every run differs.\n\
         *Quicker* is the time of one thread divided by that of two. The clock of this machine varies by half from one second to the next.\n\n\
         Written by `cargo run --release -p plywood-bench --example rates`. Rates beside another library are in [versus.md](versus.md).\n\n\
         | game | after | depth | one: time | nodes/s | two: time | nodes/s | times the rate | quicker |\n\
         |---|---|---|---|---|---|---|---|---|\n",
        std::thread::available_parallelism().map_or(1, usize::from),
    );
    for (game, moves, depth) in POSITIONS {
        let [one, two] = [1, 2].map(|threads| middle(game, moves, depth, threads, runs));
        let (one, two) = (one?, two?);
        let rate = |thought: SearchCost| thought.nodes as f64 / thought.seconds;
        let million = |thought| rate(thought) / 1e6;
        writeln!(
            text,
            "| {game} | {} | {depth} | {:.1} ms | {:.2} M | {:.1} ms | {:.2} M | {:.2} | {:.2} |",
            if moves.is_empty() { "the start".to_string() } else { format!("`{moves}`") },
            1e3 * one.seconds,
            million(one),
            1e3 * two.seconds,
            million(two),
            rate(two) / rate(one),
            one.seconds / two.seconds,
        )?;
        eprintln!("{game} {moves}");
    }
    if args.iter().any(|arg| arg == "--print") {
        print!("{text}");
        return Ok(());
    }
    Ok(std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/../book/src/benchmarks/rates.md"), text)?)
}

/// The run with the median time of `runs`.
fn middle(
    game: &str,
    moves: &str,
    depth: u32,
    threads: u32,
    runs: usize,
) -> Result<SearchCost, Box<dyn std::error::Error>> {
    let mut thoughts = Vec::new();
    for _ in 0..runs.max(1) {
        let session = Workshop::standard().open(game)?.session(None, moves, 1)?;
        let bot = format!("engine:depth={depth},threads={threads}");
        let analysis = session.analyse(&bot, false, 1, &Stop::never())?;
        thoughts.push(SearchCost { nodes: analysis.nodes, seconds: analysis.seconds });
    }
    thoughts.sort_by(|one, other| one.seconds.total_cmp(&other.seconds));
    Ok(thoughts[thoughts.len() / 2])
}
