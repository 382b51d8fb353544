//! Brains in text: their contents, and training them.

use std::io::{BufRead, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use plywood_arena::{Contestant, Match, MatchFailure};
use plywood_erased::{Ending, Estimate, Known, KnownMove, TypedPlaythrough, line_in_text, position_after};
use plywood_learn::{
    Aim, Brain, BrainError, BuildBot, Counters, CurvePoint, Header, LearnSettings, Learner, MemoryKind,
    MemoryLimits, NetworkSize, Opponent, ROUND_OF_NETWORK, RecordedRun, StoreError, Summary, Training,
    TrainingProgress, TrainingStage, WantedSettings,
};
use plywood_rules::options::{Options, split_name};
use plywood_rules::random::part_seed;
use plywood_rules::student::Finished;
use plywood_rules::{Bot, Instant, Playable, Run, Stop, TextError, Turn};

use crate::bot_list;
use crate::bots::{self, BotPurpose, Factory};
use crate::explanation::{Explanation, explain};
use crate::shared::Opened;
use crate::trouble::Trouble;

/// A stage of a training run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StageOptions {
    /// The number of games.
    pub games: u64,
    /// A bot's name, or `self`.
    pub opponent: String,
}

/// The measurements of a learner while it is trained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measuring {
    /// After every `every` games of the run, and before the first and after the last; never if 0.
    pub every: u64,
    /// Games against each opponent, sides swapped every game.
    pub games: u64,
    /// The opponents: bots' names.
    pub against: Vec<String>,
}

/// A training run.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingOptions {
    /// The file of the brain; it is made if there is none.
    pub brain: PathBuf,
    /// The settings of a new brain; an existing one must have the same.
    pub settings: WantedSettings,
    /// The stages.
    pub stages: Vec<StageOptions>,
    /// The measurements.
    pub measuring: Measuring,
    /// Fixes everything random.
    pub seed: u64,
    /// The probability of a random move in training.
    pub explore: f64,
    /// Games played against the same state of the brain; `None` for 1, and for 8 if it has a network.
    pub round: Option<NonZeroUsize>,
    /// Plies after which a game is called off.
    pub max_plies: u32,
    /// Plies of the searches whose values a network learns; 1 for the moves alone.
    pub search: u32,
    /// The bot whose values a network learns instead.
    pub teacher: Option<String>,
    /// Lines that a network follows to the end of the game before each move, to learn all positions on them (descent); 0 for none.
    pub descent: u32,
    /// The position the games begin with; `None` for the opening of the game.
    pub position: Option<String>,
    /// Moves played from there first.
    pub moves: String,
}

/// A finished game from the opening, to learn from.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedGame {
    /// The moves.
    pub moves: Vec<String>,
    /// The end.
    pub ending: Ending,
    /// For the first and the second player: true for the learner itself.
    pub own: [bool; 2],
}

/// An event of a training run.
#[derive(Clone, Debug, PartialEq)]
pub enum TrainingEvent {
    /// The run begins, or resumes.
    Begun {
        /// The learning curve that the brain has already.
        curve: Vec<CurvePoint>,
        /// Games the brain had learnt before the run.
        before: u64,
        /// Games of the run that are learnt: 0 unless it was interrupted.
        done: u64,
    },
    /// The progress so far.
    Progress {
        /// Games of the run, and decisions since the last report.
        progress: TrainingProgress,
        /// The numbers of games, positions and moves that the brain has learnt.
        counters: Counters,
    },
    /// It is being measured against this opponent.
    Measuring {
        /// The opponent.
        opponent: String,
    },
    /// A point of the curve, which is on disk, as all games before it are.
    Measured(CurvePoint),
}

/// The result of a training run.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingReport {
    /// The settings of the brain.
    pub settings: LearnSettings,
    /// The numbers of games, positions and moves that the brain has learnt.
    pub counters: Counters,
    /// Games of the run that were learnt now, and the seconds of learning alone that took.
    pub trained: u64,
    /// See `trained`.
    pub seconds: f64,
    /// The whole learning curve of the brain.
    pub curve: Vec<CurvePoint>,
    /// Bytes of the file.
    pub file_bytes: u64,
    /// Bytes of the graph in memory.
    pub memory_bytes: u64,
    /// True if all games were played.
    pub complete: bool,
}

/// The contents of a brain in numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct BrainStats {
    /// Its game and its settings.
    pub header: Header,
    /// Its counters.
    pub counters: Counters,
    /// The size of its network, if it has one.
    pub network: Option<NetworkSize>,
    /// Counted over all of it; `None` if that was stopped.
    pub summary: Option<Summary>,
    /// The training run begun last.
    pub run: Option<RecordedRun>,
    /// The learning curve.
    pub curve: Vec<CurvePoint>,
    /// Bytes of the file.
    pub file_bytes: u64,
}

/// A brain of any game.
pub trait AnyBrain: Send + Sync {
    /// Its contents in numbers.
    ///
    /// # Errors
    /// If it cannot be read.
    fn stats(&self, stop: &Stop) -> Result<BrainStats, BrainError>;
    /// The legal moves of a position, in their order, each with the knowledge about it.
    ///
    /// # Errors
    /// If the position or a move is wrong, or the brain cannot be read.
    fn known_moves(&self, position: Option<&str>, moves: &str) -> Result<Vec<KnownMove>, Trouble>;
    /// The value of a position to its network, with up to `count` of the tuples that count most in it; `None` without a network, or
    /// where no player decides.
    ///
    /// # Errors
    /// If the position or a move is wrong.
    fn explain(
        &self,
        position: Option<&str>,
        moves: &str,
        count: usize,
    ) -> Result<Option<Explanation>, Trouble>;
    /// Writes it as text; false if it was stopped.
    ///
    /// # Errors
    /// If it cannot be read or the text cannot be written.
    fn export(&self, out: &mut dyn Write, stop: &Stop) -> Result<bool, BrainError>;
    /// Adds the knowledge of the brain in another file; false if it was stopped, and then nothing is
    /// changed.
    ///
    /// # Errors
    /// If they do not fit, or a file cannot be read or written; then nothing is changed.
    fn merge(self: Box<Self>, other: &std::path::Path, stop: &Stop) -> Result<Option<Counters>, BrainError>;
    /// Forgets everything.
    ///
    /// # Errors
    /// If the file cannot be written.
    fn reset(&self) -> Result<(), BrainError>;
}

pub(crate) struct ErasedBrain<G: Playable>(pub Brain<G>);

impl<G: Playable> AnyBrain for ErasedBrain<G> {
    fn stats(&self, stop: &Stop) -> Result<BrainStats, BrainError> {
        let brain = &self.0;
        Ok(BrainStats {
            header: brain.header().clone(),
            counters: brain.counters(),
            network: brain.network_size(),
            summary: brain.summary(stop)?,
            run: brain.run(),
            curve: brain.curve()?,
            file_bytes: brain.file_bytes(),
        })
    }

    fn known_moves(&self, position: Option<&str>, moves: &str) -> Result<Vec<KnownMove>, Trouble> {
        known_moves(&self.0, position, moves)
    }

    fn explain(
        &self,
        position: Option<&str>,
        moves: &str,
        count: usize,
    ) -> Result<Option<Explanation>, Trouble> {
        explain(&self.0, position, moves, count)
    }

    fn export(&self, out: &mut dyn Write, stop: &Stop) -> Result<bool, BrainError> {
        self.0.export(out, stop)
    }

    fn merge(self: Box<Self>, other: &std::path::Path, stop: &Stop) -> Result<Option<Counters>, BrainError> {
        let (game, limits) = (Arc::clone(self.0.shared_game()), self.0.limits());
        let other = Brain::open(game, other, plywood_learn::Access::Read, limits)?;
        Ok(self.0.merge(&other, stop)?.map(|merged| merged.counters()))
    }

    fn reset(&self) -> Result<(), BrainError> {
        self.0.reset()
    }
}

pub(crate) fn known_moves<G: Playable>(
    brain: &Brain<G>,
    position: Option<&str>,
    moves: &str,
) -> Result<Vec<KnownMove>, Trouble> {
    let game = brain.game();
    let state = position_after(game, position, moves)?;
    let known = brain.known_moves(&state)?;
    Ok(known
        .into_iter()
        .map(|known| KnownMove {
            mv: game.move_text(&state, known.mv),
            known: known.edge.map(|edge| Known {
                q: f64::from(edge.q),
                visits: u64::from(edge.visits),
                proved: edge.proof(),
                tries: u64::from(edge.tries),
                result: f64::from(edge.result),
                line: line_in_text(game, &state, &known.line),
            }),
            estimate: known.value.map(|value| Estimate {
                value: f64::from(value),
                line: line_in_text(game, &state, &known.line),
            }),
        })
        .collect())
}

/// Lets a brain learn finished games, with one write for all of them.
pub(crate) fn learn_games<G: Playable>(brain: &Brain<G>, games: &[PlayedGame]) -> Result<Counters, Trouble> {
    let played = games
        .iter()
        .map(|game| TypedPlaythrough::new(Arc::clone(brain.shared_game()), None, &game.moves.join(" "), 0))
        .collect::<Result<Vec<_>, _>>()?;
    let finished: Vec<Finished<'_, G>> = played
        .iter()
        .zip(games)
        .map(|(play, game)| Finished {
            states: play.states(),
            moves: play.typed_moves(),
            ended: game.ending.into(),
            own: game.own,
        })
        .collect();
    Ok(brain.learn_all(&finished)?)
}

pub(crate) fn import<G: Playable>(
    game: Arc<G>,
    path: &std::path::Path,
    text: &mut dyn BufRead,
    stop: &Stop,
) -> Result<Option<Counters>, BrainError> {
    let brain = Brain::import(game, path, text, MemoryLimits::default(), stop)?;
    Ok(brain.map(|brain| brain.counters()))
}

/// The seed of measurements, apart from that of training: the curve does not depend on the schedule.
const MEASUREMENT: u64 = u64::MAX / 3;

/// Trains a brain.
pub(crate) fn train<G: Playable>(
    opened: &Opened<G>,
    plan: &TrainingOptions,
    run: &Run<'_, TrainingEvent>,
) -> Result<TrainingReport, Trouble> {
    let game = &opened.rules;
    let start = position_after(&**game, plan.position.as_deref(), &plan.moves)?;
    if let Turn::Over(_) = game.turn(&start) {
        return Err(TextError::new("there is nothing to learn: the game is over where it begins").into());
    }
    // Names are checked before a file is made.
    let mut stages = Vec::new();
    for stage in &plan.stages {
        stages.push(TrainingStage { games: stage.games, opponent: opponent(opened, plan, &stage.opponent)? });
    }
    let opponents = plan
        .measuring
        .against
        .iter()
        .map(|name| Ok::<_, Trouble>((name.clone(), fixed_bot(opened, plan, name)?)));
    let opponents: Vec<(String, Factory<G>)> = opponents.collect::<Result<_, _>>()?;
    let teacher = plan.teacher.as_deref().map(|name| fixed_bot(opened, plan, name)).transpose()?;
    if plan.descent > 0 && game.has_chance() {
        return Err(
            TextError::new("descent follows lines to the end of a game without dice; leave it out").into()
        );
    }
    let can_be_taught = |kind: MemoryKind| {
        let taught = match (&teacher, plan.descent) {
            (Some(_), _) => "from a teacher",
            (None, 1..) => "by descent",
            (None, 0) if plan.search > 1 => "from searches",
            (None, 0) => return Ok(()),
        };
        let advice =
            || format!("only a network learns {taught}: make the brain with kind=ntuple or kind=both");
        if kind.has_network() { Ok(()) } else { Err(TextError::new(advice())) }
    };
    if !plan.brain.exists() {
        can_be_taught(plan.settings.or(LearnSettings::of_game(&**game)).kind)?;
    }
    let limits = MemoryLimits::of(run.memory);
    let brain = opened.shared.brains.open_or_create(game, &plan.brain, plan.settings, limits)?;
    can_be_taught(brain.settings().kind)?;
    brain.load_all()?;
    let games = if brain.settings().kind.has_network() { ROUND_OF_NETWORK } else { NonZeroUsize::MIN };
    let round = plan.round.unwrap_or(games);
    let training = Training {
        plan: plan_text(plan, round),
        start: start.clone(),
        stages,
        seed: plan.seed,
        explore: plan.explore,
        round,
        max_plies: plan.max_plies,
        search: plan.search,
        lines: plan.descent,
        teacher: teacher.map(|build| build as BuildBot<'_, G>),
    };
    let mut under_way = training.begin(&brain);
    let (begun, before) = (under_way.done(), under_way.before());
    (run.progress)(TrainingEvent::Begun { curve: brain.curve()?, before, done: begun });
    let (mut done, mut seconds) = (begun, 0.0);
    let complete = loop {
        // A run may be interrupted and resumed between two measurements; it has to give the same curve as any
        // other.
        let measured = !is_measured(plan, round, done, training.games())
            || measure(&brain, &start, plan, &opponents, run)?;
        if measured && done >= training.games() {
            under_way.finish()?;
            break true;
        }
        if run.stop.is_cancelled() {
            break false;
        }
        let until = match plan.measuring.every {
            0 => training.games(),
            every => ((done / every + 1) * every).min(training.games()),
        };
        let started = Instant::now();
        let report = |progress| {
            let counters = brain.counters();
            (run.progress)(TrainingEvent::Progress { progress, counters });
        };
        under_way.run_until(until, &run.with(&report))?;
        seconds += started.elapsed().as_secs_f64();
        done = under_way.done();
    };
    let memory_bytes = brain.memory_bytes() as u64;
    // Brains that grow leave holes in their files.
    if done > begun {
        match brain.compact() {
            // Compacting takes room for a while. Everything is learnt and written anyway.
            Err(BrainError::Store(StoreError::Full { .. })) => {}
            compacted => compacted?,
        }
    }
    let mut report = TrainingReport {
        settings: *brain.settings(),
        counters: brain.counters(),
        trained: done - begun,
        seconds,
        curve: brain.curve()?,
        file_bytes: 0,
        memory_bytes,
        complete,
    };
    // Closing the file writes to it.
    drop((training, opponents, brain));
    report.file_bytes = std::fs::metadata(&plan.brain).map_or(0, |about| about.len());
    Ok(report)
}

/// Returns true if a run is measured after `done` of its games: at the end of the round that passes a multiple of the
/// plan's interval.
fn is_measured(plan: &TrainingOptions, round: NonZeroUsize, done: u64, games: u64) -> bool {
    let round = round.get() as u64;
    match plan.measuring.every {
        0 => false,
        every => done == games || done == (done / every * every).next_multiple_of(round),
    }
}

fn opponent<'a, G: Playable>(
    opened: &Opened<G>,
    plan: &TrainingOptions,
    name: &str,
) -> Result<Opponent<'a, G>, Trouble> {
    if name == "self" {
        return Ok(Opponent::Itself);
    }
    Ok(Opponent::Bot(fixed_bot(opened, plan, name)?))
}

/// A bot that does not learn: one that also learnt from the games would make runs and measurements that could
/// not be repeated.
fn fixed_bot<G: Playable>(
    opened: &Opened<G>,
    plan: &TrainingOptions,
    name: &str,
) -> Result<Factory<G>, Trouble> {
    // Decided from the text if possible: making such a bot creates the file of its brain.
    if !learns(name)? {
        let make = bots::factory(opened, name, BotPurpose::Move)?;
        if make().student().is_none() {
            return Ok(make);
        }
    }
    Err(TextError::new(format!(
        "'{name}' would learn from the games as well; leave learn=on out, and let '{}' play against it as it is",
        plan.brain.display()
    ))
    .into())
}

/// Returns true if these words name a bot that learns from its games.
fn learns(text: &str) -> Result<bool, TextError> {
    let (name, given) = split_name(text);
    match bot_list::BOTS.iter().find(|info| info.name == name && name == "learner") {
        Some(info) => Ok(Options::read(&format!("bot '{name}'"), info.parameters, given)?.is("learn", "on")),
        None => Ok(false),
    }
}

/// The text of everything that defines a run.
fn plan_text(plan: &TrainingOptions, round: NonZeroUsize) -> String {
    let stages: Vec<String> =
        plan.stages.iter().map(|stage| format!("{} {}", stage.games, stage.opponent)).collect();
    let mut text = format!(
        "{}; seed {}, explore {}, round {}, max-plies {}, from {}",
        stages.join(", "),
        plan.seed,
        plan.explore,
        round,
        plan.max_plies,
        plan.position.as_deref().unwrap_or("the opening"),
    );
    if let Some(teacher) = &plan.teacher {
        text += &format!(", teacher {teacher}");
    }
    if plan.descent > 0 {
        text += &format!(", descent {}", plan.descent);
    }
    if plan.search > 1 {
        text += &format!(", search {}", plan.search);
    }
    for mv in plan.moves.split_whitespace() {
        text += &format!(" {mv}");
    }
    text
}

/// Measures the brain as it is, unless that was done; false if it was stopped.
fn measure<G: Playable>(
    brain: &Arc<Brain<G>>,
    start: &G::State,
    plan: &TrainingOptions,
    opponents: &[(String, Factory<G>)],
    run: &Run<'_, TrainingEvent>,
) -> Result<bool, Trouble> {
    let games = brain.counters().games;
    let known = brain.curve()?;
    for (name, make) in opponents {
        if known.iter().any(|point| point.games == games && point.opponent == *name) {
            continue;
        }
        (run.progress)(TrainingEvent::Measuring { opponent: name.clone() });
        let machine = || {
            let machine = Learner::new(Arc::clone(brain), Aim::Value, false, None);
            Box::new(machine) as Box<dyn Bot<G>>
        };
        let held = Match {
            start: start.clone(),
            games: plan.measuring.games,
            seed: part_seed(MEASUREMENT, games),
            max_plies: plan.max_plies,
            ..Match::new(
                brain.game(),
                [Contestant::new("the machine", machine), Contestant::new(name.clone(), make)],
            )
        };
        let standing = held.run(&run.with(&|_| ())).map_err(|error| match error {
            MatchFailure::Start(reason) => TextError::new(reason).into(),
            error => Trouble::failed(error.to_string()),
        })?;
        let total = standing.total();
        if total.games() < plan.measuring.games {
            // A point of fewer games would not be like the others.
            return Ok(false);
        }
        let (wins, draws, losses) = (total.wins, total.draws, total.losses);
        let point = CurvePoint { games, opponent: name.clone(), wins, draws, losses };
        brain.add_to_curve(std::slice::from_ref(&point))?;
        (run.progress)(TrainingEvent::Measured(point));
    }
    Ok(true)
}
