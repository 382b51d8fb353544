//! The levels: each one against the one below it, on several games.
//!
//! cargo run --release -p plywood-bench --example levels [-- GAME ...]
//!
//! Writes `book/src/benchmarks/levels.md`. With names of games it prints what it finds for these instead. Levels count positions and
//! not seconds, so that the results are the same on every machine.

use std::fmt::Write;
use std::thread::available_parallelism;

use plywood_rules::Run;
use plywood_workshop::{LEVELS, Level, MatchOptions, OpeningBook, Standing, Workshop};

/// A game that levels are measured on.
struct MeasuredGame {
    game: &'static str,
    /// Games to play where a level costs next to nothing.
    games: u64,
    /// Moves that a bot makes in a game, about. Of the quick positions of dice a few count as one.
    moves: u64,
}

const MEASURED: [MeasuredGame; 16] = [
    measured("tictactoe", 400, 4),
    measured("mnk:m=5,n=5,k=4", 400, 10),
    measured("connect4", 400, 16),
    measured("qubic", 200, 16),
    measured("cube3", 200, 6),
    measured("pikkpakk:size=5", 400, 20),
    measured("pikkpakk", 200, 30),
    measured("pig", 1000, 2),
    measured("nim", 200, 3),
    measured("othello:size=6", 100, 16),
    measured("breakthrough:m=6,n=6", 100, 15),
    measured("hex:size=7", 100, 16),
    measured("kalah", 100, 20),
    measured("dotsandboxes:m=3,n=3", 100, 12),
    measured("einstein", 200, 10),
    measured("ultimate", 100, 28),
];

const fn measured(game: &'static str, games: u64, moves: u64) -> MeasuredGame {
    MeasuredGame { game, games, moves }
}

/// The greatest number of positions for a match, and the least number of games: the whole run is to take about
/// half an hour on two cores.
const POSITIONS: u64 = 100_000_000;
const LEAST_GAMES: u64 = 24;

const SEED: u64 = 5;
/// Random plies that each pair of games begins with, so that games differ from the start.
const OPENING_PLIES: u16 = 2;
/// Longer games are draws, so that one game does not take the time of many.
const MAX_PLIES: u32 = 300;

fn main() -> std::io::Result<()> {
    let asked: Vec<String> = std::env::args().skip(1).collect();
    let workshop = Workshop::standard();
    let is_asked = |name: &str| asked.is_empty() || asked.iter().any(|asked| asked == name);
    let mut rows = Vec::new();
    for measured in MEASURED.iter().filter(|measured| is_asked(measured.game)) {
        let mut row = Vec::new();
        let game = measured.game;
        for pair in LEVELS.windows(2) {
            let games = measured.games_of([pair[0], pair[1]]);
            let standing = hold(&workshop, game, [pair[1], pair[0]], games);
            eprintln!("{game}: level {} {}", pair[1].number, cell(&standing));
            row.push(standing);
        }
        rows.push((game, row));
    }
    let text = text(&rows);
    if !asked.is_empty() {
        print!("{text}");
        return Ok(());
    }
    std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/../book/src/benchmarks/levels.md"), text)
}

impl MeasuredGame {
    /// The number of games between two levels: always even, and fewer for slow levels.
    fn games_of(&self, levels: [Level; 2]) -> u64 {
        let positions = self.moves * levels.map(|level| u64::from(level.nodes)).iter().sum::<u64>();
        (POSITIONS / positions / 2 * 2).clamp(LEAST_GAMES, self.games)
    }
}

/// The results of the first of two levels.
fn hold(workshop: &Workshop, game: &str, levels: [Level; 2], games: u64) -> Standing {
    let plan = MatchOptions {
        bots: levels.map(Level::name),
        games,
        seed: SEED,
        openings: OpeningBook::Random { plies: OPENING_PLIES },
        max_plies: MAX_PLIES,
        ..MatchOptions::default()
    };
    let game = workshop.open(game).expect("the list is right");
    let threads = available_parallelism().map_or(1, usize::from);
    let run = Run { threads, ..Run::default() };
    game.hold_match(&plan, &run).expect("levels play every game").standing
}

/// Score, Elo and games of a match.
fn cell(standing: &Standing) -> String {
    let total = standing.total();
    let score = 100.0 * total.score().unwrap_or(0.5);
    format!("{score:.0} % · {:.0} · {}", standing.pairs.elo(), total.games())
}

fn text(rows: &[(&str, Vec<Standing>)]) -> String {
    let mut text = format!(
        "# What the levels mean\n\n\
         The bot `level:n=1` to `level:n={}` is the usual search (`engine`, with dice `expectiminimax`) with a limit of positions for a move. It\n\
         takes any of the moves that it finds equally good, and plays a random legal move in a stated share of its moves.\n\n\
         | level | positions | at random |\n|---|---|---|\n",
        Level::HIGHEST
    );
    for Level { number, nodes, blunder } in LEVELS {
        let _ = writeln!(text, "| {number} | {nodes} | {} % |", (blunder * 1000.0).round() / 10.0);
    }
    let _ = write!(
        text,
        "\nEach level against the one below it: score (a draw counts half) · difference in Elo with its 95 % margin, from pairs of games · games. Sides\n\
         are swapped every game. Each pair of games begins with {OPENING_PLIES} random plies, and a game of {MAX_PLIES} plies is a draw. Seed {SEED}.\n\n\
         In small games most levels would play perfectly, and only their random moves differ: tic-tac-toe is a draw then, and in 3x3x3 the first player\n\
         wins, in most positions of Nim the one to move. (Where all pairs end alike, the margin is only that of the number of games.) With dice, luck decides more, and a short search sees nearly\n\
         everything.\n\n\
         Written by `cargo run --release -p plywood-bench --example levels`; the numbers are the same on every machine.\n\n| game |",
    );
    for pair in LEVELS.windows(2) {
        let _ = write!(text, " {} over {} |", pair[1].number, pair[0].number);
    }
    text += "\n|---|";
    text += &"---|".repeat(LEVELS.len() - 1);
    text.push('\n');
    for (game, row) in rows {
        let _ = write!(text, "| {game} |");
        for standing in row {
            let _ = write!(text, " {} |", cell(standing));
        }
        text.push('\n');
    }
    text
}
