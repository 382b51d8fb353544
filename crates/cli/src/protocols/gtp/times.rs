//! The clocks of the protocol: a main time, then periods of some stones each.

use std::time::Duration;

use plywood_outside::ugi::SearchLimits;
use plywood_rules::Player;
use plywood_workshop::Clock;

/// The clocks of both players.
#[derive(Clone, Copy, Debug, Default)]
pub struct GtpTimes {
    /// None without limits.
    settings: Option<TimeSettings>,
    left: [Left; 2],
}

#[derive(Clone, Copy, Debug)]
struct TimeSettings {
    main: Duration,
    period: Duration,
    stones: u64,
}

/// The time that a player has left.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Left {
    #[default]
    Unlimited,
    /// For the game.
    Main(Duration),
    /// For this many stones.
    Period(Duration, u64),
}

impl GtpTimes {
    /// A period without stones is no limit at all.
    pub fn new(main: Duration, period: Duration, stones: u64) -> GtpTimes {
        let unlimited = !period.is_zero() && stones == 0;
        let mut times = GtpTimes {
            settings: (!unlimited).then_some(TimeSettings { main, period, stones }),
            ..GtpTimes::default()
        };
        times.begin_anew();
        times
    }

    /// The clocks at the beginning of a game.
    pub fn begin_anew(&mut self) {
        let left = self.settings.map_or(Left::Unlimited, |settings| match settings.main {
            Duration::ZERO if settings.stones > 0 => Left::Period(settings.period, settings.stones),
            main => Left::Main(main),
        });
        self.left = [left; 2];
    }

    /// The time that the controller says is left; for the whole game if there are no stones.
    pub fn set_left(&mut self, player: Player, left: Duration, stones: u64) {
        self.left[player.index()] = if stones == 0 { Left::Main(left) } else { Left::Period(left, stones) };
    }

    /// The limits of this player's next move.
    pub fn limits(&self, player: Player) -> SearchLimits {
        match self.left[player.index()] {
            Left::Unlimited => SearchLimits::default(),
            Left::Main(left) => {
                // What comes when the main time is over is a reserve.
                let clock = Some(Clock { left, increment: Duration::ZERO });
                SearchLimits { clocks: [clock; 2], ..SearchLimits::default() }
            }
            Left::Period(left, stones) => {
                let share = left / u32::try_from(stones.max(1)).unwrap_or(u32::MAX);
                SearchLimits { time: Some(share), ..SearchLimits::default() }
            }
        }
    }

    /// Takes the time of a move off the clock.
    pub fn spend(&mut self, player: Player, took: Duration) {
        let left = &mut self.left[player.index()];
        let period = self.settings.filter(|settings| settings.stones > 0);
        *left = match (*left, period) {
            (Left::Main(main), Some(settings)) if took >= main => {
                Left::Period(settings.period, settings.stones)
            }
            (Left::Main(main), _) => Left::Main(main.saturating_sub(took)),
            (Left::Period(_, 0 | 1), Some(settings)) => Left::Period(settings.period, settings.stones),
            (Left::Period(time, stones), _) => {
                Left::Period(time.saturating_sub(took), stones.saturating_sub(1))
            }
            (Left::Unlimited, _) => Left::Unlimited,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_run_down_and_periods_begin_anew() {
        let second = Duration::from_secs(1);
        let first = Player::First;
        let mut times = GtpTimes::new(10 * second, 6 * second, 3);
        assert_eq!(times.limits(first).clocks[0].map(|clock| clock.left), Some(10 * second));
        times.spend(first, 4 * second);
        assert_eq!(times.limits(first).clocks[0].map(|clock| clock.left), Some(6 * second));
        times.spend(first, 7 * second);
        assert_eq!(times.limits(first).time, Some(2 * second));
        times.spend(first, 3 * second);
        assert_eq!(times.limits(first).time, Some(second * 3 / 2));
        times.spend(first, second);
        times.spend(first, second);
        assert_eq!(times.limits(first).time, Some(2 * second));
        times.set_left(first, 5 * second, 0);
        assert_eq!(times.limits(first).clocks[0].map(|clock| clock.left), Some(5 * second));
        assert_eq!(GtpTimes::new(Duration::ZERO, second, 0).limits(first), SearchLimits::default());
        let absolute = GtpTimes::new(Duration::ZERO, Duration::ZERO, 0);
        assert_eq!(absolute.limits(first).clocks[0].map(|clock| clock.left), Some(Duration::ZERO));
    }
}
