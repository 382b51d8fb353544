//! The values of INFO: times and the rule.

use std::time::Duration;

use plywood_outside::ugi::SearchLimits;
use plywood_workshop::Clock;

use crate::protocols::bot_game::RefusalText;

/// The times, in milliseconds, as far as the manager has said them.
#[derive(Clone, Copy, Debug, Default)]
pub struct GomocupTimes {
    /// For a move. 0 asks for an answer at once.
    turn: Option<u64>,
    /// For the whole game; 0 for no limit.
    game: Option<u64>,
    /// The rest of that.
    left: Option<u64>,
}

/// A limit of the whole game from which on there is none: managers send the greatest number of 31 bits.
const UNLIMITED: u64 = i32::MAX as u64;

impl GomocupTimes {
    /// Takes note of a time. Other values of INFO, and those that are no numbers, are ignored.
    pub fn inform(&mut self, key: &str, value: &str) {
        let time = value.parse::<i64>().ok().map(|ms| ms.max(0) as u64);
        match (key, time) {
            ("timeout_turn", Some(_)) => self.turn = time,
            ("timeout_match", Some(_)) => (self.game, self.left) = (time, None),
            ("time_left", Some(_)) => self.left = time,
            _ => {}
        }
    }

    /// The limits of the next move.
    pub fn limits(&self) -> SearchLimits {
        let is_limited = self.game.is_some_and(|game| game > 0 && game < UNLIMITED);
        let left = self.left.or(self.game).filter(|&left| is_limited && left < UNLIMITED);
        let clock = left.map(|left| Clock { left: Duration::from_millis(left), increment: Duration::ZERO });
        // A bot with a clock and no other limit divides it by itself.
        SearchLimits {
            time: self.turn.map(Duration::from_millis),
            clocks: [clock; 2],
            ..SearchLimits::default()
        }
    }
}

/// The rule of the game, as a sum of numbers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rule(u64);

/// Exactly five in a row win.
const EXACT: u64 = 1;

impl Rule {
    /// Takes note of the rule.
    pub fn inform(&mut self, key: &str, value: &str) {
        if key == "rule" {
            // A rule that cannot be read is none of those known.
            self.0 = value.parse().unwrap_or(u64::MAX);
        }
    }

    /// True if more than five in a row do not count.
    ///
    /// # Errors
    /// If the rule is another one than the freest and this.
    pub fn is_exact(self) -> Result<bool, RefusalText> {
        match self.0 {
            0 => Ok(false),
            EXACT => Ok(true),
            rule => Err(format!("unsupported rule {rule}; there are 0, five or more, and 1, exactly five")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_kept() {
        let informed = |values: &[(&str, &str)]| {
            let mut times = GomocupTimes::default();
            values.iter().for_each(|(key, value)| times.inform(key, value));
            let limits = times.limits();
            (limits.time.map(|time| time.as_millis()), limits.clocks[0].map(|clock| clock.left.as_millis()))
        };
        assert_eq!(informed(&[]), (None, None));
        assert_eq!(informed(&[("timeout_turn", "5000"), ("time_left", "100")]), (Some(5000), None));
        let limited =
            [("timeout_match", "60000"), ("time_left", "900"), ("timeout_turn", "x"), ("folder", "/")];
        assert_eq!(informed(&limited), (None, Some(900)));
        assert_eq!(informed(&[("timeout_match", "2147483647"), ("time_left", "2147483647")]), (None, None));
        assert_eq!(informed(&[("timeout_turn", "-1")]), (Some(0), None));
    }
}
