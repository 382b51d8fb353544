//! A live game, and what surrounds it here.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use plywood_erased::{Analysis, Ending};
use plywood_page::bots::Bots;
use plywood_page::driver::{self, GameDriver, Host, To, at_once};
use plywood_page::ids::RandomBytes;
use plywood_page::play::{
    BotSearch, ConnectionId, GameCommand, GameSnapshot, LiveConditions, Moment, Now, Seat,
};
use plywood_page::problem::{Problem, RefusalCode};
use plywood_page::protocol::{ClientMessage, ServerMessage};
use plywood_page::questions::AskedPosition;
use plywood_page::requests::GameQuestion;
use plywood_page::shown;
use plywood_rules::Stop;

use crate::context::{Context, Purpose};
use crate::messages::{EngineEvent, MessageId};
use crate::outside::now;
use crate::rows;
use crate::work::{BRIEF, LongTask, THINK, needs_brain, say, text};

/// The time that a new game waits for its page, and a finished one for a page to come back.
const VISIT: Duration = Duration::from_secs(120);
const COMEBACK: Duration = Duration::from_secs(600);

/// A live game, with the connections to it and its bots.
pub struct WorkerGame {
    game: GameDriver,
    /// The bots that play from brains. All others are in another worker.
    learners: Arc<Bots>,
    /// With the hint that each waits for.
    connections: BTreeMap<ConnectionId, Option<MessageId>>,
    /// The search that was given away.
    search: Option<(MessageId, BotSearch)>,
}

/// A live game while it does something.
struct Driven<'a>(&'a mut WorkerGame, &'a mut Context);

impl WorkerGame {
    /// The table of a snapshot. `visited` is true if a page was connected before.
    ///
    /// # Errors
    /// If the game or a bot cannot be made.
    pub fn open(snapshot: GameSnapshot, visited: bool, context: &mut Context) -> Result<WorkerGame, Problem> {
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
        let setup = LiveConditions {
            visit: VISIT,
            comeback: COMEBACK,
            retry: Duration::ZERO,
            learns: !brains.is_empty(),
            visited,
            // Higher than any version of an earlier visit.
            version: time.unix_ms * 1000,
        };
        let game = GameDriver::open(&context.catalogue, rules, brains, snapshot, setup, time)?;
        let mut table = WorkerGame { game, learners, connections: BTreeMap::new(), search: None };
        at_once(driver::start(&mut Driven(&mut table, context)))?;
        Ok(table)
    }

    /// The name of the game.
    pub fn id(&self) -> &str {
        &self.game.live.snapshot().id
    }

    /// True if the game was removed.
    pub fn is_gone(&self) -> bool {
        self.game.gone
    }

    /// The time of the next alarm.
    pub fn alarm(&self) -> Option<Duration> {
        self.game.live.alarm()
    }

    /// Gives the game a command, and executes its effects.
    ///
    /// # Errors
    /// If it is refused.
    pub fn give(&mut self, command: GameCommand, context: &mut Context) -> Result<(), Problem> {
        at_once(driver::give(&mut Driven(self, context), command))
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
        let joined = self.give(GameCommand::Join { connection, token }, context);
        if joined.is_err() {
            self.connections.remove(&connection);
        }
        joined
    }

    /// A connection is gone.
    pub fn leave(&mut self, connection: ConnectionId, context: &mut Context) {
        if let Some(hint) = self.connections.remove(&connection) {
            hint.into_iter().for_each(|task| context.cancel(task));
            let _ = self.give(GameCommand::Leave(connection), context);
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
        at_once(driver::hear(&mut Driven(self, context), connection, message))
    }

    /// The hint that a connection waits for has come.
    pub fn answer(&mut self, connection: ConnectionId, said: Result<String, Problem>, context: &Context) {
        if let Some(waits) = self.connections.get_mut(&connection) {
            *waits = None;
            let text = said.unwrap_or_else(|problem| text(&ServerMessage::Refused(problem)));
            say(context.outside, &EngineEvent::Message { connection, text });
        }
    }

    /// A bot has chosen.
    pub fn chosen(
        &mut self,
        moment: Moment,
        result: Result<Analysis, String>,
        context: &mut Context,
    ) -> Result<(), Problem> {
        if let Some((_, search)) = self.search.take_if(|(_, search)| search.moment == moment) {
            let follower = (self.id().to_string(), search.player);
            // If no other game has had its turn there, or waits for it.
            let alone = !context.given.values().any(|it| matches!(it, Purpose::Move(..)));
            context.follows = (alone && result.is_ok()).then_some((follower, moment));
        }
        self.give(GameCommand::Chosen { moment, result }, context)
    }

    /// A bot reports the state of its search.
    pub fn thinking(&self, task: MessageId, text: &str, context: &Context) {
        if self.search.as_ref().is_some_and(|(searching, _)| *searching == task) {
            for &connection in self.connections.keys() {
                say(context.outside, &EngineEvent::Message { connection, text: text.to_string() });
            }
        }
    }
}

impl Host for Driven<'_> {
    fn game(&mut self) -> &mut GameDriver {
        &mut self.0.game
    }

    fn now(&self) -> Now {
        now(self.1.outside)
    }

    fn random(&self) -> Box<dyn Fn() -> RandomBytes> {
        let outside = self.1.outside;
        Box::new(move || outside.random())
    }

    async fn write(&mut self, finished: bool) -> Result<(), Problem> {
        let Driven(WorkerGame { game: GameDriver { live, family, .. }, .. }, context) = self;
        rows::keep_table(context.outside, live.snapshot());
        if finished && let Some(record) = shown::record(live, family) {
            context.record(record);
        }
        Ok(())
    }

    async fn begin(&mut self, rematch: GameSnapshot) -> Result<(), Problem> {
        self.1.begun.push(rematch);
        Ok(())
    }

    async fn remove(&mut self) -> bool {
        self.cancel();
        rows::drop_table(self.1.outside, self.0.id());
        true
    }

    /// Elsewhere, unless the bot plays from a brain.
    fn search(&mut self, search: BotSearch) -> Option<GameCommand> {
        self.cancel();
        let BotSearch { moment, player, clock } = search;
        let time = self.now();
        let Driven(table, context) = self;
        let (live, name) = (&table.game.live, table.game.bot(player)?);
        let (limit, left) = (clock.limit(player, THINK, time.elapsed), clock.of_bot(player, time.elapsed));
        if needs_brain(name) {
            let stop = Stop::never().within(limit.min(BRIEF));
            let new = live.moves_since(table.learners.known());
            let result = table.learners.search(&new, left, Arc::new(|_| ()), &stop);
            return Some(GameCommand::Chosen { moment, result });
        }
        let mut snapshot = live.snapshot().clone();
        snapshot.seats[player.other().index()] = Seat::Open;
        snapshot.moves.clear();
        let follower = (snapshot.id.clone(), player);
        let known = context.follows.take().filter(|(follows, _)| *follows == follower);
        let new = live.moves_since(known.map_or(Moment::default(), |(_, moment)| moment));
        let millis = |time: Duration| time.as_millis() as u64;
        let work = LongTask::Search {
            snapshot: Box::new(snapshot),
            from: new.ply,
            moves: new.moves,
            revision: moment.revision,
            ply: moment.ply,
            player,
            clock: left.map(|clock| (millis(clock.left), millis(clock.increment))),
            limit: millis(limit),
        };
        let task = context.give(Purpose::Move(table.id().to_string(), moment), &work);
        table.search = Some((task, search));
        None
    }

    fn cancel(&mut self) {
        if let Some((task, _)) = self.0.search.take() {
            self.1.cancel(task);
        }
    }

    fn teach(&mut self, ending: Ending) -> Option<GameCommand> {
        let WorkerGame { game, learners, .. } = &self.0;
        Some(GameCommand::Taught(learners.teach(&game.live.moves_since(learners.known()), ending)))
    }

    fn send(&mut self, to: To, message: &ServerMessage) {
        let text = text(message);
        for &connection in self.0.connections.keys().filter(|&&connection| to.includes(connection)) {
            say(self.1.outside, &EngineEvent::Message { connection, text: text.clone() });
        }
    }

    fn answer(
        &mut self,
        id: ConnectionId,
        position: AskedPosition,
        question: GameQuestion,
    ) -> Result<(), Problem> {
        let Driven(table, context) = self;
        match question {
            GameQuestion::Hint(_) if table.connections.get(&id).is_some_and(Option::is_some) => {
                return Err(Problem::new(RefusalCode::Busy, "one question at a time"));
            }
            GameQuestion::Hint(bot) => {
                let work = LongTask::Hint { game: table.game.live.snapshot().game.clone(), position, bot };
                let task = context.give(Purpose::Hint(table.id().to_string(), id), &work);
                table.connections.insert(id, Some(task));
            }
            GameQuestion::Opinion(brain) => {
                let said = position.opinion(&table.game.rules, brain, &context.catalogue)?;
                self.send(To::One(id), &said);
            }
        }
        Ok(())
    }
}
