//! The clocks of a game.

use std::time::Duration;

use plywood_rules::Player;
use serde::{Deserialize, Serialize};

/// The least time of a bot for a move, however little it has left.
const LEAST: Duration = Duration::from_millis(20);
/// The part of its remaining time that a bot spends on a move.
const PART: u32 = 20;

/// Time for each player's moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TimeControl {
    /// Seconds at the beginning, 1 to 86400.
    pub seconds: u32,
    /// Seconds more after each move, up to 3600.
    #[serde(default)]
    pub increment: u32,
}

/// The clocks, at the moment of sending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ClockView {
    /// The time that the players have left, in milliseconds.
    pub left: [u64; 2],
    /// Whose clock runs.
    pub running: Option<Player>,
    /// Milliseconds more after each move.
    pub increment: u64,
}

/// The clocks of a game, or none. Times are measured from any fixed moment.
#[derive(Clone, Copy, Debug)]
pub struct GameClock {
    wish: Option<TimeControl>,
    left: [Duration; 2],
    running: Option<(Player, Duration)>,
}

impl GameClock {
    /// Stopped clocks, with `left` milliseconds left.
    pub fn new(wish: Option<TimeControl>, left: [u64; 2]) -> GameClock {
        GameClock { wish, left: left.map(Duration::from_millis), running: None }
    }

    /// The same clocks with the time until `now` counted.
    fn settled(mut self, now: Duration) -> GameClock {
        if let Some((player, since)) = &mut self.running {
            let left = &mut self.left[player.index()];
            *left = left.saturating_sub(now.saturating_sub(*since));
            *since = now;
        }
        self
    }

    /// Starts this player's clock and stops the other one, or stops both.
    pub fn run(&mut self, player: Option<Player>, now: Duration) {
        *self = self.settled(now);
        self.running = player.filter(|_| self.wish.is_some()).map(|player| (player, now));
    }

    /// Adds the increment of a move.
    pub fn moved(&mut self, player: Player, now: Duration) {
        *self = self.settled(now);
        self.left[player.index()] += self.increment();
    }

    fn increment(&self) -> Duration {
        Duration::from_secs(self.wish.map_or(0, |wish| u64::from(wish.increment)))
    }

    /// The time left, in milliseconds.
    pub fn left(&self, now: Duration) -> [u64; 2] {
        self.settled(now).left.map(|left| left.as_millis() as u64)
    }

    /// The clocks as they are shown; `None` without clocks.
    pub fn view(&self, now: Duration) -> Option<ClockView> {
        self.wish?;
        Some(ClockView {
            left: self.left(now),
            running: self.running.map(|(player, _)| player),
            increment: self.increment().as_millis() as u64,
        })
    }

    /// True if the game is played with clocks.
    pub fn is_used(&self) -> bool {
        self.wish.is_some()
    }

    /// The moment at which the running clock will have run out.
    pub fn runs_out(&self) -> Option<Duration> {
        self.running.map(|(player, since)| since + self.left[player.index()])
    }

    /// The player whose clock has run out.
    pub fn is_out(&self, now: Duration) -> Option<Player> {
        self.running.map(|(player, _)| player).filter(|_| self.runs_out().is_some_and(|at| now >= at))
    }

    /// This player's clock as a bot sees it.
    pub fn of_bot(&self, player: Player, now: Duration) -> Option<plywood_rules::Clock> {
        self.wish?;
        let left = Duration::from_millis(self.left(now)[player.index()]);
        Some(plywood_rules::Clock { left, increment: self.increment() })
    }

    /// The time of a bot for a move, where it may take `most` without a clock.
    pub fn limit(&self, player: Player, most: Duration, now: Duration) -> Duration {
        if self.wish.is_none() {
            return most;
        }
        let left = self.settled(now).left[player.index()];
        (left / PART + self.increment() * 3 / 4).min(left / 2).min(most).max(LEAST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn time_runs_for_one_side_at_a_time() {
        let wish = TimeControl { seconds: 10, increment: 2 };
        let mut clock = GameClock::new(Some(wish), [10_000, 10_000]);
        assert_eq!(clock.left(seconds(5)), [10_000, 10_000]);
        clock.run(Some(Player::First), seconds(5));
        clock.moved(Player::First, seconds(8));
        clock.run(Some(Player::Second), seconds(8));
        assert_eq!(clock.left(seconds(17)), [9_000, 1_000]);
        assert_eq!(clock.is_out(seconds(17)), None);
        assert_eq!(clock.limit(Player::Second, seconds(5), seconds(17)), Duration::from_millis(500));
        assert_eq!(clock.is_out(seconds(18)), Some(Player::Second));
        assert_eq!(clock.left(seconds(18)), [9_000, 0]);
        clock.run(None, seconds(18));
        assert_eq!((clock.is_out(seconds(99)), clock.runs_out()), (None, None));
    }

    #[test]
    fn without_a_clock_nothing_runs() {
        let mut clock = GameClock::new(None, [0, 0]);
        clock.run(Some(Player::First), seconds(0));
        assert_eq!((clock.view(seconds(1)), clock.runs_out(), clock.is_out(seconds(9))), (None, None, None));
        assert_eq!(clock.limit(Player::First, seconds(5), seconds(9)), seconds(5));
    }
}
