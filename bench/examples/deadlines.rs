//! Answers in time: random positions of all games, limits from 1 to 50 ms, with and without load.
//!
//! cargo run --release -p plywood-bench --example deadlines [-- --positions N] [--print]
//!
//! Writes `book/src/benchmarks/deadlines.md`, or prints it. N is 10000 by default. Every search begins with a game
//! that was just opened and a bot that was just made, so that the time includes data that is built on first use.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use plywood_erased::Playthrough;
use plywood_rules::random::{below, part_seed};
use plywood_rules::{Player, Stop, Turn};
use plywood_workshop::Workshop;
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

const GAMES: [&str; 15] = [
    "tictactoe",
    "mnk:m=6,n=6,k=4",
    "mnk:m=7,n=7,k=5,misere=on",
    "gomoku",
    "connect4",
    "cube3",
    "qubic",
    "tesseract",
    "pikkpakk",
    "pikkpakk:size=5",
    "pikkpakk:variant=rolling",
    "pikkpakk:opening=placement",
    "pig",
    "piglet",
    "tree:(a:(b1:3 b2:12 b3:8) b:{1/2 +(W 2) 1/3 -4 1/6 (= L)} c:+(d1:14 d2:(5 =) d3:2))",
];

const BOTS: [&str; 3] = ["engine", "engine:threads=2", "mcts"];

/// Every position is asked of all bots but the second, which is asked of every fourth.
const SECOND_ASKED: u64 = 4;

/// The most random moves played before a search.
const MOST_MOVES: usize = 60;

/// Milliseconds beyond the limit of each search, by bot and game.
type Lateness = BTreeMap<(usize, usize), Vec<f64>>;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = args.iter().position(|arg| arg == "--positions").and_then(|at| args.get(at + 1));
    let positions = number.map_or(Ok(10_000), |text| text.parse())?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let quiet = ask_all(positions)?;
    let loaded = under_load(2 * cores, || ask_all(positions))?;
    let text = text(positions, cores, [&quiet, &loaded]);
    if args.iter().any(|arg| arg == "--print") {
        print!("{text}");
        return Ok(());
    }
    Ok(std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/../book/src/benchmarks/deadlines.md"), text)?)
}

/// Runs `work` while `threads` threads spin to keep the processor busy.
fn under_load<T>(threads: usize, work: impl FnOnce() -> T) -> T {
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let result = work();
        done.store(true, Ordering::Relaxed);
        result
    })
}

fn ask_all(positions: u64) -> Result<Lateness, Box<dyn std::error::Error>> {
    let mut lateness = Lateness::new();
    for number in 0..positions {
        let game = (number % GAMES.len() as u64) as usize;
        for (bot, name) in BOTS.iter().enumerate() {
            if bot == 1 && !(number / GAMES.len() as u64).is_multiple_of(SECOND_ASKED) {
                continue;
            }
            let late = ask(GAMES[game], name, part_seed(29, number))?;
            lateness.entry((bot, game)).or_default().push(late);
        }
        if (number + 1) % 1000 == 0 {
            eprintln!("{} positions", number + 1);
        }
    }
    Ok(lateness)
}

/// Asks a bot at a random position and returns by how many milliseconds it was late.
fn ask(game: &str, bot: &str, seed: u64) -> Result<f64, Box<dyn std::error::Error>> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    // The bot has a game of its own: playing to the position may have built what it needs.
    let mut play = Workshop::standard().open(game)?.begin(None, "", seed)?;
    play_at_random(play.as_mut(), &mut rng)?;
    let limit = Duration::from_millis(1 + below(&mut rng, 50) as u64);
    // Half of the limits are an option of the bot, half are a stop from outside.
    let told = below(&mut rng, 2) == 0;
    let separator = if bot.contains(':') { ',' } else { ':' };
    let name = match told {
        true => format!("{bot}{separator}time={}ms", limit.as_millis()),
        false => format!("{bot}{separator}time=60s"),
    };
    let player = play.turn().player().ok_or("no player is to move")?;
    let names = Player::BOTH.map(|it| (it == player).then_some(&*name));
    let mut bots = Workshop::standard().open(game)?.seat_bots(names, None, seed)?;
    bots.follow(0, play.played())?;
    let started = Instant::now();
    let stop = if told { Stop::never() } else { Stop::never().within(limit) };
    let answer = bots.search(None, Arc::new(|_| ()), &stop)?;
    let taken = started.elapsed();
    if !play.moves().contains(&answer.best) {
        let moves = play.played().join(" ");
        return Err(
            format!("{game} after '{moves}': {name} answers {}, which is not legal", answer.best).into()
        );
    }
    Ok(1000.0 * taken.saturating_sub(limit).as_secs_f64())
}

/// Plays a random number of random moves, then undoes moves until a player has to decide.
fn play_at_random(
    play: &mut dyn Playthrough,
    rng: &mut Xoshiro256PlusPlus,
) -> Result<(), Box<dyn std::error::Error>> {
    for _ in 0..below(rng, MOST_MOVES) {
        if play.ending().is_some() {
            break;
        }
        let moves = play.moves();
        play.play(&moves[below(rng, moves.len())])?;
    }
    while play.ending().is_some() || !matches!(play.turn(), Turn::Decision(_)) {
        play.undo();
    }
    Ok(())
}

/// `p50 · p99 · max` of some lateness, and how many there are.
fn numbers(mut late: Vec<f64>) -> (String, usize) {
    late.sort_by(f64::total_cmp);
    let at = |share: f64| late[((late.len() as f64 * share) as usize).min(late.len() - 1)];
    (format!("{:.2} · {:.2} · {:.2}", at(0.5), at(0.99), at(1.0)), late.len())
}

fn text(positions: u64, cores: usize, measured: [&Lateness; 2]) -> String {
    let mut text = format!(
        "# Answers in time\n\n\
         {positions} positions reached by random moves, limits from 1 to 50 ms. Each game was just opened and each bot just made. Half of the limits\n\
         are the bot's own, half are stops from outside. The time is from question to answer, as the caller measures it. Every answer was a legal move.\n\n\
         Milliseconds beyond the limit (0 if the answer came before it): p50 · p99 · max. `engine:threads=2` answered every {SECOND_ASKED}th position.\n\n\
         {cores} cores. *Under load*, {} threads that only spin run beside it. Then the kernel makes a thread wait for its turn, several\n\
         milliseconds at a time. That is part of these numbers.\n\n\
         Written by `cargo run --release -p plywood-bench --example deadlines`.\n\n",
        2 * cores
    );
    text += "| bot | game | searches | alone | under load |\n|---|---|---|---|---|\n";
    for (bot, name) in BOTS.iter().enumerate() {
        let all = |late: &Lateness| {
            late.iter().filter(|((of, _), _)| *of == bot).flat_map(|(_, late)| late.clone()).collect()
        };
        let mut row = |game: &str, late: [Vec<f64>; 2]| {
            if late.iter().all(|late| !late.is_empty()) {
                let [(alone, count), (loaded, _)] = late.map(numbers);
                let _ = writeln!(text, "| `{name}` | {game} | {count} | {alone} | {loaded} |");
            }
        };
        row("all", measured.map(all));
        for (place, game) in GAMES.iter().enumerate() {
            let game = game.split_once('(').map_or(*game, |(kind, _)| kind.trim_end_matches(':'));
            row(game, measured.map(|late| late.get(&(bot, place)).cloned().unwrap_or_default()));
        }
    }
    text
}
