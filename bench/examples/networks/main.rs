//! Measures what networks learn: connect four against exact values, as they grow, and games whose every position can be looked at.
//!
//! cargo run --release -p plywood-bench --example networks [-- --seed S] [--seeds N] [--games N] [--values FILE] [--print]
//!
//! Trains N brains of each game (10 by default), each by itself from its own seed. Writes `book/src/benchmarks/networks.md` and its
//! picture, or prints the text. Solving openings of connect four takes longer than learning them: with `--values`, exact values are
//! kept in a file for the next time.

mod brain;
mod connect4;
mod judge;
mod small;

use std::fmt::Write;

use connect4::TrainingPlan;
use plywood_games::open;
use small::{Measurement, SmallBrain};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let text = |name: &str| args.iter().position(|arg| arg == name).and_then(|place| args.get(place + 1));
    let number = |name: &str, default: u64| text(name).map_or(Ok(default), |text| text.parse());
    let plan = TrainingPlan {
        seed: number("--seed", 1)?,
        seeds: number("--seeds", 10)?,
        games: number("--games", 2_000_000)?,
        values: text("--values").map(Into::into),
    };
    let TrainingPlan { seed, seeds, games, .. } = plan;
    let small = small_games(seed, seeds)?;
    let (connect4, chart) = open("connect4", plan)??;
    let page = format!(
        "# Networks and perfect play\n\n\
         Networks of tuples that learnt by games against themselves, each from a seed of its own, and measured without searching.\n\n\
         Written by `cargo run --release -p plywood-bench --example networks -- --seed {seed} --seeds {seeds} --games {games}`, on all cores.\n\n\
         {connect4}{small}"
    );
    if args.iter().any(|arg| arg == "--print") {
        print!("{page}");
        return Ok(());
    }
    let book = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../book/src"));
    std::fs::write(book.join("pictures/connect4-network.svg"), chart.svg())?;
    Ok(std::fs::write(book.join("benchmarks/networks.md"), page)?)
}

/// The part of the page about games whose every position can be looked at.
fn small_games(seed: u64, seeds: u64) -> Result<String, Box<dyn std::error::Error>> {
    let mut text = "## Games looked at as a whole\n\n\
                    | game | games | explore | seed | seconds | result |\n\
                    |---|---|---|---|---|---|\n"
        .to_string();
    for (game, games, explore, measure) in [
        ("tictactoe", 80_000, 0.5, Measurement::Everywhere),
        ("cube3", 60_000, 0.1, Measurement::First),
        ("pig", 200_000, 0.1, Measurement::Race),
    ] {
        for seed in seed..seed + seeds {
            let result = open(game, SmallBrain { seed, games, explore, measure })?;
            eprintln!("{game}: {result}");
            writeln!(text, "| `{game}` | {games} | {explore} | {seed} | {result} |")?;
        }
    }
    Ok(text)
}
