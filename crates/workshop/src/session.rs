//! A game being played between bots and people, and the bots' view of it.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::time::Instant;

use plywood_erased::{
    Analysis, Call, Ending, Evaluated, Learnt, MoveValue, NewChoice, Playthrough, Record, SearchInfo,
    SearchListener, TypedPlaythrough, line_in_text,
};
use plywood_rules::playable::NamedEvaluation;
use plywood_rules::student::{Change, Ended, Lesson, tell};
use plywood_rules::{
    Bot, Clock, Listener, Outcome, Playable, Player, Position, Report, Stop, TextError, Thought, Turn,
    moves_or_outcomes,
};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::bots::{self, Asked, BotError};
use crate::counting::Counting;
use crate::exact::Solves;
use crate::open_proofs;
use crate::solve::{self, ForcedWin, Solution, SolvePlan};
use crate::trees::Grows;

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
    /// The names of those who sit there: the first player's, the second's.
    fn seats(&self) -> [&str; 2];
    /// From now on tells `listener` what bots think while they do, or nobody. Only bots that think for long have
    /// something to tell.
    fn listen(&mut self, listener: Option<SearchListener>);
    /// Asks the bot whose turn it is for a move, without playing it; `None` if a person or nobody is to move. `clock` is
    /// what it has left, if the game is played with clocks; it is the bot's to keep within that.
    ///
    /// # Errors
    /// If the bot could not do what it is there for, with the reason.
    fn think(&mut self, clock: Option<Clock>, stop: &Stop) -> Result<Option<Analysis>, BotError>;
    /// Tells the bots that learn of the game, once it is over, and returns what they learnt. They are told once: when
    /// this returns, the game is not forgotten, and asking again tells nobody.
    ///
    /// # Errors
    /// If somebody could not learn it, with the reason.
    fn teach(&mut self) -> Result<Vec<Learnt>, BotError>;
    /// Asks any bot about the position. `all` wants the value of every move.
    ///
    /// # Errors
    /// If there is no such bot, nobody has to decide in this position, the bot is in trouble, or it plays by a proof that says nothing of
    /// this position.
    fn analyse(&self, bot: &str, all: bool, seed: u64, stop: &Stop) -> Result<Analysis, BotError>;
    /// What the position is worth if both play their best to the end, by search. How the game came here does not matter.
    ///
    /// # Errors
    /// If nobody has to decide in this position, the game rolls dice, or it has no bound on its length and the plan has no
    /// depth.
    fn solve(&self, plan: SolvePlan, stop: &Stop) -> Result<Solution, BotError>;
    /// Whether `side` (whoever is to move if `None`) can force a win within `plies` plies, whatever chance does, with a
    /// table of `table` bytes. `progress` is told after each number of plies.
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

    /// The game so far as a record between those who sit there.
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

/// A session of one game type.
pub(crate) struct Typed<G: Playable> {
    pub(crate) play: TypedPlaythrough<G>,
    /// Whether the learners were told how it ended.
    taught: bool,
    seats: [Seat<G>; 2],
    listener: Option<SearchListener>,
}

struct Seat<G: Playable> {
    name: String,
    bot: Option<Box<dyn Bot<G>>>,
    rng: ChaCha8Rng,
}

impl<G: Playable> Typed<G> {
    pub(crate) fn new(play: TypedPlaythrough<G>) -> Typed<G> {
        let rng = || ChaCha8Rng::seed_from_u64(play.seed());
        let seat = || Seat { name: "human".to_string(), bot: None, rng: rng() };
        let seats = [seat(), seat()];
        Typed { play, taught: false, seats, listener: None }
    }

    pub(crate) fn game(&self) -> &Arc<G> {
        self.play.rules()
    }

    pub(crate) fn state(&self) -> &G::State {
        self.play.state()
    }

    /// The states before this one, oldest first.
    pub(crate) fn history(&self) -> &[G::State] {
        self.play.history()
    }

    fn in_text(&self, report: Report<G::Move>, seconds: f64) -> Analysis {
        let pv = line_in_text(&**self.game(), self.state(), &report.pv);
        let text = |mv| self.game().move_text(self.state(), mv);
        Analysis {
            best: text(report.best),
            value: report.value,
            exact_plies: report.exact_plies,
            win_worth: report.win_worth,
            pv,
            moves: report.moves.iter().map(|a| MoveValue { mv: text(a.mv), value: a.value }).collect(),
            depth: report.depth,
            nodes: report.nodes,
            seconds,
        }
    }

    /// What `bot` says of the position, in which somebody has to decide.
    pub(crate) fn ask_about(
        &self,
        bot: &mut dyn Bot<G>,
        seed: u64,
        stop: &Stop,
    ) -> Result<Analysis, BotError> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let position = Position { state: self.state(), history: self.history(), clock: None };
        let (report, seconds) = ask(self.game(), bot, position, self.listener.as_ref(), &mut rng, stop)?;
        Ok(self.in_text(report, seconds))
    }

    /// Who has to decide here.
    pub(crate) fn decider(&self) -> Result<Player, TextError> {
        match self.play.turn() {
            Turn::Decision(player) => Ok(player),
            Turn::Over(_) => Err(TextError::new("the game is over: there is no move to look for")),
            Turn::Chance => Err(TextError::new(format!(
                "chance decides here: add an outcome to the moves ({})",
                self.play.moves().join(", ")
            ))),
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

    /// The points of a state for `view`: what the evaluation says, or what the game is worth if it is over.
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
            name => Some(bots::build(self.game(), name, Asked::Move)?),
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
            // A lost connection or a slow clock says nothing about the position.
            Ending::Repetition | Ending::Called(_) => Ended::CalledOff,
        };
        let bots = [&self.seats[0], &self.seats[1]].map(|seat| seat.bot.as_deref());
        let lessons = tell(&**self.game(), self.play.states(), self.play.typed_moves(), ended, bots)
            .map_err(|(_, reason)| BotError::Failed(format!("the game could not be learnt: {reason}")))?;
        let lessons = lessons.into_iter().map(|lesson| self.lesson_in_text(lesson)).collect();
        self.taught = true;
        Ok(lessons)
    }

    fn analyse(&self, bot: &str, all: bool, seed: u64, stop: &Stop) -> Result<Analysis, BotError> {
        self.decider()?;
        // Held open, so that it is not checked again when the bot is made.
        let _proof = open_proofs::opened(self, &bots::read(&**self.game(), bot)?, stop)?;
        let mut bot = bots::build(self.game(), bot, if all { Asked::AllValues } else { Asked::Move })?;
        self.ask_about(&mut *bot, seed, stop)
    }

    fn solve(&self, plan: SolvePlan, stop: &Stop) -> Result<Solution, BotError> {
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

/// A bot's answer and the seconds it took. `listener` is told what it thinks meanwhile.
fn ask<G: Playable>(
    game: &Arc<G>,
    bot: &mut dyn Bot<G>,
    position: Position<'_, G>,
    listener: Option<&SearchListener>,
    rng: &mut ChaCha8Rng,
    stop: &Stop,
) -> Result<(Report<G::Move>, f64), BotError> {
    let started = Instant::now();
    bot.listen(listener.map(|listener| search_info_to(Arc::clone(game), position.state.clone(), listener)));
    let report = bot.choose(game, position, rng, stop);
    let seconds = started.elapsed().as_secs_f64();
    bot.listen(None);
    match bot.trouble() {
        Some(reason) => Err(BotError::Failed(reason)),
        None => Ok((report, seconds)),
    }
}

/// Hands on thoughts about `state` in text, with the time since now.
fn search_info_to<G: Playable>(
    game: Arc<G>,
    state: G::State,
    listener: &SearchListener,
) -> Listener<G::Move> {
    let (listener, started) = (Arc::clone(listener), Instant::now());
    Box::new(move |thought: &Thought<'_, G::Move>| {
        listener(&SearchInfo {
            depth: thought.depth,
            value: thought.value,
            exact_plies: thought.exact_plies,
            win_worth: thought.win_worth,
            nodes: thought.nodes,
            seconds: started.elapsed().as_secs_f64(),
            table_use: thought.table_use,
            pv: line_in_text(&*game, &state, thought.pv),
        });
    })
}
