//! The course of a search: it deepens ply by ply and then, if the end of the game is within reach, plays
//! everything out.

use std::time::Duration;

use plywood_rules::{Clock, Instant, Stop};

use super::settings::{EngineSettings, Selective};
use crate::Limits;
use crate::clock::allot;

/// The plan of a search, by its limits and the length of the game.
#[derive(Clone, Debug)]
pub(super) struct Course {
    /// The last depth to search.
    pub last: u32,
    /// True if that depth reaches the end of the game in every line, or is the deepest of all.
    pub to_the_end: bool,
    /// True if there is a limit of time or nodes.
    pub limited: bool,
    pub selective: bool,
    /// Positions to visit.
    pub nodes: Option<u64>,
    /// Raised when the search has to end.
    pub stop: Stop,
    started: Instant,
    /// The share of a clock after which no new depth begins.
    soft: Option<Duration>,
}

/// A game that is over within this many plies is played out without deepening first, as that takes only a
/// moment.
pub(super) const SHORT_GAME: u32 = 16;

/// The same under a limit of time or nodes, which should not be spent on one thing.
const VERY_SHORT_GAME: u32 = 12;

/// Positions to visit in search of a win by deepening before a longer game is played out. Wins of
/// many plies are mostly found by threats, at a depth of ten or so (6x6 boards with four in a row after 0.2 to 0.4
/// million), draws only by playing everything out.
const LOOK_FOR_WINS: u64 = 400_000;

/// Time allowed for making a table, a MiB: it takes a third to a half of a millisecond, more on a busy machine, and cannot
/// be stopped.
const MAKING_A_MIB: Duration = Duration::from_millis(2);

impl Course {
    /// The course of a search that begins now, in a game that is over within `plies_left` plies.
    pub fn new(
        mut limits: Limits,
        engine: &EngineSettings,
        clock: Option<Clock>,
        plies_left: Option<u32>,
        stop: &Stop,
    ) -> Course {
        let started = Instant::now();
        let allotted = clock.map(|clock| allot(clock, plies_left));
        if limits == Limits::default() && allotted.is_none() {
            limits.depth = engine.default_depth;
        }
        // Once the share of a clock is used up no new depth is begun; a depth that is under way may take more.
        let (soft, hard) = allotted.unzip();
        if let Some(hard) = hard {
            limits.time = Some(limits.time.map_or(hard, |time| time.min(hard)));
        }
        let stop = limits.time.map_or_else(|| stop.clone(), |time| stop.within(time));
        let limited = limits.deepens();
        let last = limits.plies();
        // Bounds may be far from true. A line that is really longer than the deepest search ends in an estimate.
        let plies_left = plies_left.map(|left| left.min(Limits::DEEPEST));
        let to_the_end = plies_left.is_some_and(|left| last >= left);
        let last = if to_the_end { plies_left.unwrap_or(last).max(1) } else { last };
        let selective = match engine.selective {
            Selective::On => true,
            Selective::Off => false,
            Selective::Auto if to_the_end => limited || last > SHORT_GAME,
            Selective::Auto => limited || last > EngineSettings::FULL_WIDTH,
        };
        let nodes = limits.nodes.or(engine.give_up);
        Course { last, to_the_end, limited, selective, nodes, stop, started, soft }
    }

    /// Returns true if it is time to play everything out.
    pub fn plays_out(&self, next: u32, nodes: u64) -> bool {
        self.to_the_end
            && (next >= self.last
                || self.last <= if self.limited { VERY_SHORT_GAME } else { SHORT_GAME }
                || !self.limited && nodes >= LOOK_FOR_WINS)
    }

    /// Returns true if so much of the clock's share is used up that no depth after this one is begun.
    pub fn is_late(&self, depth: u32) -> bool {
        depth > 1 && self.soft.is_some_and(|soft| self.started.elapsed() >= soft.mul_f64(0.6))
    }

    /// Returns true if a table of `bytes` bytes is allocated long before the time is over.
    pub fn has_time_for(&self, bytes: usize) -> bool {
        let takes = MAKING_A_MIB.mul_f64(bytes as f64 / (1 << 20) as f64);
        self.stop.time_left().is_none_or(|left| left > takes)
    }
}
