//! The time that moves take.

use std::ops::AddAssign;
use std::time::Duration;

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
        *self += Spent { moves: 1, total: time, longest: time, late, latest: over };
    }
}

impl AddAssign for Spent {
    fn add_assign(&mut self, other: Spent) {
        self.moves += other.moves;
        self.total += other.total;
        self.longest = self.longest.max(other.longest);
        self.late += other.late;
        self.latest = self.latest.max(other.latest);
    }
}
