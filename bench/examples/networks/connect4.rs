//! Connect four: brains on their way, against exact values.

use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use plywood_draw::{Chart, Measure, Point, Series};
use plywood_games::Visitor;
use plywood_learn::{Aim, Brain, Learner, TrainingProgress};
use plywood_rules::random::{below, part_seed};
use plywood_rules::{Bot, Game, Playable, one_by_one};
use plywood_search::{Engine, EngineSettings, Limits, Settings};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::brain::{self, choose};
use crate::judge::ExactJudge;

/// Parts of the run, after each of which it is measured.
const PARTS: u64 = 10;

/// Games against perfect play in a measurement, and random positions.
const GAMES: u64 = 100;
const POSITIONS: usize = 5000;

/// Nodes of the searches with the network.
const NODES: u64 = 1000;

/// The seed of positions and opponents, the same for all brains.
const MEASURED: u64 = 7;

/// The brains to train.
pub struct TrainingPlan {
    /// The first seed, their number, and the games of each.
    pub seed: u64,
    pub seeds: u64,
    pub games: u64,
    /// A file of exact values, which takes in those that are found.
    pub values: Option<PathBuf>,
}

/// The results of a measurement.
#[derive(Clone, Copy, Default)]
struct ResultRow {
    games: u64,
    /// Seconds and moves of training so far.
    seconds: f64,
    moves: u64,
    /// The share of won games, and of moves that keep the value: by the network alone and with a search.
    won: f64,
    kept: f64,
    searched: f64,
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

impl Visitor for TrainingPlan {
    type Output = std::io::Result<(String, Chart)>;

    /// Trains and measures; the text and the picture of the page.
    fn visit<G: Playable>(self, game: G) -> Self::Output {
        let game = Arc::new(game);
        let positions = positions(&*game);
        let mut judge = ExactJudge::new(&game, &positions, self.values.as_deref())?;
        eprintln!("{POSITIONS} positions are solved");
        let mut runs: Vec<Vec<ResultRow>> = Vec::new();
        for seed in self.seed..self.seed + self.seeds {
            let run = self.run(&game, seed, &positions, &mut judge);
            eprintln!("seed {seed}\n{}", table(&run));
            judge.keep()?;
            runs.push(run);
        }
        Ok((self.page(&runs), self.chart(&runs)))
    }
}

impl TrainingPlan {
    /// Trains a brain and measures it.
    fn run<G: Playable>(
        &self,
        game: &Arc<G>,
        seed: u64,
        positions: &[G::State],
        judge: &mut ExactJudge<G>,
    ) -> Vec<ResultRow> {
        let (brain, training, path) = brain::begin(game, seed, self.games, 0.1);
        let mut run = training.begin(&brain);
        let mut row = ResultRow::default();
        let mut rows = Vec::new();
        for part in 0..=PARTS {
            let started = Instant::now();
            let until = self.games * part / PARTS;
            let count = one_by_one(|progress: TrainingProgress| row.moves += progress.asked);
            run.run_until(until, &brain::on_all_processors(&count)).expect("room for a brain");
            drop(count);
            row.seconds += started.elapsed().as_secs_f64();
            row.games = until;
            measure(&brain, seed, positions, judge, part == PARTS, &mut row);
            rows.push(row);
        }
        drop(run);
        drop(brain);
        let _ = std::fs::remove_file(path);
        rows
    }

    fn chart(&self, runs: &[Vec<ResultRow>]) -> Chart {
        let series = |name: &str, of: fn(&ResultRow) -> f64| {
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

    fn page(&self, runs: &[Vec<ResultRow>]) -> String {
        let mut text = format!(
            "## Connect four\n\n\
             {} games of each brain against itself, with the default settings. On the way it plays {GAMES} games as the first player, without searching, against perfect play that holds out as long as it can, and chooses a \
             move in {POSITIONS} positions after 12 to 39 random moves, without searching and, at the end, with searches of {NODES} positions. Moves are compared with exact values; seconds are those of training.\n\n\
             ![Growth](../pictures/connect4-network.svg)\n\n",
            self.games
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
    judge: &mut ExactJudge<G>,
    is_last: bool,
    row: &mut ResultRow,
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

fn table(rows: &[ResultRow]) -> String {
    let mut text = "| games | moves | seconds | moves a second | won against perfect play | moves that keep the value | with a search |\n\
                    |---|---|---|---|---|---|---|\n"
        .to_string();
    for row in rows {
        let searched =
            if row.searched > 0.0 { format!("{:.1} %", 100.0 * row.searched) } else { String::new() };
        let ResultRow { games, moves, seconds, won, kept, .. } = row;
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
