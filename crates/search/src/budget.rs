//! Counting positions and noticing when to stop.

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
}

impl Budget {
    /// The nodes and the time of `limits`, from now on, and `stop`.
    pub fn new(limits: Limits, stop: &Stop) -> Budget {
        let stop = limits.time.map_or_else(|| stop.clone(), |time| stop.within(time));
        Budget { nodes: 0, check_at: 0, limit: limits.nodes.unwrap_or(u64::MAX), stop }
    }

    /// Positions visited so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
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
        if self.nodes >= self.limit || self.stop.is_raised() {
            return Err(Stopped);
        }
        self.check_at = self.limit.min(self.nodes + INTERVAL);
        Ok(())
    }
}
