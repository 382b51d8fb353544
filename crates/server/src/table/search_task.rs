//! Bots at a table: when they think, what becomes of their thoughts, and what they learn.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use plywood_erased::{Analysis, Learnt, SearchInfo};
use plywood_rules::Stop;
use tokio::time::Instant;

use super::{Command, Moment, Seat, Table, encode};
use crate::pool::Kind;
use crate::protocol::{LearntView, ServerMessage, Side, ValueView};
use crate::view;

/// How long bots go on after all people have gone.
const BOTS_GO_ON: Duration = Duration::from_secs(60);
/// How often people are told what a bot thinks while it does. Thoughts that take less are not told of before they end.
const TELL_EVERY: Duration = Duration::from_millis(250);

/// A thought that is being thought, or waits for a thread.
pub(super) struct SearchTask {
    moment: Moment,
    side: Side,
    stop: Stop,
    /// What the bot said last, until the table has told it. The bot never waits for the table, nor for whoever reads slowly.
    news: Arc<Mutex<Option<SearchInfo>>>,
    /// When to look for news.
    pub(super) tell_next: Instant,
}

impl Table {
    /// Lets the bot think whose turn it is, if it is a bot's and everything else is in order.
    pub(super) fn think(&mut self, side: Side) {
        let Seat::Bot(name) = &self.snapshot.seats[side.index()] else { return };
        let moment = self.moment();
        let now = Instant::now();
        let waits = self.trouble.is_some()
            || self.thought.as_ref().is_some_and(|thinking| thinking.moment == moment)
            || self.snapshot.pace.is_some_and(|pace| pace.paused)
            || self.not_before.is_some_and(|at| now < at)
            || self.snapshot.seats.contains(&Seat::Open)
            || !self.is_company(now);
        if waits {
            return;
        }
        let kind = Kind { timed: self.snapshot.clock.is_some(), ..kind(&self.snapshot.game, name) };
        self.give_up_thought();
        let (stop, news) = (Stop::never(), Arc::new(Mutex::new(None)));
        let tell_next = now + TELL_EVERY;
        self.thought =
            Some(SearchTask { moment, side, stop: stop.clone(), news: Arc::clone(&news), tell_next });
        let listener = Arc::new(move |thought: &SearchInfo| {
            *news.lock().unwrap_or_else(PoisonError::into_inner) = Some(thought.clone());
        });
        let (clock, most) = (self.clock, self.services.settings.think);
        let (bots, me, moves) = (Arc::clone(&self.bots), self.me.clone(), self.session.played().to_vec());
        self.services.pool.submit(self.flow, kind, stop, move |stop| {
            // The time spent waiting for a thread is gone from the clock already.
            let stop = stop.within(clock.limit(side, most));
            let result = bots.think(&moves, clock.of_bot(side), listener, &stop);
            if let Some(me) = me.upgrade() {
                let _ = me.blocking_send(Command::Thought { moment, result });
            }
        });
    }

    /// Lets the bot stop thinking; what it says afterwards is passed over.
    pub(super) fn give_up_thought(&mut self) {
        if let Some(thinking) = self.thought.take() {
            thinking.stop.raise();
        }
    }

    /// Tells what is new of the thought that is being thought, when it is time to.
    pub(super) fn tell_thinking(&mut self, now: Instant) {
        let Some(thinking) = self.thought.as_mut().filter(|thinking| thinking.tell_next <= now) else {
            return;
        };
        thinking.tell_next = now + TELL_EVERY;
        let news = thinking.news.lock().unwrap_or_else(PoisonError::into_inner).take();
        let (Some(news), Moment { revision, ply }, side) = (news, thinking.moment, thinking.side) else {
            return;
        };
        let view = view::thinking(ply, revision, side, news);
        let text = encode(&ServerMessage::Thinking(view));
        for connection in self.connections.values() {
            connection.queue.news(text.clone());
        }
    }

    pub(super) fn moment(&self) -> Moment {
        Moment { revision: self.snapshot.revision, ply: self.session.played().len() }
    }

    /// Whether anybody is there for whom bots might play, or was a moment ago.
    pub(super) fn is_company(&self, now: Instant) -> bool {
        let gone = |since: Instant| now.duration_since(since) >= BOTS_GO_ON;
        if self.snapshot.is_between_bots() {
            return !self.empty.is_some_and(gone) && self.visited;
        }
        let people = Side::BOTH.into_iter().filter(|side| self.snapshot.seats[side.index()].is_for_person());
        people.into_iter().any(|side| !self.away[side.index()].is_some_and(gone))
    }

    /// A bot has chosen.
    pub(super) async fn answer(&mut self, moment: Moment, result: Result<Analysis, String>) {
        if self.thought.as_ref().is_none_or(|thinking| thinking.moment != moment) || moment != self.moment() {
            return;
        }
        self.thought = None;
        let Some(side) = self.session.turn().player().map(Side::from) else { return };
        let Seat::Bot(name) = self.snapshot.seats[side.index()].clone() else { return };
        let analysis = match result {
            Ok(analysis) => analysis,
            Err(reason) => {
                let reason = self.services.catalogue.without_paths(&reason);
                tracing::warn!(table = %self.snapshot.id, bot = name, reason, "a bot cannot move");
                self.trouble = Some(reason);
                self.tell();
                return;
            }
        };
        let best = analysis.best.clone();
        let thought = view::thought(&name, moment.ply, moment.revision, side, analysis);
        if let Err(problem) = self.play(&best).await {
            self.trouble = Some(problem.text);
            self.tell();
            return;
        }
        self.bot_share = thought.value.as_ref().map(ValueView::share);
        if let Some(pace) = self.snapshot.pace {
            self.not_before = Some(Instant::now() + Duration::from_millis(u64::from(pace.millis)));
        }
        self.send(&ServerMessage::Thought(thought));
    }

    /// Tells those who learn how the game ended, once.
    pub(super) fn teach(&mut self) {
        if self.snapshot.taught || self.teaching {
            return;
        }
        self.teaching = true;
        let (bots, me) = (Arc::clone(&self.bots), self.me.clone());
        let (moves, call) = (self.session.played().to_vec(), self.snapshot.called.map(Into::into));
        if self.brains.is_empty() || moves.len() <= self.snapshot.base {
            return;
        }
        let kind = Kind { name: format!("learn {}", self.snapshot.game), hopeful: true, timed: false };
        self.services.pool.submit(self.flow, kind, Stop::never(), move |_| {
            let result = bots.teach(&moves, call);
            if let Some(me) = me.upgrade() {
                let _ = me.blocking_send(Command::Taught(result));
            }
        });
    }

    pub(super) async fn taught(&mut self, result: Result<Vec<Learnt>, String>) {
        let lessons: Vec<LearntView> = match result {
            Ok(lessons) => {
                let named = self.brains.iter().zip(lessons);
                named.map(|(brain, lesson)| view::learnt(brain, lesson)).collect()
            }
            Err(reason) => {
                let reason = self.services.catalogue.without_paths(&reason);
                tracing::warn!(table = %self.snapshot.id, reason, "a game could not be learnt");
                self.trouble = Some(reason);
                self.tell();
                return;
            }
        };
        for lesson in &lessons {
            self.services.catalogue.note_games(&self.snapshot.game, &lesson.brain, lesson.games);
        }
        let old = self.snapshot.clone();
        self.snapshot.taught = true;
        if let Err(problem) = self.keep(old, Vec::new()).await {
            // The worst that comes of it is that a house that is started anew tells it again.
            tracing::warn!(table = %self.snapshot.id, reason = problem.text, "it is not written that a game was learnt");
            self.snapshot.taught = true;
        }
        self.send(&ServerMessage::Learnt { lessons });
    }
}

/// What a bot's thoughts are like.
pub(super) fn kind(game: &str, bot: &str) -> Kind {
    // Those that do not search at all, or a ply or two.
    let hopeful = ["random", "first", "hold", "rules", "learner"].iter().any(|quick| bot.starts_with(quick));
    Kind { name: format!("{bot} at {game}"), hopeful, timed: false }
}
