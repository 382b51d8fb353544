//! The lead in points with which the side ahead wins three games of four, for the default evaluation of every game:
//! what `Evaluate::winning_lead` states.
//!
//! cargo run --release -p plywood-bench --example chances [-- --games N] [GAME...]
//!
//! N is 300 by default. Two equal searches of 2000 positions a move play from random openings. Each estimate before a move
//! is paired with the result of its game, and the lead is that of the likeliest logistic curve. The last columns
//! tell how well the curve fits: the share of points that was made where it promises 70 to 80 %, and the loss in bits a
//! position, beside 1 for a coin.

use std::error::Error;

use plywood_games::classic::FAMILIES;
use plywood_rules::random::{below, part_seed};
use plywood_rules::{Outcome, Player, Stop, Turn, Value};
use plywood_workshop::Workshop;
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

const OTHERS: [&str; 12] = [
    "tictactoe",
    "connect4",
    "gomoku",
    "cube3",
    "qubic",
    "tesseract",
    "mnk:m=7,n=7,k=4",
    "pikkpakk:size=3",
    "pikkpakk:size=5",
    "pikkpakk",
    "pikkpakk:variant=rolling",
    "hex:size=7",
];

/// Random plies before a game.
const OPENING: usize = 4;
const BOT: [&str; 2] = ["engine:nodes=2000,tie=random", "expectiminimax:nodes=2000,tie=random"];

/// An estimate for the first player in points, and the first player's result, from 0 to 1.
type RatedPosition = (f64, f64);

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = args.iter().position(|arg| arg == "--games").and_then(|at| args.get(at + 1));
    let games: u64 = number.map_or(Ok(300), |text| text.parse())?;
    let named: Vec<&str> = args
        .iter()
        .map(String::as_str)
        .filter(|arg| arg.parse::<u64>().is_err() && *arg != "--games")
        .collect();
    let all = OTHERS.into_iter().chain(FAMILIES.iter().map(|family| family.name));
    let chosen = if named.is_empty() { all.collect() } else { named };
    println!("| game | estimates | lead | points at 70 to 80 % | loss |");
    println!("|---|---:|---:|---:|---:|");
    for game in chosen {
        match samples(game, games) {
            Ok(samples) if !samples.is_empty() => println!("{}", row(game, &samples)),
            Ok(_) => println!("| {game} | 0 | | | |"),
            Err(error) => println!("| {game} | {error} | | | |"),
        }
    }
    Ok(())
}

fn samples(game: &str, games: u64) -> Result<Vec<RatedPosition>, Box<dyn Error>> {
    let workshop = Workshop::standard();
    let opened = workshop.open(game)?;
    let bot = BOT[usize::from(opened.details().has_chance)];
    let mut samples = Vec::new();
    for number in 0..games {
        let seed = part_seed(1, number);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut session = std::sync::Arc::clone(&opened).session(None, "", seed)?;
        let mut estimates = Vec::new();
        let result = loop {
            if let Some(ending) = session.ending() {
                break ending.winner();
            }
            match session.turn() {
                Turn::Chance => {
                    session.roll()?;
                }
                Turn::Decision(_) if session.played().len() < OPENING => {
                    let moves = session.moves();
                    session.play(&moves[below(&mut rng, moves.len())])?;
                }
                Turn::Decision(player) => {
                    let seed = part_seed(seed, session.played().len() as u64);
                    let analysis = session.analyse(bot, false, seed, &Stop::never())?;
                    if let Some(Value::Estimated(points)) = analysis.value {
                        estimates.push(player.sign() * points);
                    }
                    session.play(&analysis.best)?;
                }
                Turn::Over(outcome) => break Outcome::winner(outcome),
            }
        };
        let points = result.map_or(0.5, |winner| if winner == Player::First { 1.0 } else { 0.0 });
        samples.extend(estimates.into_iter().map(|estimate| (estimate, points)));
    }
    Ok(samples)
}

fn chance(points: f64, lead: f64) -> f64 {
    Value::Estimated(points).chance(f64::INFINITY, Some(lead)).clamp(1e-6, 1.0 - 1e-6)
}

/// Bits a sample.
fn loss(samples: &[RatedPosition], lead: f64) -> f64 {
    let bits = |&(points, result): &RatedPosition| {
        let chance = chance(points, lead);
        -result * chance.log2() - (1.0 - result) * (1.0 - chance).log2()
    };
    samples.iter().map(bits).sum::<f64>() / samples.len() as f64
}

fn row(game: &str, samples: &[RatedPosition]) -> String {
    // Leads a twentieth apart, over all that the points of an evaluation can be.
    let leads = (-200..=500).map(|step| 1.05f64.powi(step));
    let best = leads.map(|lead| (lead, loss(samples, lead))).min_by(|one, other| one.1.total_cmp(&other.1));
    let (lead, loss) = best.expect("there are leads");
    let mut near = (0, 0.0);
    for &(points, result) in samples {
        let promised = chance(points, lead);
        if (promised.max(1.0 - promised) - 0.75).abs() <= 0.05 {
            near.0 += 1;
            near.1 += if promised > 0.5 { result } else { 1.0 - result };
        }
    }
    let made = if near.0 == 0 {
        String::new()
    } else {
        format!("{:.0} % of {}", 100.0 * near.1 / f64::from(near.0), near.0)
    };
    format!("| {game} | {} | {lead:.3} | {made} | {loss:.3} |", samples.len())
}
