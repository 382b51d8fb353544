//! A live game: the state machine, and what its effects do here.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use plywood_erased::Analysis;
use plywood_page::bots::Bots;
use plywood_page::ids;
use plywood_page::problem::{Code, Problem};
use plywood_page::protocol::{ClientMessage, PROTOCOL, ServerMessage};
use plywood_page::questions::Position;
use plywood_page::requests::{Subject, subject};
use plywood_page::{shown, view};
use plywood_play::{Command, ConnectionId, Effect, GameSnapshot, LiveGame, Moment, Search, Seat, Setup};
use plywood_rules::Stop;
use plywood_workshop::{AnyGame, next_in_series};

use crate::context::{Context, Purpose};
use crate::messages::{Event, Number};
use crate::outside::now;
use crate::rows;
use crate::work::{BRIEF, THINK, Work, needs_brain, say, text};

/// The time that a new game waits for its page, and a finished one for a page to come back.
const VISIT: Duration = Duration::from_secs(120);
const COMEBACK: Duration = Duration::from_secs(600);

/// A live game, with the connections to it and its bots.
pub struct Table {
    rules: Arc<dyn AnyGame>,
    live: LiveGame,
    family: String,
    /// The bots that play from brains. All others are in another worker.
    learners: Arc<Bots>,
    brains: Vec<String>,
    /// With the hint that each waits for.
    connections: BTreeMap<ConnectionId, Option<Number>>,
    /// The search that was given away.
    search: Option<(Number, Search)>,
    gone: bool,
}

impl Table {
    /// The table of a snapshot. `visited` is true if a page was connected before.
    ///
    /// # Errors
    /// If the game or a bot cannot be made.
    pub fn open(snapshot: GameSnapshot, visited: bool, context: &mut Context) -> Result<Table, Problem> {
        let rules = context.catalogue.game(&snapshot.game)?;
        let mut learning = snapshot.clone();
        for seat in &mut learning.seats {
            if let Seat::Bot(name) = seat {
                // Every bot is checked, and those without a brain play elsewhere.
                context.catalogue.opponent(&rules, name)?;
                if !needs_brain(name) {
                    *seat = Seat::Open;
                }
            }
        }
        let (learners, brains) = Bots::of(&learning, &rules, &context.catalogue)?;
        let time = now(context.outside);
        let setup = Setup {
            visit: VISIT,
            comeback: COMEBACK,
            retry: Duration::ZERO,
            learns: !brains.is_empty(),
            visited,
            // Higher than any version of an earlier visit.
            version: time.unix_ms * 1000,
        };
        let game = rules
            .begin(snapshot.position.as_deref(), &snapshot.moves.join(" "), snapshot.seed)
            .map_err(Problem::options)?;
        let family = context.catalogue.family(&snapshot.game);
        let live = LiveGame::new(game, snapshot, setup, time).map_err(Problem::options)?;
        let (connections, search) = (BTreeMap::new(), None);
        let mut table = Table { rules, live, family, learners, brains, connections, search, gone: false };
        let effects = table.live.start(time);
        table.execute(effects, context)?;
        Ok(table)
    }

    /// The name of the game.
    pub fn id(&self) -> &str {
        &self.live.snapshot().id
    }

    /// True if the game was removed.
    pub fn is_gone(&self) -> bool {
        self.gone
    }

    /// The time of the next alarm.
    pub fn alarm(&self) -> Option<Duration> {
        self.live.alarm()
    }

    /// Gives the game a command, and executes its effects.
    ///
    /// # Errors
    /// If it is refused.
    pub fn give(&mut self, command: Command, context: &mut Context) -> Result<(), Problem> {
        let effects = self.live.handle(command, now(context.outside))?;
        self.execute(effects, context)
    }

    /// A connection says hello.
    ///
    /// # Errors
    /// If its token fits no seat.
    pub fn join(
        &mut self,
        connection: ConnectionId,
        token: Option<String>,
        context: &mut Context,
    ) -> Result<(), Problem> {
        self.connections.insert(connection, None);
        let joined = self.give(Command::Join { connection, token }, context);
        if joined.is_err() {
            self.connections.remove(&connection);
        }
        joined
    }

    /// A connection is gone.
    pub fn leave(&mut self, connection: ConnectionId, context: &mut Context) {
        if let Some(hint) = self.connections.remove(&connection) {
            hint.into_iter().for_each(|task| context.cancel(task));
            let _ = self.give(Command::Leave(connection), context);
        }
    }

    /// A connection says something after its greeting.
    ///
    /// # Errors
    /// If it is refused.
    pub fn hear(
        &mut self,
        connection: ConnectionId,
        message: ClientMessage,
        context: &mut Context,
    ) -> Result<(), Problem> {
        match subject(message)? {
            Subject::Game(request) => self.give(Command::Ask(connection, request), context)?,
            Subject::Ping => self.send_to(connection, &ServerMessage::Pong {}, context),
            Subject::Hint(ply, bot) => {
                let waits = self.connections.get_mut(&connection);
                if waits.is_some_and(|waits| waits.is_some()) {
                    return Err(Problem::new(Code::Busy, "one question at a time"));
                }
                let (game, position) = (self.live.snapshot().game.clone(), Position::of(&self.live, ply)?);
                let purpose = Purpose::Hint(self.id().to_string(), connection);
                let task = context.give(purpose, &Work::Hint { game, position, bot });
                self.connections.insert(connection, Some(task));
            }
            Subject::Opinion(ply, brain) => {
                let said = Position::of(&self.live, ply)?.opinion(&self.rules, brain, &context.catalogue)?;
                self.send_to(connection, &said, context);
            }
        }
        Ok(())
    }

    /// The hint that a connection waits for has come.
    pub fn answer(&mut self, connection: ConnectionId, said: Result<String, Problem>, context: &Context) {
        if let Some(waits) = self.connections.get_mut(&connection) {
            *waits = None;
            let text = said.unwrap_or_else(|problem| text(&ServerMessage::Refused(problem)));
            say(context.outside, &Event::Message { connection, text });
        }
    }

    /// A bot has chosen.
    pub fn chosen(
        &mut self,
        moment: Moment,
        result: Result<Analysis, String>,
        context: &mut Context,
    ) -> Result<(), Problem> {
        self.search = self.search.take().filter(|(_, search)| search.moment != moment);
        self.give(Command::Chosen { moment, result }, context)
    }

    /// A bot reports the state of its search.
    pub fn thinking(&self, task: Number, text: &str, context: &Context) {
        if self.search.as_ref().is_some_and(|(searching, _)| *searching == task) {
            for &connection in self.connections.keys() {
                say(context.outside, &Event::Message { connection, text: text.to_string() });
            }
        }
    }

    fn execute(&mut self, effects: Vec<Effect>, context: &mut Context) -> Result<(), Problem> {
        let mut effects = VecDeque::from(effects);
        let mut held = Vec::new();
        while let Some(effect) = effects.pop_front() {
            let time = now(context.outside);
            match effect {
                Effect::Show => held.push(self.state(context)),
                Effect::Persist { finished } => {
                    rows::keep_table(context.outside, self.live.snapshot());
                    if let Some(record) = shown::record(&self.live, &self.family).filter(|_| finished) {
                        context.record(record);
                    }
                    held.drain(..).for_each(|state| self.send(&state, context));
                    effects.extend(self.live.written(time));
                }
                Effect::Roll => effects.extend(self.live.handle(Command::Roll, time)?),
                Effect::Welcome(connection) => self.welcome(connection, context),
                Effect::Resend(connection) => self.send_to(connection, &self.state(context), context),
                Effect::StartSearch(search) => effects.extend(self.start(search, context)),
                Effect::CancelSearch => self.cancel(context),
                Effect::Explain(Moment { revision, ply }, player, analysis) => {
                    if let Seat::Bot(bot) = &self.live.snapshot().seats[player.index()] {
                        let thought = view::thought(bot, ply, revision, player, analysis);
                        self.send(&ServerMessage::Thought(thought), context);
                    }
                }
                Effect::Teach => {
                    let Some(ending) = self.live.game().ending() else { continue };
                    let new = self.live.moves_since(self.learners.known());
                    let taught = self.learners.teach(&new, ending);
                    effects.extend(self.live.handle(Command::Taught(taught), time)?);
                }
                Effect::Lessons(lessons) => {
                    let game = &self.live.snapshot().game;
                    for (brain, lesson) in self.brains.iter().zip(&lessons) {
                        context.catalogue.note_games(game, brain, lesson.games);
                    }
                    let named = self.brains.iter().zip(lessons);
                    let lessons = named.map(|(brain, lesson)| view::learnt(brain, lesson)).collect();
                    self.send(&ServerMessage::Learnt { lessons }, context);
                }
                Effect::Rematch => {
                    let random = || context.outside.random();
                    let (id, seed) = (ids::id(random()), ids::seed(random()));
                    let secret = || ids::secret(random());
                    let (rematch, next) = self.live.rematch(id, secret, next_in_series, seed, time.unix_ms);
                    context.begun.push(rematch);
                    effects.extend(self.live.handle(Command::RematchBegun(next), time)?);
                }
                Effect::Invite(Some(connection)) => self.invite(connection, context),
                Effect::Invite(None) => {
                    self.connections.keys().for_each(|&connection| self.invite(connection, context));
                }
                Effect::Remove => {
                    self.cancel(context);
                    rows::drop_table(context.outside, self.id());
                    self.gone = true;
                    let bye = Problem::new(Code::NotFound, "the game was removed");
                    self.send(&ServerMessage::Bye(bye), context);
                }
            }
        }
        held.drain(..).for_each(|state| self.send(&state, context));
        Ok(())
    }

    /// Lets a bot search: elsewhere, unless it plays from a brain.
    fn start(&mut self, search: Search, context: &mut Context) -> Vec<Effect> {
        self.cancel(context);
        let Search { moment, player, clock } = search;
        let Seat::Bot(name) = &self.live.snapshot().seats[player.index()] else { return Vec::new() };
        let time = now(context.outside);
        let (limit, left) = (clock.limit(player, THINK, time.elapsed), clock.of_bot(player, time.elapsed));
        if needs_brain(name) {
            let stop = Stop::never().within(limit.min(BRIEF));
            let new = self.live.moves_since(self.learners.known());
            let result = self.learners.search(&new, left, Arc::new(|_| ()), &stop);
            let chosen = Command::Chosen { moment, result };
            return self.live.handle(chosen, now(context.outside)).unwrap_or_default();
        }
        // All of the game: its worker may be a new one.
        let mut snapshot = self.live.snapshot().clone();
        snapshot.seats[player.other().index()] = Seat::Open;
        let millis = |time: Duration| time.as_millis() as u64;
        let work = Work::Search {
            snapshot: Box::new(snapshot),
            revision: moment.revision,
            ply: moment.ply,
            player,
            clock: left.map(|clock| (millis(clock.left), millis(clock.increment))),
            limit: millis(limit),
        };
        let task = context.give(Purpose::Move(self.id().to_string(), moment), &work);
        self.search = Some((task, search));
        Vec::new()
    }

    fn cancel(&mut self, context: &mut Context) {
        if let Some((task, _)) = self.search.take() {
            context.cancel(task);
        }
    }

    /// Sends everything to a newcomer, and the state to all others.
    fn welcome(&self, newcomer: ConnectionId, context: &Context) {
        let state = shown::state(&self.live, context.outside.elapsed());
        for &connection in self.connections.keys().filter(|&&connection| connection != newcomer) {
            self.send_to(connection, &ServerMessage::State(Box::new(state.clone())), context);
        }
        let role = self.live.role(newcomer);
        let welcome = ServerMessage::Welcome {
            protocol: PROTOCOL,
            table: Box::new(shown::frame(&self.live, &*self.rules, &self.family)),
            you: role.and_then(|role| role.player),
            host: role.is_some_and(|role| role.host),
            state: Box::new(state),
        };
        self.send_to(newcomer, &welcome, context);
    }

    fn invite(&self, connection: ConnectionId, context: &Context) {
        if let Some((table, seat, token)) = self.live.invitation(connection) {
            self.send_to(connection, &ServerMessage::Rematch { table, seat, token }, context);
        }
    }

    fn state(&self, context: &Context) -> ServerMessage {
        ServerMessage::State(Box::new(shown::state(&self.live, context.outside.elapsed())))
    }

    fn send(&self, message: &ServerMessage, context: &Context) {
        self.connections.keys().for_each(|&connection| self.send_to(connection, message, context));
    }

    fn send_to(&self, connection: ConnectionId, message: &ServerMessage, context: &Context) {
        say(context.outside, &Event::Message { connection, text: text(message) });
    }
}
