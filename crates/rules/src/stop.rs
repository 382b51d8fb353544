//! Stopping or pausing a long computation.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::{Instant, Throttle};

/// The time between two checks of the throttle and the stop flag while waiting.
const LOOK_AGAIN: Duration = Duration::from_millis(10);

/// Stops a long computation when a flag is raised or its time is over. With a [`Throttle`], the computation
/// pauses while the throttle is shut, but its time continues to run.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    flag: Arc<AtomicBool>,
    /// The computation of which this is a part.
    whole: Option<Arc<Stop>>,
    deadline: Option<Instant>,
    throttle: Option<(Arc<Throttle>, Held)>,
}

/// The time that a computation has waited at its throttle, in microseconds.
type Held = Arc<AtomicU64>;

/// The caller stopped a computation before it was finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped")]
pub struct Interrupted;

impl Stop {
    /// Never stops by itself.
    pub fn never() -> Stop {
        Stop::default()
    }

    /// Stops when `flag` becomes true.
    pub fn on(flag: Arc<AtomicBool>) -> Stop {
        Stop { flag, ..Stop::default() }
    }

    /// The same, and `time` from now at the latest.
    pub fn within(&self, time: Duration) -> Stop {
        let deadline = Instant::now().checked_add(time);
        let deadline = match (self.deadline, deadline) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Stop { deadline, ..self.clone() }
    }

    /// The same with another flag: for helpers that are stopped when they are no longer needed.
    pub fn with_flag(&self, flag: Arc<AtomicBool>) -> Stop {
        // How long helpers wait is not how long this one does.
        let throttle = self.throttle.as_ref().map(|(throttle, _)| (Arc::clone(throttle), Held::default()));
        Stop { flag, whole: None, deadline: self.deadline, throttle }
    }

    /// The same for a part of a computation: raised alone, or with the whole.
    pub fn part(&self) -> Stop {
        Stop { flag: Arc::default(), whole: Some(Arc::new(self.clone())), ..self.clone() }
    }

    /// The same, with pauses while this throttle is shut.
    pub fn behind(&self, throttle: &Arc<Throttle>) -> Stop {
        Stop { throttle: Some((Arc::clone(throttle), Held::default())), ..self.clone() }
    }

    /// The same without a throttle: for a part of a computation during which others wait for it, as it holds a lock.
    pub fn without_gate(&self) -> Stop {
        Stop { throttle: None, ..self.clone() }
    }

    /// The same without a deadline.
    pub fn without_deadline(&self) -> Stop {
        Stop { deadline: None, ..self.clone() }
    }

    /// Raises the flag for everyone who shares it.
    pub fn raise(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// True if it is time to stop: reads the flag, and the clock if there is a deadline. With a throttle, first
    /// waits until that is open or it is time to stop.
    pub fn is_raised(&self) -> bool {
        if let Some((throttle, held)) = &self.throttle {
            self.wait_at(throttle, held);
        }
        self.is_over()
    }

    /// The same as an error.
    ///
    /// # Errors
    /// If it is time to stop.
    pub fn check(&self) -> Result<(), Interrupted> {
        if self.is_raised() { Err(Interrupted) } else { Ok(()) }
    }

    /// The time until it stops by itself, if there is a deadline; zero after that.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// True if the flag was raised, apart from time and throttle.
    pub fn is_cancelled(&self) -> bool {
        self.flag.load(Ordering::Relaxed) || self.whole.as_ref().is_some_and(|whole| whole.is_cancelled())
    }

    /// The time that all computations which share this throttle handle have waited there.
    pub fn held(&self) -> Duration {
        self.throttle
            .as_ref()
            .map_or(Duration::ZERO, |(_, held)| Duration::from_micros(held.load(Ordering::Relaxed)))
    }

    fn is_over(&self) -> bool {
        self.is_cancelled() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn wait_at(&self, throttle: &Throttle, held: &Held) {
        let mut shut_for = throttle.shut_for();
        if shut_for.is_zero() || self.is_over() {
            return;
        }
        let came = Instant::now();
        while !shut_for.is_zero() && !self.is_over() {
            let left = self.time_left().unwrap_or(LOOK_AGAIN);
            std::thread::sleep(shut_for.min(LOOK_AGAIN).min(left));
            shut_for = throttle.shut_for();
        }
        held.fetch_add(came.elapsed().as_micros() as u64, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A throttle that stays shut during the test.
    fn shut() -> Arc<Throttle> {
        let throttle = Throttle::new(Duration::ZERO, Duration::from_secs(3600));
        throttle.shut();
        Arc::new(throttle)
    }

    /// Does something a little later.
    fn later(act: impl FnOnce() + Send + 'static) {
        std::thread::spawn(|| {
            std::thread::sleep(Duration::from_millis(30));
            act();
        });
    }

    #[test]
    fn who_waits_at_a_gate_goes_on_when_it_opens() {
        let throttle = shut();
        let stop = Stop::never().within(Duration::from_secs(3600)).behind(&throttle);
        let opened = Arc::clone(&throttle);
        later(move || opened.open_for(Duration::MAX));
        assert!(!stop.is_raised());
        assert!(stop.held() >= Duration::from_millis(20), "{:?}", stop.held());
        let held = stop.held();
        assert!(!stop.is_raised());
        assert_eq!(stop.held(), held, "who passes an open throttle has not waited");
    }

    #[test]
    fn who_waits_at_a_gate_can_be_cancelled() {
        let stop = Stop::never().behind(&shut());
        let other = stop.clone();
        later(move || other.raise());
        assert!(stop.is_raised() && stop.is_cancelled());
    }

    #[test]
    fn who_waits_at_a_gate_has_a_deadline() {
        let stop = Stop::never().behind(&shut()).within(Duration::from_millis(30));
        assert!(stop.is_raised() && !stop.is_cancelled());
        let held = stop.held();
        assert!(held >= Duration::from_millis(20), "{held:?}");
        assert!(stop.is_raised());
        assert_eq!(stop.held(), held, "who asks after that does not wait");
    }

    #[test]
    fn a_part_may_do_without_the_gate() {
        let stop = Stop::never().behind(&shut());
        assert!(!stop.without_gate().is_raised());
        stop.raise();
        assert!(stop.without_gate().is_raised());
    }

    #[test]
    fn a_part_is_raised_alone_or_with_the_whole() {
        let whole = Stop::never();
        let [one, other] = [whole.part(), whole.part()];
        one.raise();
        assert!(one.is_raised() && !other.is_raised() && !whole.is_raised());
        whole.raise();
        assert!(other.part().is_raised());
    }

    #[test]
    fn helpers_wait_too_until_they_are_told() {
        let stop = Stop::never().behind(&shut());
        let done = Arc::new(AtomicBool::new(false));
        let helping = stop.with_flag(Arc::clone(&done));
        later(move || done.store(true, Ordering::Relaxed));
        assert!(helping.is_raised() && helping.held() >= Duration::from_millis(20));
        assert!(!stop.is_cancelled() && stop.held().is_zero());
    }
}
