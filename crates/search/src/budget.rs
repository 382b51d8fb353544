//! Counting positions and noticing when to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use plywood_rules::{Instant, Stop};

use crate::Limits;

/// The search has to end at once; its partial result is worthless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

/// The time between two checks of the flag and the clock: too short to notice.
const LOOK_EVERY: Duration = Duration::from_micros(200);

/// The positions between two checks of the clock, at first and at most. Those of the largest boards take a
/// hundred times as long as those of the smallest, so the number is adapted to the time of the last ones.
const FEW: u64 = 16;
const MANY: u64 = 512;

/// The positions and the time that a search has used and may use.
pub(crate) struct Budget {
    nodes: u64,
    /// The count of visits at the next check.
    check_at: u64,
    /// Positions between two checks.
    interval: u64,
    /// The time of the last check.
    looked: Instant,
    limit: u64,
    stop: Stop,
    /// The positions that all threads have reported, and those that this one has reported.
    together: Option<(Arc<AtomicU64>, u64)>,
}

impl Budget {
    /// The nodes and the time of `limits`, from now on, and `stop`.
    pub fn new(limits: Limits, stop: &Stop) -> Budget {
        let stop = limits.time.map_or_else(|| stop.clone(), |time| stop.within(time));
        Budget::of(limits.nodes, stop, None)
    }

    /// The share of one thread in a budget: `nodes` limits the visits of all threads together.
    pub fn shared(nodes: Option<u64>, stop: &Stop, together: &Arc<AtomicU64>) -> Budget {
        Budget::of(nodes, stop.clone(), Some((Arc::clone(together), 0)))
    }

    fn of(nodes: Option<u64>, stop: Stop, together: Option<(Arc<AtomicU64>, u64)>) -> Budget {
        let (limit, looked) = (nodes.unwrap_or(u64::MAX), Instant::now());
        Budget { nodes: 0, check_at: 0, interval: FEW, looked, limit, stop, together }
    }

    /// Positions visited so far, by all threads together.
    pub fn nodes(&self) -> u64 {
        match &self.together {
            Some((together, told)) => together.load(Relaxed) + self.nodes - told,
            None => self.nodes,
        }
    }

    /// Counts one more position, if there may be one more.
    #[inline]
    pub fn visit(&mut self) -> Result<(), Stopped> {
        self.visit_all(1)
    }

    /// Counts `count` more positions, at least one, that are visited together, if the budget allows it.
    #[inline]
    pub fn visit_all(&mut self, count: usize) -> Result<(), Stopped> {
        let count = count as u64;
        if self.nodes + count > self.check_at {
            self.check(count)?;
        }
        self.nodes += count;
        Ok(())
    }

    #[cold]
    fn check(&mut self, count: u64) -> Result<(), Stopped> {
        if let Some((together, told)) = &mut self.together {
            together.fetch_add(self.nodes - *told, Relaxed);
            *told = self.nodes;
        }
        let visited = self.nodes();
        if self.limit.saturating_sub(visited) < count || self.stop.is_raised() {
            return Err(Stopped);
        }
        let took = self.looked.elapsed();
        self.looked += took;
        if took > LOOK_EVERY {
            self.interval = (self.interval / 2).max(1);
        } else if took < LOOK_EVERY / 4 {
            self.interval = (2 * self.interval).min(MANY);
        }
        self.check_at = self.nodes + self.interval.min(self.limit - visited);
        Ok(())
    }
}
