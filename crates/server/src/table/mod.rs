//! A table: one live game, the people around it, its clocks and its bots.
//!
//! Every table is a task of its own that does one thing after the other. A change is made in memory, written to the
//! store, and only then told to anybody; if it cannot be written it is taken back. Thoughts run elsewhere (in the
//! [pool](crate::pool)) and come back as commands; one that was given up is recognised by its moment and passed over.

mod bots;
mod clock;
mod requests;
mod search_task;
mod send_queue;
mod shown;
mod snapshot;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use futures_util::future::BoxFuture;
use plywood_erased::{Analysis, Ending, Learnt};
use plywood_rules::{Stop, Turn};
use plywood_workshop::{AnyGame, Session};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Instant;

use crate::ids::{self, now_micros, now_millis};
use crate::names;
use crate::pool::Flow;
use crate::problem::{Code, Problem};
use crate::protocol::{ClientMessage, Offers, PROTOCOL, SeatTaken, ServerMessage, Side, SitWish, TableLine};
use crate::services::Services;
use crate::store::Write;
use bots::Bots;
use clock::Clock;
use search_task::SearchTask;
pub use send_queue::SendQueue;
pub use snapshot::{Called, GameSnapshot, NextTable, Seat};

/// Commands that may wait at a table. Who comes later waits.
const WAITING: usize = 128;
/// People who look on at one table, at most, and pages open at its seats.
const MOST_CONNECTIONS: usize = 500;

/// One connection at a table.
pub type ConnectionId = u64;

/// What a table can be told.
pub enum Command {
    /// Somebody comes; the welcome goes to the queue.
    Join {
        /// The token shown, if any.
        token: Option<String>,
        /// Where to send things.
        queue: Arc<SendQueue>,
        /// Told who it is here.
        reply: oneshot::Sender<Result<ConnectionId, Problem>>,
    },
    /// A connection is gone.
    Leave(ConnectionId),
    /// Others need the place. Done only where nobody is here any more.
    Evict,
    /// Somebody says something.
    Say(ConnectionId, ClientMessage),
    /// Somebody wants to sit down.
    Sit {
        /// Where, and under what name.
        wish: SitWish,
        /// Told the token.
        reply: oneshot::Sender<Result<SeatTaken, Problem>>,
    },
    /// A bot has chosen.
    Thought {
        /// The moment it thought about.
        moment: Moment,
        /// Its choice, or why there is none.
        result: Result<Analysis, String>,
    },
    /// Those who learn have learnt, or could not.
    Taught(Result<Vec<Learnt>, String>),
    /// A question is answered.
    Answered(ConnectionId, Question),
}

/// What somebody may wait for, one of each at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// A hint from a bot.
    Hint,
    /// The opinion of a brain.
    Opinion,
}

/// A moment of a game: moves taken back so far, and plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    revision: u32,
    ply: usize,
}

/// Begins another game, for a rematch.
pub type Begin = Arc<dyn Fn(GameSnapshot) -> BoxFuture<'static, Result<(), Problem>> + Send + Sync>;

/// A running table, for those who talk to it.
#[derive(Clone)]
pub struct Handle {
    /// Takes its commands.
    pub commands: mpsc::Sender<Command>,
    /// What the list says of it; `None` if it is not in the list.
    pub line: Arc<Mutex<Option<TableLine>>>,
    /// Since when it could give way to another one, in milliseconds since 1970; `u64::MAX` while it could not.
    pub left: Arc<AtomicU64>,
}

struct Connection {
    side: Option<Side>,
    host: bool,
    queue: Arc<SendQueue>,
    /// Raised to give up what it waits for: a hint, an opinion.
    asking: [Option<Stop>; 2],
}

pub(crate) struct Table {
    services: Arc<Services>,
    /// Begins a rematch.
    begin: Begin,
    me: mpsc::WeakSender<Command>,
    flow: Flow,
    snapshot: GameSnapshot,
    game: Arc<dyn AnyGame>,
    session: Box<dyn Session>,
    /// The family of the game.
    family: String,
    bots: Arc<Bots>,
    /// The brains that learn from the game, in the order of the seats.
    brains: Vec<String>,
    connections: HashMap<ConnectionId, Connection>,
    line: Arc<Mutex<Option<TableLine>>>,
    left: Arc<AtomicU64>,
    version: u64,
    clock: Clock,
    /// The thought that is being thought.
    thought: Option<SearchTask>,
    /// Since when nobody has been there for a seat.
    away: [Option<Instant>; 2],
    /// Since when nobody has been there at all.
    empty: Option<Instant>,
    visited: bool,
    /// When the next bot may move, where they go at a pace.
    not_before: Option<Instant>,
    /// When to try again what could not be written.
    retry: Option<Instant>,
    trouble: Option<String>,
    /// What the bot thought the game worth when it moved last, as a share of a win for itself.
    bot_share: Option<f64>,
    teaching: bool,
    gone: bool,
}

impl Table {
    /// Opens the table of a snapshot and sets it going. `visited`: whether anybody was there before.
    ///
    /// # Errors
    /// If the game or a bot cannot be made any more. Opening may take a moment.
    pub fn open(
        services: &Arc<Services>,
        snapshot: GameSnapshot,
        visited: bool,
        begin: Begin,
    ) -> Result<(Table, Handle, mpsc::Receiver<Command>), Problem> {
        let game = services.catalogue.game(&snapshot.game)?;
        let session = Arc::clone(&game)
            .session(snapshot.position.as_deref(), &snapshot.moves.join(" "), snapshot.seed)
            .map_err(Problem::options)?;
        let mut bots = [None, None];
        let mut brains = Vec::new();
        for (bot, seat) in bots.iter_mut().zip(&snapshot.seats) {
            if let Seat::Bot(name) = seat {
                let opponent = services.catalogue.opponent(&game, name)?;
                *bot = Some(opponent.made_by);
                // Somebody who sits on both sides learns once.
                brains.extend(opponent.learns_into.filter(|brain| !brains.contains(brain)));
            }
        }
        let bots = Bots::new(Arc::clone(&game), snapshot.position.clone(), snapshot.seed, bots);
        let (commands, inbox) = mpsc::channel(WAITING);
        let line = Arc::new(Mutex::new(None));
        let left = Arc::new(AtomicU64::new(u64::MAX));
        let handle = Handle { commands: commands.clone(), line: Arc::clone(&line), left: Arc::clone(&left) };
        let now = Instant::now();
        let mut table = Table {
            services: Arc::clone(services),
            begin,
            me: commands.downgrade(),
            flow: services.pool.new_flow(),
            session,
            game,
            family: services.catalogue.family(&snapshot.game),
            bots,
            brains,
            connections: HashMap::new(),
            line,
            left,
            // Later than anything a page was told before the house was started anew: nothing changes a million times a
            // second.
            version: now_micros(),
            clock: Clock::new(snapshot.clock, snapshot.left),
            thought: None,
            away: snapshot.seats.each_ref().map(|seat| matches!(seat, Seat::Person { .. }).then_some(now)),
            empty: Some(now),
            visited,
            not_before: None,
            retry: None,
            trouble: None,
            bot_share: None,
            teaching: false,
            gone: false,
            snapshot,
        };
        if let Some(called) = table.snapshot.called {
            table.session.call(called.into()).map_err(Problem::options)?;
        }
        // While the house was closed no clock ran.
        table.clock.run(table.running());
        table.list();
        // At once, not when its task has its turn: who comes next may need the place.
        table.show_whether_left();
        Ok((table, handle, inbox))
    }

    /// Does one thing after the other; returns true if the table was taken away, and false if the server stops.
    pub async fn run(
        mut self,
        inbox: &mut mpsc::Receiver<Command>,
        mut closing: watch::Receiver<bool>,
    ) -> bool {
        self.advance().await;
        self.show_whether_left();
        while !self.gone {
            let alarm = self.next_alarm();
            tokio::select! {
                command = inbox.recv() => match command {
                    Some(command) => self.take(command).await,
                    None => break,
                },
                () = tokio::time::sleep_until(alarm.unwrap_or_else(Instant::now)), if alarm.is_some() => {
                    self.ring().await;
                }
                () = async { drop(closing.wait_for(|&it| it).await); } => {
                    self.close();
                    break;
                }
            }
            self.advance().await;
            self.show_whether_left();
        }
        self.give_up_thoughts();
        self.gone
    }

    /// The house is being closed: everybody is told, and everything is on disk already.
    fn close(&mut self) {
        let bye =
            ServerMessage::Bye(Problem::new(Code::Closing, "the house is being closed; your game is kept"));
        let text = encode(&bye);
        for connection in self.connections.values() {
            connection.queue.message(text.clone());
            connection.queue.close();
        }
    }

    fn give_up_thoughts(&mut self) {
        self.give_up_thought();
        for connection in self.connections.values_mut() {
            for stop in connection.asking.iter_mut().filter_map(Option::take) {
                stop.raise();
            }
        }
    }

    async fn take(&mut self, command: Command) {
        match command {
            Command::Join { token, queue, reply } => {
                let joined = self.join(token.as_deref(), queue);
                let _ = reply.send(joined);
            }
            Command::Leave(id) => self.leave(id),
            Command::Evict => {
                if self.is_left() {
                    self.vanish().await;
                }
            }
            Command::Say(id, message) => {
                if let Err(problem) = self.hear(id, message).await
                    && let Some(connection) = self.connections.get(&id)
                {
                    connection.queue.message(encode(&ServerMessage::Refused(problem)));
                }
            }
            Command::Sit { wish, reply } => {
                let sat = self.sit(wish).await;
                let _ = reply.send(sat);
            }
            Command::Thought { moment, result } => self.answer(moment, result).await,
            Command::Taught(result) => self.taught(result).await,
            Command::Answered(id, question) => {
                if let Some(connection) = self.connections.get_mut(&id) {
                    connection.asking[question as usize] = None;
                }
            }
        }
    }

    fn join(&mut self, token: Option<&str>, queue: Arc<SendQueue>) -> Result<ConnectionId, Problem> {
        if self.connections.len() >= MOST_CONNECTIONS {
            return Err(Problem::new(Code::Full, "too many people are looking on already"));
        }
        let (side, host) = match token {
            Some(token) => self.snapshot.seat_of(token)?,
            None => (None, false),
        };
        let id = self.services.pool.new_flow().0;
        self.visited = true;
        self.empty = None;
        if let Some(side) = side {
            self.away[side.index()] = None;
        }
        self.connections
            .insert(id, Connection { side, host, queue: Arc::clone(&queue), asking: [None, None] });
        self.version += 1;
        let state = self.state();
        // Those who are there see somebody come; the newcomer gets everything at once.
        let told = encode(&ServerMessage::State(Box::new(state.clone())));
        for (_, connection) in self.connections.iter().filter(|&(&other, _)| other != id) {
            connection.queue.state(told.clone());
        }
        queue.message(encode(&ServerMessage::Welcome {
            protocol: PROTOCOL,
            table: Box::new(self.frame()),
            you: side,
            host,
            state: Box::new(state),
        }));
        Ok(id)
    }

    fn leave(&mut self, id: ConnectionId) {
        let Some(connection) = self.connections.remove(&id) else { return };
        for stop in connection.asking.into_iter().flatten() {
            stop.raise();
        }
        let now = Instant::now();
        if let Some(side) = connection.side
            && !self.is_here(side)
        {
            self.away[side.index()] = Some(now);
        }
        if self.connections.is_empty() {
            self.empty = Some(now);
        }
        self.tell();
    }

    /// Whether nobody is here, and nobody is likely to come back.
    fn is_left(&self) -> bool {
        let learns = !self.brains.is_empty() && self.snapshot.moves.len() > self.snapshot.base;
        let still_learns = learns && !self.snapshot.taught;
        let over = self.snapshot.ended.is_some() && (!still_learns || self.trouble.is_some());
        self.connections.is_empty() && (over || !self.visited)
    }

    /// Says whether this table could give way to another one.
    fn show_whether_left(&self) {
        let since = match (self.is_left(), self.visited) {
            (false, _) => u64::MAX,
            (true, true) => self.left.load(Ordering::Relaxed).min(now_millis()),
            (true, false) => self
                .snapshot
                .begun
                .saturating_add(self.services.settings.timeouts.visit_when_full.as_millis() as u64),
        };
        self.left.store(since, Ordering::Relaxed);
    }

    fn is_here(&self, side: Side) -> bool {
        self.connections.values().any(|connection| connection.side == Some(side))
    }

    async fn sit(&mut self, wish: SitWish) -> Result<SeatTaken, Problem> {
        let open = |side: &Side| self.snapshot.seats[side.index()] == Seat::Open;
        let side = match wish.seat {
            Some(side) => Some(side).filter(open),
            None => Side::BOTH.into_iter().find(open),
        };
        let Some(side) = side else {
            return Err(Problem::new(Code::Taken, "somebody sits there already; you can look on"));
        };
        self.check_going()?;
        let old = self.snapshot.clone();
        let token = ids::new_secret();
        let name = names::check(&wish.name)?;
        self.snapshot.seats[side.index()] = Seat::Person { name, token: token.clone() };
        self.away[side.index()] = Some(Instant::now());
        self.keep(old, Vec::new()).await?;
        self.tell();
        Ok(SeatTaken { table: self.snapshot.id.clone(), seat: Some(side), token })
    }

    fn check_going(&self) -> Result<(), Problem> {
        match self.session.ending() {
            None => Ok(()),
            Some(_) => Err(Problem::new(Code::Over, "the game is over")),
        }
    }

    /// Writes the snapshot; where that fails it is again what it was.
    async fn keep(&mut self, old: GameSnapshot, more: Vec<Write>) -> Result<(), Problem> {
        self.snapshot.left = self.clock.left();
        let mut writes = vec![Write::Table { id: self.snapshot.id.clone(), bytes: self.snapshot.to_bytes() }];
        writes.extend(more);
        let written = self.services.store.write(writes).await;
        written.map_err(|error| {
            self.snapshot = old;
            self.retry = Some(Instant::now() + self.services.settings.timeouts.retry);
            Problem::new(
                Code::Store,
                format!("it could not be written to disk, and so it did not happen: {error}"),
            )
        })
    }

    /// Whose clock runs, if any does. Time begins to count with the first move.
    fn running(&self) -> Option<Side> {
        let begun = self.session.played().len() > self.snapshot.base;
        match self.session.turn() {
            Turn::Decision(player) if begun && self.session.ending().is_none() => Some(player.into()),
            _ => None,
        }
    }

    /// Plays a move and what chance makes of it, writes it down, and tells everybody. Where it cannot be written it is
    /// not played.
    async fn play(&mut self, text: &str) -> Result<(), Problem> {
        let old = self.snapshot.clone();
        let plies = self.session.played().len();
        let clock = self.clock;
        let mover = self.session.turn().player().map(Side::from);
        self.session.play(text).map_err(|error| Problem::new(Code::Illegal, error.to_string()))?;
        if let Some(mover) = mover {
            self.clock.moved(mover);
        }
        self.snapshot.offers = Offers::default();
        self.trouble = None;
        let mut states = Vec::new();
        loop {
            if self.session.played().len() >= self.snapshot.max_plies && self.session.ending().is_none() {
                self.call(Called::PlyLimit);
            }
            self.version += 1;
            self.snapshot.moves = self.session.played().to_vec();
            if self.session.ending().is_some() {
                self.snapshot.ended = Some(now_millis());
            }
            self.clock.run(self.running());
            states.push(encode(&ServerMessage::State(Box::new(self.state()))));
            if self.session.ending().is_some() || self.session.turn() != Turn::Chance {
                break;
            }
            self.session.roll().map_err(|error| Problem::new(Code::Internal, error.to_string()))?;
        }
        let more = self.record().into_iter().collect();
        if let Err(problem) = self.keep(old, more).await {
            self.take_back(plies);
            self.clock = clock;
            return Err(problem);
        }
        self.services.metrics.moves.increment(1);
        for state in states {
            self.send_state(&state);
        }
        self.list();
        Ok(())
    }

    fn take_back(&mut self, plies: usize) {
        while (self.session.played().len() > plies
            || matches!(self.session.ending(), Some(Ending::Called(_))))
            && self.session.undo()
        {}
    }

    /// Ends the game from outside, in memory.
    fn call(&mut self, called: Called) {
        if self.session.call(called.into()).is_ok() {
            self.snapshot.called = Some(called);
            self.snapshot.ended = Some(now_millis());
            self.snapshot.offers = Offers::default();
            self.clock.run(None);
        }
    }

    /// Ends the game from outside, writes that down, and tells everybody.
    async fn end(&mut self, called: Called) -> Result<(), Problem> {
        self.check_going()?;
        let old = self.snapshot.clone();
        let clock = self.clock;
        let plies = self.session.played().len();
        self.call(called);
        let more = self.record().into_iter().collect();
        if let Err(problem) = self.keep(old, more).await {
            self.take_back(plies);
            self.clock = clock;
            return Err(problem);
        }
        self.give_up_thought();
        self.tell();
        Ok(())
    }

    /// Does what is to be done by itself: dice, bots, learning.
    async fn advance(&mut self) {
        if self.session.ending().is_some() {
            self.teach();
            return;
        }
        match self.session.turn() {
            // Only where a game begins with chance, or the house was stopped between a move and its dice.
            Turn::Chance => {
                if let Ok(text) = self.session.roll() {
                    self.session.undo();
                    let _ = self.play(&text).await;
                }
            }
            Turn::Decision(player) => self.think(player.into()),
            Turn::Over(_) => {}
        }
    }

    /// When something is to be looked at by itself.
    fn next_alarm(&self) -> Option<Instant> {
        let mut times = Vec::new();
        if self.snapshot.ended.is_some() {
            times.extend(self.empty.map(|since| since + self.services.settings.timeouts.comeback));
        } else {
            times.extend(self.retry);
            // What is over must be written; where that failed a moment ago, it has to wait.
            times.extend(self.clock.runs_out().map(|at| self.retry.map_or(at, |retry| at.max(retry))));
            times.extend(self.not_before);
            times.extend(
                self.thought.as_ref().filter(|_| !self.connections.is_empty()).map(|it| it.tell_next),
            );
            let away = Duration::from_secs(u64::from(self.snapshot.away));
            if self.snapshot.is_between_bots() {
                times.extend(self.empty.map(|since| since + away));
            }
            times.extend(self.away.iter().flatten().map(|&since| since + away));
            if !self.visited {
                times.extend(self.empty.map(|since| since + self.services.settings.timeouts.visit));
            }
        }
        times.into_iter().min()
    }

    /// Some time is over.
    async fn ring(&mut self) {
        let now = Instant::now();
        let over = |since: Option<Instant>, limit: Duration| since.is_some_and(|since| now >= since + limit);
        if self.snapshot.ended.is_some() {
            if over(self.empty, self.services.settings.timeouts.comeback) {
                self.vanish().await;
            }
            return;
        }
        self.tell_thinking(now);
        self.not_before = self.not_before.filter(|&at| now < at);
        if self.retry.is_some_and(|at| at <= now) {
            self.retry = None;
            self.trouble = None;
        }
        if let Some(side) = self.clock.is_out() {
            let _ = self.end(Called::OutOfTime(side)).await;
            return;
        }
        let away = Duration::from_secs(u64::from(self.snapshot.away));
        let unvisited = !self.visited && over(self.empty, self.services.settings.timeouts.visit);
        let waiting_in_vain = self.snapshot.seats.contains(&Seat::Open) && over(self.empty, away);
        if unvisited || waiting_in_vain || (self.snapshot.is_between_bots() && over(self.empty, away)) {
            self.vanish().await;
            return;
        }
        let gone = Side::BOTH.map(|side| {
            matches!(self.snapshot.seats[side.index()], Seat::Person { .. })
                && over(self.away[side.index()], away)
        });
        let to_move = self.session.turn().player().map(Side::from);
        let loser = match gone {
            [false, false] => return,
            [true, false] => Side::First,
            [false, true] => Side::Second,
            // Whoever kept the other one waiting.
            [true, true] => to_move.unwrap_or(Side::First),
        };
        // A seat that nobody has come to yet cannot win.
        if self.snapshot.seats.contains(&Seat::Open) || self.end(Called::Left(loser)).await.is_err() {
            self.away = self.away.map(|since| since.map(|_| now));
        }
    }

    /// The table is taken away.
    async fn vanish(&mut self) {
        let dropped = self.services.store.write(vec![Write::Drop { id: self.snapshot.id.clone() }]).await;
        if let Err(error) = dropped {
            tracing::warn!(table = %self.snapshot.id, %error, "a table could not be taken away");
            self.empty = Some(Instant::now());
            return;
        }
        self.gone = true;
        let bye =
            Problem::new(Code::NotFound, "nobody came back for a long time, and the table was taken away");
        let text = encode(&ServerMessage::Bye(bye));
        for connection in self.connections.values() {
            connection.queue.message(text.clone());
            connection.queue.close();
        }
    }
}

/// A message as it is sent.
pub fn encode(message: &ServerMessage) -> Utf8Bytes {
    serde_json::to_string(message).expect("a message can always be written").into()
}
