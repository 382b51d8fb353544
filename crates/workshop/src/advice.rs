//! The answer to a question for the best move that names no bot: the exact one where it takes a moment, else that of a search.

use plywood_erased::Analysis;
use plywood_rules::hints::EndgameTable;
use plywood_rules::hints::solver::NewSolver;
use plywood_rules::{Bot, Playable, Position, Run, Stop, Turn, Value};
use plywood_solve::perfect::{Perfect, PerfectKnowledge};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::knowledge;
use crate::session::Session;
use crate::solve;
use crate::trouble::Trouble;
use crate::typed::{TypedSession, ask};

/// The name by which exact answers are given.
pub const KNOWS: &str = "perfect";

/// Positions that may be visited for an exact answer that is welcome and not asked for: less than a second of searching. A number of
/// positions and no time, so that the answer is the same on every machine.
pub const MOMENT: u64 = 2_000_000;

/// A search to the end is worth trying if the game is over within this many plies.
const NEAR: u32 = 40;
/// Farther from the end it is tried with a tenth of the positions if there are no more moves than this.
const FEW_MOVES: usize = 12;
/// The most positions of a game that is valued as a whole for one answer. Pikk Pakk of size 3 has 349 034.
const SMALL: u64 = 400_000;

/// The answer to a question for the best move.
#[derive(Clone, Debug)]
pub struct Advice {
    /// The bot that answers; [`KNOWS`] if the answer is exact and not the searching bot's.
    pub bot: String,
    /// The best move and its value.
    pub analysis: Analysis,
}

impl dyn Session + '_ {
    /// The best move: by `bot`, and if that does not know the value, exact if it is found within this `work`
    /// ([`Solves::known_within`](crate::Solves::known_within)). The move does not depend on `all`, which requests the value of every move.
    ///
    /// # Errors
    /// Those of [`Session::analyse`].
    pub fn advise(&self, bot: &str, all: bool, work: u64, seed: u64, stop: &Stop) -> Result<Advice, Trouble> {
        let found = self.analyse(bot, all, seed, stop)?;
        let is_known = matches!(found.value, Some(Value::Proved(_) | Value::Exact(_)));
        if !(is_known && found.exact_plies)
            && let Some(known) = self.known_within(work, all, stop)?
        {
            // Values stay in the unit of the search.
            let analysis = Analysis { win_worth: found.win_worth, ..known };
            return Ok(Advice { bot: KNOWS.to_string(), analysis });
        }
        Ok(Advice { bot: bot.to_string(), analysis: found })
    }
}

impl<G: Playable> TypedSession<G> {
    /// As [`Solves::known_within`](crate::Solves::known_within).
    pub fn known(&self, work: u64, all: bool, stop: &Stop) -> Result<Option<Analysis>, Trouble> {
        self.decider()?;
        let (game, state) = (&**self.game(), self.state());
        let Some(plies) = game.plies_left(state).filter(|_| !game.has_chance()) else {
            return self.known_as_a_whole(stop);
        };
        let work = match plies {
            ..=NEAR => work,
            _ if game.count_moves(state) <= FEW_MOVES => work / 10,
            _ => return Ok(None),
        };
        // A table of endings would have to be made first.
        let has_table = |endgames: EndgameTable<G>| (endgames.pays)(game, state);
        if game.specialists().endgames.is_some_and(has_table) || work == 0 {
            return Ok(None);
        }
        let mut solver = solve::solver(game, state, None, &Run::until(stop), Some(work))?;
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let mut answer = ask(self.game(), &mut *solver, Position::new(state), None, &mut rng, stop)?;
        let report = &mut answer.report;
        let Some(value) = solve::known(report.value, stop) else { return Ok(None) };
        let best = report.best;
        // A game's own solver may know who wins before it knows how.
        let has_move = report.moves.iter().any(|valued| valued.mv == best && valued.value.is_some());
        let is_whole =
            |new: NewSolver<G>| has_move && (report.exact_plies || !new(game, 0, 1).has_distance(state));
        if game.specialists().solver.is_some_and(|new| !is_whole(new)) {
            return Ok(None);
        }
        for valued in &mut report.moves {
            valued.value = match valued.mv == best {
                true => Some(value),
                false if all => self.known_move(&mut *solver, valued.mv, value, stop)?,
                false => None,
            };
        }
        Ok(Some(self.in_text(answer)))
    }

    /// The value of a move by the search that found the value of the position: no move is better. With a distance that need not be the
    /// shortest, that of the position is enough for it as well.
    fn known_move(
        &self,
        solver: &mut dyn Bot<G>,
        mv: G::Move,
        most: Value,
        stop: &Stop,
    ) -> Result<Option<Value>, Trouble> {
        let (player, child) = (self.decider()?, self.game().child(self.state(), mv));
        let value = match self.game().turn(&child) {
            Turn::Over(outcome) => Some(outcome.value(player)),
            Turn::Decision(mover) => {
                let mut rng = ChaCha8Rng::seed_from_u64(0);
                let answer = ask(self.game(), solver, Position::new(&child), None, &mut rng, stop)?;
                let value = solve::known(answer.report.value, stop);
                value.map(|value| if mover == player { value } else { value.reversed() })
            }
            Turn::Chance => None,
        };
        let value = value.map(Value::one_ply_later);
        Ok(value.map(|value| if value.compare(&most).is_gt() { most } else { value }))
    }

    /// The values of the position if the whole game is known: a race, or a game of few positions that need not end.
    fn known_as_a_whole(&self, stop: &Stop) -> Result<Option<Analysis>, Trouble> {
        if self.game().has_chance() && self.game().specialists().race.is_none() {
            return Ok(None);
        }
        let Some(Ok(knowledge)) = knowledge::at_once(&self.opened, SMALL, stop) else { return Ok(None) };
        self.looked_up(knowledge, stop)
    }

    /// The answer of a perfect player with this knowledge, if it knows the value of every move.
    pub fn looked_up(
        &self,
        knowledge: PerfectKnowledge<G>,
        stop: &Stop,
    ) -> Result<Option<Analysis>, Trouble> {
        let analysis = self.ask_about(&mut Perfect::new(knowledge, false), 0, stop)?;
        let known = analysis.value.is_some() && analysis.moves.iter().all(|mv| mv.value.is_some());
        Ok(known.then_some(analysis))
    }
}
