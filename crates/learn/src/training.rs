//! Training: a schedule of stages, learnt game by game and written out in batches.
//!
//! The games of a round are played against the graph as it was before the round, on all threads, and learnt in the order
//! of their numbers. A round is learnt as a whole or not at all. The brain therefore depends only on the seed and the size
//! of a round, not on the number of threads, nor on the moments at which it was written or interrupted.

use std::num::NonZeroUsize;

use plywood_rules::random::part_seed;
use plywood_rules::{Bot, Outcome, Playable, Player, Position, Stop, Turn, is_threefold};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::brain::Brain;
use crate::chooser::{Aim, Choice, Policy};
use crate::episode::Episode;
use crate::error::BrainError;
use crate::lesson::points;
use crate::memory::Memory;
use crate::rounds::{Rounds, Scratch, TrainingProgress};
use crate::store::StoreError;
use crate::trajectory::End;
use crate::view::View;

/// Makes a fresh bot for a game.
pub type BuildBot<'a, G> = Box<dyn Fn() -> Box<dyn Bot<G>> + Sync + 'a>;

/// The opponent of a stage.
pub enum Opponent<'a, G> {
    /// Itself: both sides play from the brain.
    Itself,
    /// A bot; sides are swapped every game, and the learner begins.
    Bot(BuildBot<'a, G>),
}

/// A part of a schedule.
pub struct TrainingStage<'a, G> {
    /// The number of games.
    pub games: u64,
    /// The opponent.
    pub opponent: Opponent<'a, G>,
}

/// A training run: its schedule and options.
pub struct Training<'a, G: Playable> {
    /// The plan in words: an interrupted run goes on when it is asked for in the same words.
    pub plan: String,
    /// The position that every game begins from; it must not be finished.
    pub start: G::State,
    /// The stages, in their order.
    pub stages: Vec<TrainingStage<'a, G>>,
    /// The random seed.
    pub seed: u64,
    /// The probability of playing any move that is not known to lose instead of the best one.
    pub explore: f64,
    /// Games that are played against the same state of the brain before any of them is learnt. With 1 every game
    /// knows all games before it.
    pub round: NonZeroUsize,
    /// Threads to play on.
    pub jobs: NonZeroUsize,
    /// Plies after which a game is called off.
    pub max_plies: u32,
}

impl<'a, G: Playable> Training<'a, G> {
    /// A run from `start` with seed 1, on one thread, that explores one move in ten.
    pub fn new(start: G::State, stages: Vec<TrainingStage<'a, G>>) -> Training<'a, G> {
        Training {
            plan: String::new(),
            start,
            stages,
            seed: 1,
            explore: 0.1,
            round: NonZeroUsize::MIN,
            jobs: NonZeroUsize::MIN,
            max_plies: 10_000,
        }
    }

    /// Trains to the end of the schedule, or until `stop` is raised: then the same call goes on.
    ///
    /// # Errors
    /// Those of [`Training::run_until`] and [`Training::finish`].
    pub fn run(&self, brain: &Brain<G>, stop: &Stop) -> Result<(), BrainError> {
        self.begin(brain);
        self.run_until(brain, self.games(), stop, &mut |_| {})?;
        if stop.is_raised() { Ok(()) } else { self.finish(brain) }
    }

    /// All games of the schedule.
    pub fn games(&self) -> u64 {
        self.stages.iter().map(|stage| stage.games).sum()
    }

    /// Begins the run, or goes on with it if this brain was interrupted in it. Returns the number of its games that are
    /// learnt.
    pub fn begin(&self, brain: &Brain<G>) -> u64 {
        brain.begin_run(&self.plan, self.games())
    }

    /// Marks the run as finished: the same plan then begins another one.
    ///
    /// # Errors
    /// If the brain cannot be written.
    pub fn finish(&self, brain: &Brain<G>) -> Result<(), BrainError> {
        brain.finish_run()
    }

    /// Trains until `until` games of the run are learnt and written, or `stop` is raised. A round is learnt as a whole, so
    /// there may be more of them; one that is stopped is played again when the run goes on.
    ///
    /// # Errors
    /// If the brain cannot be read or written, or an opponent answers with a move that is not legal. What was written
    /// before stays.
    pub fn run_until(
        &self,
        brain: &Brain<G>,
        until: u64,
        stop: &Stop,
        on_progress: &mut dyn FnMut(TrainingProgress),
    ) -> Result<(), BrainError> {
        let play = |memory: &Memory, scratch: &mut Scratch, number: u64, episode: &mut Episode| {
            self.play(brain, memory, scratch, number, episode, stop)
        };
        Rounds::new(brain, self.games(), self.round, stop, &play).run_until(until, self.jobs, on_progress)
    }

    /// Plays game `number` of the run.
    fn play(
        &self,
        brain: &Brain<G>,
        memory: &Memory,
        scratch: &mut Scratch,
        number: u64,
        episode: &mut Episode,
        stop: &Stop,
    ) -> Result<(), BrainError> {
        let before = memory.run.as_ref().map_or(0, |run| run.before);
        let rng = Xoshiro256PlusPlus::seed_from_u64(part_seed(self.seed, before + number));
        scratch.graph.clear();
        scratch.trajectory.clear();
        scratch.chooser.findings.clear();
        let mut in_stage = number;
        for stage in &self.stages {
            if in_stage >= stage.games {
                in_stage -= stage.games;
                continue;
            }
            let mut game = TrainingGame { training: self, brain, memory, episode, rng };
            match &stage.opponent {
                Opponent::Itself => game.against_itself(scratch)?,
                Opponent::Bot(build) => {
                    let own = if in_stage.is_multiple_of(2) { Player::First } else { Player::Second };
                    game.against(scratch, &mut *build(), own, stop)?;
                }
            }
            break;
        }
        episode.findings.append(&mut scratch.chooser.findings);
        Ok(())
    }
}

/// One game of a training run.
struct TrainingGame<'a, G: Playable> {
    training: &'a Training<'a, G>,
    brain: &'a Brain<G>,
    memory: &'a Memory,
    episode: &'a mut Episode,
    rng: Xoshiro256PlusPlus,
}

impl<G: Playable> TrainingGame<'_, G> {
    fn policy(&self) -> Policy {
        let explore = self.training.explore;
        // Against itself there are no results to be curious about.
        let curious = explore > 0.0 && self.episode.own != [true, true];
        Policy { aim: Aim::Value, explore, curious }
    }

    /// Plays both sides. Play goes on in the position that represents all its images, because they have the same future.
    fn against_itself(&mut self, scratch: &mut Scratch) -> Result<(), StoreError> {
        let game = self.brain.game();
        let (places, settings) = (self.brain.places(), self.brain.settings());
        let mut view = View::new(&mut scratch.graph, self.memory);
        self.episode.own = [true, true];
        let Some(mut place) = places.find(&self.training.start) else { return Ok(()) };
        let mut exchanged = place.exchanged;
        let mut history = Vec::new();
        loop {
            let mover = if exchanged { place.mover.other() } else { place.mover };
            let node = scratch.trajectory.arrive(&mut view, settings, &place.key, place.legal(), mover)?;
            let far = history.len() >= self.training.max_plies as usize;
            if far || is_threefold(game, &history, &place.state) {
                self.episode.push(&place.key, place.legal(), mover, None);
                self.episode.end = Some(End::Open);
                return Ok(());
            }
            self.episode.asked += 1;
            self.episode.known += u64::from(!view.own.edges(node).is_empty());
            let policy = self.policy();
            let rng = &mut self.rng;
            let choice =
                scratch.chooser.choose(&places, settings, &mut view, node, &place, policy, rng, None)?;
            let Choice { mv, next } = choice;
            scratch.trajectory.pass(&mut view, mv);
            self.episode.push(&place.key, place.legal(), mover, Some(mv));
            let child = game.child(&place.state, place.moves[usize::from(mv)]);
            let next = match game.turn(&child) {
                Turn::Over(outcome) => {
                    let outcome = if exchanged { reversed(outcome) } else { outcome };
                    self.episode.end = Some(End::Outcome(outcome, points(game, outcome)));
                    return Ok(());
                }
                Turn::Decision(mover) => next.unwrap_or_else(|| places.of(&child, mover)),
                Turn::Chance => unreachable!("a brain is never of a game with dice"),
            };
            exchanged ^= next.exchanged;
            history.push(std::mem::replace(&mut place, next).state);
        }
    }

    /// Plays against a bot, which sees the game as it is.
    fn against(
        &mut self,
        scratch: &mut Scratch,
        bot: &mut dyn Bot<G>,
        own: Player,
        stop: &Stop,
    ) -> Result<(), BrainError> {
        let game = self.brain.game();
        let (places, settings) = (self.brain.places(), self.brain.settings());
        let mut view = View::new(&mut scratch.graph, self.memory);
        self.episode.own = Player::BOTH.map(|player| player == own);
        let mut state = self.training.start.clone();
        let (mut history, mut legal) = (Vec::new(), Vec::new());
        loop {
            let mover = match game.turn(&state) {
                Turn::Decision(mover) => mover,
                Turn::Over(outcome) => {
                    self.episode.end = Some(End::Outcome(outcome, points(game, outcome)));
                    return Ok(());
                }
                Turn::Chance => unreachable!("a brain is never of a game with dice"),
            };
            let place = places.of(&state, mover);
            let node = scratch.trajectory.arrive(&mut view, settings, &place.key, place.legal(), mover)?;
            let far = history.len() >= self.training.max_plies as usize;
            if far || is_threefold(game, &history, &state) {
                self.episode.push(&place.key, place.legal(), mover, None);
                self.episode.end = Some(End::Open);
                return Ok(());
            }
            let edge = if mover == own {
                self.episode.asked += 1;
                self.episode.known += u64::from(!view.own.edges(node).is_empty());
                let policy = self.policy();
                let rng = &mut self.rng;
                scratch.chooser.choose(&places, settings, &mut view, node, &place, policy, rng, None)?.mv
            } else {
                let position = Position { state: &state, history: &history, clock: None };
                let best = bot.choose(game, position, &mut self.rng, stop).best;
                if stop.is_raised() {
                    // A search that was stopped answers at once; that answer is not learnt.
                    return Ok(());
                }
                place.edge_of(game, best).ok_or_else(|| {
                    BrainError::Game(format!(
                        "the opponent answered with a move that is not legal, {best:?}, at '{}'",
                        game.state_text(&state)
                    ))
                })?
            };
            legal.clear();
            game.legal_moves(&state, &mut legal);
            let Some(mv) = place.move_of(game, &legal, edge) else {
                return Err(BrainError::Game("the symmetries of the game contradict its moves".into()));
            };
            scratch.trajectory.pass(&mut view, edge);
            self.episode.push(&place.key, place.legal(), mover, Some(edge));
            let next = game.child(&state, mv);
            history.push(std::mem::replace(&mut state, next));
        }
    }
}

/// The same end with the players exchanged.
fn reversed(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Win(player) => Outcome::Win(player.other()),
        Outcome::Draw => Outcome::Draw,
        Outcome::Payoff(points) => Outcome::Payoff(0.0 - points),
    }
}
