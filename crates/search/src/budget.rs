//! Counting positions and noticing when to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use plywood_rules::Stop;

use crate::Limits;

/// The search has to end at once; what it was about to return is worthless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

/// Positions between two looks at the flag and the clock.
const INTERVAL: u64 = 512;

/// What has been spent and what may be.
pub(crate) struct Budget {
    nodes: u64,
    /// The count at which to look again.
    check_at: u64,
    limit: u64,
    stop: Stop,
    /// What all threads of a search have visited together, as far as they have told, and how much of it was told here.
    together: Option<(Arc<AtomicU64>, u64)>,
}

impl Budget {
    /// The nodes and the time of `limits`, from now on, and `stop`.
    pub fn new(limits: Limits, stop: &Stop) -> Budget {
        let stop = limits.time.map_or_else(|| stop.clone(), |time| stop.within(time));
        Budget { nodes: 0, check_at: 0, limit: limits.nodes.unwrap_or(u64::MAX), stop, together: None }
    }

    /// The share of one thread in a budget: `nodes` limits what all of them visit together.
    pub fn shared(nodes: Option<u64>, stop: &Stop, together: &Arc<AtomicU64>) -> Budget {
        let together = Some((Arc::clone(together), 0));
        Budget { nodes: 0, check_at: 0, limit: nodes.unwrap_or(u64::MAX), stop: stop.clone(), together }
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
        if self.nodes >= self.check_at {
            self.check()?;
        }
        self.nodes += 1;
        Ok(())
    }

    #[cold]
    fn check(&mut self) -> Result<(), Stopped> {
        if let Some((together, told)) = &mut self.together {
            together.fetch_add(self.nodes - *told, Relaxed);
            *told = self.nodes;
        }
        let visited = self.nodes();
        if visited >= self.limit || self.stop.is_raised() {
            return Err(Stopped);
        }
        self.check_at = self.nodes + INTERVAL.min(self.limit - visited);
        Ok(())
    }
}
