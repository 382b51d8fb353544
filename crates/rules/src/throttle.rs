//! A throttle at which long computations wait while others need the processor more.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use crate::Instant;

/// A gate on a lease: its owner keeps extending the time that it is open, and it closes by itself when the
/// owner gets no processor time to extend it.
///
/// However long it is shut, waiting threads get a turn now and then, so they are delayed but never starve.
///
/// Waiting threads sleep and poll. A lock would not do: held by a thread that rarely runs, it would block the
/// very threads that the throttle gives way to.
#[derive(Debug)]
pub struct Throttle {
    made: Instant,
    /// Until when it is open, in microseconds since it was made.
    open_until: AtomicU64,
    turn: Duration,
    every: Duration,
}

impl Throttle {
    /// An open throttle. While it is shut, waiting threads may run for a `turn` in each period of `every`.
    ///
    /// # Panics
    /// If there is no time between two turns.
    pub fn new(turn: Duration, every: Duration) -> Throttle {
        assert!(turn < every, "a throttle that is never shut");
        Throttle { made: Instant::now(), open_until: AtomicU64::new(u64::MAX), turn, every }
    }

    /// Opens it for `time` from now.
    pub fn open_for(&self, time: Duration) {
        self.open_until.store(micros(self.made.elapsed().saturating_add(time)), Relaxed);
    }

    /// Shuts, until it is opened.
    pub fn shut(&self) {
        self.open_until.store(0, Relaxed);
    }

    /// The least time to wait here; zero while it is open.
    pub(crate) fn shut_for(&self) -> Duration {
        self.shut_for_at(self.made.elapsed())
    }

    /// The same, at this age of the throttle.
    fn shut_for_at(&self, age: Duration) -> Duration {
        if micros(age) < self.open_until.load(Relaxed) {
            return Duration::ZERO;
        }
        // A turn begins each time.
        let into = Duration::from_nanos((age.as_nanos() % self.every.as_nanos()) as u64);
        if into < self.turn { Duration::ZERO } else { self.every - into }
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn a_gate_is_open_until_its_lease_is_over() {
        let throttle = Throttle::new(millis(20), millis(500));
        let shut_for = |age| throttle.shut_for_at(millis(age)).as_millis();
        assert_eq!([0, 100, 86_400_000].map(shut_for), [0, 0, 0]);
        throttle.open_until.store(1_250_000, Relaxed);
        assert_eq!([1_030, 1_249, 1_250, 1_499].map(shut_for), [0, 0, 250, 1]);
        throttle.shut();
        assert_eq!([1_030, 1_249, 1_250].map(shut_for), [470, 251, 250]);
        throttle.open_for(Duration::MAX);
        assert_eq!(throttle.shut_for(), Duration::ZERO);
    }

    #[test]
    fn a_gate_that_stays_shut_has_a_turn_for_everybody() {
        let throttle = Throttle::new(millis(20), millis(500));
        throttle.shut();
        let open = (0..5_000).filter(|&age| throttle.shut_for_at(millis(age)).is_zero()).count();
        assert_eq!(open, 10 * 20);
        // After the announced wait, the next turn has just begun.
        for age in 0..5_000 {
            let age = millis(age);
            assert_eq!(throttle.shut_for_at(age + throttle.shut_for_at(age)), Duration::ZERO);
        }
    }
}
