//! Measurements and counts.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;

/// The time between two measurements of the generator's own lag.
const HEARTBEAT: Duration = Duration::from_millis(10);
/// The number of errors reported in full.
const TOLD: usize = 20;

/// The phase of the measurement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoadPhase {
    /// Nothing: games begin, or are given up.
    Between,
    /// The quick games, without deep searches.
    Alone,
    /// The quick games, with deep thinkers beside them.
    BesideDeep,
}

impl LoadPhase {
    pub fn name(self) -> &'static str {
        match self {
            LoadPhase::Between => "between",
            LoadPhase::Alone => "alone",
            LoadPhase::BesideDeep => "beside deep thinkers",
        }
    }
}

/// Seconds of all measurements of one kind.
#[derive(Clone, Debug, Default)]
pub struct Latencies(Vec<f32>);

impl Latencies {
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The exact percentile, in milliseconds; sorted times needed. `None` where nothing was measured.
    pub fn percentile(&self, percent: f64) -> Option<f64> {
        let last = self.0.len().checked_sub(1)?;
        let rank = (percent / 100.0 * self.0.len() as f64).ceil() as usize;
        Some(f64::from(self.0[rank.saturating_sub(1).min(last)]) * 1e3)
    }
}

/// The measurements of one phase.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    /// From a move to the state in which the bot has replied.
    pub reply: Latencies,
    /// From a move to the first state that has it.
    pub acknowledged: Latencies,
    /// The delay of the generator's own timer.
    pub own_lag: Latencies,
    /// From asking for a table to its welcome.
    pub begin: Latencies,
    /// The length of the measurement.
    pub seconds: f64,
}

struct CurrentPhase {
    phase: LoadPhase,
    since: Instant,
    measured: Measured,
}

/// The measurements and counts of all players together.
pub struct LoadTally {
    now: Mutex<CurrentPhase>,
    mishaps: Mutex<(BTreeMap<&'static str, u64>, Vec<String>)>,
    live: AtomicI64,
    /// Moves sent and answered.
    pub moves: AtomicU64,
    /// Games played to their end.
    pub finished: AtomicU64,
    /// Moves received from bots with deep searches.
    pub deep_moves: AtomicU64,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl LoadTally {
    pub fn new() -> LoadTally {
        let now =
            CurrentPhase { phase: LoadPhase::Between, since: Instant::now(), measured: Measured::default() };
        LoadTally {
            now: Mutex::new(now),
            mishaps: Mutex::default(),
            live: AtomicI64::new(0),
            moves: AtomicU64::new(0),
            finished: AtomicU64::new(0),
            deep_moves: AtomicU64::new(0),
        }
    }

    pub fn begin(&self, phase: LoadPhase) {
        let mut now = lock(&self.now);
        now.measured.seconds += now.since.elapsed().as_secs_f64();
        if phase != LoadPhase::Between {
            now.measured = Measured::default();
        }
        now.phase = phase;
        now.since = Instant::now();
    }

    /// Takes the last measurements, sorted.
    pub fn take(&self) -> Measured {
        let mut measured = std::mem::take(&mut lock(&self.now).measured);
        for times in
            [&mut measured.reply, &mut measured.acknowledged, &mut measured.own_lag, &mut measured.begin]
        {
            times.0.sort_by(f32::total_cmp);
        }
        measured
    }

    /// Adds a time, if anything is being measured and `begun` is not before that.
    fn add(&self, begun: Instant, took: Duration, of: impl FnOnce(&mut Measured) -> &mut Latencies) {
        let mut now = lock(&self.now);
        if now.phase != LoadPhase::Between && begun >= now.since {
            of(&mut now.measured).0.push(took.as_secs_f32());
        }
    }

    pub fn replied(&self, sent: Instant) {
        self.moves.fetch_add(1, Ordering::Relaxed);
        self.add(sent, sent.elapsed(), |measured| &mut measured.reply);
    }

    pub fn acknowledged(&self, sent: Instant) {
        self.add(sent, sent.elapsed(), |measured| &mut measured.acknowledged);
    }

    pub fn begun(&self, asked: Instant) {
        self.add(asked, asked.elapsed(), |measured| &mut measured.begin);
    }

    pub fn comes(&self) {
        self.live.fetch_add(1, Ordering::Relaxed);
    }

    pub fn goes(&self) {
        self.live.fetch_sub(1, Ordering::Relaxed);
    }

    /// Games that are being played.
    pub fn live(&self) -> i64 {
        self.live.load(Ordering::Relaxed)
    }

    /// Something that should not be.
    pub fn mishap(&self, kind: &'static str, what: String) {
        let mut mishaps = lock(&self.mishaps);
        *mishaps.0.entry(kind).or_insert(0) += 1;
        if mishaps.1.len() < TOLD {
            mishaps.1.push(format!("{kind}: {what}"));
        }
    }

    /// Everything that should not be: how often each kind, and the first few in words.
    pub fn mishaps(&self) -> (BTreeMap<&'static str, u64>, Vec<String>) {
        lock(&self.mishaps).clone()
    }
}

/// Measures the generator's own lag: times of the server cannot be more exact than that.
pub async fn heartbeat(tally: Arc<LoadTally>, stopped: watch::Receiver<bool>) {
    while !*stopped.borrow() {
        let due = Instant::now() + HEARTBEAT;
        tokio::time::sleep_until(due).await;
        tally.add(due, due.elapsed(), |measured| &mut measured.own_lag);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_exact() {
        let times = Latencies((1..=200).map(|n| n as f32 / 1000.0).collect());
        let percentile = |percent| times.percentile(percent).map(f64::round);
        assert_eq!(percentile(50.0), Some(100.0));
        assert_eq!(percentile(95.0), Some(190.0));
        assert_eq!(percentile(99.0), Some(198.0));
        assert_eq!(percentile(100.0), Some(200.0));
        assert_eq!(Latencies::default().percentile(50.0), None);
        assert_eq!(Latencies(vec![0.5]).percentile(1.0), Some(500.0));
    }
}
