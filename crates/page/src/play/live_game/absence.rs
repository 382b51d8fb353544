//! Absence and alarms: players who stay away, clocks that run out, games that are abandoned.

use std::time::Duration;

use plywood_rules::Player;
use plywood_rules::ending::Call;

use super::LiveGame;
use crate::play::command::{GameEffect, Now};
use crate::play::snapshot::Seat;

/// The time that bots play on after all people have left.
const BOTS_GO_ON: Duration = Duration::from_secs(60);

impl LiveGame {
    /// The time of the next [`GameCommand::Alarm`](crate::play::GameCommand::Alarm).
    pub fn alarm(&self) -> Option<Duration> {
        let mut times = Vec::new();
        if self.snapshot.ended.is_some() {
            times.extend(self.empty.map(|since| since + self.setup.comeback));
        } else {
            times.extend(self.retry);
            // The end on time must be written; where that failed a moment ago, it has to wait.
            times.extend(self.clock.runs_out().map(|at| self.retry.map_or(at, |retry| at.max(retry))));
            times.extend(self.not_before);
            let away = self.most_away();
            if self.snapshot.is_between_bots() {
                times.extend(self.empty.map(|since| since + away));
            }
            times.extend(self.away.iter().flatten().map(|&since| since + away));
            if !self.visited {
                times.extend(self.empty.map(|since| since + self.setup.visit));
            }
        }
        times.into_iter().min()
    }

    fn most_away(&self) -> Duration {
        Duration::from_secs(u64::from(self.snapshot.away))
    }

    pub(super) fn begin_absence_anew(&mut self, now: Now) {
        self.away = self.away.map(|since| since.map(|_| now.elapsed));
    }

    /// Does what has become due.
    pub(super) fn ring(&mut self, now: Now) -> Vec<GameEffect> {
        let over = |since: Option<Duration>, limit: Duration| {
            since.is_some_and(|since| now.elapsed >= since + limit)
        };
        if self.snapshot.ended.is_some() {
            let abandoned = over(self.empty, self.setup.comeback);
            return abandoned.then_some(GameEffect::Remove).into_iter().collect();
        }
        self.not_before = self.not_before.filter(|&at| now.elapsed < at);
        if over(self.retry, Duration::ZERO) {
            self.retry = None;
            self.trouble = None;
        }
        if let Some(player) = self.clock.is_out(now.elapsed) {
            return self.end(Call::OutOfTime(player), now).unwrap_or_default();
        }
        let away = self.most_away();
        let waits_in_vain = self.snapshot.has_open_seat() || self.snapshot.is_between_bots();
        if (!self.visited && over(self.empty, self.setup.visit)) || (waits_in_vain && over(self.empty, away))
        {
            return vec![GameEffect::Remove];
        }
        let gone = Player::BOTH.map(|player| {
            matches!(self.snapshot.seats[player.index()], Seat::Person { .. })
                && over(self.away[player.index()], away)
        });
        let loser = match gone {
            [false, false] => return Vec::new(),
            [true, false] => Player::First,
            [false, true] => Player::Second,
            // The one who keeps the other waiting.
            [true, true] => self.game.turn().player().unwrap_or(Player::First),
        };
        if self.snapshot.has_open_seat() {
            // An open seat cannot win.
            self.begin_absence_anew(now);
            return Vec::new();
        }
        self.end(Call::Left(loser), now).unwrap_or_default()
    }

    /// True if a person is there for whom bots might play, or was a moment ago.
    pub(super) fn is_company(&self, now: Now) -> bool {
        let gone = |since: Duration| now.elapsed >= since + BOTS_GO_ON;
        if self.snapshot.is_between_bots() {
            return self.visited && !self.empty.is_some_and(gone);
        }
        let mut people =
            Player::BOTH.into_iter().filter(|player| self.snapshot.seats[player.index()].is_for_person());
        people.any(|player| !self.away[player.index()].is_some_and(gone))
    }
}
