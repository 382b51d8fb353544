//! A position of a game, and the questions that bots and solvers answer about it.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use plywood_erased::{Analysis, Evaluated, Playthrough, SearchListener, line_in_text};
use plywood_rules::playable::NamedEvaluation;
use plywood_rules::wording::ErrorPart;
use plywood_rules::{
    Bot, Instant, Outcome, Playable, Player, Position, Proved, Run, Stop, TextError, Turn, Value,
    moves_or_outcomes,
};
use plywood_solve::perfect::PerfectKnowledge;
use plywood_verify::ProofIndex;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::bots::{self, BotPurpose, NamedBot};
use crate::counting::Counting;
use crate::exact::Solves;
use crate::knowledge::at_once;
use crate::open_proofs::silence;
use crate::positions::ListsPositions;
use crate::replies::{SafeReplies, safe_replies};
use crate::solve::{self, ForcedWin, Solution};
use crate::tables::AT_ONCE;
use crate::trees::Grows;
use crate::trouble::{COMPLETE, LEFT_OUT, Trouble};
use crate::typed::{TypedSession, ask};

/// A position and the moves that led there, with the questions about it. It dereferences to the [`Playthrough`].
pub trait Session: Solves + ListsPositions + Grows + Counting + Send {
    /// The game itself: the position and the moves that led there.
    fn playthrough(&self) -> &(dyn Playthrough + 'static);
    /// The game itself, to play on in it.
    fn playthrough_mut(&mut self) -> &mut (dyn Playthrough + 'static);

    /// The position that stands for this one and all its images: the same for two positions only if they are equal up to symmetry.
    fn canonical_position(&self) -> String;

    /// Reports the progress of later searches to `listener`, or to none. Only bots with long searches report
    /// progress.
    fn listen(&mut self, listener: Option<SearchListener>);
    /// Lets any bot analyse the position. `all` requests the value of every move.
    ///
    /// # Errors
    /// If there is no such bot, the position has no player to move, the bot fails, or it plays by a proof that
    /// does not cover this position.
    fn analyse(&self, bot: &str, all: bool, seed: u64, stop: &Stop) -> Result<Analysis, Trouble>;
    /// The value of the position under best play to the end, by search, or up to `depth` plies ahead. The game's history does not
    /// matter. With one thread the answer is the same every time.
    ///
    /// # Errors
    /// If the game is over or has dice, or it has no bound on its length and no depth is given.
    fn solve(&self, depth: Option<u32>, run: &Run<'_, ()>) -> Result<Solution, Trouble>;
    /// Searches for a forced win of `side` (the side to move if `None`) within `plies` plies, whatever chance
    /// does. The progress is the answer after each number of plies.
    ///
    /// # Errors
    /// If the game is over, or chance decides and no side is named.
    fn wins_within(
        &self,
        side: Option<Player>,
        plies: u32,
        run: &Run<'_, ForcedWin>,
    ) -> Result<ForcedWin, TextError>;
    /// The replies by which a player is safe here, if that is found until the run is stopped.
    ///
    /// # Errors
    /// If no player is to move.
    fn safe_replies(&self, run: &Run<'_, u64>) -> Result<Option<SafeReplies>, TextError>;
    /// The static evaluation of the position and its children, for the side to move; where chance decides, for the first player.
    ///
    /// # Errors
    /// If there is no evaluation of this name.
    fn evaluate(&self, evaluation: Option<&str>) -> Result<Evaluated, TextError>;
}

impl Deref for dyn Session + '_ {
    type Target = dyn Playthrough;

    fn deref(&self) -> &Self::Target {
        self.playthrough()
    }
}

impl DerefMut for dyn Session + '_ {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.playthrough_mut()
    }
}

impl<G: Playable> TypedSession<G> {
    /// The proof that a bot plays by, if it plays by one.
    ///
    /// # Errors
    /// Those of [`OpenProofs::open`](crate::open_proofs::OpenProofs::open), and if it does not cover the
    /// current position.
    pub(crate) fn proof_of(
        &self,
        bot: &NamedBot,
        stop: &Stop,
    ) -> Result<Option<Arc<ProofIndex<G>>>, Trouble> {
        let Some(path) = bot.proof() else { return Ok(None) };
        if !COMPLETE {
            return Err(Trouble::failed(LEFT_OUT));
        }
        let run = Run::until(&stop.without_deadline());
        let opened = self.opened.shared.proofs.open(&**self.game(), path, &run);
        let guide = opened.map_err(|error| error.at(path))?;
        match silence(&self.play, &guide, path, None) {
            Some(silence) => Err(silence.into()),
            None => Ok(Some(guide)),
        }
    }

    /// The solution that a search finds, which was made for this position.
    pub(crate) fn solve_by(
        &self,
        engine: &mut dyn Bot<G>,
        depth: Option<u32>,
        stop: &Stop,
    ) -> Result<Solution, Trouble> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.play.seed());
        let position = Position::new(self.state());
        // A search of a stated depth counts plies, which endings that are looked up would not have.
        let game = match depth {
            None => self.opened.to_the_end(self.state(), stop),
            Some(_) => Arc::clone(self.game()),
        };
        let answer = ask(&game, engine, position, self.listener.as_ref(), &mut rng, stop)?;
        let value = solve::known(answer.report.value, stop);
        Ok(self.solution(value, self.in_text(answer)))
    }

    /// A solution with this value.
    fn solution(&self, value: Option<Value>, analysis: Analysis) -> Solution {
        let payoff = match value {
            Some(Value::Exact(points)) => Some(points),
            Some(Value::Proved(Proved::Draw)) => self.ends_in_points().then_some(0.0),
            _ => None,
        };
        Solution { value, exact_plies: analysis.exact_plies, payoff, analysis }
    }

    /// True if the game ends in points, at least where the first of all moves leads to.
    fn ends_in_points(&self) -> bool {
        const MOST_PLIES: u32 = 10_000;
        let mut state = self.state().clone();
        for _ in 0..MOST_PLIES {
            if let Turn::Over(outcome) = self.game().turn(&state) {
                return matches!(outcome, Outcome::Payoff(_));
            }
            let mv = moves_or_outcomes(&**self.game(), &state)[0];
            self.game().play(&mut state, mv);
        }
        false
    }

    /// The points of a state for `view`: those of the evaluation, or of the outcome if the game is over.
    fn points(&self, named: &NamedEvaluation<G>, state: &G::State, view: Player) -> f64 {
        let worth = named.evaluation.win_worth(self.game());
        let for_first = match self.game().turn(state) {
            Turn::Over(Outcome::Payoff(points)) => points,
            Turn::Over(outcome) => f64::from(outcome.utility(Player::First)) * worth,
            Turn::Decision(_) | Turn::Chance => named.evaluation.evaluate(self.game(), state),
        };
        // Adding zero turns a negative zero into a positive one.
        view.sign() * for_first + 0.0
    }
}

impl<G: Playable> Session for TypedSession<G> {
    fn playthrough(&self) -> &(dyn Playthrough + 'static) {
        &self.play
    }

    fn playthrough_mut(&mut self) -> &mut (dyn Playthrough + 'static) {
        &mut self.play
    }

    fn canonical_position(&self) -> String {
        self.game().state_text(&self.game().canonical(self.state()).state)
    }

    fn listen(&mut self, listener: Option<SearchListener>) {
        self.listener = listener;
    }

    fn analyse(&self, bot: &str, all: bool, seed: u64, stop: &Stop) -> Result<Analysis, Trouble> {
        self.decider()?;
        // Held open, so that it is not checked again when the bot is made.
        let _proof = self.proof_of(&bots::read(&self.opened, bot)?, stop)?;
        let mut bot =
            bots::build(&self.opened, bot, if all { BotPurpose::AllValues } else { BotPurpose::Move })?;
        self.ask_about(&mut *bot, seed, stop)
    }

    fn solve(&self, depth: Option<u32>, run: &Run<'_, ()>) -> Result<Solution, Trouble> {
        let stop = &run.stop;
        self.not_over()?;
        if !COMPLETE {
            return Err(Trouble::failed(LEFT_OUT));
        }
        // No search is known to come to an end, but a small game is known as a whole.
        let game = self.game();
        if depth.is_none() && !game.has_chance() && game.plies_left(self.state()).is_none() {
            let started = Instant::now();
            if let Some(analysis) = self.look_up(stop)? {
                // The positions of the table are its work, whether this call made it or an earlier one.
                let nodes = match at_once(&self.opened, AT_ONCE, stop) {
                    Some(Ok(PerfectKnowledge::Tablebase(table))) => table.counts().up_to_symmetry,
                    _ => analysis.nodes,
                };
                let analysis = Analysis { nodes, seconds: started.elapsed().as_secs_f64(), ..analysis };
                return Ok(self.solution(analysis.value, analysis));
            }
            if stop.is_cancelled() {
                return Err(Trouble::failed("stopped before the game was solved"));
            }
        }
        let mut engine = solve::solver(&**self.game(), self.state(), depth, run, None)?;
        self.solve_by(&mut *engine, depth, stop)
    }

    fn wins_within(
        &self,
        side: Option<Player>,
        plies: u32,
        run: &Run<'_, ForcedWin>,
    ) -> Result<ForcedWin, TextError> {
        if !COMPLETE {
            return Err(TextError::new(LEFT_OUT));
        }
        let side = match (self.play.turn(), side) {
            (Turn::Chance, Some(side)) => side,
            (Turn::Chance, None) => {
                return Err(TextError::of([
                    "chance decides here: say whose win is looked for, with ".into(),
                    ErrorPart::Choice("side", "first"),
                    " or second".into(),
                ]));
            }
            (_, side) => side.unwrap_or(self.decider()?),
        };
        let in_text = |line: &[G::Move]| line_in_text(&**self.game(), self.state(), line);
        Ok(solve::forced_win(&**self.game(), self.state(), side, plies, in_text, run))
    }

    fn safe_replies(&self, run: &Run<'_, u64>) -> Result<Option<SafeReplies>, TextError> {
        Ok(safe_replies(&**self.game(), self.state(), self.decider()?, run))
    }

    fn evaluate(&self, evaluation: Option<&str>) -> Result<Evaluated, TextError> {
        let named = self.opened.evaluation(evaluation).map_err(|error| TextError::new(error.to_string()))?;
        let view = match self.play.turn() {
            Turn::Over(_) => self.game().side_to_move(self.state()),
            turn => turn.player().unwrap_or(Player::First),
        };
        let children = moves_or_outcomes(&**self.game(), self.state())
            .into_iter()
            .map(|mv| {
                let child = self.game().child(self.state(), mv);
                (self.game().move_text(self.state(), mv), self.points(&named, &child, view))
            })
            .collect();
        Ok(Evaluated {
            evaluation: named.name,
            view,
            value: self.points(&named, self.state(), view),
            children,
        })
    }
}
