//! The laws about a game's own solvers: a value is that of the best move. Where the game ends, the rules say what a position is
//! worth; so what holds of every position is true. What they say of the moves of a search is tried for a few plies.

use super::checker::{Checker, RACE, ROOT_MOVES, SOLVER};
use super::subject::{Move, State, shown, shown_outcomes};
use super::tactics::{FEW_MOVES, HOLDING_PLIES, HOLDING_TRIES, beats, some_of};
use crate::{Player, Turn, Value};

/// Positions this near to the end are solved.
const SOLVED_PLIES: u32 = 8;

/// The work to find the moves to which a search keeps, in positions of a search.
const ROOT_WORK: u64 = 1000;

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

    /// Tries the moves to which a search keeps, if they are said to win, and otherwise the others, which are said to lose.
    pub(super) fn root_moves(&mut self, state: &State, moves: &[Move]) {
        let (game, at) = (self.game, self.at(state));
        let (Turn::Decision(player), Some((kept, wins))) =
            (game.turn(state), game.root_moves(state, ROOT_WORK))
        else {
            return;
        };
        let in_order: Vec<Move> = moves.iter().copied().filter(|mv| kept.contains(mv)).collect();
        let listed = !kept.is_empty() && in_order == kept;
        let others = moves.iter().copied().filter(|mv| !kept.contains(mv));
        let (winner, plies, tried) = match wins {
            Some(plies) => (player, plies.saturating_sub(1), kept.clone()),
            None => (player.other(), u32::MAX, others.collect()),
        };
        let mut tried = some_of(&tried, FEW_MOVES, self.laws[ROOT_MOVES].checked);
        let wrong = tried.find(|&mv| self.is_refuted(&game.child(state, mv), winner, plies));
        self.expect(ROOT_MOVES, listed && wrong.is_none(), || {
            let (kept, wrong) = (shown(game, &kept), wrong.map(|mv| game.shown(mv)));
            format!("{at}: {kept:?}, {winner} is said to win by or after {wrong:?}")
        });
    }

    /// True if a few plies show that this player does not win within so many.
    fn is_refuted(&self, state: &State, winner: Player, plies: u32) -> bool {
        let (game, mut tries) = (self.game, HOLDING_TRIES);
        // Where chance decides it is not tried who wins.
        let tried = plies == 0 || plies <= HOLDING_PLIES && !game.has_chance();
        beats(game, state, winner.other(), HOLDING_PLIES, &mut { HOLDING_TRIES })
            || tried && !beats(game, state, winner, plies, &mut tries) && tries > 0
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
