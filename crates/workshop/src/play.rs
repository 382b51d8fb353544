//! A game being played: where it stands, what was played, who sits where.

use std::sync::Arc;
use std::time::Instant;

use plywood_rules::student::{Change, Ended, Lesson, tell};
use plywood_rules::{
    Board, Bot, Clock, Listener, Motion, Outcome, Playable, Player, Position, Report, Scene, Stop, TextError,
    Thought, Turn, is_threefold, moves_or_outcomes,
};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::bots::{self, Asked, BotError};
use crate::counting::Counting;
use crate::exact::Solves;
use crate::guides;
use crate::record::Record;
use crate::solve::{self, ForcedWin, Solution, SolvePlan};
use crate::told::{Analysis, Evaluated, Learnt, LiveListener, LiveThought, MoveValue, NewChoice};
use crate::trees::Grows;

/// How a game ended, by its rules or by those of the session.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ending {
    /// By the rules of the game.
    Rules(Outcome),
    /// The position was there for the third time, with nothing left to chance in between: a draw.
    Repetition,
    /// It was ended from outside.
    Called(Call),
}

/// What ends a game that its rules would let go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Call {
    /// This player gave up.
    Resigned(Player),
    /// This player's time was over: the other one has won.
    OutOfTime(Player),
    /// This player went away and did not come back: the other one has won.
    Left(Player),
    /// The players agreed on a draw.
    Agreed,
    /// It reached the greatest number of plies that was allowed: a draw.
    PlyLimit,
}

impl Call {
    /// Who won, if anybody did.
    pub fn winner(self) -> Option<Player> {
        match self {
            Call::Resigned(loser) | Call::OutOfTime(loser) | Call::Left(loser) => Some(loser.other()),
            Call::Agreed | Call::PlyLimit => None,
        }
    }

    /// In the words of a record.
    pub fn reason(self) -> &'static str {
        match self {
            Call::Resigned(_) => "resignation",
            Call::OutOfTime(_) => "time",
            Call::Left(_) => "absence",
            Call::Agreed => "agreement",
            Call::PlyLimit => "ply limit",
        }
    }
}

impl From<plywood_arena::Ending> for Ending {
    fn from(ending: plywood_arena::Ending) -> Ending {
        match ending {
            plywood_arena::Ending::Outcome(outcome) => Ending::Rules(outcome),
            plywood_arena::Ending::Repetition => Ending::Repetition,
            plywood_arena::Ending::PlyLimit => Ending::Called(Call::PlyLimit),
            plywood_arena::Ending::OutOfTime(loser) => Ending::Called(Call::OutOfTime(loser)),
        }
    }
}

impl Ending {
    /// Who won, if anybody did.
    pub fn winner(self) -> Option<Player> {
        match self {
            Ending::Rules(outcome) => outcome.winner(),
            Ending::Repetition => None,
            Ending::Called(call) => call.winner(),
        }
    }

    /// `first`, `second` or `draw`, as records tell it.
    pub fn result(self) -> &'static str {
        match self.winner() {
            Some(Player::First) => "first",
            Some(Player::Second) => "second",
            None => "draw",
        }
    }

    /// What ended the game, if it was not its rules.
    pub fn reason(self) -> Option<&'static str> {
        match self {
            Ending::Rules(_) => None,
            Ending::Repetition => Some("repetition"),
            Ending::Called(call) => Some(call.reason()),
        }
    }
}

/// A game being played, whatever game it is. Moves and positions are text.
pub trait Session: Solves + Grows + Counting + Send {
    /// The full name of the game.
    fn game(&self) -> String;
    /// What the players are called: the first, the second.
    fn player_names(&self) -> [&'static str; 2];
    /// The current position.
    fn position(&self) -> String;
    /// Whose turn it is by the rules.
    fn turn(&self) -> Turn;
    /// How the game ended, if it did.
    fn ending(&self) -> Option<Ending>;
    /// What there is to see.
    fn scene(&self) -> Scene;
    /// What stays the same all through the game.
    fn board(&self) -> Board;
    /// The legal moves, or the outcomes of a chance node, in their order.
    fn moves(&self) -> Vec<String>;
    /// What each of [`Session::moves`] does on the board.
    fn motions(&self) -> Vec<Motion>;
    /// What the last move did on the board; `None` before the first.
    fn last_motion(&self) -> Option<Motion>;
    /// The moves played so far, from the start of the session.
    fn played(&self) -> Vec<String>;
    /// Who made the move at place `ply` of [`Session::played`]; `None` for chance.
    fn mover(&self, ply: usize) -> Option<Player>;

    /// Plays a move (or enters an outcome of chance).
    ///
    /// # Errors
    /// If it is not legal, with the reason; the session stays as it was.
    fn play(&mut self, text: &str) -> Result<(), TextError>;
    /// Lets chance decide, with the session's own generator, and returns what came. The same ply of the same
    /// session always gets the same, so that taking back a move does not roll the dice anew.
    ///
    /// # Errors
    /// If it is not chance's turn.
    fn roll(&mut self) -> Result<String, TextError>;
    /// Ends the game from outside: somebody gives up, runs out of time, or both have had enough.
    ///
    /// # Errors
    /// If the game is over.
    fn call(&mut self, call: Call) -> Result<(), TextError>;
    /// Takes back the last move; false if there is none.
    fn undo(&mut self) -> bool;
    /// Plays the move again that was taken back last; false if there is none.
    fn redo(&mut self) -> bool;

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
    fn listen(&mut self, listener: Option<LiveListener>);
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

    /// The game so far as a record: tags Game, Position (unless it began at the opening), First, Second, Seed,
    /// Result, Ending, and the moves.
    fn record(&self) -> Record;
}

/// A session of one game type.
pub(crate) struct Typed<G: Playable> {
    pub(crate) game: Arc<G>,
    /// All states from the start, those taken back included.
    states: Vec<G::State>,
    /// The moves between them.
    moves: Vec<G::Move>,
    /// Moves that count: the others were taken back.
    done: usize,
    called: Option<Call>,
    /// Whether those who learn were told how it ended.
    told: bool,
    seed: u64,
    seats: [Seat<G>; 2],
    listener: Option<LiveListener>,
}

struct Seat<G: Playable> {
    name: String,
    bot: Option<Box<dyn Bot<G>>>,
    rng: ChaCha8Rng,
}

impl<G: Playable> Typed<G> {
    pub(crate) fn new(
        game: Arc<G>,
        position: Option<&str>,
        moves: &str,
        seed: u64,
    ) -> Result<Typed<G>, TextError> {
        let start = read_position(&*game, position)?;
        let seat = || Seat { name: "human".to_string(), bot: None, rng: ChaCha8Rng::seed_from_u64(seed) };
        let seats = [seat(), seat()];
        let mut typed = Typed {
            game,
            states: vec![start],
            moves: Vec::new(),
            done: 0,
            called: None,
            told: false,
            seed,
            seats,
            listener: None,
        };
        for (place, text) in moves.split_whitespace().enumerate() {
            typed.play(text).map_err(|error| wrong_move(place, text, &error))?;
        }
        Ok(typed)
    }

    pub(crate) fn state(&self) -> &G::State {
        &self.states[self.done]
    }

    /// The states before this one, oldest first.
    pub(crate) fn history(&self) -> &[G::State] {
        &self.states[..self.done]
    }

    fn push(&mut self, mv: G::Move) {
        let child = self.game.child(self.state(), mv);
        self.states.truncate(self.done + 1);
        self.moves.truncate(self.done);
        self.states.push(child);
        self.moves.push(mv);
        self.done += 1;
    }

    fn in_text(&self, report: Report<G::Move>, seconds: f64) -> Analysis {
        let pv = line_in_text(&*self.game, self.state(), &report.pv);
        let text = |mv| self.game.move_text(self.state(), mv);
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
        let (report, seconds) = ask(&self.game, bot, position, self.listener.as_ref(), &mut rng, stop)?;
        Ok(self.in_text(report, seconds))
    }

    /// Who has to decide here.
    pub(crate) fn decider(&self) -> Result<Player, TextError> {
        match self.turn() {
            Turn::Decision(player) => Ok(player),
            Turn::Over(_) => Err(TextError::new("the game is over: there is no move to look for")),
            Turn::Chance => Err(TextError::new(format!(
                "chance decides here: add an outcome to the moves ({})",
                self.moves().join(", ")
            ))),
        }
    }

    fn lesson_in_text(&self, lesson: Lesson<G::Move>) -> Learnt {
        let change = |change: Change<G::Move>| {
            let state = &self.states[change.ply];
            let text = |mv| self.game.move_text(state, mv);
            NewChoice {
                ply: change.ply,
                player: self.game.turn(state).player().expect("somebody decides there"),
                position: self.game.state_text(state),
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
    fn points(
        &self,
        named: &plywood_rules::playable::NamedEvaluation<G>,
        state: &G::State,
        view: Player,
    ) -> f64 {
        let worth = named.evaluation.win_worth(&self.game);
        let for_first = match self.game.turn(state) {
            Turn::Over(Outcome::Payoff(points)) => points,
            Turn::Over(outcome) => f64::from(outcome.utility(Player::First)) * worth,
            Turn::Decision(_) | Turn::Chance => named.evaluation.evaluate(&self.game, state),
        };
        // Adding zero turns a negative zero into a positive one.
        view.sign() * for_first + 0.0
    }
}

impl<G: Playable> Session for Typed<G> {
    fn game(&self) -> String {
        self.game.name()
    }

    fn player_names(&self) -> [&'static str; 2] {
        self.game.player_names()
    }

    fn position(&self) -> String {
        self.game.state_text(self.state())
    }

    fn turn(&self) -> Turn {
        self.game.turn(self.state())
    }

    fn ending(&self) -> Option<Ending> {
        if let Turn::Over(outcome) = self.turn() {
            return Some(Ending::Rules(outcome));
        }
        if let Some(call) = self.called {
            return Some(Ending::Called(call));
        }
        is_threefold(&*self.game, &self.states[..self.done], self.state()).then_some(Ending::Repetition)
    }

    fn scene(&self) -> Scene {
        self.game.scene(self.state())
    }

    fn moves(&self) -> Vec<String> {
        let moves = moves_or_outcomes(&*self.game, self.state());
        moves.into_iter().map(|mv| self.game.move_text(self.state(), mv)).collect()
    }

    fn board(&self) -> Board {
        self.game.board()
    }

    fn motions(&self) -> Vec<Motion> {
        let moves = moves_or_outcomes(&*self.game, self.state());
        moves.into_iter().map(|mv| self.game.motion(self.state(), mv)).collect()
    }

    fn last_motion(&self) -> Option<Motion> {
        let before = self.done.checked_sub(1)?;
        Some(self.game.motion(&self.states[before], self.moves[before]))
    }

    fn played(&self) -> Vec<String> {
        (0..self.done).map(|ply| self.game.move_text(&self.states[ply], self.moves[ply])).collect()
    }

    fn mover(&self, ply: usize) -> Option<Player> {
        self.game.turn(&self.states[ply]).player()
    }

    fn play(&mut self, text: &str) -> Result<(), TextError> {
        match self.ending() {
            Some(Ending::Repetition) => {
                return Err(TextError::new("the game is over: the position was there three times"));
            }
            Some(Ending::Called(Call::Resigned(player))) => {
                return Err(TextError::new(format!("the game is over: the {player} player resigned")));
            }
            Some(Ending::Called(call)) => {
                return Err(TextError::new(format!("the game is over by {}", call.reason())));
            }
            Some(Ending::Rules(_)) => return Err(TextError::new("the game is over")),
            None => {}
        }
        let mv = self.game.parse_move(self.state(), text)?;
        self.push(mv);
        Ok(())
    }

    fn roll(&mut self) -> Result<String, TextError> {
        if self.turn() != Turn::Chance {
            return Err(TextError::new("nothing is left to chance here"));
        }
        let mut rng =
            ChaCha8Rng::seed_from_u64(plywood_rules::random::part_seed(self.seed, self.done as u64));
        let mv = plywood_rules::random::chance_outcome(&*self.game, self.state(), &mut Vec::new(), &mut rng);
        let text = self.game.move_text(self.state(), mv);
        self.push(mv);
        Ok(text)
    }

    fn call(&mut self, call: Call) -> Result<(), TextError> {
        if self.ending().is_some() {
            return Err(TextError::new("the game is over already"));
        }
        self.called = Some(call);
        Ok(())
    }

    fn undo(&mut self) -> bool {
        if self.called.take().is_some() {
            return true;
        }
        let undone = self.done > 0;
        self.done -= usize::from(undone);
        undone
    }

    fn redo(&mut self) -> bool {
        let redone = self.called.is_none() && self.done < self.moves.len();
        self.done += usize::from(redone);
        redone
    }

    fn seat(&mut self, player: Player, bot: &str, seed: u64) -> Result<(), BotError> {
        let built = match bot {
            "human" => None,
            name => Some(bots::build(&self.game, name, Asked::Move)?),
        };
        self.seats[player.index()] =
            Seat { name: bot.to_string(), bot: built, rng: ChaCha8Rng::seed_from_u64(seed) };
        Ok(())
    }

    fn seats(&self) -> [&str; 2] {
        [&self.seats[0].name, &self.seats[1].name]
    }

    fn listen(&mut self, listener: Option<LiveListener>) {
        self.listener = listener;
    }

    fn think(&mut self, clock: Option<Clock>, stop: &Stop) -> Result<Option<Analysis>, BotError> {
        if self.ending().is_some() {
            return Ok(None);
        }
        let Some(player) = self.turn().player() else { return Ok(None) };
        let seat = &mut self.seats[player.index()];
        let Some(bot) = seat.bot.as_mut() else { return Ok(None) };
        let (history, rest) = self.states.split_at(self.done);
        let position = Position { state: &rest[0], history, clock };
        let (report, seconds) =
            ask(&self.game, &mut **bot, position, self.listener.as_ref(), &mut seat.rng, stop)?;
        Ok(Some(self.in_text(report, seconds)))
    }

    fn teach(&mut self) -> Result<Vec<Learnt>, BotError> {
        let Some(ending) = self.ending().filter(|_| !self.told) else { return Ok(Vec::new()) };
        let ended = match ending {
            Ending::Rules(outcome) => Ended::Rules(outcome),
            Ending::Called(Call::Resigned(player)) => Ended::Resigned { winner: player.other() },
            // A lost connection or a slow clock says nothing about the position.
            Ending::Repetition | Ending::Called(_) => Ended::CalledOff,
        };
        let bots = [&self.seats[0], &self.seats[1]].map(|seat| seat.bot.as_deref());
        let (states, moves) = (&self.states[..=self.done], &self.moves[..self.done]);
        let lessons = tell(&*self.game, states, moves, ended, bots)
            .map_err(|(_, reason)| BotError::Failed(format!("the game could not be learnt: {reason}")))?;
        let lessons = lessons.into_iter().map(|lesson| self.lesson_in_text(lesson)).collect();
        self.told = true;
        Ok(lessons)
    }

    fn analyse(&self, bot: &str, all: bool, seed: u64, stop: &Stop) -> Result<Analysis, BotError> {
        self.decider()?;
        // Held open, so that it is not checked again when the bot is made.
        let _proof = guides::opened(self, &bots::read(&*self.game, bot)?, stop)?;
        let mut bot = bots::build(&self.game, bot, if all { Asked::AllValues } else { Asked::Move })?;
        self.ask_about(&mut *bot, seed, stop)
    }

    fn solve(&self, plan: SolvePlan, stop: &Stop) -> Result<Solution, BotError> {
        self.decider()?;
        let mut engine = solve::solver(&*self.game, self.state(), plan)?;
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        let position = Position::new(self.state());
        let (report, seconds) =
            ask(&self.game, &mut engine, position, self.listener.as_ref(), &mut rng, stop)?;
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
        let side = match (self.turn(), side) {
            (Turn::Chance, Some(side)) => side,
            (_, side) => side.unwrap_or(self.decider()?),
        };
        let in_text = |line: &[G::Move]| line_in_text(&*self.game, self.state(), line);
        Ok(solve::forced_win(&*self.game, self.state(), side, (plies, table), stop, in_text, progress))
    }

    fn evaluate(&self, evaluation: Option<&str>) -> Result<Evaluated, TextError> {
        let named = self.game.evaluation(evaluation)?;
        let view = self.turn().player().unwrap_or(Player::First);
        let children = moves_or_outcomes(&*self.game, self.state())
            .into_iter()
            .map(|mv| {
                let child = self.game.child(self.state(), mv);
                (self.game.move_text(self.state(), mv), self.points(&named, &child, view))
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
        let mut record = Record::default();
        record.set_tag("Game", self.game());
        if self.states[0] != self.game.initial() {
            record.set_tag("Position", self.game.state_text(&self.states[0]));
        }
        for (tag, seat) in ["First", "Second"].into_iter().zip(self.seats()) {
            record.set_tag(tag, seat);
        }
        record.set_tag("Seed", self.seed.to_string());
        let ending = self.ending();
        record.set_tag("Result", ending.map_or("*", Ending::result));
        if let Some(reason) = ending.and_then(Ending::reason) {
            record.set_tag("Ending", reason);
        }
        record.moves = self.played();
        record.numbered = turn_starts((0..self.done).map(|ply| self.mover(ply)));
        record
    }
}

/// A bot's answer and the seconds it took. `listener` is told what it thinks meanwhile.
fn ask<G: Playable>(
    game: &Arc<G>,
    bot: &mut dyn Bot<G>,
    position: Position<'_, G>,
    listener: Option<&LiveListener>,
    rng: &mut ChaCha8Rng,
    stop: &Stop,
) -> Result<(Report<G::Move>, f64), BotError> {
    let started = Instant::now();
    bot.listen(listener.map(|listener| in_live_text(Arc::clone(game), position.state.clone(), listener)));
    let report = bot.choose(game, position, rng, stop);
    let seconds = started.elapsed().as_secs_f64();
    bot.listen(None);
    match bot.trouble() {
        Some(reason) => Err(BotError::Failed(reason)),
        None => Ok((report, seconds)),
    }
}

/// Hands on thoughts about `state` in text, with the time since now.
fn in_live_text<G: Playable>(game: Arc<G>, state: G::State, listener: &LiveListener) -> Listener<G::Move> {
    let (listener, started) = (Arc::clone(listener), Instant::now());
    Box::new(move |thought: &Thought<'_, G::Move>| {
        listener(&LiveThought {
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

/// The text of moves that are played one after the other.
fn line_in_text<G: Playable>(game: &G, start: &G::State, line: &[G::Move]) -> Vec<String> {
    let mut state = start.clone();
    let mut texts = Vec::new();
    for &mv in line {
        texts.push(game.move_text(&state, mv));
        game.play(&mut state, mv);
    }
    texts
}

/// The state that `text` describes, the opening if there is none.
pub(crate) fn read_position<G: Playable>(game: &G, text: Option<&str>) -> Result<G::State, TextError> {
    match text {
        Some(text) => {
            game.parse_state(text).map_err(|error| TextError::new(format!("position '{text}': {error}")))
        }
        None => Ok(game.initial()),
    }
}

/// What is wrong with the move at `place` (from 0) of a line of moves.
pub(crate) fn wrong_move(place: usize, text: &str, error: &TextError) -> TextError {
    TextError::new(format!("move {} ('{text}'): {error}", place + 1))
}

/// The places at which the first player gets the turn (again), and the beginning: where a record counts.
pub(crate) fn turn_starts(movers: impl Iterator<Item = Option<Player>>) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut last = None;
    for (place, mover) in movers.enumerate() {
        let Some(mover) = mover else { continue };
        if starts.is_empty() || (mover == Player::First && last == Some(Player::Second)) {
            starts.push(if starts.is_empty() { 0 } else { place });
        }
        last = Some(mover);
    }
    starts
}
