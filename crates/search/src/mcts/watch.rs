//! The limits of a search, and the times of its reports.

use std::time::Duration;

use plywood_rules::{Clock, Instant, Stop, Tactics};

use super::search::MctsSearch;
use super::settings::MctsSettings;
use crate::clock::allot;

/// Plies between two checks of the clock: some tens of microseconds in the games here.
const INTERVAL: u64 = 256;

/// The time between two reports to the listener.
const TELL_EVERY: Duration = Duration::from_millis(125);

/// The part of the time that may be spent on keeping earlier results.
const KEEPING: u32 = 8;

/// The playouts, nodes and time that one choice may take.
pub(super) struct MctsBudget {
    pub playouts: u64,
    most_playouts: u64,
    most_nodes: Option<u64>,
    /// The plies at the next check.
    look_at: u64,
    stop: Stop,
    started: Instant,
    /// The limit of time, if there is one.
    time: Option<Duration>,
    /// The time after which to answer if the choice is clear, if a clock is running.
    soft: Option<Duration>,
    /// True if a report is due, as noticed at the last check of the clock.
    tells: bool,
    told: Instant,
}

impl MctsBudget {
    pub fn new(
        settings: &MctsSettings,
        clock: Option<Clock>,
        plies_left: Option<u32>,
        stop: &Stop,
    ) -> MctsBudget {
        let allotted = clock.map(|clock| allot(clock, plies_left));
        let (soft, time) = match (settings.time, allotted) {
            (Some(time), Some((_, hard))) => (None, Some(time.min(hard))),
            (None, Some((soft, hard))) => (Some(soft), Some(hard)),
            (time, None) => (None, time),
        };
        let started = Instant::now();
        MctsBudget {
            playouts: 0,
            most_playouts: settings.playouts.unwrap_or(u64::MAX),
            most_nodes: settings.nodes,
            look_at: 0,
            stop: time.map_or_else(|| stop.clone(), |time| stop.within(time)),
            started,
            time,
            soft,
            tells: false,
            told: started,
        }
    }

    /// Limits the search to this number of playouts.
    pub fn make_at_most(&mut self, playouts: u64) {
        self.most_playouts = self.most_playouts.min(playouts);
    }

    /// Returns true if there is time to keep more of the earlier results.
    pub fn has_time_to_keep(&self) -> bool {
        !self.stop.is_raised() && self.time.is_none_or(|time| self.started.elapsed() < time / KEEPING)
    }

    /// Returns whether there may be another playout.
    #[inline]
    pub fn goes_on<G: Tactics + ?Sized>(&mut self, search: &MctsSearch<'_, G>) -> bool {
        // A full tree never reaches a limit beyond its size.
        let is_grown = |most| search.is_full || search.tree.nodes.count() as u64 >= most;
        if self.playouts >= self.most_playouts || self.most_nodes.is_some_and(is_grown) {
            return false;
        }
        search.plies < self.look_at || self.look(search)
    }

    #[cold]
    fn look<G: Tactics + ?Sized>(&mut self, search: &MctsSearch<'_, G>) -> bool {
        self.look_at = search.plies + INTERVAL;
        self.tells = self.told.elapsed() >= TELL_EVERY;
        let answers = self.soft.is_some_and(|soft| self.started.elapsed() >= soft && search.is_clear());
        !self.stop.is_raised() && !answers
    }

    /// Returns true if a report is due, and sets the time of the next one.
    #[inline]
    pub fn is_time_to_tell(&mut self) -> bool {
        let tells = self.tells;
        if tells {
            self.tells = false;
            self.told = Instant::now();
        }
        tells
    }
}
