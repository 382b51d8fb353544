//! Measures what networks learn: connect four against perfect play and exact values, and games whose every position can be looked at.
//!
//! cargo run --release -p plywood-bench --example networks [-- --seed S] [--seeds N] [--games N] [--brains FOLDER] [--print]
//!
//! Trains N brains of each game (10 by default), each by itself from its own seed, into a folder (`target/networks` by default).
//! Those that are there already, from the same seed and number of games, are not trained again: remove them if learning has changed.
//! Neither are games against perfect play played again. Writes `book/src/benchmarks/networks.md`, or prints it.

mod brains;
mod connect4;
mod small;

use std::path::Path;

use brains::Brains;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let text = |name: &str| args.iter().position(|arg| arg == name).and_then(|place| args.get(place + 1));
    let number = |name: &str, default: u64| text(name).map_or(Ok(default), |text| text.parse());
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let folder = text("--brains").map_or_else(|| root.join("target/networks"), Into::into);
    let brains = Brains { seed: number("--seed", 1)?, seeds: number("--seeds", 10)?.max(1), folder };
    let games = number("--games", 2_000_000)?;
    let small = small::small_games(&brains)?;
    let connect4 = connect4::connect4(&brains, games)?;
    let Brains { seed, seeds, .. } = brains;
    let page = format!(
        "# Networks and perfect play\n\n\
         Networks of tuples that learnt by games against themselves, each from a seed of its own.\n\n\
         Written by `cargo run --release -p plywood-bench --example networks -- --seed {seed} --seeds {seeds} --games {games}`, on all cores.\n\n\
         {connect4}{small}"
    );
    if args.iter().any(|arg| arg == "--print") {
        print!("{page}");
        return Ok(());
    }
    Ok(std::fs::write(root.join("book/src/benchmarks/networks.md"), page)?)
}
