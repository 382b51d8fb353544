//! A table: the task of one live game, with the connections to it and its bots.
//!
//! A table gives its game commands by the [`driver`], one after the other. As its [`Host`] it writes changes to the store, sends
//! messages to the connections, and lets bots search in the [pool](crate::pool).

mod command;
mod search_task;
mod send_queue;

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use plywood_erased::Ending;
use plywood_page::bots::Bots;
use plywood_page::catalogue::{HOUSE_BRAIN, can_learn};
use plywood_page::driver::{self, GameDriver, Host, To};
use plywood_page::ids::RandomBytes;
use plywood_page::names;
use plywood_page::play::{
    BotSearch, ConnectionId, GameCommand as Input, GameSnapshot, LiveConditions, Moment, Now,
};
use plywood_page::problem::{Problem, RefusalCode};
use plywood_page::questions::AskedPosition;
use plywood_page::requests::GameQuestion;
use plywood_page::{shown, view};
use plywood_rules::Stop;
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;

use crate::ids::{self, now_micros, now_millis};
use crate::pool::{Flow, SearchClass};
use crate::protocol::{SeatTaken, ServerMessage, SitRequest, TableLine};
use crate::services::Services;
use crate::store::Write;
pub use command::{Begin, Handle, QuestionKind, TableCommand};
use search_task::SearchTask;
pub use send_queue::{SendQueue, encode};

/// Commands that may wait at a table. Senders of more wait.
const WAITING: usize = 128;
/// Connections at one table, at most.
const MOST_CONNECTIONS: usize = 500;

struct TableConnection {
    queue: Arc<SendQueue>,
    /// Cancels the questions that it waits for.
    questions: [Option<Stop>; 2],
}

/// The task of a live game.
pub struct TableTask {
    services: Arc<Services>,
    /// Begins a rematch.
    begin: Begin,
    me: mpsc::WeakSender<TableCommand>,
    flow: Flow,
    game: GameDriver,
    /// The zero of the game's time.
    opened: Instant,
    bots: Arc<Bots>,
    /// True if the shared brain learns from this game of two people.
    watched: bool,
    connections: HashMap<ConnectionId, TableConnection>,
    search: Option<SearchTask>,
    line: Arc<Mutex<Option<TableLine>>>,
    left: Arc<AtomicU64>,
}

impl TableTask {
    /// The table of a snapshot, for [`TableTask::run`]. `visited` is true if a client was connected before.
    ///
    /// # Errors
    /// If the game or a bot cannot be made any more. Opening may take a moment.
    pub fn open(
        services: &Arc<Services>,
        snapshot: GameSnapshot,
        visited: bool,
        begin: Begin,
    ) -> Result<(TableTask, Handle, mpsc::Receiver<TableCommand>), Problem> {
        let rules = services.catalogue.game(&snapshot.game)?;
        let (bots, mut brains) = Bots::of(&snapshot, &rules, &services.catalogue)?;
        let watched = services.settings.train.is_some() && snapshot.is_between_people() && can_learn(&rules);
        brains.extend(watched.then(|| HOUSE_BRAIN.to_string()));
        let timeouts = &services.settings.timeouts;
        let setup = LiveConditions {
            visit: timeouts.visit,
            comeback: timeouts.comeback,
            retry: timeouts.retry,
            learns: !brains.is_empty(),
            visited,
            // Higher than any version that the server sent before it was started anew: nothing changes a million times a second.
            version: now_micros(),
        };
        let game = GameDriver::open(&services.catalogue, rules, brains, snapshot, setup, Now::default())?;
        let (commands, inbox) = mpsc::channel(WAITING);
        let table = TableTask {
            services: Arc::clone(services),
            begin,
            me: commands.downgrade(),
            flow: services.pool.new_flow(),
            game,
            opened: Instant::now(),
            bots,
            watched,
            connections: HashMap::new(),
            search: None,
            line: Arc::default(),
            left: Arc::new(AtomicU64::new(u64::MAX)),
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
        inbox: &mut mpsc::Receiver<TableCommand>,
        mut closing: watch::Receiver<bool>,
    ) -> bool {
        let started = driver::start(&mut self).await;
        self.log(started);
        while !self.game.gone {
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
                    let text = "the server is shutting down; your game is saved";
                    self.send(To::Everybody, &ServerMessage::Bye(Problem::new(RefusalCode::Closing, text)));
                    break;
                }
            }
            self.show_whether_left();
        }
        for stop in self.connections.values().flat_map(|it| &it.questions).flatten() {
            stop.raise();
        }
        self.game.gone
    }

    async fn take(&mut self, command: TableCommand) {
        match command {
            TableCommand::Join { token, queue, reply } => {
                let _ = reply.send(self.join(token, queue).await);
            }
            TableCommand::Leave(id) => {
                if let Some(connection) = self.connections.remove(&id) {
                    connection.questions.iter().flatten().for_each(Stop::raise);
                    self.try_to(Input::Leave(id)).await;
                }
            }
            TableCommand::Say(id, message) => {
                if let Err(problem) = driver::hear(self, id, message).await {
                    self.send(To::One(id), &ServerMessage::Refused(problem));
                }
            }
            TableCommand::Sit { wish, reply } => {
                let _ = reply.send(self.sit(wish).await);
            }
            TableCommand::Show(reply) => {
                let _ = reply.send(self.game.live.snapshot().clone());
            }
            TableCommand::Give(input) => {
                if let Input::Chosen { moment, .. } = input {
                    self.search = self.search.take().filter(|task| task.search.moment != moment);
                }
                if let Input::Chosen { result: Err(reason), .. } | Input::Taught(Err(reason)) = &input {
                    tracing::warn!(table = %self.game.live.snapshot().id, reason, "a bot is in trouble");
                }
                self.try_to(input).await;
            }
            TableCommand::Answered(id, question) => {
                if let Some(connection) = self.connections.get_mut(&id) {
                    connection.questions[question as usize] = None;
                }
            }
        }
    }

    fn log(&self, result: Result<(), Problem>) {
        if let Err(problem) = result {
            tracing::warn!(table = %self.game.live.snapshot().id, reason = problem.text, "a change did not happen");
        }
    }

    /// Gives the game a command without a sender to answer; a refusal is only logged.
    async fn try_to(&mut self, input: Input) {
        let result = driver::give(self, input).await;
        self.log(result);
    }

    /// The time of the next alarm.
    fn alarm(&self) -> Option<Instant> {
        let watched = !self.connections.is_empty();
        let report = self.search.as_ref().filter(|_| watched).map(|task| task.next_report);
        self.game.live.alarm().map(|at| self.opened + at).into_iter().chain(report).min()
    }

    async fn ring(&mut self) {
        if let Some(task) = &mut self.search
            && let Some(info) = task.report()
        {
            let BotSearch { moment: Moment { revision, ply }, player, .. } = task.search;
            let text = encode(&ServerMessage::Thinking(view::thinking(ply, revision, player, info)));
            self.connections.values().for_each(|connection| connection.queue.news(text.clone()));
        }
        if self.game.live.alarm().is_some_and(|at| at <= self.now().elapsed) {
            self.try_to(Input::Alarm).await;
        }
    }

    async fn join(&mut self, token: Option<String>, queue: Arc<SendQueue>) -> Result<ConnectionId, Problem> {
        if self.connections.len() >= MOST_CONNECTIONS {
            return Err(Problem::new(RefusalCode::Full, "too many people are watching already"));
        }
        let connection = self.services.pool.new_flow().0;
        self.connections.insert(connection, TableConnection { queue, questions: [None, None] });
        let joined = driver::give(self, Input::Join { connection, token }).await;
        if joined.is_err() {
            self.connections.remove(&connection);
        }
        joined.map(|()| connection)
    }

    async fn sit(&mut self, wish: SitRequest) -> Result<SeatTaken, Problem> {
        let (name, token) = (names::check(&wish.name)?, ids::new_secret());
        let player = wish.seat;
        driver::give(self, Input::Sit { player, name, token: token.clone() }).await?;
        let snapshot = self.game.live.snapshot();
        let (seat, _) = snapshot.seat_of(&token)?;
        Ok(SeatTaken { table: snapshot.id.clone(), seat, token })
    }

    /// Answers a question on a thread of the pool, one of each kind at a time.
    fn answer_later(
        &mut self,
        id: ConnectionId,
        question: QuestionKind,
        kind: SearchClass,
        answer: impl FnOnce(&Stop) -> Result<ServerMessage, Problem> + Send + 'static,
    ) -> Result<(), Problem> {
        let connection = self.connections.get_mut(&id).expect("it was heard");
        let waits = &mut connection.questions[question as usize];
        if waits.is_some() {
            return Err(Problem::new(RefusalCode::Busy, "one question at a time"));
        }
        let stop = Stop::never();
        *waits = Some(stop.clone());
        let (queue, me) = (Arc::clone(&connection.queue), self.me.clone());
        self.services.pool.submit(Flow(id), kind, stop, move |stop| {
            let answer = catch_unwind(AssertUnwindSafe(|| answer(stop)))
                .unwrap_or_else(|_| Err(Problem::new(RefusalCode::Bot, "the bot failed")));
            // First the table: a client that reads the answer may ask again at once.
            if let Some(me) = me.upgrade() {
                let _ = me.blocking_send(TableCommand::Answered(id, question));
            }
            queue.message(encode(&answer.unwrap_or_else(ServerMessage::Refused)));
        });
        Ok(())
    }

    /// Updates the line in the list of games.
    fn list(&self) {
        let line = shown::line(&self.game.live, &self.game.family);
        *self.line.lock().unwrap_or_else(PoisonError::into_inner) = line;
    }

    /// Reports since when this game could be evicted.
    fn show_whether_left(&self) {
        let since = match (self.game.live.is_left(), self.game.live.is_visited()) {
            (false, _) => u64::MAX,
            (true, true) => self.left.load(Ordering::Relaxed).min(now_millis()),
            (true, false) => {
                let wait = self.services.settings.timeouts.visit_when_full;
                self.game.live.snapshot().begun.saturating_add(wait.as_millis() as u64)
            }
        };
        self.left.store(since, Ordering::Relaxed);
    }
}

impl Host for TableTask {
    fn game(&mut self) -> &mut GameDriver {
        &mut self.game
    }

    fn now(&self) -> Now {
        Now { elapsed: self.opened.elapsed(), unix_ms: now_millis() }
    }

    fn random(&self) -> Box<dyn Fn() -> RandomBytes> {
        Box::new(ids::random)
    }

    async fn write(&mut self, finished: bool) -> Result<(), Problem> {
        let GameDriver { live, family, .. } = &self.game;
        let (id, bytes) = (live.snapshot().id.clone(), live.snapshot().to_bytes());
        let mut writes = vec![Write::Table { id, bytes }];
        if finished {
            writes.extend(shown::record(live, family).map(|it| Write::Record(Box::new(it))));
        }
        self.services.store.write(writes).await.map_err(|error| {
            let text = format!("it could not be written to disk, and so it did not happen: {error}");
            Problem::new(RefusalCode::Store, text)
        })
    }

    async fn begin(&mut self, rematch: GameSnapshot) -> Result<(), Problem> {
        (self.begin)(rematch).await
    }

    async fn remove(&mut self) -> bool {
        let id = self.game.live.snapshot().id.clone();
        let dropped = self.services.store.write(vec![Write::Drop { id: id.clone() }]).await;
        if let Err(error) = &dropped {
            tracing::warn!(table = id, %error, "a table could not be removed");
        }
        dropped.is_ok()
    }

    /// In the pool.
    fn search(&mut self, search: BotSearch) -> Option<Input> {
        let kind = SearchClass::of_bot(&self.game.live.snapshot().game, self.game.bot(search.player)?);
        let kind = SearchClass { timed: search.clock.is_used(), ..kind };
        let task = SearchTask::new(search);
        let (listener, stop) = (task.listener(), task.stop.clone());
        self.search = Some(task);
        let (opened, most) = (self.opened, self.services.settings.think);
        let (bots, me) = (Arc::clone(&self.bots), self.me.clone());
        let new = self.game.live.moves_since(bots.known());
        self.services.pool.submit(self.flow, kind, stop, move |stop| {
            let BotSearch { moment, player, clock } = search;
            let send = |input| {
                if let Some(me) = me.upgrade() {
                    let _ = me.blocking_send(TableCommand::Give(input));
                }
            };
            let mut started = None;
            let left = clock.of_bot(player, opened.elapsed());
            bots.prepare(player, &new, left, stop, &mut || {
                started = Some(Instant::now());
                send(Input::Starts { moment, done: false });
            });
            let start = started.map_or(Duration::ZERO, |at| at.elapsed());
            if started.is_some() {
                send(Input::Starts { moment, done: true });
            }
            // The time spent waiting for a thread is gone from the clock already.
            let elapsed = opened.elapsed().saturating_sub(start);
            let stop = stop.within(clock.limit(player, most, elapsed));
            let result = bots.search(&new, clock.of_bot(player, elapsed), listener, &stop);
            if !stop.is_cancelled() {
                send(Input::Chosen { moment, result });
            }
        });
        None
    }

    fn cancel(&mut self) {
        self.search = None;
    }

    /// In the pool.
    fn teach(&mut self, ending: Ending) -> Option<Input> {
        let (bots, me, watched) = (Arc::clone(&self.bots), self.me.clone(), self.watched);
        let known = if watched { Moment::default() } else { bots.known() };
        let (new, catalogue) = (self.game.live.moves_since(known), Arc::clone(&self.services.catalogue));
        let name = format!("learn {}", self.game.live.snapshot().game);
        let kind = SearchClass { name, hopeful: true, timed: false };
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
                let _ = me.blocking_send(TableCommand::Give(Input::Taught(result)));
            }
        });
        None
    }

    fn send(&mut self, to: To, message: &ServerMessage) {
        let text = encode(message);
        for (_, TableConnection { queue, .. }) in self.connections.iter().filter(|&(&id, _)| to.includes(id))
        {
            match message {
                ServerMessage::State(_) => queue.state(text.clone()),
                _ => queue.message(text.clone()),
            }
            if matches!(message, ServerMessage::Bye(_)) {
                queue.close();
            }
        }
        if to == To::Everybody && matches!(message, ServerMessage::State(_)) {
            self.list();
        }
    }

    fn answer(
        &mut self,
        id: ConnectionId,
        position: AskedPosition,
        question: GameQuestion,
    ) -> Result<(), Problem> {
        let (services, rules) = (Arc::clone(&self.services), Arc::clone(&self.game.rules));
        let name = &self.game.live.snapshot().game;
        match question {
            GameQuestion::Hint(bot) => {
                let hint = position.hint_of(&rules, bot, &services.catalogue)?;
                let mut kind = SearchClass::of_bot(name, &hint.opponent.name);
                kind.name.insert_str(0, if hint.any { "why, else by " } else { "hint of " });
                self.answer_later(id, QuestionKind::Hint, kind, move |stop| {
                    position.hint(&rules, &hint, services.settings.think, None, stop)
                })
            }
            GameQuestion::Opinion(brain) => {
                let kind = SearchClass { name: format!("opinion on {name}"), hopeful: true, timed: false };
                self.answer_later(id, QuestionKind::Opinion, kind, move |_| {
                    position.opinion(&rules, brain, &services.catalogue)
                })
            }
        }
    }

    fn count_move(&self) {
        self.services.metrics.moves.increment(1);
    }
}
