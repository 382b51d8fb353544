//! Training: a schedule of stages, learnt game by game and written out in batches.
//!
//! The games of a round are played against the graph as it was before the round, on as many threads as there are, and
//! learnt in the order of their numbers. A round is learnt as a whole or not at all. So the brain depends on the seed
//! and the size of a round, and on nothing else: not on the number of threads, nor on when it was written out or
//! interrupted.

use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

use plywood_rules::random::part_seed;
use plywood_rules::{Bot, Outcome, Playable, Player, Position, Stop, Turn, is_threefold};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::brain::Brain;
use crate::decide::{Aim, Choice, Chooser, Manner};
use crate::error::BrainError;
use crate::graph::Graph;
use crate::lesson::points;
use crate::memory::{Memory, Run};
use crate::store::StoreError;
use crate::trace::Trace;
use crate::view::View;
use crate::walk::{End, Walk};

/// Makes a fresh bot for a game.
pub type BuildBot<'a, G> = Box<dyn Fn() -> Box<dyn Bot<G>> + Sync + 'a>;

/// Whom the machine plays against in a stage.
pub enum Opponent<'a, G> {
    /// Itself: both sides play from the brain.
    Itself,
    /// A bot; sides are swapped every game, and the machine begins.
    Bot(BuildBot<'a, G>),
}

/// A part of a schedule.
pub struct Stage<'a, G> {
    /// How many games.
    pub games: u64,
    /// Against whom.
    pub opponent: Opponent<'a, G>,
}

/// What is to be done to train a brain.
pub struct Training<'a, G: Playable> {
    /// The same in words: a run that was interrupted goes on if it is asked for in the same words.
    pub plan: String,
    /// The position that every game begins from; it must not be finished.
    pub start: G::State,
    /// The stages, in their order.
    pub stages: Vec<Stage<'a, G>>,
    /// What all random choices come from.
    pub seed: u64,
    /// The probability with which the machine plays any move that is not known to lose instead of the best one.
    pub explore: f64,
    /// Games that are played against the same state of the brain before any of them is learnt. With 1 every game
    /// knows all games before it.
    pub round: NonZeroUsize,
    /// Threads to play on.
    pub jobs: NonZeroUsize,
    /// Plies after which a game is called off.
    pub max_plies: u32,
}

/// How far a run has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Games of the run that are learnt.
    pub done: u64,
    /// Games of the run altogether.
    pub games: u64,
    /// Decisions of the machine since the last report, and how many of them were in positions it knew.
    pub asked: u64,
    /// See `asked`.
    pub known: u64,
}

/// How long what was learnt may stay unwritten.
const UNWRITTEN: Duration = Duration::from_secs(2);

/// How often progress is told at most.
const TELL: Duration = Duration::from_millis(100);

/// Searches of opponents recurse, and a thread's usual 2 MiB are less than they may count on when called from `main`.
const STACK_BYTES: usize = 16 << 20;

impl<G: Playable> Training<'_, G> {
    /// All games of the schedule.
    pub fn games(&self) -> u64 {
        self.stages.iter().map(|stage| stage.games).sum()
    }

    /// Begins the run, or goes on with it if this brain was interrupted in it; says how many of its games are learnt.
    pub fn begin(&self, brain: &Brain<G>) -> u64 {
        let mut memory = brain.write();
        let before = memory.counters.games;
        match &memory.run {
            Some(run) if run.plan == self.plan && !run.finished => run.done,
            _ => {
                memory.run = Some(Run {
                    plan: self.plan.clone(),
                    done: 0,
                    games: self.games(),
                    before,
                    finished: false,
                });
                0
            }
        }
    }

    /// Says that the run is over: asked for again in the same words, another one begins.
    ///
    /// # Errors
    /// If the brain cannot be written.
    pub fn finish(&self, brain: &Brain<G>) -> Result<(), BrainError> {
        let mut memory = brain.write();
        if let Some(run) = &mut memory.run {
            run.finished = true;
        }
        Ok(memory.flush(&[])?)
    }

    /// Trains until so many games of the run begun are learnt and written out, or `stop` is raised. The last round is
    /// finished, so that they may become more; one that is stopped in the middle is played again when the run goes on.
    ///
    /// # Errors
    /// If the brain cannot be read or written, or an opponent answers with a move that is not legal. What was written
    /// before stays.
    pub fn run_until(
        &self,
        brain: &Brain<G>,
        until: u64,
        stop: &Stop,
        on_progress: &mut dyn FnMut(Progress),
    ) -> Result<(), BrainError> {
        let slots: Vec<Mutex<Slot>> = (0..self.round.get()).map(|_| Mutex::default()).collect();
        let shared = Shared { brain, slots, first: AtomicU64::new(0), next: AtomicU64::new(0), stop };
        let helpers = self.jobs.get().min(self.round.get()) - 1;
        if helpers == 0 {
            return self.rounds(&shared, until, on_progress, &mut |desk, end| {
                self.play_games(&shared, desk, end);
            });
        }
        std::thread::scope(|scope| {
            let (ready, finished) = mpsc::channel();
            let mut helping = Vec::new();
            for _ in 0..helpers {
                let (order, orders) = mpsc::channel();
                let (ready, shared) = (ready.clone(), &shared);
                let work = move || {
                    let mut desk = Desk::default();
                    for end in orders {
                        self.play_games(shared, &mut desk, end);
                        if ready.send(()).is_err() {
                            break;
                        }
                    }
                };
                // Fewer threads do as well, with the same games.
                if std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work).is_err() {
                    break;
                }
                helping.push(order);
            }
            drop(ready);
            self.rounds(&shared, until, on_progress, &mut |desk, end| {
                let helping = helping.iter().filter(|order| order.send(end).is_ok()).count();
                self.play_games(&shared, desk, end);
                finished.iter().take(helping).for_each(drop);
            })
        })
    }

    /// Round after round: lets them be played, learns them, and writes out now and then.
    fn rounds(
        &self,
        shared: &Shared<'_, G>,
        until: u64,
        on_progress: &mut dyn FnMut(Progress),
        play: &mut dyn FnMut(&mut Desk, u64),
    ) -> Result<(), BrainError> {
        let games = self.games();
        let mut done = shared.brain.run().map_or(0, |run| run.done);
        let (mut desk, mut walk) = (Desk::default(), Walk::learning());
        let mut progress = Progress { done, games, ..Progress::default() };
        let (mut written, mut told) = (Instant::now(), Instant::now());
        let mut result = Ok(true);
        let round = self.round.get() as u64;
        while done < until.min(games) && !shared.stop.is_cancelled() {
            let end = games.min((done / round + 1) * round);
            shared.first.store(done, Ordering::Relaxed);
            shared.next.store(done, Ordering::Relaxed);
            play(&mut desk, end);
            let slots = &shared.slots[..(end - done) as usize];
            result = whole(slots);
            if !matches!(result, Ok(true)) {
                break;
            }
            let mut memory = shared.brain.write();
            for slot in slots {
                let slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
                let settings = &shared.brain.header().settings;
                memory.change(|view| slot.trace.teach(view, &mut walk, settings))?;
                memory.counters.games += 1;
                progress.asked += slot.trace.asked;
                progress.known += slot.trace.known;
            }
            done = end;
            if let Some(run) = &mut memory.run {
                run.done = done;
            }
            let now = Instant::now();
            if now - written > UNWRITTEN || memory.is_full() {
                memory.flush(&[])?;
                written = Instant::now();
            }
            drop(memory);
            if now - told > TELL {
                progress.done = done;
                on_progress(progress);
                (progress.asked, progress.known) = (0, 0);
                told = now;
            }
        }
        shared.brain.write().flush(&[])?;
        progress.done = done;
        on_progress(progress);
        result.map(drop)
    }

    /// Plays games of the round under way, up to number `end`, until none are left.
    fn play_games(&self, shared: &Shared<'_, G>, desk: &mut Desk, end: u64) {
        let first = shared.first.load(Ordering::Relaxed);
        loop {
            let number = shared.next.fetch_add(1, Ordering::Relaxed);
            if number >= end {
                break;
            }
            let mut slot =
                shared.slots[(number - first) as usize].lock().unwrap_or_else(PoisonError::into_inner);
            let slot = &mut *slot;
            slot.trace.clear();
            // A thread that died here would be waited for in vain.
            let played = catch_unwind(AssertUnwindSafe(|| self.play(shared, desk, number, &mut slot.trace)));
            slot.failed = match played {
                Ok(played) => played.err(),
                Err(_) => Some(BrainError::Game(format!("game {} ended in a panic", number + 1))),
            };
        }
    }

    /// Plays game `number` of the run.
    fn play(
        &self,
        shared: &Shared<'_, G>,
        desk: &mut Desk,
        number: u64,
        trace: &mut Trace,
    ) -> Result<(), BrainError> {
        let memory = shared.brain.read();
        let before = memory.run.as_ref().map_or(0, |run| run.before);
        let rng = Xoshiro256PlusPlus::seed_from_u64(part_seed(self.seed, before + number));
        desk.graph.clear();
        desk.walk.clear();
        desk.chooser.findings.clear();
        let mut in_stage = number;
        for stage in &self.stages {
            if in_stage >= stage.games {
                in_stage -= stage.games;
                continue;
            }
            let mut game = Table { training: self, brain: shared.brain, memory: &memory, trace, rng };
            match &stage.opponent {
                Opponent::Itself => game.against_itself(desk)?,
                Opponent::Bot(build) => {
                    let own = if in_stage.is_multiple_of(2) { Player::First } else { Player::Second };
                    game.against(desk, &mut *build(), own, shared.stop)?;
                }
            }
            break;
        }
        trace.findings.append(&mut desk.chooser.findings);
        Ok(())
    }
}

/// What the threads of a run share.
struct Shared<'a, G: Playable> {
    brain: &'a Brain<G>,
    slots: Vec<Mutex<Slot>>,
    /// The first game of the round, and the next one to be played.
    first: AtomicU64,
    next: AtomicU64,
    stop: &'a Stop,
}

/// A game of the round: what was played, or why it was not.
#[derive(Default)]
struct Slot {
    trace: Trace,
    failed: Option<BrainError>,
}

/// Whether all games of a round were played to their ends; otherwise none of them is to be learnt, because the rest
/// would be played by a brain that knows them.
fn whole(slots: &[Mutex<Slot>]) -> Result<bool, BrainError> {
    let mut whole = true;
    for slot in slots {
        let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        slot.failed.take().map_or(Ok(()), Err)?;
        whole &= slot.trace.end.is_some();
    }
    Ok(whole)
}

/// What a thread needs to play, kept from game to game.
#[derive(Default)]
struct Desk {
    graph: Graph,
    chooser: Chooser,
    walk: Walk,
}

/// One game of a training run.
struct Table<'a, G: Playable> {
    training: &'a Training<'a, G>,
    brain: &'a Brain<G>,
    memory: &'a Memory,
    trace: &'a mut Trace,
    rng: Xoshiro256PlusPlus,
}

impl<G: Playable> Table<'_, G> {
    fn manner(&self) -> Manner {
        let explore = self.training.explore;
        // Against itself there are no results to be curious about.
        let curious = explore > 0.0 && self.trace.own != [true, true];
        Manner { aim: Aim::Value, explore, curious }
    }

    /// Play goes on in the position that stands for all its images: they have the same future, and nobody has to be
    /// told in the end which of them it was.
    fn against_itself(&mut self, desk: &mut Desk) -> Result<(), StoreError> {
        let game = self.brain.game();
        let (places, settings) = (self.brain.places(), self.brain.settings());
        let mut view = View::new(&mut desk.graph, self.memory);
        self.trace.own = [true, true];
        let Some(mut place) = places.find(&self.training.start) else { return Ok(()) };
        let mut exchanged = place.exchanged;
        let mut history = Vec::new();
        loop {
            let mover = if exchanged { place.mover.other() } else { place.mover };
            let node = desk.walk.arrive(&mut view, settings, &place.key, place.legal(), mover)?;
            let far = history.len() >= self.training.max_plies as usize;
            if far || is_threefold(game, &history, &place.state) {
                self.trace.push(&place.key, place.legal(), mover, None);
                self.trace.end = Some(End::Open);
                return Ok(());
            }
            self.trace.asked += 1;
            self.trace.known += u64::from(!view.own.edges(node).is_empty());
            let manner = self.manner();
            let rng = &mut self.rng;
            let choice =
                desk.chooser.choose(&places, settings, &mut view, node, &place, manner, rng, None)?;
            let Choice { mv, next } = choice;
            desk.walk.pass(&mut view, mv);
            self.trace.push(&place.key, place.legal(), mover, Some(mv));
            let child = game.child(&place.state, place.moves[usize::from(mv)]);
            let next = match game.turn(&child) {
                Turn::Over(outcome) => {
                    let outcome = if exchanged { reversed(outcome) } else { outcome };
                    self.trace.end = Some(End::Outcome(outcome, points(game, outcome)));
                    return Ok(());
                }
                Turn::Decision(mover) => next.unwrap_or_else(|| places.of(&child, mover)),
                Turn::Chance => unreachable!("a brain is never of a game with dice"),
            };
            exchanged ^= next.exchanged;
            history.push(std::mem::replace(&mut place, next).state);
        }
    }

    /// The bot sees the game as it is.
    fn against(
        &mut self,
        desk: &mut Desk,
        bot: &mut dyn Bot<G>,
        own: Player,
        stop: &Stop,
    ) -> Result<(), BrainError> {
        let game = self.brain.game();
        let (places, settings) = (self.brain.places(), self.brain.settings());
        let mut view = View::new(&mut desk.graph, self.memory);
        self.trace.own = Player::BOTH.map(|player| player == own);
        let mut state = self.training.start.clone();
        let (mut history, mut legal) = (Vec::new(), Vec::new());
        loop {
            let mover = match game.turn(&state) {
                Turn::Decision(mover) => mover,
                Turn::Over(outcome) => {
                    self.trace.end = Some(End::Outcome(outcome, points(game, outcome)));
                    return Ok(());
                }
                Turn::Chance => unreachable!("a brain is never of a game with dice"),
            };
            let place = places.of(&state, mover);
            let node = desk.walk.arrive(&mut view, settings, &place.key, place.legal(), mover)?;
            let far = history.len() >= self.training.max_plies as usize;
            if far || is_threefold(game, &history, &state) {
                self.trace.push(&place.key, place.legal(), mover, None);
                self.trace.end = Some(End::Open);
                return Ok(());
            }
            let edge = if mover == own {
                self.trace.asked += 1;
                self.trace.known += u64::from(!view.own.edges(node).is_empty());
                let manner = self.manner();
                let rng = &mut self.rng;
                desk.chooser.choose(&places, settings, &mut view, node, &place, manner, rng, None)?.mv
            } else {
                let position = Position { state: &state, history: &history, clock: None };
                let best = bot.choose(game, position, &mut self.rng, stop).best;
                if stop.is_raised() {
                    // An answer given in haste is not to be learnt from.
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
            desk.walk.pass(&mut view, edge);
            self.trace.push(&place.key, place.legal(), mover, Some(edge));
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
