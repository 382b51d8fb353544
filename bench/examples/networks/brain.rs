//! Brains to be measured, and their moves.

use std::path::PathBuf;
use std::sync::Arc;

use plywood_learn::{
    Brain, LearnSettings, MemoryKind, MemoryLimits, Opponent, ROUND_OF_NETWORK, Training, TrainingProgress,
    TrainingStage,
};
use plywood_rules::{Bot, Game, Playable, Position, Run, Stop};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A new brain with a network, in a file that is to be removed at the end, and its run of games against itself.
pub fn begin<G: Playable>(
    game: &Arc<G>,
    seed: u64,
    games: u64,
    explore: f64,
) -> (Arc<Brain<G>>, Training<'static, G>, PathBuf) {
    let settings = LearnSettings { kind: MemoryKind::Ntuple, ..LearnSettings::of_game(&**game) };
    let path = std::env::temp_dir().join(format!("plywood-networks-{}.brain", std::process::id()));
    let brain = Brain::create(Arc::clone(game), &path, settings, MemoryLimits::default());
    let brain = Arc::new(brain.expect("room for a brain"));
    let stages = vec![TrainingStage { games, opponent: Opponent::Itself }];
    let training = Training {
        plan: "growth".into(),
        seed,
        round: ROUND_OF_NETWORK,
        explore,
        ..Training::new(game.initial(), stages)
    };
    (brain, training, path)
}

/// A training on all processors, whose progress `hear` receives.
pub fn on_all_processors(hear: &(dyn Fn(TrainingProgress) + Sync)) -> Run<'_, TrainingProgress> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    Run { threads, progress: hear, ..Run::default() }
}

/// A bot's move.
pub fn choose<G: Game>(
    game: &G,
    bot: &mut dyn Bot<G>,
    state: &G::State,
    rng: &mut Xoshiro256PlusPlus,
) -> G::Move {
    bot.choose(game, Position { state, history: &[], clock: None }, rng, &Stop::never()).best
}
