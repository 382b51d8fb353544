//! The driver of a live game: gives it what people and bots say, and executes its effects one after the other.
//!
//! [`LiveGame`] is a state machine without I/O. The one order in which its effects are executed is here: a change is written, and
//! only then is it shown to anybody. A [`Host`] is what surrounds a game: a task of a server, a worker of the page, a terminal.

use std::collections::VecDeque;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use plywood_erased::Ending;
use plywood_rules::Player;
use plywood_workshop::{AnyGame, next_in_series};

use crate::catalogue::Catalogue;
use crate::ids::{self, RandomBytes};
use crate::play::{
    BotSearch, ConnectionId, GameCommand, GameEffect, GameSnapshot, LiveConditions, LiveGame, Moment,
    NextTable, Now, Seat,
};
use crate::problem::{Problem, RefusalCode};
use crate::protocol::{ClientMessage, PROTOCOL, ServerMessage};
use crate::questions::AskedPosition;
use crate::requests::{GameQuestion, ParsedMessage, subject};
use crate::{shown, view};

/// A live game that is driven. Only the functions of this module give it commands.
pub struct GameDriver {
    /// The state machine.
    pub live: LiveGame,
    /// The rules.
    pub rules: Arc<dyn AnyGame>,
    /// The family of the game.
    pub family: String,
    /// The brains that learn from the game, in the order of their lessons.
    pub brains: Vec<String>,
    /// Notes how many games they have learnt; `None` where nobody asks.
    pub catalogue: Option<Arc<Catalogue>>,
    /// True if the game was removed.
    pub gone: bool,
}

impl GameDriver {
    /// The game of a snapshot, for [`start`].
    ///
    /// # Errors
    /// If it cannot be continued.
    pub fn open(
        catalogue: &Arc<Catalogue>,
        rules: Arc<dyn AnyGame>,
        brains: Vec<String>,
        snapshot: GameSnapshot,
        setup: LiveConditions,
        now: Now,
    ) -> Result<GameDriver, Problem> {
        let (position, moves) = (snapshot.position.as_deref(), snapshot.moves.join(" "));
        let game = rules.begin(position, &moves, snapshot.seed).map_err(Problem::options)?;
        let live = LiveGame::new(game, snapshot, setup, now).map_err(Problem::options)?;
        let (family, catalogue) = (catalogue.family(&rules.name()), Some(Arc::clone(catalogue)));
        Ok(GameDriver { live, rules, family, brains, catalogue, gone: false })
    }

    /// The name of the bot of this player; `None` for a person.
    pub fn bot(&self, player: Player) -> Option<&str> {
        match &self.live.snapshot().seats[player.index()] {
            Seat::Bot(name) => Some(name),
            Seat::Person { .. } | Seat::Open => None,
        }
    }
}

/// The connections that a message is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    /// All of them.
    Everybody,
    /// All but this one.
    Others(ConnectionId),
    /// This one.
    One(ConnectionId),
}

impl To {
    /// True if the message is for this connection.
    pub fn includes(self, connection: ConnectionId) -> bool {
        match self {
            To::Everybody => true,
            To::Others(it) => it != connection,
            To::One(it) => it == connection,
        }
    }
}

/// The surroundings of a live game: the time, its place on disk, the threads of its bots, and the connections to it.
pub trait Host {
    /// The game.
    fn game(&mut self) -> &mut GameDriver;
    /// The time.
    fn now(&self) -> Now;
    /// The source of random bytes that cannot be guessed, for the names and secrets of rematches.
    fn random(&self) -> Box<dyn Fn() -> RandomBytes>;
    /// Writes the game, with its record if it is `finished` by that: both or nothing.
    ///
    /// # Errors
    /// If it is not written. Nobody sees the change then.
    fn write(&mut self, finished: bool) -> impl Future<Output = Result<(), Problem>>;
    /// Begins a rematch.
    ///
    /// # Errors
    /// If it cannot be begun.
    fn begin(&mut self, rematch: GameSnapshot) -> impl Future<Output = Result<(), Problem>>;
    /// Removes the game from where it is written; false if that fails.
    fn remove(&mut self) -> impl Future<Output = bool>;
    /// Lets a bot search, in place of any search that still runs. Returns the answer, or gives it later.
    fn search(&mut self, search: BotSearch) -> Option<GameCommand>;
    /// Cancels the search.
    fn cancel(&mut self) {}
    /// Lets the learners learn the game that ended so. Returns the answer, or gives it later.
    fn teach(&mut self, ending: Ending) -> Option<GameCommand>;
    /// Sends a message.
    fn send(&mut self, to: To, message: &ServerMessage);
    /// Answers a question of a connection, now or later.
    ///
    /// # Errors
    /// If it is refused.
    fn answer(
        &mut self,
        id: ConnectionId,
        position: AskedPosition,
        question: GameQuestion,
    ) -> Result<(), Problem>;
    /// Notes that a move was written.
    fn count_move(&self) {}
    /// Notes an outcome of chance, before it is written.
    fn rolled(&mut self) {}
}

/// Executes the first effects of a game.
///
/// # Errors
/// If a change could not be written.
pub async fn start(host: &mut impl Host) -> Result<(), Problem> {
    let now = host.now();
    let effects = host.game().live.start(now);
    execute(effects, host).await
}

/// Gives a game a command, and executes its effects.
///
/// # Errors
/// If it is refused, or could not be written: the game is as before then.
pub async fn give(host: &mut impl Host, command: GameCommand) -> Result<(), Problem> {
    let now = host.now();
    let effects = host.game().live.handle(command, now)?;
    execute(effects, host).await
}

/// Does what a connection says after its greeting.
///
/// # Errors
/// If it is refused.
pub async fn hear(host: &mut impl Host, id: ConnectionId, message: ClientMessage) -> Result<(), Problem> {
    if host.game().live.role(id).is_none() {
        return Ok(());
    }
    match subject(message)? {
        ParsedMessage::Game(request) => give(host, GameCommand::Ask(id, request)).await?,
        ParsedMessage::Ping => host.send(To::One(id), &ServerMessage::Pong {}),
        ParsedMessage::Question(ply, question) => {
            let position = AskedPosition::of(&host.game().live, ply)?;
            host.answer(id, position, question)?;
        }
    }
    Ok(())
}

/// The result of a driver whose host never waits.
pub fn at_once<T>(driven: impl Future<Output = T>) -> T {
    match pin!(driven).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(done) => done,
        Poll::Pending => unreachable!("the host never waits"),
    }
}

async fn execute(effects: Vec<GameEffect>, host: &mut impl Host) -> Result<(), Problem> {
    let mut effects = VecDeque::from(effects);
    // States that are shown when they are written.
    let mut held = Vec::new();
    let mut result = Ok(());
    while let Some(effect) = effects.pop_front() {
        let mut answer = None;
        match effect {
            GameEffect::Show => held.push(state(host)),
            GameEffect::Persist { finished } => {
                let (written, now) = (host.write(finished).await, host.now());
                if let Err(problem) = written {
                    held.clear();
                    effects.extend(host.game().live.not_written(&problem.text, now));
                    result = Err(problem);
                } else {
                    // Only moves are shown before they are written.
                    if !held.is_empty() {
                        host.count_move();
                    }
                    held.drain(..).for_each(|state| host.send(To::Everybody, &state));
                    effects.extend(host.game().live.written(now));
                }
            }
            GameEffect::Roll => answer = Some(GameCommand::Roll),
            GameEffect::StartSearch(search) => answer = host.search(search),
            GameEffect::Teach => {
                answer = host.game().live.game().ending().and_then(|ending| host.teach(ending));
            }
            GameEffect::Rematch => answer = Some(GameCommand::RematchBegun(begin_rematch(host).await?)),
            GameEffect::Remove if host.remove().await => {
                host.game().gone = true;
                let text = "the game was removed because no player came back for a long time";
                host.send(To::Everybody, &ServerMessage::Bye(Problem::new(RefusalCode::NotFound, text)));
            }
            GameEffect::Remove => answer = Some(GameCommand::NotRemoved),
            other => report(other, host),
        }
        if let Some(command) = answer {
            let (now, rolls) = (host.now(), matches!(command, GameCommand::Roll));
            effects.extend(host.game().live.handle(command, now)?);
            if rolls {
                host.rolled();
            }
        }
    }
    held.drain(..).for_each(|state| host.send(To::Everybody, &state));
    result
}

/// Executes an effect that only sends something, or nothing.
fn report(effect: GameEffect, host: &mut impl Host) {
    match effect {
        GameEffect::Welcome(newcomer) => {
            let (others, now) = (state(host), host.now());
            let GameDriver { live, rules, family, .. } = host.game();
            let role = live.role(newcomer);
            let welcome = ServerMessage::Welcome {
                protocol: PROTOCOL,
                table: Box::new(shown::frame(live, &**rules, family)),
                you: role.and_then(|role| role.player),
                host: role.is_some_and(|role| role.host),
                state: Box::new(shown::state(live, now.elapsed)),
            };
            host.send(To::Others(newcomer), &others);
            host.send(To::One(newcomer), &welcome);
        }
        GameEffect::Resend(connection) => {
            let state = state(host);
            host.send(To::One(connection), &state);
        }
        GameEffect::CancelSearch => host.cancel(),
        GameEffect::Explain(Moment { revision, ply }, player, analysis) => {
            if let Some(bot) = host.game().bot(player) {
                let thought = view::thought(bot, ply, revision, player, analysis);
                host.send(To::Everybody, &ServerMessage::Thought(thought));
            }
        }
        GameEffect::Lessons(lessons) => {
            let GameDriver { live, brains, catalogue, .. } = host.game();
            for (brain, lesson) in brains.iter().zip(&lessons) {
                catalogue.iter().for_each(|it| it.note_games(&live.snapshot().game, brain, lesson.games));
            }
            let named = brains.iter().zip(lessons);
            let lessons: Vec<_> = named.map(|(brain, lesson)| view::learnt(brain, lesson)).collect();
            if !lessons.is_empty() {
                host.send(To::Everybody, &ServerMessage::Learnt { lessons });
            }
        }
        GameEffect::Invite(only) => {
            let live = &host.game().live;
            let invited = live.connections().filter(|&id| only.is_none_or(|only| only == id));
            let invited: Vec<_> = invited.filter_map(|id| Some((id, live.invitation(id)?))).collect();
            for (id, (table, seat, token)) in invited {
                host.send(To::One(id), &ServerMessage::Rematch { table, seat, token });
            }
        }
        _ => unreachable!("these have effects of their own"),
    }
}

fn state(host: &mut impl Host) -> ServerMessage {
    let now = host.now();
    ServerMessage::State(Box::new(shown::state(&host.game().live, now.elapsed)))
}

async fn begin_rematch(host: &mut impl Host) -> Result<NextTable, Problem> {
    let (rematch, next) = {
        let (random, now) = (host.random(), host.now());
        let (id, seed, secret) = (ids::id(random()), ids::seed(random()), || ids::secret(random()));
        host.game().live.rematch(id, secret, next_in_series, seed, now.unix_ms)
    };
    host.begin(rematch).await?;
    Ok(next)
}

#[cfg(test)]
mod tests;
