//! The time that moves take.

use std::fmt;
use std::ops::AddAssign;
use std::str::FromStr;
use std::time::Duration;

use plywood_rules::TextError;

/// The time that a bot's moves took, as its opponent sees it: from the question to the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Moves requested and answered.
    pub moves: u64,
    /// The time of all of them.
    pub total: Duration,
    /// The time of the longest.
    pub longest: Duration,
    /// Moves that took more than was left on the clock, with or without losing the game by it.
    pub late: u64,
    /// The most by which a move exceeded what was left.
    pub latest: Duration,
    /// The time until its program was ready, which is no part of the moves.
    pub start: Duration,
}

impl Spent {
    /// The mean time a move, in seconds; `None` without moves.
    pub fn mean_seconds(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.total.as_secs_f64() / self.moves as f64)
    }

    /// Divides the time of a game evenly among the moves of both players, which were counted without their times.
    pub(crate) fn share(spent: &mut [Spent; 2], time: Duration) {
        let moves = spent[0].moves + spent[1].moves;
        let mean = time.as_nanos() as u64 / moves.max(1);
        for of_player in spent.iter_mut().filter(|of_player| of_player.moves > 0) {
            of_player.total = Duration::from_nanos(mean * of_player.moves);
            of_player.longest = Duration::from_nanos(mean);
        }
    }

    /// Counts one more move; `left` was on the clock before it, if there is one.
    pub(crate) fn add(&mut self, time: Duration, left: Option<Duration>) {
        let over = left.map_or(Duration::ZERO, |left| time.saturating_sub(left));
        let late = u64::from(over > Duration::ZERO);
        *self += Spent { moves: 1, total: time, longest: time, late, latest: over, start: Duration::ZERO };
    }
}

/// In records: `12 0.345123 0.080200 1 0.003000`, the numbers in their order, times in seconds. The last one, the start of a program,
/// is left out where nothing was started.
impl fmt::Display for Spent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [total, longest, latest] = [self.total, self.longest, self.latest].map(|time| time.as_secs_f64());
        write!(f, "{} {total:.6} {longest:.6} {} {latest:.6}", self.moves, self.late)?;
        match self.start {
            Duration::ZERO => Ok(()),
            start => write!(f, " {:.6}", start.as_secs_f64()),
        }
    }
}

impl FromStr for Spent {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Spent, TextError> {
        let mut words = text.split(' ');
        let mut read = || {
            let mut number = || words.next()?.parse::<u64>().ok();
            let moves = number()?;
            let seconds = |word: &str| Duration::try_from_secs_f64(word.parse().ok()?).ok();
            let (total, longest) = (seconds(words.next()?)?, seconds(words.next()?)?);
            let late = words.next()?.parse().ok()?;
            let latest = seconds(words.next()?)?;
            let start = words.next().map_or(Some(Duration::ZERO), seconds)?;
            words.next().is_none().then_some(Spent { moves, total, longest, late, latest, start })
        };
        read().ok_or_else(|| {
            TextError::new(format!(
                "'{text}' are not the times of a player; there are five or six numbers: 12 0.3 0.08 0 0.0 1.5"
            ))
        })
    }
}

impl AddAssign for Spent {
    fn add_assign(&mut self, other: Spent) {
        self.moves += other.moves;
        self.total += other.total;
        self.longest = self.longest.max(other.longest);
        self.late += other.late;
        self.latest = self.latest.max(other.latest);
        self.start += other.start;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_in_records_are_read_back() {
        let micros = Duration::from_micros;
        let spent = Spent {
            moves: 12,
            total: micros(345_123),
            longest: micros(80_200),
            late: 1,
            latest: micros(3000),
            start: Duration::ZERO,
        };
        assert_eq!(spent.to_string(), "12 0.345123 0.080200 1 0.003000");
        assert_eq!(spent.to_string().parse(), Ok(spent));
        let started = Spent { start: micros(1_500_000), ..spent };
        assert_eq!(started.to_string(), "12 0.345123 0.080200 1 0.003000 1.500000");
        assert_eq!(started.to_string().parse(), Ok(started));
        for wrong in [
            "",
            "1 2 3 4",
            "1 2 3 4 5 6 7",
            "1 2 3 4 5 x",
            "1 -2 3 4 5",
            "1 nan 3 4 5",
            "1 1e300 3 4 5",
            "x 2 3 4 5",
        ] {
            assert!(wrong.parse::<Spent>().is_err(), "{wrong}");
        }
    }
}
