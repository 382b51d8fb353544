//! Learning: self-play on a brain of its own, in the folder for temporary files or in memory.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use plywood_games::{Visitor, open};
use plywood_learn::{
    Access, Brain, Counters, LearnSettings, MemoryLimits, Opponent, Training, TrainingStage,
};
use plywood_rules::random::below;
use plywood_rules::{Playable, Run, Turn};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The probability of a random move in self-play, as `plywood learn` has it.
const EXPLORE: f64 = 0.1;

/// A brain and what is done to it.
pub trait Lab {
    /// Lets it play `games` games against itself and learn them, to disk; returns the time that took.
    fn train(&mut self, games: u64) -> Duration;
    /// Its experience.
    fn counters(&self) -> Counters;
    /// Bytes of the graph in memory, and of the file.
    fn bytes(&self) -> (usize, u64);
    /// Gives back the unused room of the file; returns the time that took.
    fn compact(&mut self) -> Duration;
    /// Closes the brain and opens it again; returns the time that opening took.
    fn reopen(&mut self) -> Duration;
    /// Reads all of it into memory; returns the time that took.
    fn load_all(&mut self) -> Duration;
    /// Looks up this many positions of random games; returns the time that took and how many of them were known.
    fn look_up(&self, positions: usize) -> (Duration, usize);
}

/// A new brain of the game `name`, trained on `threads` threads in rounds of `round` games.
///
/// # Panics
/// If there is no such game, or no room for temporary files.
pub fn lab(name: &str, round: usize, threads: usize, limits: MemoryLimits) -> Box<dyn Lab> {
    open(name, NewLab { on_disk: true, round, threads, limits }).expect("a game of the list")
}

/// The same without a file. It cannot be opened again.
///
/// # Panics
/// If there is no such game.
pub fn lab_in_memory(name: &str, round: usize, threads: usize, limits: MemoryLimits) -> Box<dyn Lab> {
    open(name, NewLab { on_disk: false, round, threads, limits }).expect("a game of the list")
}

struct NewLab {
    on_disk: bool,
    round: usize,
    threads: usize,
    limits: MemoryLimits,
}

impl Visitor for NewLab {
    type Output = Box<dyn Lab>;
    fn visit<G: Playable>(self, game: G) -> Box<dyn Lab> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("plywood-bench-{}-{number}.brain", std::process::id()));
        let game = Arc::new(game);
        let (shared, settings) = (Arc::clone(&game), LearnSettings::default());
        let brain = if self.on_disk {
            Brain::create(shared, &path, settings, self.limits)
        } else {
            Brain::in_memory(shared, settings, self.limits)
        };
        let brain = Some(brain.expect("room for temporary files"));
        Box::new(GameLab { game, path, brain, round: self.round, threads: self.threads, limits: self.limits })
    }
}

struct GameLab<G: Playable> {
    game: Arc<G>,
    path: PathBuf,
    /// Gone only for the moment in which it is opened again.
    brain: Option<Brain<G>>,
    round: usize,
    threads: usize,
    limits: MemoryLimits,
}

impl<G: Playable> GameLab<G> {
    fn brain(&self) -> &Brain<G> {
        self.brain.as_ref().expect("open but while it is opened again")
    }
}

impl<G: Playable> Lab for GameLab<G> {
    fn train(&mut self, games: u64) -> Duration {
        let training = Training {
            // A plan of its own, so that it is not taken for the one before.
            plan: self.counters().games.to_string(),
            seed: 1,
            explore: EXPLORE,
            round: NonZeroUsize::new(self.round).unwrap_or(NonZeroUsize::MIN),
            ..Training::new(self.game.initial(), vec![TrainingStage { games, opponent: Opponent::Itself }])
        };
        let mut run = training.begin(self.brain());
        let started = Instant::now();
        run.run_until(games, &Run { threads: self.threads, ..Run::default() }).expect("a brain of its own");
        started.elapsed()
    }

    fn counters(&self) -> Counters {
        self.brain().counters()
    }

    fn bytes(&self) -> (usize, u64) {
        (self.brain().memory_bytes(), self.brain().file_bytes())
    }

    fn compact(&mut self) -> Duration {
        let started = Instant::now();
        self.brain().compact().expect("a brain of its own");
        started.elapsed()
    }

    fn reopen(&mut self) -> Duration {
        self.brain = None;
        let started = Instant::now();
        let brain = Brain::open(Arc::clone(&self.game), &self.path, Access::Write, self.limits);
        self.brain = Some(brain.expect("it was closed"));
        started.elapsed()
    }

    fn load_all(&mut self) -> Duration {
        let started = Instant::now();
        self.brain().load_all().expect("a brain of its own");
        started.elapsed()
    }

    fn look_up(&self, positions: usize) -> (Duration, usize) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        let (mut state, mut states, mut moves) = (self.game.initial(), Vec::new(), Vec::new());
        while states.len() < positions {
            match self.game.turn(&state) {
                Turn::Decision(_) => {
                    states.push(state.clone());
                    moves.clear();
                    self.game.legal_moves(&state, &mut moves);
                    state = self.game.child(&state, moves[below(&mut rng, moves.len())]);
                }
                Turn::Over(_) | Turn::Chance => state = self.game.initial(),
            }
        }
        let started = Instant::now();
        let line = |state: &G::State| self.brain().expected_line(state, 1).expect("a sound brain").len();
        let known = states.iter().map(line).sum();
        (started.elapsed(), known)
    }
}

impl<G: Playable> Drop for GameLab<G> {
    fn drop(&mut self) {
        self.brain = None;
        let _ = std::fs::remove_file(&self.path);
    }
}

/// The resident memory of this process in bytes; `None` if the system does not report it.
pub fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string(Path::new("/proc/self/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes << 10)
}
