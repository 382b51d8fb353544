//! Bots at a table: when they think, what becomes of their thoughts, and what they learn.

use std::sync::Arc;
use std::time::Duration;

use plywood_rules::Stop;
use plywood_session::{Analysis, Learnt};
use tokio::time::Instant;

use super::{Chair, Command, Moment, Table};
use crate::pool::Kind;
use crate::protocol::{LearntView, ServerMessage, Side, ValueView};
use crate::view;

/// How long bots go on after all people have gone.
const BOTS_GO_ON: Duration = Duration::from_secs(60);

impl Table {
    /// Lets the bot think whose turn it is, if it is a bot's and everything else is in order.
    pub(super) fn think(&mut self, side: Side) {
        let Chair::Bot(name) = &self.sheet.chairs[side.index()] else { return };
        let moment = self.moment();
        let now = Instant::now();
        let waits = self.trouble.is_some()
            || self.thought.as_ref().is_some_and(|(thinking, _)| *thinking == moment)
            || self.sheet.pace.is_some_and(|pace| pace.paused)
            || self.not_before.is_some_and(|at| now < at)
            || self.sheet.chairs.contains(&Chair::Open)
            || !self.is_company(now);
        if waits {
            return;
        }
        if let Some((_, old)) = self.thought.take() {
            old.raise();
        }
        let stop = Stop::never();
        self.thought = Some((moment, stop.clone()));
        let (clock, most) = (self.clock, self.house.settings.think);
        let kind = Kind { timed: self.sheet.clock.is_some(), ..kind(&self.sheet.game, name) };
        let (mind, me, moves) = (Arc::clone(&self.mind), self.me.clone(), self.session.played());
        self.house.pool.submit(self.flow, kind, stop.clone(), move || {
            // The time spent waiting for a thread is gone from the clock already.
            let result = mind.think(&moves, clock.of_bot(side), &stop.within(clock.limit(side, most)));
            if let Some(me) = me.upgrade() {
                let _ = me.blocking_send(Command::Thought { moment, result });
            }
        });
    }

    pub(super) fn moment(&self) -> Moment {
        Moment { line: self.sheet.line, ply: self.session.played().len() }
    }

    /// Whether anybody is there for whom bots might play, or was a moment ago.
    pub(super) fn is_company(&self, now: Instant) -> bool {
        let gone = |since: Instant| now.duration_since(since) >= BOTS_GO_ON;
        if self.sheet.is_between_bots() {
            return !self.empty.is_some_and(gone) && self.visited;
        }
        let people = Side::BOTH.into_iter().filter(|side| self.sheet.chairs[side.index()].is_for_person());
        people.into_iter().any(|side| !self.away[side.index()].is_some_and(gone))
    }

    /// A bot has chosen.
    pub(super) async fn answer(&mut self, moment: Moment, result: Result<Analysis, String>) {
        if self.thought.as_ref().is_none_or(|(thinking, _)| *thinking != moment) || moment != self.moment() {
            return;
        }
        self.thought = None;
        let Some(side) = self.session.turn().player().map(Side::from) else { return };
        let Chair::Bot(name) = self.sheet.chairs[side.index()].clone() else { return };
        let analysis = match result {
            Ok(analysis) => analysis,
            Err(reason) => {
                let reason = self.house.without_paths(&reason);
                tracing::warn!(table = %self.sheet.id, bot = name, reason, "a bot cannot move");
                self.trouble = Some(reason);
                self.tell();
                return;
            }
        };
        let best = analysis.best.clone();
        let thought = view::thought(&name, moment.ply, moment.line, side, analysis);
        if let Err(problem) = self.play(&best).await {
            self.trouble = Some(problem.text);
            self.tell();
            return;
        }
        self.bot_share = thought.value.as_ref().map(ValueView::share);
        if let Some(pace) = self.sheet.pace {
            self.not_before = Some(Instant::now() + Duration::from_millis(u64::from(pace.millis)));
        }
        self.send(&ServerMessage::Thought(thought));
    }

    /// Tells those who learn how the game ended, once.
    pub(super) fn teach(&mut self) {
        if self.sheet.taught || self.teaching {
            return;
        }
        self.teaching = true;
        let (mind, me) = (Arc::clone(&self.mind), self.me.clone());
        let (moves, call) = (self.session.played(), self.sheet.called.map(Into::into));
        if self.brains.is_empty() || moves.len() <= self.sheet.base {
            return;
        }
        let kind = Kind { name: format!("learn {}", self.sheet.game), hopeful: true, timed: false };
        self.house.pool.submit(self.flow, kind, Stop::never(), move || {
            let result = mind.teach(&moves, call);
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
                let reason = self.house.without_paths(&reason);
                tracing::warn!(table = %self.sheet.id, reason, "a game could not be learnt");
                self.trouble = Some(reason);
                self.tell();
                return;
            }
        };
        for lesson in &lessons {
            self.house.catalogue.note_games(&self.sheet.game, &lesson.brain, lesson.games);
        }
        let old = self.sheet.clone();
        self.sheet.taught = true;
        if let Err(problem) = self.keep(old, Vec::new()).await {
            // The worst that comes of it is that a house that is started anew tells it again.
            tracing::warn!(table = %self.sheet.id, reason = problem.text, "it is not written that a game was learnt");
            self.sheet.taught = true;
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
