//! Perfect players: they look up the value of every move, and choose a best one.

use std::sync::Arc;

use plywood_rules::hints::race::{SolvedRace, wins};
use plywood_rules::hints::solver::ExactSolver;
use plywood_rules::random::below;
use plywood_rules::{
    Alternative, Bot, Playable, Player, Position, Proved, Report, Run, Stop, TextError, Turn, Value,
    moves_or_outcomes,
};
use rand_core::Rng;

use crate::table::{Tablebase, TablebaseError};

/// The knowledge of a perfect player.
pub enum PerfectKnowledge<G: Playable> {
    /// All positions of a game without chance.
    Tablebase(Arc<Tablebase>),
    /// A race, solved for two players with best play.
    Race(Arc<Box<dyn SolvedRace<G>>>),
    /// The game's own solver, which finds each value when it is asked for. It gives no lines.
    Solver(Arc<dyn ExactSolver<G>>),
}

impl<G: Playable> Clone for PerfectKnowledge<G> {
    fn clone(&self) -> Self {
        match self {
            PerfectKnowledge::Tablebase(book) => PerfectKnowledge::Tablebase(Arc::clone(book)),
            PerfectKnowledge::Race(race) => PerfectKnowledge::Race(Arc::clone(race)),
            PerfectKnowledge::Solver(solver) => PerfectKnowledge::Solver(Arc::clone(solver)),
        }
    }
}

/// Plays the best move: wins as quickly as can be, loses as slowly, and keeps a draw that is one.
///
/// In a race it plays for the greatest probability to win.
pub struct Perfect<G: Playable> {
    knowledge: PerfectKnowledge<G>,
    /// Among best moves the first, or one at random.
    random_ties: bool,
    /// The error of a failed look-up that the last choice needed.
    trouble: Option<TablebaseError>,
}

impl<G: Playable> Perfect<G> {
    /// A player with this knowledge, who takes the first of the best moves, or a random one with `random_ties`.
    pub fn new(knowledge: PerfectKnowledge<G>, random_ties: bool) -> Perfect<G> {
        Perfect { knowledge, random_ties, trouble: None }
    }

    /// The value of each move for `player`; `None` if it is not known, or cannot be read, which is recorded.
    fn values(
        &mut self,
        game: &G,
        state: &G::State,
        player: Player,
        moves: &[G::Move],
        stop: &Stop,
    ) -> Vec<Option<Value>> {
        moves
            .iter()
            .map(|&mv| self.value(game, &game.child(state, mv), player, stop).map(Value::one_ply_later))
            .collect()
    }

    /// The value of a position for `player`.
    fn value(&mut self, game: &G, state: &G::State, player: Player, stop: &Stop) -> Option<Value> {
        match &self.knowledge {
            PerfectKnowledge::Tablebase(book) => match book.lookup(game, state) {
                Ok(Some(exact)) => Some(Value::Proved(exact.proved(player))),
                Ok(None) => {
                    let reason = game.composed(state).map(TablebaseError::Composed);
                    self.trouble = self.trouble.take().or(reason);
                    None
                }
                Err(error) => {
                    self.trouble.get_or_insert(error);
                    None
                }
            },
            PerfectKnowledge::Race(race) => {
                Some(Value::Exact(2.0 * wins(game, &***race, state, player)? - 1.0))
            }
            PerfectKnowledge::Solver(solver) => match game.turn(state) {
                Turn::Over(outcome) => Some(outcome.value(player)),
                Turn::Decision(mover) => {
                    let found = solver.solve(state, &Run::until(stop));
                    let is_whole = found.exact_plies || !solver.has_distance(state);
                    let value = found.value.filter(|_| is_whole)?;
                    Some(if mover == player { value } else { value.reversed() })
                }
                Turn::Chance => None,
            },
        }
    }

    /// True if the value of this position has the distance of a win or a loss, not the greatest that may be.
    fn knows_distance(&self, state: &G::State) -> bool {
        match &self.knowledge {
            PerfectKnowledge::Solver(solver) => solver.has_distance(state),
            PerfectKnowledge::Tablebase(_) | PerfectKnowledge::Race(_) => true,
        }
    }
}

/// The places of the best values.
fn best_of(values: &[Option<Value>]) -> Vec<usize> {
    let known = || values.iter().enumerate().filter_map(|(at, value)| value.map(|value| (at, value)));
    let Some((_, best)) = known().max_by(|one, other| one.1.compare(&other.1)) else { return Vec::new() };
    known().filter(|(_, value)| value.compare(&best).is_eq()).map(|(at, _)| at).collect()
}

impl<G: Playable> Bot<G> for Perfect<G> {
    /// The first legal move, without a value, if the position is unknown: it was not reached from the start of
    /// the solution. If something cannot be read, the best of the known moves, which may not be the best of
    /// all: [`Bot::trouble`] then gives the reason.
    fn choose(
        &mut self,
        game: &G,
        position: Position<'_, G>,
        rng: &mut dyn Rng,
        stop: &Stop,
    ) -> Report<G::Move> {
        let state = position.state;
        let moves = moves_or_outcomes(game, state);
        let player = game.turn(state).player().expect("a bot is asked where a player decides");
        self.trouble = None;
        let values = self.values(game, state, player, &moves, stop);
        let best = best_of(&values);
        let all_read = self.trouble.is_none() && !stop.is_raised();
        let Some(&first) = best.first() else { return Report::without_value(moves[0], moves) };
        let chosen = if self.random_ties { best[below(rng, best.len())] } else { first };
        Report {
            best: moves[chosen],
            random: false,
            // An unread value may be better.
            value: values[chosen].filter(|_| all_read),
            exact_plies: self.knows_distance(&game.child(state, moves[chosen])),
            win_worth: 1.0,
            pv: self.line(game, state, moves[chosen]),
            moves: moves.iter().zip(values).map(|(&mv, value)| Alternative { mv, value }).collect(),
            depth: None,
            nodes: 0,
        }
    }

    fn trouble(&mut self) -> Option<TextError> {
        self.trouble.take().map(|error| TextError::new(error.to_string()))
    }
}

/// The greatest length of a line: play may be endless.
const LINE: usize = 100;
/// The same where neither wins: any move that keeps the draw is as good as the one shown.
const DRAWN_LINE: usize = 8;

impl<G: Playable> Perfect<G> {
    /// `mv` and best play after it, while the winner or a draw is known and all values can be read.
    fn line(&mut self, game: &G, state: &G::State, mv: G::Move) -> Vec<G::Move> {
        let mut line = vec![mv];
        if matches!(self.knowledge, PerfectKnowledge::Solver(_)) {
            return line;
        }
        let never = Stop::never();
        let mut state = game.child(state, mv);
        while let Turn::Decision(player) = game.turn(&state)
            && let Some(Value::Proved(value)) = self.value(game, &state, player, &never)
            && line.len() < if value == Proved::Draw { DRAWN_LINE } else { LINE }
        {
            let moves = moves_or_outcomes(game, &state);
            let values = self.values(game, &state, player, &moves, &never);
            let best = best_of(&values).first().copied();
            let Some(best) = best.filter(|_| self.trouble.is_none()) else { break };
            line.push(moves[best]);
            state = game.child(&state, moves[best]);
        }
        line
    }
}
