//! Overload: long searches wait while the server is late.
//!
//! A task sleeps for a moment, again and again, and measures how late it wakes: everything here waits as long for a processor and
//! for its turn among the other tasks. It opens the throttle of the long searches for little longer than its sleep. When it finds
//! the server late it lets that run out; when the server is so late that this task is kept waiting too, it runs out by itself.

use std::sync::Weak;
use std::time::Duration;

use metrics::Histogram;
use tokio::time::{Instant, sleep_until};

use crate::pool::Pool;

/// The sleep while a long search runs.
const NAP: Duration = Duration::from_millis(10);
/// The sleep while none does: an idle server should need next to nothing.
const REST: Duration = Duration::from_millis(250);
/// The lateness from which on the server is overloaded. Timers count whole milliseconds, and a busy thread adds one or two.
const LATE: Duration = Duration::from_millis(4);
/// The server is calm again after this time without lateness.
const QUIET: Duration = Duration::from_millis(200);

/// Keeps the throttle of the long searches open while the server is not overloaded, and that of idle time while nobody searches
/// either, as long as the pool is in use. `trains` is true if idle time is used.
pub(crate) async fn watch(pool: Weak<Pool>, trains: bool, histogram: Histogram) {
    let mut calm = Calm::from(Instant::now());
    while let Some(open) = pool.upgrade() {
        let nap = if open.has_long_searches() || trains { NAP } else { REST };
        let wakes = Instant::now() + nap;
        if calm.holds(Instant::now()) {
            open.throttle().open_for(nap + LATE);
            if open.is_idle() {
                open.idle().open_for(nap + LATE);
            }
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

/// True while the server is calm: false at once when it is late, and true again only after a while.
struct Calm {
    since: Instant,
}

impl Calm {
    fn from(now: Instant) -> Calm {
        Calm { since: now }
    }

    /// Notes a lateness that was measured.
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
        // Time of a measurement and measured delay in milliseconds, and true if the server is calm then.
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
