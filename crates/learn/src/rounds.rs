//! The rounds of a training run: games are played on all threads, then learnt in the order of their numbers.
//!
//! This part knows a game as a number and what is learnt from it as keys and edges, so it is compiled once for all games.

use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, mpsc};
use std::time::Duration;

use plywood_rules::threads::{has_failed, lock};
use plywood_rules::{Instant, Run, threads};

use crate::chooser::Chooser;
use crate::current_run::CurrentRun;
use crate::episode::Episode;
use crate::error::BrainError;
use crate::graph::StrategyGraph;
use crate::knowledge::Knowledge;
use crate::memory::BrainMemory;
use crate::ntuple::{LearningRate, Targets};
use crate::trajectory::Trajectory;

/// The progress of a training run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TrainingProgress {
    /// Games of the run that are learnt.
    pub done: u64,
    /// Games of the whole run.
    pub games: u64,
    /// Decisions of the learner since the last report.
    pub asked: u64,
    /// Those of them that were in positions it knew.
    pub known: u64,
}

/// The longest time that something learnt stays unwritten, unless writing takes long.
const UNWRITTEN: Duration = Duration::from_secs(2);

/// The least time between two reports of progress.
const REPORT_EVERY: Duration = Duration::from_millis(100);

/// The buffers of a thread, reused from game to game.
#[derive(Default)]
pub(crate) struct Scratch {
    pub graph: StrategyGraph,
    pub chooser: Chooser,
    pub trajectory: Trajectory,
}

impl Scratch {
    /// Makes them ready for another game.
    pub fn clear(&mut self) {
        self.graph.clear();
        self.trajectory.clear();
        self.chooser.findings.clear();
    }
}

/// Plays the game of this number from what is in memory.
pub(crate) type PlayGame<'a> =
    Box<dyn FnMut(&BrainMemory, &mut Scratch, u64, &mut Episode) -> Result<(), BrainError> + 'a>;

/// Makes the part of a thread that knows the game.
pub(crate) type NewWorker<'a> = &'a (dyn Fn() -> PlayGame<'a> + Sync);

/// A thread's own part.
struct RoundWorker<'a> {
    scratch: Scratch,
    play: PlayGame<'a>,
}

impl<'a> RoundWorker<'a> {
    fn new(new: NewWorker<'a>) -> RoundWorker<'a> {
        RoundWorker { scratch: Scratch::default(), play: new() }
    }
}

/// A training run, for the threads that play it.
pub(crate) struct Rounds<'a> {
    knowledge: &'a Knowledge,
    /// Games of the run.
    games: u64,
    run: &'a Run<'a, TrainingProgress>,
    new_worker: NewWorker<'a>,
    /// The games of a round.
    slots: Vec<Mutex<RoundSlot>>,
    /// The first game of the round, and the next one to be played.
    first: AtomicU64,
    next: AtomicU64,
}

/// A game of the round: the moves played, or the reason why they are not.
#[derive(Default)]
struct RoundSlot {
    episode: Episode,
    failed: Option<BrainError>,
}

impl<'a> Rounds<'a> {
    /// A run of `games` games with `round` of them a round.
    pub fn new(
        knowledge: &'a Knowledge,
        games: u64,
        round: NonZeroUsize,
        run: &'a Run<'a, TrainingProgress>,
        new_worker: NewWorker<'a>,
    ) -> Rounds<'a> {
        let slots = (0..round.get()).map(|_| Mutex::default()).collect();
        Rounds { knowledge, games, run, new_worker, slots, first: AtomicU64::new(0), next: AtomicU64::new(0) }
    }

    /// Plays rounds until `until` games of the run are learnt, or it is stopped.
    pub fn run_until(&self, current: &mut CurrentRun<'_>, until: u64) -> Result<(), BrainError> {
        let threads = self.run.threads.max(1);
        let helpers = threads.min(self.slots.len()) - 1;
        if helpers == 0 {
            let mut worker = RoundWorker::new(self.new_worker);
            return self.rounds(current, until, 1, &mut |end| self.play_games(&mut worker, end));
        }
        let mut result = Ok(());
        threads::scoped(&mut |scope| {
            let (ready, finished) = mpsc::channel();
            let mut helping = Vec::new();
            for _ in 0..helpers {
                let (order, orders) = mpsc::channel();
                let ready = ready.clone();
                let work = move || {
                    let mut worker = RoundWorker::new(self.new_worker);
                    for end in orders {
                        self.play_games(&mut worker, end);
                        if ready.send(()).is_err() {
                            break;
                        }
                    }
                };
                // Fewer threads play the same games.
                if !threads::spawn(scope, Box::new(work)) {
                    break;
                }
                helping.push(order);
            }
            drop(ready);
            let mut worker = RoundWorker::new(self.new_worker);
            result = self.rounds(current, until, threads, &mut |end| {
                let helping = helping.iter().filter(|order| order.send(end).is_ok()).count();
                self.play_games(&mut worker, end);
                finished.iter().take(helping).for_each(drop);
            });
        });
        result
    }

    /// Has each round played by `play`, learns it, and writes what was learnt every two seconds.
    fn rounds(
        &self,
        current: &mut CurrentRun<'_>,
        until: u64,
        threads: usize,
        play: &mut dyn FnMut(u64),
    ) -> Result<(), BrainError> {
        let (games, knowledge) = (self.games, self.knowledge);
        let settings = knowledge.settings();
        let mut done = current.done();
        let mut trajectory = Trajectory::learning();
        let mut progress = TrainingProgress { done, games, ..TrainingProgress::default() };
        let (mut written, mut reported) = (Instant::now(), Instant::now());
        let mut unwritten = UNWRITTEN;
        let mut result = Ok(true);
        let round = self.slots.len() as u64;
        while done < until.min(games) && !self.run.stop.is_cancelled() {
            let end = games.min((done / round + 1) * round);
            self.first.store(done, Ordering::Relaxed);
            self.next.store(done, Ordering::Relaxed);
            play(end);
            // Rules that failed end games somehow.
            if has_failed() {
                break;
            }
            let slots = &self.slots[..(end - done) as usize];
            result = all_played(slots);
            if !matches!(result, Ok(true)) {
                break;
            }
            let mut memory = knowledge.write();
            let slots: Vec<MutexGuard<'_, RoundSlot>> = slots.iter().map(lock).collect();
            for slot in &slots {
                if settings.kind.has_graph() {
                    memory.change(|view| slot.episode.teach(view, &mut trajectory, settings))?;
                }
                memory.counters.games += 1;
                progress.asked += slot.episode.asked;
                progress.known += slot.episode.known;
            }
            if let Some(network) = &mut memory.network {
                let lessons: Vec<&Targets> = slots.iter().map(|slot| &slot.episode.targets).collect();
                let rate = LearningRate::at(done, games, settings.network.rate);
                network.learn(&lessons, rate, threads);
            }
            drop(slots);
            done = end;
            current.set_done(&mut memory, done);
            let now = Instant::now();
            if now - written > unwritten || memory.is_full() {
                memory.flush(&[])?;
                written = Instant::now();
                // A network is written as a whole: that may take a tenth of the time.
                unwritten = UNWRITTEN.max(10 * (written - now));
            }
            drop(memory);
            if now - reported > REPORT_EVERY {
                progress.done = done;
                (self.run.progress)(progress);
                (progress.asked, progress.known) = (0, 0);
                reported = now;
            }
        }
        knowledge.write().flush(&[])?;
        progress.done = done;
        (self.run.progress)(progress);
        result.map(drop)
    }

    /// Plays games of the round under way, up to number `end`, until none are left.
    fn play_games(&self, worker: &mut RoundWorker<'_>, end: u64) {
        let first = self.first.load(Ordering::Relaxed);
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= end {
                break;
            }
            let mut slot = lock(&self.slots[(number - first) as usize]);
            let RoundSlot { episode, failed } = &mut *slot;
            episode.clear();
            // The round waits for every thread: one that died here would be waited for for ever.
            let played = catch_unwind(AssertUnwindSafe(|| {
                (worker.play)(&self.knowledge.read(), &mut worker.scratch, number, episode)
            }));
            *failed = match played {
                Ok(played) => played.err(),
                Err(_) => Some(BrainError::Game(format!("game {} ended in a panic", number + 1))),
            };
        }
    }
}

/// Returns true if all games of a round were played to their ends. Otherwise none of them is learnt, because the rest
/// would be played by a brain that knows them.
fn all_played(slots: &[Mutex<RoundSlot>]) -> Result<bool, BrainError> {
    let mut all = true;
    for slot in slots {
        let mut slot = lock(slot);
        slot.failed.take().map_or(Ok(()), Err)?;
        all &= slot.episode.end.is_some();
    }
    Ok(all)
}
