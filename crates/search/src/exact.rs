//! What makes a score a value: proved, exact or estimated.
//!
//! A score that rests on unknown positions can still be exact, if what is unknown cannot change it. Two searches
//! with the narrowest window tell: one that counts what is unknown as lost, one that counts it as won.

use plywood_rules::{Game, Player, Proved, Value};

use crate::alphabeta::{Met, Searcher, Unknown};
use crate::budget::Stopped;
use crate::force::Goal;
use crate::score::WIN;
use crate::trace::Sink;
use crate::window::Window;

/// What a number of points is worth where that is plain from what the search that found it has met. `None` if
/// it takes a further search to tell.
///
/// Without chance, a value that is exact must be the value of some finished game that the search has met: follow
/// the first move of that value where the one player decides, and where the other does the answer that holds it
/// for sure. No window cuts these off, because the value lies inside all of them, and the line cannot end in the
/// unknown. With chance it is a mean of such values, and the same holds on the way to each of them: some finished game was met.
pub(crate) fn evident(points: f64, met: Met) -> Option<Value> {
    let nothing = points == 0.0;
    let finished = met.least_left < u32::MAX;
    let possible = met.chance && finished || if nothing { met.zero } else { met.payoff };
    match met.unknown {
        true if !possible => Some(Value::Estimated(points + 0.0)),
        true => None,
        false if !nothing => Some(Value::Exact(points)),
        false if !met.chance => Some(Value::Proved(Proved::Draw)),
        false => None,
    }
}

impl<G: Game + ?Sized, T: Sink<G::Move>> Searcher<'_, G, T> {
    /// The full value of `state` for `view`, looking `depth` plies ahead; the line expected is appended to
    /// `line`. Leaves in `met` what the search has met.
    pub fn value(
        &mut self,
        state: &G::State,
        depth: u32,
        view: Player,
        line: &mut Vec<G::Move>,
    ) -> Result<Value, Stopped> {
        self.met = Met::NOTHING;
        let score = self.search(state, depth, Window::FULL, view)?;
        if score >= WIN {
            let plies = self.distance(state, view, 0, depth)?;
            self.winning_line(state, view, plies, line)?;
            return Ok(Value::Proved(Proved::Win { plies }));
        }
        if score <= -WIN {
            let plies = self.distance(state, view.other(), 0, depth)?;
            self.winning_line(state, view.other(), plies, line)?;
            return Ok(Value::Proved(Proved::Loss { plies }));
        }
        line.extend_from_slice(&self.lines[depth as usize]);
        self.settle(state, depth, view, score)
    }

    /// What `state` is worth to `view`, a search to `depth` having found this many points and `met` what it says.
    pub fn settle(
        &mut self,
        state: &G::State,
        depth: u32,
        view: Player,
        points: f64,
    ) -> Result<Value, Stopped> {
        if let Some(value) = evident(points, self.met) {
            return Ok(value);
        }
        if self.met.unknown && !self.is_exact(state, depth, view, points)? {
            return Ok(Value::Estimated(points + 0.0));
        }
        if points != 0.0 {
            return Ok(Value::Exact(points));
        }
        // A draw, or a gamble that is worth as much?
        let draw = !self.met.chance
            || self.can_force(state, view, Goal::NotLose, depth)?
                && self.can_force(state, view.other(), Goal::NotLose, depth)?;
        Ok(if draw { Value::Proved(Proved::Draw) } else { Value::Exact(0.0) })
    }

    /// Whether nothing unknown can change that `state` is worth `points` to `view`. Asks the player first who
    /// would have to hold the better half: hardly ever the case, and quickly seen.
    fn is_exact(&mut self, state: &G::State, depth: u32, view: Player, points: f64) -> Result<bool, Stopped> {
        let (stronger, held) = if points < 0.0 { (view.other(), -points) } else { (view, points) };
        Ok(self.is_sure_of(state, depth, stronger, held)?
            && self.is_sure_of(state, depth, stronger.other(), -held)?)
    }

    /// Whether `player` has at least `points` for sure, whatever unknown positions are worth.
    pub fn is_sure_of(
        &mut self,
        state: &G::State,
        depth: u32,
        player: Player,
        points: f64,
    ) -> Result<bool, Stopped> {
        self.unknown = Unknown::LossOf(player);
        self.sink.pause(true);
        let score = self.search(state, depth, Window::at_least(points), player)?;
        self.sink.pause(false);
        self.unknown = Unknown::Guess;
        Ok(score >= points)
    }
}
