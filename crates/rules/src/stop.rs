//! How a long computation is told to give up.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Tells a long computation to give up: somebody raised the flag, or its time is over.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    flag: Arc<AtomicBool>,
    deadline: Option<Instant>,
}

impl Stop {
    /// Never stops by itself.
    pub fn never() -> Stop {
        Stop::default()
    }

    /// Stops when `flag` becomes true.
    pub fn on(flag: Arc<AtomicBool>) -> Stop {
        Stop { flag, deadline: None }
    }

    /// The same, and `time` from now at the latest.
    pub fn within(&self, time: Duration) -> Stop {
        let deadline = Instant::now().checked_add(time);
        let deadline = match (self.deadline, deadline) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Stop { flag: Arc::clone(&self.flag), deadline }
    }

    /// Raises the flag for everyone who shares it.
    pub fn raise(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Whether to stop: reads the flag, and the clock if there is a deadline.
    pub fn is_raised(&self) -> bool {
        self.is_cancelled() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// The time until it stops by itself, if there is a deadline; zero after that.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Whether somebody raised the flag, time aside.
    pub fn is_cancelled(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }
}
