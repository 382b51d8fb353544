//! How late the house is, and that long thoughts wait while it is.
//!
//! A task sleeps for a moment, again and again, and sees how much later than it wanted it goes on: so long does anything
//! wait here, for a processor and for its turn among the other tasks. It keeps the throttle of the long thoughts open on a
//! lease that is little longer than its sleep. When it finds the house late it lets the lease run out; when the house is so late
//! that this task is kept waiting too, the lease runs out by itself.

use std::sync::Weak;
use std::time::Duration;

use metrics::Histogram;
use tokio::time::{Instant, sleep_until};

use crate::pool::Pool;

/// How long it sleeps while anybody thinks for long.
const NAP: Duration = Duration::from_millis(10);
/// How long it sleeps while nobody does: a house in which nothing happens is to need next to nothing.
const REST: Duration = Duration::from_millis(250);
/// Who goes on so much later than wanted is late. Timers go by whole milliseconds, and one or two more pass wherever
/// there is anything to do.
const LATE: Duration = Duration::from_millis(4);
/// The house is calm again when it was not late for so long.
const QUIET: Duration = Duration::from_millis(200);

/// Keeps the throttle of the long searches open while the server is not overloaded, as long as the pool is in use.
pub(crate) async fn watch(pool: Weak<Pool>, histogram: Histogram) {
    let mut calm = Calm::from(Instant::now());
    while let Some(open) = pool.upgrade() {
        let nap = if open.has_long_searches() { NAP } else { REST };
        let wakes = Instant::now() + nap;
        if calm.holds(Instant::now()) {
            open.throttle().open_for(nap + LATE);
        }
        // This task must not keep the pool alive.
        drop(open);
        sleep_until(wakes).await;
        let woke = Instant::now();
        let lateness = woke - wakes;
        histogram.record(lateness);
        calm.note(woke, lateness);
    }
}

/// Whether the house is calm: lost at once when it is late, and found again only after a while.
struct Calm {
    since: Instant,
}

impl Calm {
    fn from(now: Instant) -> Calm {
        Calm { since: now }
    }

    /// Somebody went on so much later than they wanted.
    fn note(&mut self, now: Instant, lateness: Duration) {
        if lateness >= LATE {
            self.since = now + QUIET;
        }
    }

    fn holds(&self, now: Instant) -> bool {
        now >= self.since
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calm_is_lost_at_once_and_comes_back_after_a_while() {
        let begun = Instant::now();
        let mut calm = Calm::from(begun);
        // What was measured when, in milliseconds, and whether the house is calm then.
        let measured = [
            (10, 1, true),
            (20, 3, true),
            (34, 4, false),
            (44, 1, false),
            (230, 1, false),
            (240, 1, true),
            (700, 450, false),
            (890, 5, false),
            (1_080, 1, false),
            (1_090, 1, true),
        ];
        for (at, late, expected) in measured {
            let now = begun + Duration::from_millis(at);
            calm.note(now, Duration::from_millis(late));
            assert_eq!(calm.holds(now), expected, "after {at} ms");
        }
    }
}
