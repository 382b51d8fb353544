//! The workers of this process: watched, and stopped together.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use plywood_rules::threads::lock;
use plywood_rules::{Run, Stop};

use super::error::RetrogradeError;
use crate::values::{Phase, SolveProgress, SolveWatch};

/// The interval between two reports of progress.
const TICK: Duration = Duration::from_millis(100);

/// The time between two checks of the other workers.
const NAP: Duration = Duration::from_millis(5);

/// The state that the workers of this process share.
#[derive(Debug)]
pub struct WorkerPool {
    /// Bytes that all workers may hold together.
    memory: u64,
    stop: Stop,
    failed: AtomicBool,
    /// The reason for which the other workers of this pool have to stop.
    reason: Mutex<Option<String>>,
    progress: Vec<Mutex<SolveProgress>>,
    /// Workers that have not ended.
    running: AtomicUsize,
}

impl WorkerPool {
    /// A pool with a worker for each thread of `run`, which hold its memory together.
    pub fn new(run: &Run<'_, SolveProgress>) -> WorkerPool {
        WorkerPool {
            memory: run.memory,
            stop: run.stop.clone(),
            failed: AtomicBool::new(false),
            reason: Mutex::new(None),
            progress: (0..run.threads).map(|_| Mutex::new(SolveProgress::NONE)).collect(),
            running: AtomicUsize::new(run.threads),
        }
    }

    /// The number of workers.
    pub fn workers(&self) -> usize {
        self.progress.len()
    }

    /// Fails all workers, if they have not finished. The first reason counts.
    pub fn fail(&self, reason: String) {
        lock(&self.reason).get_or_insert(reason);
        self.failed.store(true, Ordering::Release);
    }

    /// Fails if the pool has failed.
    ///
    /// # Errors
    /// The reason.
    pub fn failure(&self) -> Result<(), RetrogradeError> {
        if !self.failed.load(Ordering::Acquire) {
            return Ok(());
        }
        Err(RetrogradeError::Peer(lock(&self.reason).clone().unwrap_or_default()))
    }

    /// Waits until the work of all workers has ended.
    pub fn join(&self) {
        while self.running.load(Ordering::Acquire) > 0 {
            thread::sleep(NAP);
        }
    }

    /// Runs the work of one worker. If it panics, all others fail too.
    ///
    /// # Errors
    /// Those of the work, and if it panics.
    pub fn run<T>(
        &self,
        worker: usize,
        work: impl FnOnce(SolveWatch<'_>) -> Result<T, RetrogradeError>,
    ) -> Result<T, RetrogradeError> {
        let keep = |progress| *lock(&self.progress[worker]) = progress;
        let run = Run { stop: self.stop.clone(), memory: self.memory, progress: &keep, ..Run::default() };
        let others = || {
            let others = self.progress.iter().enumerate().filter(|&(other, _)| other != worker);
            others.map(|(_, progress)| lock(progress).bytes).sum()
        };
        let watch = SolveWatch::beside(&run, self.workers() - 1, &others);
        let result = catch_unwind(AssertUnwindSafe(|| work(watch))).unwrap_or_else(|_| {
            let reason = "a worker failed, which is a fault of Plywood: please report it".to_string();
            self.fail(reason.clone());
            Err(RetrogradeError::Peer(reason))
        });
        self.running.fetch_sub(1, Ordering::AcqRel);
        result
    }

    /// The progress of all workers.
    fn progress(&self) -> SolveProgress {
        let mut total: Option<SolveProgress> = None;
        for progress in &self.progress {
            let progress = *lock(progress);
            total = Some(match total {
                None => progress,
                Some(before) => SolveProgress {
                    phase: if before.phase == Phase::Find { Phase::Find } else { progress.phase },
                    level: before.level.min(progress.level),
                    found: before.found + progress.found,
                    valued: before.valued + progress.valued,
                    images: before.images + progress.images,
                    bytes: before.bytes + progress.bytes,
                },
            });
        }
        total.unwrap_or(SolveProgress::NONE)
    }

    /// Waits for the results of all workers; reports their progress.
    /// Returns the results of all workers, in their order, or the most informative error.
    ///
    /// # Errors
    /// If a worker has failed.
    pub fn wait<T>(
        &self,
        results: &Receiver<(usize, Result<T, RetrogradeError>)>,
        progress: &dyn Fn(SolveProgress),
    ) -> Result<Vec<T>, RetrogradeError> {
        let mut ended = Vec::new();
        // Once before the first wait too: a small game is over within it.
        progress(self.progress());
        while ended.len() < self.progress.len() {
            match results.recv_timeout(TICK) {
                Ok(end) => ended.push(end),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            progress(self.progress());
        }
        ended.sort_by_key(|&(worker, _)| worker);
        // A worker's own error takes precedence over errors reported by others.
        let rank = |error: &RetrogradeError| matches!(error, RetrogradeError::Peer(_));
        let (results, errors): (Vec<_>, Vec<_>) =
            ended.into_iter().map(|(_, result)| result).partition(Result::is_ok);
        if let Some(error) = errors.into_iter().filter_map(Result::err).min_by_key(rank) {
            return Err(error);
        }
        if results.len() < self.progress.len() {
            return Err(RetrogradeError::Peer("not every worker has finished".to_string()));
        }
        results.into_iter().collect()
    }
}
