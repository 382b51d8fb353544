//! A game being played between bots and people, and the bots' view of it.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use plywood_erased::{
    Analysis, Call, Ending, Evaluated, Learnt, NewChoice, Playthrough, Record, SearchListener, line_in_text,
};
use plywood_rules::playable::NamedEvaluation;
use plywood_rules::student::{Change, Ended, Lesson, tell};
use plywood_rules::{Clock, Outcome, Playable, Player, Position, Stop, TextError, Turn, moves_or_outcomes};
use plywood_verify::ProofIndex;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::bots::{self, Asked, NamedBot};
use crate::counting::Counting;
use crate::error::BotError;
use crate::exact::Solves;
use crate::open_proofs::silence;
use crate::solve::{self, ForcedWin, Solution, SolveOptions};
use crate::trees::Grows;
use crate::typed::{Seat, Typed, ask};

/// A game being played, with the bots that play it and those that analyse it. It dereferences to the [`Playthrough`].
pub trait Session: Solves + Grows + Counting + Send {
    /// The game itself: the position and the moves that led there.
    fn playthrough(&self) -> &(dyn Playthrough + 'static);
    /// The game itself, to play on in it.
    fn playthrough_mut(&mut self) -> &mut (dyn Playthrough + 'static);

    /// Gives `player`'s seat to the bot of this name, which draws its random choices from `seed`, or to a person
    /// (`human`).
    ///
    /// # Errors
    /// If there is no such bot, its options do not fit or it cannot be made.
    fn seat(&mut self, player: Player, bot: &str, seed: u64) -> Result<(), BotError>;
    /// The names of the players: the first player's, the second's.
    fn seats(&self) -> [&str; 2];
    /// Reports the progress of later searches to `listener`, or to none. Only bots with long searches report
    /// progress.
    fn listen(&mut self, listener: Option<SearchListener>);
    /// Asks the bot to move for a move, without playing it; `None` if it is not a bot's turn. `clock` is the
    /// time that it has left, if the game is played with clocks; the bot has to keep within it.
    ///
    /// # Errors
    /// If the bot failed, with the reason.
    fn think(&mut self, clock: Option<Clock>, stop: &Stop) -> Result<Option<Analysis>, BotError>;
    /// Sends the finished game to the bots that learn, and returns their lessons. They receive it once: a
    /// second call does nothing.
    ///
    /// # Errors
    /// If a learner failed, with the reason.
    fn teach(&mut self) -> Result<Vec<Learnt>, BotError>;
    /// Asks any bot about the position. `all` requests the value of every move.
    ///
    /// # Errors
    /// If there is no such bot, the position has no player to move, the bot fails, or it plays by a proof that
    /// does not cover this position.
    fn analyse(&self, bot: &str, all: bool, seed: u64, stop: &Stop) -> Result<Analysis, BotError>;
    /// The value of the position under best play to the end, by search. The game's history does not matter.
    ///
    /// # Errors
    /// If the position has no player to move, the game has dice, or it has no bound on its length and the plan
    /// has no depth.
    fn solve(&self, plan: SolveOptions, stop: &Stop) -> Result<Solution, BotError>;
    /// Searches for a forced win of `side` (the side to move if `None`) within `plies` plies, whatever chance
    /// does, with a table of `table` bytes. `progress` is called after each number of plies.
    ///
    /// # Errors
    /// If the game is over, or chance decides and no side is named.
    fn wins_within(
        &self,
        side: Option<Player>,
        plies: u32,
        table: usize,
        stop: &Stop,
        progress: &mut dyn FnMut(&ForcedWin),
    ) -> Result<ForcedWin, TextError>;
    /// The static evaluation of the position and its children.
    ///
    /// # Errors
    /// If there is no evaluation of this name.
    fn evaluate(&self, evaluation: Option<&str>) -> Result<Evaluated, TextError>;

    /// The game so far as a record with the names of its players.
    fn record(&self) -> Record;
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

impl<G: Playable> Typed<G> {
    /// The proof that a bot plays by, if it plays by one.
    ///
    /// # Errors
    /// Those of [`OpenProofs::open`](crate::open_proofs::OpenProofs::open), and if it does not cover the
    /// current position.
    fn proof_of(&self, bot: &NamedBot, stop: &Stop) -> Result<Option<Arc<ProofIndex<G>>>, BotError> {
        let Some(path) = bot.proof() else { return Ok(None) };
        let guide = self.opened.shared.proofs.open(&**self.game(), path, &mut |_| !stop.is_cancelled())?;
        match silence(&self.play, &guide, path, None) {
            Some(silence) => Err(silence.into()),
            None => Ok(Some(guide)),
        }
    }

    fn lesson_in_text(&self, lesson: Lesson<G::Move>) -> Learnt {
        let change = |change: Change<G::Move>| {
            let state = &self.play.states()[change.ply];
            let text = |mv| self.game().move_text(state, mv);
            NewChoice {
                ply: change.ply,
                player: self.game().turn(state).player().expect("somebody decides there"),
                position: self.game().state_text(state),
                before: change.before.map(text),
                now: change.now.map(text),
            }
        };
        Learnt {
            games: lesson.games,
            new_positions: lesson.new_positions,
            new_moves: lesson.new_moves,
            changed_moves: lesson.changed_moves,
            changes: lesson.changes.into_iter().map(change).collect(),
        }
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

impl<G: Playable> Session for Typed<G> {
    fn playthrough(&self) -> &(dyn Playthrough + 'static) {
        &self.play
    }

    fn playthrough_mut(&mut self) -> &mut (dyn Playthrough + 'static) {
        &mut self.play
    }

    fn seat(&mut self, player: Player, bot: &str, seed: u64) -> Result<(), BotError> {
        let built = match bot {
            "human" => None,
            name => Some(bots::build(&self.opened, name, Asked::Move)?),
        };
        self.seats[player.index()] =
            Seat { name: bot.to_string(), bot: built, rng: ChaCha8Rng::seed_from_u64(seed) };
        Ok(())
    }

    fn seats(&self) -> [&str; 2] {
        [&self.seats[0].name, &self.seats[1].name]
    }

    fn listen(&mut self, listener: Option<SearchListener>) {
        self.listener = listener;
    }

    fn think(&mut self, clock: Option<Clock>, stop: &Stop) -> Result<Option<Analysis>, BotError> {
        if self.play.ending().is_some() {
            return Ok(None);
        }
        let Some(player) = self.play.turn().player() else { return Ok(None) };
        let seat = &mut self.seats[player.index()];
        let Some(bot) = seat.bot.as_mut() else { return Ok(None) };
        let play = &self.play;
        let position = Position { state: play.state(), history: play.history(), clock };
        let (report, seconds) =
            ask(play.rules(), &mut **bot, position, self.listener.as_ref(), &mut seat.rng, stop)?;
        Ok(Some(self.in_text(report, seconds)))
    }

    fn teach(&mut self) -> Result<Vec<Learnt>, BotError> {
        let Some(ending) = self.play.ending().filter(|_| !self.taught) else { return Ok(Vec::new()) };
        let ended = match ending {
            Ending::Rules(outcome) => Ended::Rules(outcome),
            Ending::Called(Call::Resigned(player)) => Ended::Resigned { winner: player.other() },
            // A lost connection or a slow clock is no information about the position.
            Ending::Repetition | Ending::Called(_) => Ended::CalledOff,
        };
        let students = [&self.seats[0], &self.seats[1]].map(|seat| seat.bot.as_ref()?.student());
        let lessons = tell(&**self.game(), self.play.states(), self.play.typed_moves(), ended, students)
            .map_err(|(_, reason)| BotError::Failed(format!("the game could not be learnt: {reason}")))?;
        let lessons = lessons.into_iter().map(|lesson| self.lesson_in_text(lesson)).collect();
        self.taught = true;
        Ok(lessons)
    }

    fn analyse(&self, bot: &str, all: bool, seed: u64, stop: &Stop) -> Result<Analysis, BotError> {
        self.decider()?;
        // Held open, so that it is not checked again when the bot is made.
        let _proof = self.proof_of(&bots::read(&self.opened, bot)?, stop)?;
        let mut bot = bots::build(&self.opened, bot, if all { Asked::AllValues } else { Asked::Move })?;
        self.ask_about(&mut *bot, seed, stop)
    }

    fn solve(&self, plan: SolveOptions, stop: &Stop) -> Result<Solution, BotError> {
        self.decider()?;
        let mut engine = solve::solver(&**self.game(), self.state(), plan)?;
        let mut rng = ChaCha8Rng::seed_from_u64(self.play.seed());
        let position = Position::new(self.state());
        let (report, seconds) =
            ask(self.game(), &mut engine, position, self.listener.as_ref(), &mut rng, stop)?;
        let value = solve::known(report.value, stop);
        Ok(Solution { value, exact_plies: report.exact_plies, analysis: self.in_text(report, seconds) })
    }

    fn wins_within(
        &self,
        side: Option<Player>,
        plies: u32,
        table: usize,
        stop: &Stop,
        progress: &mut dyn FnMut(&ForcedWin),
    ) -> Result<ForcedWin, TextError> {
        let side = match (self.play.turn(), side) {
            (Turn::Chance, Some(side)) => side,
            (_, side) => side.unwrap_or(self.decider()?),
        };
        let in_text = |line: &[G::Move]| line_in_text(&**self.game(), self.state(), line);
        Ok(solve::forced_win(&**self.game(), self.state(), side, (plies, table), stop, in_text, progress))
    }

    fn evaluate(&self, evaluation: Option<&str>) -> Result<Evaluated, TextError> {
        let named = self.game().evaluation(evaluation)?;
        let view = self.play.turn().player().unwrap_or(Player::First);
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

    fn record(&self) -> Record {
        self.play.record(self.seats())
    }
}
