//! Strength with the same time a move, sides swapped, each pair of games from its own random opening.
//!
//! cargo run --release -p plywood-bench --example strength [-- --games N] [--time-ms T] [--only WORD] [--print]
//!
//! Writes `book/src/benchmarks/strength.md`, or prints it. N games (200 by default) of every pairing that is limited by
//! time, T milliseconds a move (50); 10000 at Pig, where games are short (with N games asked for, 50 N). With `--only`
//! the pairings whose game or bots contain the word.

use std::fmt::Write;

use plywood_rules::Run;
use plywood_workshop::{MatchOptions, MatchReport, OpeningBook, Workshop};

/// Games that are not decided by then are draws.
const MAX_PLIES: u32 = 400;

/// Two bots and the game they play.
struct BotPairing {
    game: &'static str,
    bots: [String; 2],
    games: u64,
    /// Random plies to begin with.
    opening: u16,
}

/// Every game with the random plies its openings begin with.
const GAMES: [(&str, u16); 10] = [
    ("tictactoe", 1),
    ("mnk:m=6,n=6,k=4", 4),
    ("gomoku", 4),
    ("connect4", 4),
    ("cube3", 1),
    ("qubic", 4),
    ("tesseract", 6),
    ("pikkpakk", 4),
    ("pikkpakk:size=5", 4),
    ("pig", 0),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let value = |key: &str| args.iter().position(|arg| arg == key).and_then(|at| args.get(at + 1));
    let number = |key: &str, default: u64| value(key).map_or(Ok(default), |text| text.parse());
    let (games, time) = (number("--games", 200)?, number("--time-ms", 50)?);
    let workshop = Workshop::standard();
    let mut rows = String::new();
    for pairing in pairings(games, time) {
        let names = format!("{} {} {}", pairing.game, pairing.bots[0], pairing.bots[1]);
        if value("--only").is_some_and(|word| !names.contains(word.as_str())) {
            continue;
        }
        let report = hold(&workshop, &pairing)?;
        let row = row(&pairing, &report);
        eprint!("{row}");
        rows += &row;
    }
    let text = text(time, &rows);
    if args.iter().any(|arg| arg == "--print") {
        print!("{text}");
        return Ok(());
    }
    Ok(std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/../book/src/benchmarks/strength.md"), text)?)
}

fn pairings(games: u64, time: u64) -> Vec<BotPairing> {
    let timed = |bot: &str| {
        let separator = if bot.contains(':') { ',' } else { ':' };
        format!("{bot}{separator}time={time}ms")
    };
    let pairing =
        |&(game, opening): &(&'static str, u16), bots: [String; 2]| BotPairing { game, bots, games, opening };
    let mut all = Vec::new();
    // Without dice the engine is another search than the textbook's.
    for game in GAMES.iter().filter(|(game, _)| *game != "pig") {
        all.push(pairing(game, [timed("engine"), timed("alphabeta")]));
    }
    for game in &GAMES {
        let best = if game.0 == "pig" { "expectiminimax" } else { "engine" };
        all.push(pairing(game, [timed("mcts"), timed(best)]));
    }
    let deep = ["engine:depth=6,tie=random", "engine:depth=2,tie=random"].map(str::to_string);
    all.push(pairing(&("pikkpakk", 4), deep));
    for hold in ["hold:at=20", "hold:at=25"] {
        let bots = ["expectiminimax", hold].map(str::to_string);
        all.push(BotPairing { game: "pig", bots, games: 50 * games, opening: 0 });
    }
    all
}

fn hold(workshop: &Workshop, pairing: &BotPairing) -> Result<MatchReport, Box<dyn std::error::Error>> {
    let openings = match pairing.opening {
        0 => OpeningBook::None,
        plies => OpeningBook::Random { plies },
    };
    let plan = MatchOptions {
        bots: pairing.bots.clone(),
        games: pairing.games,
        seed: 41,
        openings,
        max_plies: MAX_PLIES,
        ..MatchOptions::default()
    };
    // One at a time: games beside each other take time from each other.
    Ok(workshop.open(pairing.game)?.hold_match(&plan, &Run::default())?)
}

fn row(pairing: &BotPairing, report: &MatchReport) -> String {
    let total = report.standing.total();
    let (low, high) = total.wilson();
    let score = total.score().unwrap_or(0.5);
    let thoughts = report.spent.map(|spent| {
        let mean = spent.mean_seconds().unwrap_or(0.0);
        format!("{:.1} · {:.1}", 1000.0 * mean, 1000.0 * spent.longest.as_secs_f64())
    });
    format!(
        "| {} | `{}` | `{}` | {} | +{} ={} -{} | {:.1} % ({:.1} to {:.1}) | {:.0} | {} | {} |\n",
        pairing.game,
        pairing.bots[0],
        pairing.bots[1],
        total.games(),
        total.wins,
        total.draws,
        total.losses,
        100.0 * score,
        100.0 * low,
        100.0 * high,
        // Games of a pair have the opening in common.
        report.standing.pairs.elo(),
        thoughts[0],
        thoughts[1],
    )
}

fn text(time: u64, rows: &str) -> String {
    let mut text = format!(
        "# Strength with the same time\n\n\
         {time} ms a move for bots with `time=`, one game at a time, sides swapped, each pair of games from its own random opening, draws at {MAX_PLIES}\n\
         plies. Score and Elo are those of the first bot, with 95 % intervals (Elo: pairs of games taken as independent). Search times are mean · longest, in\n\
         milliseconds.\n\n\
         Written by `cargo run --release -p plywood-bench --example strength`.\n\n"
    );
    text += "| game | first bot | second bot | games | wins, draws, losses | score | Elo | its searches | the other's |\n";
    let _ = writeln!(text, "|---|---|---|---|---|---|---|---|---|\n{}", rows.trim_end());
    text
}
