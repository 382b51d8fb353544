//! Points in time: the only code that reads a clock.
//!
//! They are those of the standard library, which has none in a browser. A program for WebAssembly hands its clock in.

#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant;

#[cfg(target_family = "wasm")]
pub use handed_in::{Instant, set_clock};

#[cfg(target_family = "wasm")]
mod handed_in {
    use std::ops::{Add, AddAssign, Sub};
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Sets the clock, once: the time since any fixed moment. It must never fall.
    pub fn set_clock(clock: fn() -> Duration) {
        let _ = CLOCK.set(clock);
    }

    /// A point in time, as [`std::time::Instant`]. Time stands still until a clock is set.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Instant(Duration);

    impl Instant {
        /// This moment.
        pub fn now() -> Instant {
            Instant(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
        }

        /// The time since then.
        pub fn elapsed(&self) -> Duration {
            Instant::now() - *self
        }

        /// The time from `earlier` to this moment; zero if that was later.
        pub fn saturating_duration_since(&self, earlier: Instant) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        /// The moment this much later, if there is one.
        pub fn checked_add(&self, time: Duration) -> Option<Instant> {
            self.0.checked_add(time).map(Instant)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Instant;

        fn add(self, time: Duration) -> Instant {
            Instant(self.0 + time)
        }
    }

    impl AddAssign<Duration> for Instant {
        fn add_assign(&mut self, time: Duration) {
            self.0 += time;
        }
    }

    impl Sub for Instant {
        type Output = Duration;

        fn sub(self, earlier: Instant) -> Duration {
            self.saturating_duration_since(earlier)
        }
    }
}
