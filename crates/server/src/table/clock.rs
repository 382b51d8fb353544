//! The clocks of a game.

use std::time::Duration;

use tokio::time::Instant;

use crate::protocol::{ClockView, ClockWish, Side};

/// The least a bot may think about a move, however little time it has left.
const LEAST: Duration = Duration::from_millis(20);
/// The part of the time left that a bot spends on a move.
const PART: u32 = 20;

/// The clocks of a game, or none.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    wish: Option<ClockWish>,
    left: [Duration; 2],
    running: Option<(Side, Instant)>,
}

impl Clock {
    /// Clocks that stand, with so many milliseconds left.
    pub fn new(wish: Option<ClockWish>, left: [u64; 2]) -> Clock {
        Clock { wish, left: left.map(Duration::from_millis), running: None }
    }

    fn settle(&mut self) {
        let now = Instant::now();
        if let Some((side, since)) = &mut self.running {
            let left = &mut self.left[side.index()];
            *left = left.saturating_sub(now.duration_since(*since));
            *since = now;
        }
    }

    /// Lets this side's clock run from now on, or none.
    pub fn run(&mut self, side: Option<Side>) {
        self.settle();
        self.running = side.filter(|_| self.wish.is_some()).map(|side| (side, Instant::now()));
    }

    /// Adds what a move earns.
    pub fn moved(&mut self, side: Side) {
        self.settle();
        if let Some(wish) = self.wish {
            self.left[side.index()] += Duration::from_secs(u64::from(wish.increment));
        }
    }

    /// What is left now, in milliseconds.
    pub fn left(&self) -> [u64; 2] {
        let mut now = *self;
        now.settle();
        now.left.map(|left| left.as_millis() as u64)
    }

    /// What there is to see; `None` without clocks.
    pub fn view(&self) -> Option<ClockView> {
        let wish = self.wish?;
        Some(ClockView {
            left: self.left(),
            running: self.running.map(|(side, _)| side),
            increment: u64::from(wish.increment) * 1000,
        })
    }

    /// When the running clock will have run out.
    pub fn runs_out(&self) -> Option<Instant> {
        self.running.map(|(side, since)| since + self.left[side.index()])
    }

    /// Whose clock has run out.
    pub fn is_out(&self) -> Option<Side> {
        let (side, since) = self.running?;
        (Instant::now() >= since + self.left[side.index()]).then_some(side)
    }

    /// The clock of this side as a bot is told of it.
    pub fn of_bot(&self, side: Side) -> Option<plywood_workshop::Clock> {
        let wish = self.wish?;
        let left = Duration::from_millis(self.left()[side.index()]);
        Some(plywood_workshop::Clock { left, increment: Duration::from_secs(u64::from(wish.increment)) })
    }

    /// How long a bot may think about a move, where it may take `most` otherwise.
    pub fn limit(&self, side: Side, most: Duration) -> Duration {
        let Some(wish) = self.wish else { return most };
        let mut now = *self;
        now.settle();
        let left = now.left[side.index()];
        let increment = Duration::from_secs(u64::from(wish.increment)) * 3 / 4;
        (left / PART + increment).min(left / 2).min(most).max(LEAST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn time_runs_for_one_side_at_a_time() {
        let wish = ClockWish { seconds: 10, increment: 2 };
        let mut clock = Clock::new(Some(wish), [10_000, 10_000]);
        tokio::time::advance(Duration::from_secs(5)).await;
        assert_eq!(clock.left(), [10_000, 10_000]);
        clock.run(Some(Side::First));
        tokio::time::advance(Duration::from_secs(3)).await;
        clock.moved(Side::First);
        clock.run(Some(Side::Second));
        tokio::time::advance(Duration::from_secs(9)).await;
        assert_eq!(clock.left(), [9_000, 1_000]);
        assert_eq!(clock.is_out(), None);
        assert_eq!(clock.limit(Side::Second, Duration::from_secs(5)), Duration::from_millis(500));
        tokio::time::advance(Duration::from_secs(1)).await;
        assert_eq!(clock.is_out(), Some(Side::Second));
        assert_eq!(clock.left(), [9_000, 0]);
        clock.run(None);
        assert_eq!((clock.is_out(), clock.runs_out()), (None, None));
    }

    #[tokio::test(start_paused = true)]
    async fn without_a_clock_nothing_runs() {
        let mut clock = Clock::new(None, [0, 0]);
        clock.run(Some(Side::First));
        assert_eq!((clock.view(), clock.runs_out(), clock.is_out()), (None, None, None));
        assert_eq!(clock.limit(Side::First, Duration::from_secs(5)), Duration::from_secs(5));
    }
}
