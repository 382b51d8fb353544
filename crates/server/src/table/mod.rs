//! A table: the task that drives one live game, with the connections to it and its bots.
//!
//! The rules of a game under way are [`LiveGame`], a state machine without I/O. A table gives it commands and executes its effects,
//! one after the other: it writes changes to the store, sends states to the connections, and lets bots search in the
//! [pool](crate::pool).

mod command;
mod search_task;
mod send_queue;

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use plywood_erased::Learnt;
use plywood_page::bots::Bots;
use plywood_page::catalogue::{HOUSE_BRAIN, can_learn};
use plywood_page::names;
use plywood_page::problem::{Code, Problem};
use plywood_page::questions::Position;
use plywood_page::requests::{Subject, subject};
use plywood_page::shown;
use plywood_page::view;
use plywood_play::{
    Command as Input, ConnectionId, Effect, GameSnapshot, LiveGame, Moment, Now, Search, Seat, Setup,
};
use plywood_rules::Stop;
use plywood_workshop::{AnyGame, next_in_series};
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;

use crate::ids::{self, now_micros, now_millis};
use crate::pool::{Flow, Kind};
use crate::protocol::{ClientMessage, PROTOCOL, SeatTaken, ServerMessage, SitWish, TableLine};
use crate::services::Services;
use crate::store::Write;
pub use command::{Begin, Command, Handle, Question};
use search_task::SearchTask;
pub use send_queue::{SendQueue, encode};

/// Commands that may wait at a table. Senders of more wait.
const WAITING: usize = 128;
/// Connections at one table, at most.
const MOST_CONNECTIONS: usize = 500;

struct Connection {
    queue: Arc<SendQueue>,
    /// Cancels the questions that it waits for.
    questions: [Option<Stop>; 2],
}

/// The task of a live game.
pub struct Table {
    services: Arc<Services>,
    /// Begins a rematch.
    begin: Begin,
    me: mpsc::WeakSender<Command>,
    flow: Flow,
    rules: Arc<dyn AnyGame>,
    live: LiveGame,
    /// The zero of the game's time.
    opened: Instant,
    /// The family of the game.
    family: String,
    bots: Arc<Bots>,
    /// The brains that learn from the game, in the order of the seats.
    brains: Vec<String>,
    /// True if the shared brain learns from this game of two people.
    watched: bool,
    connections: HashMap<ConnectionId, Connection>,
    search: Option<SearchTask>,
    line: Arc<Mutex<Option<TableLine>>>,
    left: Arc<AtomicU64>,
    gone: bool,
}

impl Table {
    /// The table of a snapshot, for [`Table::run`]. `visited` is true if a client was connected before.
    ///
    /// # Errors
    /// If the game or a bot cannot be made any more. Opening may take a moment.
    pub fn open(
        services: &Arc<Services>,
        snapshot: GameSnapshot,
        visited: bool,
        begin: Begin,
    ) -> Result<(Table, Handle, mpsc::Receiver<Command>), Problem> {
        let rules = services.catalogue.game(&snapshot.game)?;
        let (bots, mut brains) = Bots::of(&snapshot, &rules, &services.catalogue)?;
        let watched = services.settings.train.is_some() && snapshot.is_between_people() && can_learn(&rules);
        brains.extend(watched.then(|| HOUSE_BRAIN.to_string()));
        let timeouts = &services.settings.timeouts;
        let setup = Setup {
            visit: timeouts.visit,
            comeback: timeouts.comeback,
            retry: timeouts.retry,
            learns: !brains.is_empty(),
            visited,
            // Higher than any version that the server sent before it was started anew: nothing changes a million times a second.
            version: now_micros(),
        };
        let game = rules
            .begin(snapshot.position.as_deref(), &snapshot.moves.join(" "), snapshot.seed)
            .map_err(Problem::options)?;
        let family = services.catalogue.family(&snapshot.game);
        let live = LiveGame::new(game, snapshot, setup, Now::default()).map_err(Problem::options)?;
        let (commands, inbox) = mpsc::channel(WAITING);
        let table = Table {
            services: Arc::clone(services),
            begin,
            me: commands.downgrade(),
            flow: services.pool.new_flow(),
            rules,
            live,
            opened: Instant::now(),
            family,
            bots,
            brains,
            watched,
            connections: HashMap::new(),
            search: None,
            line: Arc::default(),
            left: Arc::new(AtomicU64::new(u64::MAX)),
            gone: false,
        };
        table.list();
        // At once, not when its task has its turn: the next game may need the place.
        table.show_whether_left();
        let handle = Handle { commands, line: Arc::clone(&table.line), left: Arc::clone(&table.left) };
        Ok((table, handle, inbox))
    }

    /// Does one thing after the other; returns true if the game was removed, and false if the server stops.
    pub async fn run(
        mut self,
        inbox: &mut mpsc::Receiver<Command>,
        mut closing: watch::Receiver<bool>,
    ) -> bool {
        let effects = self.live.start(self.now());
        let started = self.execute_all(effects).await;
        self.log(started);
        while !self.gone {
            let alarm = self.alarm();
            tokio::select! {
                command = inbox.recv() => match command {
                    Some(command) => self.take(command).await,
                    None => break,
                },
                () = tokio::time::sleep_until(alarm.unwrap_or_else(Instant::now)), if alarm.is_some() => {
                    self.ring().await;
                }
                () = async { drop(closing.wait_for(|&it| it).await); } => {
                    // Everything is on disk already.
                    self.say_goodbye(Code::Closing, "the server is shutting down; your game is saved");
                    break;
                }
            }
            self.show_whether_left();
        }
        for stop in self.connections.values().flat_map(|it| &it.questions).flatten() {
            stop.raise();
        }
        self.gone
    }

    fn now(&self) -> Now {
        Now { elapsed: self.opened.elapsed(), unix_ms: now_millis() }
    }

    async fn take(&mut self, command: Command) {
        match command {
            Command::Join { token, queue, reply } => {
                let _ = reply.send(self.join(token, queue).await);
            }
            Command::Leave(id) => {
                if let Some(connection) = self.connections.remove(&id) {
                    connection.questions.iter().flatten().for_each(Stop::raise);
                    self.try_to(Input::Leave(id)).await;
                }
            }
            Command::Evict => self.try_to(Input::Evict).await,
            Command::Say(id, message) => {
                if let Err(problem) = self.hear(id, message).await
                    && let Some(connection) = self.connections.get(&id)
                {
                    connection.queue.message(encode(&ServerMessage::Refused(problem)));
                }
            }
            Command::Sit { wish, reply } => {
                let _ = reply.send(self.sit(wish).await);
            }
            Command::Show(reply) => {
                let _ = reply.send(self.live.snapshot().clone());
            }
            Command::Starts { moment, done } => self.try_to(Input::Starts { moment, done }).await,
            Command::Chosen { moment, result } => {
                self.search = self.search.take().filter(|task| task.search.moment != moment);
                let result = result.map_err(|reason| self.in_public(&reason));
                self.try_to(Input::Chosen { moment, result }).await;
            }
            Command::Taught(result) => {
                let result = result.map_err(|reason| self.in_public(&reason));
                self.try_to(Input::Taught(result)).await;
            }
            Command::Answered(id, question) => {
                if let Some(connection) = self.connections.get_mut(&id) {
                    connection.questions[question as usize] = None;
                }
            }
        }
    }

    /// The trouble of a bot, in words for all clients.
    fn in_public(&self, reason: &str) -> String {
        let reason = self.services.catalogue.without_paths(reason);
        tracing::warn!(table = %self.live.snapshot().id, reason, "a bot is in trouble");
        reason
    }

    fn log(&self, result: Result<(), Problem>) {
        if let Err(problem) = result {
            tracing::warn!(table = %self.live.snapshot().id, reason = problem.text, "a change did not happen");
        }
    }

    /// Gives the game a command without a sender to answer; a refusal is only logged.
    async fn try_to(&mut self, input: Input) {
        let result = self.give(input).await;
        self.log(result);
    }

    /// Gives the game a command, and executes its effects.
    async fn give(&mut self, input: Input) -> Result<(), Problem> {
        let effects = self.live.handle(input, self.now())?;
        self.execute_all(effects).await
    }

    async fn execute_all(&mut self, effects: Vec<Effect>) -> Result<(), Problem> {
        let mut effects = VecDeque::from(effects);
        let mut held = Vec::new();
        let mut result = Ok(());
        while let Some(effect) = effects.pop_front() {
            match effect {
                Effect::Show => held.push(self.encoded_state()),
                Effect::Persist { finished } => match self.write(finished).await {
                    Ok(()) => {
                        // Only moves are shown before they are written.
                        self.services.metrics.moves.increment(u64::from(!held.is_empty()));
                        self.send_states(&mut held);
                        effects.extend(self.live.written(self.now()));
                    }
                    Err(problem) => {
                        held.clear();
                        effects.extend(self.live.not_written(&problem.text, self.now()));
                        result = Err(problem);
                    }
                },
                Effect::Roll => effects.extend(self.live.handle(Input::Roll, self.now())?),
                Effect::Rematch => effects.extend(self.begin_rematch().await?),
                Effect::Remove => effects.extend(self.remove().await?),
                other => self.execute(other),
            }
        }
        self.send_states(&mut held);
        result
    }

    /// Executes an effect that has no effects of its own.
    fn execute(&mut self, effect: Effect) {
        match effect {
            Effect::Welcome(id) => self.welcome(id),
            Effect::Resend(id) => self.connections[&id].queue.state(self.encoded_state()),
            Effect::StartSearch(search) => self.start(search),
            Effect::CancelSearch => self.search = None,
            Effect::Explain(Moment { revision, ply }, player, analysis) => {
                if let Seat::Bot(bot) = &self.live.snapshot().seats[player.index()] {
                    let view = view::thought(bot, ply, revision, player, analysis);
                    self.send(&ServerMessage::Thought(view));
                }
            }
            Effect::Teach => self.teach(),
            Effect::Lessons(lessons) => self.tell_lessons(lessons),
            Effect::Invite(Some(id)) => self.invite(id),
            Effect::Invite(None) => self.connections.keys().for_each(|&id| self.invite(id)),
            Effect::Show | Effect::Persist { .. } | Effect::Roll | Effect::Rematch | Effect::Remove => {
                unreachable!("these have effects of their own")
            }
        }
    }

    /// Writes the game to disk, with its record if it has just ended.
    async fn write(&mut self, finished: bool) -> Result<(), Problem> {
        let snapshot = self.live.snapshot();
        let mut writes = vec![Write::Table { id: snapshot.id.clone(), bytes: snapshot.to_bytes() }];
        if finished {
            writes.extend(shown::record(&self.live, &self.family).map(|it| Write::Record(Box::new(it))));
        }
        self.services.store.write(writes).await.map_err(|error| {
            let text = format!("it could not be written to disk, and so it did not happen: {error}");
            Problem::new(Code::Store, text)
        })
    }

    async fn begin_rematch(&mut self) -> Result<Vec<Effect>, Problem> {
        let (id, seed) = (ids::new_id(), ids::new_seed());
        let (rematch, next) = self.live.rematch(id, ids::new_secret, next_in_series, seed, now_millis());
        (self.begin)(rematch).await?;
        Ok(self.live.handle(Input::RematchBegun(next), self.now())?)
    }

    /// Removes the game from the disk, and says good-bye.
    async fn remove(&mut self) -> Result<Vec<Effect>, Problem> {
        let id = self.live.snapshot().id.clone();
        if let Err(error) = self.services.store.write(vec![Write::Drop { id }]).await {
            tracing::warn!(table = %self.live.snapshot().id, %error, "a table could not be removed");
            return Ok(self.live.handle(Input::NotRemoved, self.now())?);
        }
        self.gone = true;
        let text = "the game was removed because no player came back for a long time";
        self.say_goodbye(Code::NotFound, text);
        Ok(Vec::new())
    }

    fn say_goodbye(&self, code: Code, text: &str) {
        self.send(&ServerMessage::Bye(Problem::new(code, text)));
        self.connections.values().for_each(|connection| connection.queue.close());
    }

    /// The time of the next alarm.
    fn alarm(&self) -> Option<Instant> {
        let watched = !self.connections.is_empty();
        let report = self.search.as_ref().filter(|_| watched).map(|task| task.next_report);
        self.live.alarm().map(|at| self.opened + at).into_iter().chain(report).min()
    }

    async fn ring(&mut self) {
        if let Some(task) = &mut self.search
            && let Some(info) = task.report()
        {
            let Search { moment: Moment { revision, ply }, player, .. } = task.search;
            let text = encode(&ServerMessage::Thinking(view::thinking(ply, revision, player, info)));
            self.connections.values().for_each(|connection| connection.queue.news(text.clone()));
        }
        if self.live.alarm().is_some_and(|at| at <= self.now().elapsed) {
            self.try_to(Input::Alarm).await;
        }
    }

    async fn join(&mut self, token: Option<String>, queue: Arc<SendQueue>) -> Result<ConnectionId, Problem> {
        if self.connections.len() >= MOST_CONNECTIONS {
            return Err(Problem::new(Code::Full, "too many people are watching already"));
        }
        let connection = self.services.pool.new_flow().0;
        self.connections.insert(connection, Connection { queue, questions: [None, None] });
        let joined = self.give(Input::Join { connection, token }).await;
        if joined.is_err() {
            self.connections.remove(&connection);
        }
        joined.map(|()| connection)
    }

    async fn sit(&mut self, wish: SitWish) -> Result<SeatTaken, Problem> {
        let (name, token) = (names::check(&wish.name)?, ids::new_secret());
        let player = wish.seat;
        self.give(Input::Sit { player, name, token: token.clone() }).await?;
        let snapshot = self.live.snapshot();
        let (seat, _) = snapshot.seat_of(&token)?;
        Ok(SeatTaken { table: snapshot.id.clone(), seat, token })
    }

    /// Handles a message of a connection.
    async fn hear(&mut self, id: ConnectionId, message: ClientMessage) -> Result<(), Problem> {
        let Some(connection) = self.connections.get(&id) else { return Ok(()) };
        match subject(message)? {
            Subject::Game(request) => self.give(Input::Ask(id, request)).await,
            Subject::Ping => {
                connection.queue.message(encode(&ServerMessage::Pong {}));
                Ok(())
            }
            Subject::Hint(ply, bot) => self.give_hint(id, ply, bot),
            Subject::Opinion(ply, brain) => self.ask_brain(id, ply, brain),
        }
    }

    fn give_hint(&mut self, id: ConnectionId, ply: usize, bot: Option<String>) -> Result<(), Problem> {
        let position = Position::of(&self.live, ply)?;
        let hint = position.hint_of(&self.rules, bot, &self.services.catalogue)?;
        let mut kind = Kind::of_bot(&self.live.snapshot().game, &hint.opponent.name);
        kind.name.insert_str(0, if hint.any { "why, else by " } else { "hint of " });
        let (services, rules) = (Arc::clone(&self.services), Arc::clone(&self.rules));
        self.answer_later(id, Question::Hint, kind, move |stop| {
            position.hint(&rules, &hint, &services.catalogue, services.settings.think, stop)
        })
    }

    fn ask_brain(&mut self, id: ConnectionId, ply: usize, brain: String) -> Result<(), Problem> {
        let position = Position::of(&self.live, ply)?;
        let name = format!("opinion on {}", self.live.snapshot().game);
        let kind = Kind { name, hopeful: true, timed: false };
        let (services, rules) = (Arc::clone(&self.services), Arc::clone(&self.rules));
        self.answer_later(id, Question::Opinion, kind, move |_| {
            position.opinion(&rules, brain, &services.catalogue)
        })
    }

    /// Answers a question on a thread of the pool, one of each kind at a time.
    fn answer_later(
        &mut self,
        id: ConnectionId,
        question: Question,
        kind: Kind,
        answer: impl FnOnce(&Stop) -> Result<ServerMessage, Problem> + Send + 'static,
    ) -> Result<(), Problem> {
        let connection = self.connections.get_mut(&id).expect("it was heard");
        let waits = &mut connection.questions[question as usize];
        if waits.is_some() {
            return Err(Problem::new(Code::Busy, "one question at a time"));
        }
        let stop = Stop::never();
        *waits = Some(stop.clone());
        let (queue, me) = (Arc::clone(&connection.queue), self.me.clone());
        self.services.pool.submit(Flow(id), kind, stop, move |stop| {
            let answer = catch_unwind(AssertUnwindSafe(|| answer(stop)))
                .unwrap_or_else(|_| Err(Problem::new(Code::Bot, "the bot failed")));
            // First the table: a client that reads the answer may ask again at once.
            if let Some(me) = me.upgrade() {
                let _ = me.blocking_send(Command::Answered(id, question));
            }
            queue.message(encode(&answer.unwrap_or_else(ServerMessage::Refused)));
        });
        Ok(())
    }

    /// Lets a bot search in the pool.
    fn start(&mut self, search: Search) {
        let snapshot = self.live.snapshot();
        let Seat::Bot(name) = &snapshot.seats[search.player.index()] else { return };
        let kind = Kind { timed: search.clock.is_used(), ..Kind::of_bot(&snapshot.game, name) };
        let task = SearchTask::new(search);
        let (listener, stop) = (task.listener(), task.stop.clone());
        self.search = Some(task);
        let (opened, most) = (self.opened, self.services.settings.think);
        let (bots, me, new) =
            (Arc::clone(&self.bots), self.me.clone(), self.live.moves_since(self.bots.known()));
        self.services.pool.submit(self.flow, kind, stop, move |stop| {
            let Search { moment, player, clock } = search;
            let send = |command| {
                if let Some(me) = me.upgrade() {
                    let _ = me.blocking_send(command);
                }
            };
            let mut started = None;
            let left = clock.of_bot(player, opened.elapsed());
            bots.prepare(player, &new, left, stop, &mut || {
                started = Some(Instant::now());
                send(Command::Starts { moment, done: false });
            });
            let start = started.map_or(Duration::ZERO, |at| at.elapsed());
            if started.is_some() {
                send(Command::Starts { moment, done: true });
            }
            // The time spent waiting for a thread is gone from the clock already.
            let elapsed = opened.elapsed().saturating_sub(start);
            let stop = stop.within(clock.limit(player, most, elapsed));
            let result = bots.search(&new, clock.of_bot(player, elapsed), listener, &stop);
            if !stop.is_cancelled() {
                send(Command::Chosen { moment, result });
            }
        });
    }

    /// Lets the learners learn the game.
    fn teach(&self) {
        let game = self.live.game();
        let Some(ending) = game.ending() else { return };
        let known = if self.watched { Moment::default() } else { self.bots.known() };
        let new = self.live.moves_since(known);
        let (bots, me, watched) = (Arc::clone(&self.bots), self.me.clone(), self.watched);
        let catalogue = Arc::clone(&self.services.catalogue);
        let kind = Kind { name: format!("learn {}", self.live.snapshot().game), hopeful: true, timed: false };
        self.services.pool.submit(self.flow, kind, Stop::never(), move |_| {
            let result = match watched {
                // People do not have to know that it could not be learnt.
                true => bots.teach_shared(&catalogue, &new.moves, ending).or_else(|reason| {
                    tracing::warn!(reason, "a game of two people could not be learnt");
                    Ok(Vec::new())
                }),
                false => bots.teach(&new, ending),
            };
            if let Some(me) = me.upgrade() {
                let _ = me.blocking_send(Command::Taught(result));
            }
        });
    }

    fn tell_lessons(&self, lessons: Vec<Learnt>) {
        if lessons.is_empty() {
            return;
        }
        for (brain, lesson) in self.brains.iter().zip(&lessons) {
            self.services.catalogue.note_games(&self.live.snapshot().game, brain, lesson.games);
        }
        let named = self.brains.iter().zip(lessons);
        let lessons = named.map(|(brain, lesson)| view::learnt(brain, lesson)).collect();
        self.send(&ServerMessage::Learnt { lessons });
    }

    /// Sends everything to a newcomer, and the state to all others.
    fn welcome(&self, id: ConnectionId) {
        let state = shown::state(&self.live, self.now().elapsed);
        let text = encode(&ServerMessage::State(Box::new(state.clone())));
        for (_, connection) in self.connections.iter().filter(|&(&other, _)| other != id) {
            connection.queue.state(text.clone());
        }
        let role = self.live.role(id);
        self.connections[&id].queue.message(encode(&ServerMessage::Welcome {
            protocol: PROTOCOL,
            table: Box::new(shown::frame(&self.live, &*self.rules, &self.family)),
            you: role.and_then(|role| role.player),
            host: role.is_some_and(|role| role.host),
            state: Box::new(state),
        }));
    }

    fn invite(&self, id: ConnectionId) {
        if let Some((table, seat, token)) = self.live.invitation(id) {
            let message = ServerMessage::Rematch { table, seat, token };
            self.connections[&id].queue.message(encode(&message));
        }
    }

    fn encoded_state(&self) -> Utf8Bytes {
        encode(&ServerMessage::State(Box::new(shown::state(&self.live, self.now().elapsed))))
    }

    fn send_states(&self, states: &mut Vec<Utf8Bytes>) {
        if states.is_empty() {
            return;
        }
        for state in states.drain(..) {
            self.connections.values().for_each(|connection| connection.queue.state(state.clone()));
        }
        self.list();
    }

    fn send(&self, message: &ServerMessage) {
        let text = encode(message);
        self.connections.values().for_each(|connection| connection.queue.message(text.clone()));
    }

    /// Updates the line in the list of games.
    fn list(&self) {
        let line = shown::line(&self.live, &self.family);
        *self.line.lock().unwrap_or_else(PoisonError::into_inner) = line;
    }

    /// Reports since when this game could be evicted.
    fn show_whether_left(&self) {
        let since = match (self.live.is_left(), self.live.is_visited()) {
            (false, _) => u64::MAX,
            (true, true) => self.left.load(Ordering::Relaxed).min(now_millis()),
            (true, false) => {
                let wait = self.services.settings.timeouts.visit_when_full;
                self.live.snapshot().begun.saturating_add(wait.as_millis() as u64)
            }
        };
        self.left.store(since, Ordering::Relaxed);
    }
}
