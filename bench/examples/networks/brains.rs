//! Brains, trained and graded as the commands `learn` and `grade` do it.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::available_parallelism;

use plywood_rules::Run;
use plywood_workshop::{
    AnyGame, GRADING_NODES, GradeOptions, GradePositions, GradeReport, GradedPlayer, Measuring, Memory,
    StageOptions, TrainingOptions, Trouble, TruthSource, WantedSettings, short_name,
};

/// The brains of each game.
pub struct Brains {
    /// The first seed, and their number.
    pub seed: u64,
    pub seeds: u64,
    /// The folder of their files. A brain that is there already is not trained again.
    pub folder: PathBuf,
}

/// A network that learnt by games against itself.
pub struct TrainedBrain {
    pub seed: u64,
    pub path: PathBuf,
    pub seconds: f64,
}

impl Brains {
    /// Trains a brain from each seed, by so many games, in which so many moves are random.
    pub fn train(
        &self,
        game: &Arc<dyn AnyGame>,
        (games, explore): (u64, f64),
    ) -> Result<Vec<TrainedBrain>, Box<dyn Error>> {
        std::fs::create_dir_all(&self.folder)?;
        let one = |seed| -> Result<TrainedBrain, Box<dyn Error>> {
            let path = self.folder.join(format!("{}-{games}-{seed}.brain", short_name(&game.name())));
            let train = || {
                // A run that goes on would not know how long its first part took.
                if path.exists() {
                    std::fs::remove_file(&path)?;
                }
                let options = TrainingOptions {
                    brain: path.clone(),
                    settings: WantedSettings { kind: Some(Memory::Ntuple), ..WantedSettings::default() },
                    stages: vec![StageOptions { games, opponent: "self".into() }],
                    measuring: Measuring { every: 0, games: 0, against: Vec::new() },
                    seed,
                    explore,
                    round: None,
                    max_plies: 10_000,
                    search: 1,
                    teacher: None,
                    descent: 0,
                    position: None,
                    moves: String::new(),
                };
                Ok(game.train(&options, &on_all_processors())?.seconds.to_string())
            };
            let seconds = once(&path.with_extension("seconds"), train)?.parse()?;
            Ok(TrainedBrain { seed, path, seconds })
        };
        (self.seed..self.seed + self.seeds).map(one).collect()
    }
}

/// The text of this file. If there is none, that of `find`, which is kept there for the next time.
pub fn once(
    file: &Path,
    find: impl FnOnce() -> Result<String, Box<dyn Error>>,
) -> Result<String, Box<dyn Error>> {
    if !file.exists() {
        let found = find()?;
        eprintln!("{}: {found}", file.display());
        std::fs::write(file, found)?;
    }
    Ok(std::fs::read_to_string(file)?)
}

impl TrainedBrain {
    /// The name of the bot that plays by the network alone.
    pub fn bot(&self) -> String {
        format!("learner:brain={}", self.path.display())
    }
}

/// The grades of these bots.
pub fn grade(
    game: &Arc<dyn AnyGame>,
    positions: &GradePositions,
    bots: impl Iterator<Item = String>,
) -> Result<GradeReport, Trouble> {
    let options = GradeOptions {
        players: bots.map(GradedPlayer::Bot).collect(),
        source: TruthSource { table: None, nodes: GRADING_NODES },
        seed: 1,
        worst: 0,
    };
    plywood_workshop::grade(game, positions, &options, &on_all_processors())
}

pub fn on_all_processors<P: 'static>() -> Run<'static, P> {
    Run { threads: available_parallelism().map_or(1, usize::from), ..Run::default() }
}
