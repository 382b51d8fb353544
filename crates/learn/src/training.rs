//! Training: a schedule of stages, learnt game by game and written out in batches.
//!
//! The games of a round are played against the graph as it was before the round, on all threads, and learnt in the order
//! of their numbers. A round is learnt as a whole or not at all. The brain therefore depends only on the seed and the size
//! of a round, not on the number of threads, nor on the moments at which it was written or interrupted.

use std::num::NonZeroUsize;

use plywood_rules::random::part_seed;
use plywood_rules::{Bot, Playable, Player, Position, Run, Stop, Turn, is_threefold};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::brain::Brain;
use crate::chooser::{Aim, Chooser, Policy};
use crate::current_run::CurrentRun;
use crate::episode::Episode;
use crate::error::BrainError;
use crate::memory::BrainMemory;
use crate::network_game::{self, GraphProofs, NetworkPlay, opponents_move};
use crate::place::Canonicalizer;
use crate::proof::points;
use crate::rounds::{PlayGame, Rounds, Scratch, TrainingProgress};
use crate::trajectory::{EpisodeEnd, Trajectory};
use crate::view::GraphView;

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
    /// The plan in words: an interrupted run continues when the same plan is requested.
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
    /// Plies after which a game is called off.
    pub max_plies: u32,
    /// Plies of the searches whose values a network learns; 1 for the moves alone.
    pub search: u32,
    /// Lines that a network follows to the end of the game before each move, to learn all positions on them by their minimax (descent);
    /// 0 for none. Not with dice, nor with a teacher.
    pub lines: u32,
    /// The bot whose values a network learns instead.
    pub teacher: Option<BuildBot<'a, G>>,
}

/// The games of a round of a brain with a network by default: enough to keep a few threads at work, and so few that the network that
/// plays knows nearly all games before.
pub const ROUND_OF_NETWORK: NonZeroUsize = NonZeroUsize::new(8).expect("it is not 0");

impl<'a, G: Playable> Training<'a, G> {
    /// A run from `start` with seed 1 that explores one move in ten.
    pub fn new(start: G::State, stages: Vec<TrainingStage<'a, G>>) -> Training<'a, G> {
        Training {
            plan: String::new(),
            start,
            stages,
            seed: 1,
            explore: 0.1,
            round: NonZeroUsize::MIN,
            max_plies: 10_000,
            search: 1,
            lines: 0,
            teacher: None,
        }
    }

    /// Trains to the end of the schedule, or until it is stopped: then the same call continues.
    ///
    /// # Errors
    /// Those of [`TrainingRun::run_until`] and [`TrainingRun::finish`].
    pub fn run(&self, brain: &Brain<G>, run: &Run<'_, TrainingProgress>) -> Result<(), BrainError> {
        let mut under_way = self.begin(brain);
        under_way.run_until(self.games(), run)?;
        if run.stop.is_raised() { Ok(()) } else { under_way.finish() }
    }

    /// All games of the schedule.
    pub fn games(&self) -> u64 {
        self.stages.iter().map(|stage| stage.games).sum()
    }

    /// Begins the run, or continues it if this brain was interrupted in it. Several runs may teach one brain at the same time; the
    /// games of all of them are learnt, and the one begun last goes on after an interruption.
    pub fn begin<'r>(&'r self, brain: &'r Brain<G>) -> TrainingRun<'r, G> {
        TrainingRun { training: self, brain, run: CurrentRun::begin(brain, &self.plan, self.games()) }
    }

    /// Plays game `number` of the run.
    #[allow(clippy::too_many_arguments)]
    fn play(
        &self,
        before: u64,
        buffers: &mut TrainingBuffers<'_, G>,
        memory: &BrainMemory,
        scratch: &mut Scratch,
        number: u64,
        episode: &mut Episode,
        stop: &Stop,
    ) -> Result<(), BrainError> {
        scratch.clear();
        let Some(opponent) = self.opponent(number) else { return Ok(()) };
        let rng = self.rng(before, number);
        let Scratch { graph, chooser, trajectory } = scratch;
        memory.look(graph, |view| {
            TrainingGame { training: self, buffers, chooser, trajectory, episode, rng }
                .play(view, opponent, stop)
        })?;
        episode.findings.append(&mut scratch.chooser.findings);
        Ok(())
    }

    /// The same with a network.
    #[allow(clippy::too_many_arguments)]
    fn play_with_network(
        &self,
        before: u64,
        table: &NetworkPlay<'_, G>,
        places: &Canonicalizer<'_, G>,
        buffers: &mut network_game::NetworkBuffers<G>,
        teacher: Option<&mut (dyn Bot<G> + 'static)>,
        memory: &BrainMemory,
        scratch: &mut Scratch,
        number: u64,
        episode: &mut Episode,
        stop: &Stop,
    ) -> Result<(), BrainError> {
        scratch.clear();
        let (Some(opponent), Some(network)) = (self.opponent(number), &memory.network) else { return Ok(()) };
        let rng = self.rng(before, number);
        if !table.settings.kind.has_graph() {
            return table.play(network, None, opponent, teacher, self.explore, rng, buffers, episode, stop);
        }
        let Scratch { graph, chooser, .. } = scratch;
        memory.look(graph, |view| {
            let graph = Some(GraphProofs { places, view, chooser });
            table.play(network, graph, opponent, teacher, self.explore, rng, buffers, episode, stop)
        })?;
        episode.findings.append(&mut scratch.chooser.findings);
        Ok(())
    }

    /// The generator of a game of the run, which the brain began after `before` games.
    fn rng(&self, before: u64, number: u64) -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::seed_from_u64(part_seed(self.seed, before + number))
    }

    /// The opponent in a game of the run, with the player that the learner is; `None` inside if it plays both.
    #[allow(clippy::type_complexity)]
    fn opponent(&self, number: u64) -> Option<Option<(Box<dyn Bot<G>>, Player)>> {
        let mut in_stage = number;
        for stage in &self.stages {
            if in_stage < stage.games {
                return Some(match &stage.opponent {
                    Opponent::Itself => None,
                    Opponent::Bot(build) => {
                        let own = if in_stage.is_multiple_of(2) { Player::First } else { Player::Second };
                        Some((build(), own))
                    }
                });
            }
            in_stage -= stage.games;
        }
        None
    }
}

/// A training run under way.
pub struct TrainingRun<'a, G: Playable> {
    training: &'a Training<'a, G>,
    brain: &'a Brain<G>,
    run: CurrentRun<'a>,
}

impl<G: Playable> TrainingRun<'_, G> {
    /// Games of it that are learnt.
    pub fn done(&self) -> u64 {
        self.run.done()
    }

    /// Games the brain had learnt when it began.
    pub fn before(&self) -> u64 {
        self.run.before()
    }

    /// Marks it as finished: the same plan then begins another one.
    ///
    /// # Errors
    /// If the brain cannot be written.
    pub fn finish(self) -> Result<(), BrainError> {
        self.run.finish()
    }

    /// Trains until `until` games are learnt and written, or it is stopped. A round is learnt as a whole, so there may be more of
    /// them; one that is stopped is played again when the training continues.
    ///
    /// # Errors
    /// If the brain cannot be read or written, or an opponent answers with a move that is not legal. What was written
    /// before stays.
    pub fn run_until(&mut self, until: u64, run: &Run<'_, TrainingProgress>) -> Result<(), BrainError> {
        let TrainingRun { training, brain, run: current } = self;
        let (training, brain, before) = (*training, *brain, current.before());
        let with_network = brain.encoder().map(|encoder| NetworkPlay {
            game: brain.game(),
            encoder,
            settings: brain.settings(),
            start: &training.start,
            search: training.search,
            lines: training.lines,
            max_plies: training.max_plies,
        });
        let player = || -> PlayGame<'_> {
            if let Some(table) = &with_network {
                let places = brain.places().keeping();
                let mut buffers = network_game::NetworkBuffers::default();
                let mut teacher = training.teacher.as_ref().map(|build| build());
                return Box::new(move |memory, scratch, number, episode| {
                    training.play_with_network(
                        before,
                        table,
                        &places,
                        &mut buffers,
                        teacher.as_deref_mut(),
                        memory,
                        scratch,
                        number,
                        episode,
                        &run.stop,
                    )
                });
            }
            let mut buffers = TrainingBuffers {
                brain,
                places: brain.places().keeping(),
                history: Vec::new(),
                legal: Vec::new(),
            };
            Box::new(move |memory, scratch, number, episode| {
                training.play(before, &mut buffers, memory, scratch, number, episode, &run.stop)
            })
        };
        Rounds::new(brain, training.games(), training.round, run, &player).run_until(current, until)
    }
}

/// A thread's own part: the buffers are reused from game to game.
struct TrainingBuffers<'a, G: Playable> {
    brain: &'a Brain<G>,
    places: Canonicalizer<'a, G>,
    history: Vec<G::State>,
    legal: Vec<G::Move>,
}

/// One game of a training run.
struct TrainingGame<'a, 'b, G: Playable> {
    training: &'a Training<'a, G>,
    buffers: &'a mut TrainingBuffers<'b, G>,
    chooser: &'a mut Chooser,
    trajectory: &'a mut Trajectory,
    episode: &'a mut Episode,
    rng: Xoshiro256PlusPlus,
}

impl<G: Playable> TrainingGame<'_, '_, G> {
    fn policy(&self) -> Policy {
        let explore = self.training.explore;
        // Against itself there are no results to be curious about.
        let curious = explore > 0.0 && self.episode.own != [true, true];
        Policy { aim: Aim::Value, explore, curious }
    }

    /// Plays against a bot, as the player named with it, or against itself. A bot sees the game as it is.
    /// Against itself play continues in the position that represents all its images, because they have the
    /// same future.
    fn play(
        &mut self,
        view: &mut GraphView<'_>,
        mut opponent: Option<(Box<dyn Bot<G>>, Player)>,
        stop: &Stop,
    ) -> Result<(), BrainError> {
        self.episode.own = Player::BOTH.map(|player| opponent.as_ref().is_none_or(|(_, own)| *own == player));
        let policy = self.policy();
        let TrainingBuffers { brain, places, history, legal } = &mut *self.buffers;
        let (game, places, settings) = (brain.game(), &*places, brain.settings());
        history.clear();
        let mut state = self.training.start.clone();
        // True while the players are exchanged in `state`.
        let mut exchanged = false;
        let mut next = None;
        loop {
            let mover = match game.turn(&state) {
                Turn::Decision(mover) => mover,
                Turn::Over(outcome) => {
                    let outcome = if exchanged { outcome.mirrored() } else { outcome };
                    self.episode.end = Some(EpisodeEnd::Outcome(outcome, points(game, outcome)));
                    return Ok(());
                }
                Turn::Chance => unreachable!("a brain is never of a game with dice"),
            };
            let place = next.take().unwrap_or_else(|| places.of(&state, mover));
            let mover = if exchanged { mover.other() } else { mover };
            if opponent.is_none() {
                exchanged ^= place.exchanged;
                state.clone_from(&place.state);
            }
            let node = place.node(view)?;
            self.trajectory.arrive(view, settings, node, place.legal(), mover);
            let far = history.len() >= self.training.max_plies as usize;
            if far || is_threefold(game, history, &state) {
                self.episode.push(&place, mover, None);
                self.episode.end = Some(EpisodeEnd::Open);
                return Ok(());
            }
            let edge = match &mut opponent {
                Some((bot, own)) if mover != *own => {
                    let position = Position { state: &state, history, clock: None };
                    let Some(best) = opponents_move(&mut **bot, game, position, &mut self.rng, stop)? else {
                        return Ok(());
                    };
                    place.edge_of(game, best).ok_or_else(|| BrainError::illegal_answer(game, &state, best))?
                }
                _ => {
                    self.episode.asked += 1;
                    self.episode.known += u64::from(!view.edges(node).is_empty());
                    let rng = &mut self.rng;
                    let choice =
                        self.chooser.choose(places, settings, view, node, &place, policy, rng, None)?;
                    next = choice.next.filter(|_| opponent.is_none());
                    choice.mv
                }
            };
            let mv = if opponent.is_none() {
                place.moves[usize::from(edge)]
            } else {
                legal.clear();
                game.legal_moves(&state, legal);
                place.move_of(game, legal, edge).ok_or_else(|| {
                    BrainError::Game("the symmetries of the game contradict its moves".to_string())
                })?
            };
            self.trajectory.pass(view, edge);
            self.episode.push(&place, mover, Some(edge));
            let child = game.child(&state, mv);
            history.push(std::mem::replace(&mut state, child));
        }
    }
}
