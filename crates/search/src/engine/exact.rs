//! What makes a score a value: proved, exact or estimated.
//!
//! A score that rests on unknown positions can still be exact, if what is unknown cannot change it. Two searches
//! with the narrowest window tell: one that counts what is unknown as lost, one that counts it as won.

use plywood_rules::{Player, Proved, Symmetric, Tactics, Turn, Value};

use super::met::Met;
use super::score;
use super::search::{Node, Searcher, Unknown};
use crate::budget::Stopped;
use crate::trace::Sink;
use crate::window::Window;

/// What a number of points is worth where that is plain from what the search that found it has met. `None` if
/// it takes a further search to tell.
///
/// Without chance, a value that is exact must be the value of some finished game that the search has met: follow
/// the first move of that value where the one player decides, and where the other does the answer that holds it
/// for sure. No window cuts these off, because the value lies inside all of them, and the line cannot end in the
/// unknown.
pub(super) fn evident(points: f64, met: Met) -> Option<Value> {
    let nothing = points == 0.0;
    let possible = met.has(Met::CHANCE) || met.has(if nothing { Met::ZERO } else { Met::PAYOFF });
    match met.has(Met::UNKNOWN) {
        true if !possible => Some(Value::Estimated(points + 0.0)),
        true => None,
        false if !nothing => Some(Value::Exact(points)),
        false if !met.has(Met::CHANCE) => Some(Value::Proved(Proved::Draw)),
        false => None,
    }
}

impl<G: Symmetric + Tactics + ?Sized, T: Sink<G::Move>> Searcher<'_, G, T> {
    /// What the child of a root is worth to `view`, a search having found this score and `met` what it says. Wins count
    /// from the root.
    pub fn settle(&mut self, node: &Node<G>, depth: u32, view: Player, score: f64) -> Result<Value, Stopped> {
        if let Some(proof) = score::proof(score, 0) {
            return Ok(proof);
        }
        if let Some(value) = evident(score, self.met) {
            return Ok(value);
        }
        if self.met.has(Met::UNKNOWN) && !self.is_exact(node, depth, view, score)? {
            return Ok(Value::Estimated(score + 0.0));
        }
        if score != 0.0 {
            return Ok(Value::Exact(score));
        }
        // A draw, or a gamble that is worth as much?
        let draw = !self.met.has(Met::CHANCE)
            || self.is_safe(&node.state, view, depth)? && self.is_safe(&node.state, view.other(), depth)?;
        Ok(if draw { Value::Proved(Proved::Draw) } else { Value::Exact(0.0) })
    }

    /// Whether nothing unknown can change that a position is worth `points` to `view`. Asks the player first who
    /// would have to hold the better half: hardly ever the case, and quickly seen.
    fn is_exact(&mut self, node: &Node<G>, depth: u32, view: Player, points: f64) -> Result<bool, Stopped> {
        let (stronger, held) = if points < 0.0 { (view.other(), -points) } else { (view, points) };
        Ok(self.is_sure_of(node, depth, stronger, held)?
            && self.is_sure_of(node, depth, stronger.other(), -held)?)
    }

    /// Whether `player` has at least `points` for sure in the child of a root, whatever unknown positions are worth.
    pub fn is_sure_of(
        &mut self,
        node: &Node<G>,
        depth: u32,
        player: Player,
        points: f64,
    ) -> Result<bool, Stopped> {
        // Where all is open, nobody who searches selectively waits for the answer.
        if self.plan.selective {
            return Ok(false);
        }
        let met = self.met;
        self.unknown = Unknown::LossOf(player);
        self.sink.pause(true);
        let score = self.search(node, depth, 1, Window::at_least(points), player)?;
        self.sink.pause(false);
        self.unknown = Unknown::Guess;
        self.met = met;
        Ok(score >= points)
    }

    /// Whether `player` can make sure, whatever chance does, that the game is over within `plies` and not lost, nor
    /// ended with less than no points. Games without chance need not ask.
    pub fn is_safe(&mut self, state: &G::State, player: Player, plies: u32) -> Result<bool, Stopped> {
        self.budget.visit()?;
        let game = self.plan.game;
        let turn = game.turn(state);
        match turn {
            Turn::Over(outcome) => return Ok(outcome.utility(player) >= 0),
            _ if plies == 0 => return Ok(false),
            Turn::Decision(_) | Turn::Chance => {}
        }
        // The player needs one good move; opponent and dice need one good answer.
        let own = turn == Turn::Decision(player);
        let start = self.moves.len();
        if turn == Turn::Chance {
            let outcomes = self.outcomes.len();
            game.chance_outcomes(state, &mut self.outcomes);
            self.moves.extend(self.outcomes.drain(outcomes..).map(|(mv, _)| mv));
        } else {
            game.legal_moves(state, &mut self.moves);
        }
        let mut safe = !own;
        for at in start..self.moves.len() {
            let child = game.child(state, self.moves[at]);
            if self.is_safe(&child, player, plies - 1)? == own {
                safe = own;
                break;
            }
        }
        self.moves.truncate(start);
        Ok(safe)
    }
}
