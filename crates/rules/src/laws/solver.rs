//! The laws about a game's own solvers: a value is that of the best move. Where the game ends, the rules say what a position is
//! worth; so what holds of every position is true.

use super::checker::{Checker, RACE, SOLVER};
use super::subject::{Move, State, shown_outcomes};
use crate::{Turn, Value};

/// Positions this near to the end are solved.
const SOLVED_PLIES: u32 = 8;

/// Probabilities differ by less than this if they are the same but for rounding.
const ROUNDING: f64 = 1e-9;

impl Checker<'_> {
    /// Compares the value of a decision near the end of the game with those of its moves.
    pub(super) fn solver(&mut self, state: &State, moves: &[Move]) {
        let (game, at) = (self.game, self.at(state));
        let Turn::Decision(player) = game.turn(state) else { return };
        if game.plies_left(state).is_none_or(|plies| plies > SOLVED_PLIES) {
            return;
        }
        let Some(value) = game.solved(state) else { return };
        let worth = |&mv: &Move| {
            let child = game.child(state, mv);
            let value = match game.turn(&child) {
                Turn::Over(outcome) => Some(outcome.value(player)),
                Turn::Decision(mover) if mover == player => game.solved(&child),
                Turn::Decision(_) => game.solved(&child).map(Value::reversed),
                Turn::Chance => None,
            };
            value.map(Value::one_ply_later)
        };
        let worths: Option<Vec<Value>> = moves.iter().map(worth).collect();
        let best = worths.iter().flatten().max_by(|one, other| one.compare(other)).copied();
        let bounded = |bound: &Value| game.solved_at_most(state, *bound) == value.compare(bound).is_le();
        let right = best == Some(value) && worths.iter().flatten().all(bounded);
        self.expect(SOLVER, right, || {
            format!("{at}: {value:?} is said to be the value, and the best move has {best:?}")
        });
    }

    /// Compares the probabilities of a race with what comes after each move.
    pub(super) fn race(&mut self, state: &State, moves: &[Move]) {
        let (game, at) = (self.game, self.at(state));
        let (Turn::Decision(player), Some(valued)) = (game.turn(state), game.race_moves(state)) else {
            return;
        };
        let all = valued.iter().map(|&(mv, _)| mv).eq(moves.iter().copied());
        let right = |&(mv, wins): &(Move, f64)| {
            let after = game.race_wins(&game.child(state, mv), player);
            after.is_some_and(|after| (after - wins).abs() < ROUNDING)
        };
        self.expect(RACE, all && valued.iter().all(right), || {
            format!("{at}: moves do not win as often as {:?} says", shown_outcomes(game, &valued))
        });
    }
}
