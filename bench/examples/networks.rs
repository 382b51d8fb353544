//! How a network grows at connect four: its play against exact values.
//!
//! cargo run --release -p plywood-bench --example networks [-- --seed S] [--seeds N] [--games N] [--print]
//!
//! Trains N brains (10 by default), each by itself from its own seed, and measures them on the way: games as the first player against
//! perfect play, which holds out as long as it can, and moves in random positions. Writes `book/src/benchmarks/networks.md` and its
//! picture, or prints the table.

use std::collections::HashMap;
use std::fmt::Write;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Instant;

use plywood_draw::{Chart, Measure, Point, Series};
use plywood_games::{Visitor, open};
use plywood_learn::{
    Aim, Brain, Kind, LearnSettings, Learner, MemoryLimits, Opponent, Training, TrainingStage,
};
use plywood_rules::random::{below, part_seed};
use plywood_rules::{Bot, Game, Playable, Player, Position, Proved, Stop, Turn, Value};
use plywood_search::{Engine, EngineSettings, Limits, Settings};
use plywood_solve::columns::ColumnSolver;
use plywood_solve::perfect::{Knowledge, Perfect};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Parts of the run, after each of which it is measured.
const PARTS: u64 = 10;

/// Games against perfect play in a measurement, and random positions.
const GAMES: u64 = 100;
const POSITIONS: usize = 5000;

/// Nodes of the searches with the network.
const NODES: u64 = 1000;

/// The seed of positions and opponents, the same for all brains.
const MEASURED: u64 = 7;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |name: &str, default: u64| -> Result<u64, std::num::ParseIntError> {
        let place = args.iter().position(|arg| arg == name);
        place.and_then(|place| args.get(place + 1)).map_or(Ok(default), |text| text.parse())
    };
    let plan = Plan {
        seed: number("--seed", 1)?,
        seeds: number("--seeds", 10)?,
        games: number("--games", 2_000_000)?,
        print: args.iter().any(|arg| arg == "--print"),
    };
    Ok(open("connect4", plan)??)
}

struct Plan {
    seed: u64,
    seeds: u64,
    games: u64,
    print: bool,
}

/// The results of a measurement.
#[derive(Clone, Copy, Default)]
struct Row {
    games: u64,
    /// Seconds and moves of training so far.
    seconds: f64,
    moves: u64,
    /// The share of won games, and of moves that keep the value: by the network alone and with a search.
    won: f64,
    kept: f64,
    searched: f64,
}

/// Exact values, each found once.
struct Judge<G: Playable> {
    game: Arc<G>,
    perfect: Perfect,
    known: HashMap<G::State, Vec<Proved>>,
}

impl<G: Playable> Judge<G> {
    /// A judge who knows these positions.
    fn new(game: &Arc<G>, positions: &[G::State]) -> Judge<G> {
        let board = game.columns().expect("connect four is a board of columns").columns;
        let solver = Arc::new(ColumnSolver::new(board, 1 << 30, 1).expect("it is not too large"));
        let perfect = || Perfect::new(Knowledge::Columns(Arc::clone(&solver)), false);
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let known = std::thread::scope(|scope| {
            let parts = positions.chunks(positions.len().div_ceil(cores).max(1)).map(|part| {
                let mut perfect = perfect();
                scope.spawn(move || {
                    let value = |state: &G::State| (state.clone(), values(&**game, &mut perfect, state));
                    part.iter().map(value).collect::<Vec<_>>()
                })
            });
            let parts: Vec<_> = parts.collect();
            parts.into_iter().flat_map(|part| part.join().expect("it does not panic")).collect()
        });
        Judge { game: Arc::clone(game), perfect: perfect(), known }
    }

    /// The exact value of each move for the player who makes it.
    fn values(&mut self, state: &G::State) -> &[Proved] {
        let Judge { game, perfect, known } = self;
        known.entry(state.clone()).or_insert_with(|| values(&**game, perfect, state))
    }

    /// True if a move keeps the value of its position.
    fn keeps(&mut self, state: &G::State, mv: G::Move) -> bool {
        let mut moves = Vec::new();
        self.game.legal_moves(state, &mut moves);
        let place = moves.iter().position(|&known| known == mv).expect("it is legal");
        let values = self.values(state);
        let word = |value: &Proved| value.word();
        let best = values.iter().max().map(word);
        Some(word(&values[place])) == best
    }

    /// True if this bot, who begins, beats perfect play that holds out as long as it can.
    fn is_beaten_by(&mut self, bot: &mut dyn Bot<G>, rng: &mut Xoshiro256PlusPlus) -> bool {
        let game = Arc::clone(&self.game);
        let mut state = game.initial();
        loop {
            let mv = match game.turn(&state) {
                Turn::Over(outcome) => return outcome.winner() == Some(Player::First),
                Turn::Decision(Player::First) => choose(&*game, bot, &state, rng),
                _ => {
                    let values = self.values(&state).to_vec();
                    let best = *values.iter().max().expect("there are moves");
                    let best: Vec<usize> = (0..values.len()).filter(|&at| values[at] == best).collect();
                    game.nth_move(&state, best[below(rng, best.len())])
                }
            };
            game.play(&mut state, mv);
        }
    }
}

fn choose<G: Game>(
    game: &G,
    bot: &mut dyn Bot<G>,
    state: &G::State,
    rng: &mut Xoshiro256PlusPlus,
) -> G::Move {
    bot.choose(game, Position { state, history: &[], clock: None }, rng, &Stop::never()).best
}

/// The exact value of each move for the player who makes it.
fn values<G: Playable>(game: &G, perfect: &mut Perfect, state: &G::State) -> Vec<Proved> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let report =
        perfect.choose(game, Position { state, history: &[], clock: None }, &mut rng, &Stop::never());
    report.moves.iter().map(|known| known.value.and_then(Value::proved).expect("it is exact")).collect()
}

/// Positions after random numbers of random moves.
fn positions<G: Game>(game: &G) -> Vec<G::State> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(MEASURED);
    let mut found = Vec::new();
    while found.len() < POSITIONS {
        let mut state = game.initial();
        for _ in 0..12 + below(&mut rng, 28) {
            if game.turn(&state).outcome().is_none() {
                let mv = game.nth_move(&state, below(&mut rng, game.count_moves(&state)));
                game.play(&mut state, mv);
            }
        }
        if game.turn(&state).outcome().is_none() {
            found.push(state);
        }
    }
    found
}

impl Visitor for Plan {
    type Output = std::io::Result<()>;

    fn visit<G: Playable>(self, game: G) -> std::io::Result<()> {
        let game = Arc::new(game);
        let positions = positions(&*game);
        let mut judge = Judge::new(&game, &positions);
        eprintln!("{POSITIONS} positions are solved");
        let mut runs: Vec<Vec<Row>> = Vec::new();
        for seed in self.seed..self.seed + self.seeds {
            let run = self.run(&game, seed, &positions, &mut judge);
            eprintln!("seed {seed}\n{}", table(&run));
            runs.push(run);
        }
        let text = self.page(&runs);
        if self.print {
            print!("{text}");
            return Ok(());
        }
        let book = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../book/src"));
        std::fs::write(book.join("pictures/connect4-network.svg"), self.chart(&runs).svg())?;
        std::fs::write(book.join("benchmarks/networks.md"), text)
    }
}

impl Plan {
    /// Trains a brain and measures it.
    fn run<G: Playable>(
        &self,
        game: &Arc<G>,
        seed: u64,
        positions: &[G::State],
        judge: &mut Judge<G>,
    ) -> Vec<Row> {
        let settings = LearnSettings { kind: Kind::Ntuple, ..LearnSettings::default() };
        let path = std::env::temp_dir().join(format!("plywood-networks-{}.brain", std::process::id()));
        let brain = Brain::create(Arc::clone(game), &path, settings, MemoryLimits::default());
        let brain = Arc::new(brain.expect("room for a brain"));
        let stages = vec![TrainingStage { games: self.games, opponent: Opponent::Itself }];
        let training = Training {
            plan: "growth".into(),
            seed,
            round: NonZeroUsize::new(16).expect("it is not 0"),
            jobs: std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            ..Training::new(game.initial(), stages)
        };
        training.begin(&brain);
        let mut row = Row::default();
        let mut rows = Vec::new();
        for part in 0..=PARTS {
            let started = Instant::now();
            let until = self.games * part / PARTS;
            let count = &mut |progress: plywood_learn::TrainingProgress| row.moves += progress.asked;
            training.run_until(&brain, until, &Stop::never(), count).expect("room for a brain");
            row.seconds += started.elapsed().as_secs_f64();
            row.games = until;
            measure(&brain, seed, positions, judge, part == PARTS, &mut row);
            rows.push(row);
        }
        drop(brain);
        let _ = std::fs::remove_file(path);
        rows
    }

    fn chart(&self, runs: &[Vec<Row>]) -> Chart {
        let series = |name: &str, of: fn(&Row) -> f64| {
            let point = |at: usize| {
                let values: Vec<f64> = runs.iter().map(|run| of(&run[at])).collect();
                let y = values.iter().sum::<f64>() / values.len() as f64;
                let (low, high) = values.iter().fold((y, y), |(low, high), &v| (low.min(v), high.max(v)));
                Point { x: runs[0][at].games as f64, y, low, high }
            };
            Series { name: name.into(), points: (0..=PARTS as usize).map(point).collect() }
        };
        Chart {
            title: "A network learns connect four".into(),
            subtitle: format!("mean of {} seeds; bands from the worst to the best", runs.len()),
            x_label: "games against itself".into(),
            y_label: "share".into(),
            measure: Measure::Score(0.0, 1.0),
            series: vec![
                series("won as first player against perfect play", |row| row.won),
                series("moves that keep the exact value", |row| row.kept),
            ],
            x_marks: Vec::new(),
        }
    }

    fn page(&self, runs: &[Vec<Row>]) -> String {
        let mut text = format!(
            "# Networks and perfect play\n\n\
             A network of tuples learns connect four by {} games against itself, with the default settings. On the way it plays {GAMES} games as the first player, without searching, against perfect play that holds out as long as it can, and chooses a \
             move in {POSITIONS} positions after 12 to 39 random moves, without searching and, at the end, with searches of {NODES} positions. Moves are compared with exact values.\n\n\
             ![Growth](../pictures/connect4-network.svg)\n\n\
             Written by `cargo run --release -p plywood-bench --example networks -- --seed {} --seeds {} --games {}`.\n\n",
            self.games, self.seed, self.seeds, self.games
        );
        for (seed, run) in (self.seed..).zip(runs) {
            writeln!(text, "Seed {seed}:\n\n{}", table(run)).expect("it is text");
        }
        text
    }
}

/// Plays and chooses, and notes how well.
fn measure<G: Playable>(
    brain: &Arc<Brain<G>>,
    seed: u64,
    positions: &[G::State],
    judge: &mut Judge<G>,
    is_last: bool,
    row: &mut Row,
) {
    let game = brain.game();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(part_seed(MEASURED, seed));
    let mut learner = Learner::new(Arc::clone(brain), Aim::Value, false, None);
    let won = (0..GAMES).filter(|_| judge.is_beaten_by(&mut learner, &mut rng)).count();
    row.won = won as f64 / GAMES as f64;
    let mut share = |bot: &mut dyn Bot<G>| {
        let keeps = |state: &&G::State| judge.keeps(state, choose(game, bot, state, &mut rng));
        positions.iter().filter(keeps).count() as f64 / positions.len() as f64
    };
    row.kept = share(&mut learner);
    row.searched = 0.0;
    if is_last {
        let evaluation = Box::new(brain.evaluation().expect("it has a network"));
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let settings = Settings { limits, ..Settings::default() };
        row.searched = share(&mut Engine::new(evaluation, settings, EngineSettings::default()));
    }
}

fn table(rows: &[Row]) -> String {
    let mut text = "| games | moves | seconds | moves a second | won against perfect play | moves that keep the value | with a search |\n\
                    |---|---|---|---|---|---|---|\n"
        .to_string();
    for row in rows {
        let searched =
            if row.searched > 0.0 { format!("{:.1} %", 100.0 * row.searched) } else { String::new() };
        let Row { games, moves, seconds, won, kept, .. } = row;
        let rate = *moves as f64 / seconds.max(1e-9);
        writeln!(
            text,
            "| {games} | {moves} | {seconds:.0} | {rate:.0} | {:.0} % | {:.1} % | {searched} |",
            100.0 * won,
            100.0 * kept
        )
        .expect("it is text");
    }
    text
}
