//! What people see of a table.

use std::sync::PoisonError;

use axum::extract::ws::Utf8Bytes;
use plywood_workshop::date;

use super::{Chair, Table, encode};
use crate::house::now_millis;
use crate::protocol::{
    RecordLine, RecordView, SeatView, ServerMessage, Side, State, TableLine, TableView, TurnView,
};
use crate::store::Write;
use crate::view;

impl Table {
    /// What stays the same all through the game. Made anew for whoever comes: the lines of a large board take more room
    /// than all else of a table.
    pub(super) fn frame(&self) -> TableView {
        let details = self.game.details();
        TableView {
            id: self.sheet.id.clone(),
            game: self.sheet.game.clone(),
            family: self.family.clone(),
            players: details.players.map(str::to_string),
            how_to_play: details.how_to_play,
            board: view::board(&*self.session),
            start: self.sheet.position.clone(),
            public: self.sheet.public,
            hints: !self.sheet.is_between_people(),
            max_plies: self.sheet.max_plies,
            away: self.sheet.away,
        }
    }

    /// The record of the game, once it is over and somebody played.
    pub(super) fn record(&self) -> Option<Write> {
        let ending = self.session.ending()?;
        let moves = self.session.played();
        if moves.len() <= self.sheet.base {
            return None;
        }
        let ended = self.sheet.ended.unwrap_or_else(now_millis);
        let mut record = self.session.record();
        for (tag, chair) in ["First", "Second"].into_iter().zip(&self.sheet.chairs) {
            match chair {
                Chair::Bot(name) => record.set_tag(tag, name.as_str()),
                Chair::Person { name, .. } if !name.is_empty() => record.set_tag(tag, name.as_str()),
                Chair::Person { .. } | Chair::Open => record.set_tag(tag, "human"),
            }
        }
        record.set_tag("Date", date(ended / 1000));
        let players = Side::BOTH.map(|side| match self.seat(side) {
            SeatView::Person { name, .. } => SeatView::Person { name, here: false },
            other => other,
        });
        Some(Write::Record(Box::new(RecordView {
            line: RecordLine {
                id: self.sheet.id.clone(),
                number: 0,
                game: self.sheet.game.clone(),
                family: self.family.clone(),
                players,
                winner: ending.winner().map(Side::from),
                reason: view::reason(ending),
                plies: moves.len(),
                ended,
            },
            position: self.sheet.position.clone(),
            movers: view::movers(&*self.session, moves.len()),
            moves,
            text: record.to_text(),
            listed: self.sheet.public || !self.sheet.is_between_people(),
        })))
    }

    pub(super) fn seat(&self, side: Side) -> SeatView {
        match &self.sheet.chairs[side.index()] {
            Chair::Person { name, .. } => SeatView::Person { name: name.clone(), here: self.is_here(side) },
            Chair::Bot(bot) => SeatView::Bot { bot: bot.clone() },
            Chair::Open => SeatView::Open {},
        }
    }

    /// Where the game stands.
    pub(super) fn state(&self) -> State {
        let step = view::step(&*self.session);
        let played = self.session.played();
        State {
            version: self.version,
            line: self.sheet.line,
            movers: view::movers(&*self.session, played.len()),
            seats: Side::BOTH.map(|side| self.seat(side)),
            clock: self.clock.view(),
            offers: self.sheet.offers,
            thinking: match step.turn {
                TurnView::First => self.thinks(Side::First),
                TurnView::Second => self.thinks(Side::Second),
                TurnView::Chance | TurnView::Over => None,
            },
            pace: self.sheet.pace,
            watching: self.guests.values().filter(|guest| guest.side.is_none()).count(),
            end: self.session.ending().map(|ending| {
                let kept = played.len() > self.sheet.base;
                view::end(ending, kept.then(|| self.sheet.id.clone()))
            }),
            trouble: self.trouble.clone(),
            step,
            played,
        }
    }

    /// `side` if its bot is thinking, or about to.
    pub(super) fn thinks(&self, side: Side) -> Option<Side> {
        let is_bot = matches!(self.sheet.chairs[side.index()], Chair::Bot(_));
        (is_bot && self.trouble.is_none() && !self.sheet.pace.is_some_and(|pace| pace.paused)).then_some(side)
    }

    /// Tells everybody where the game stands.
    pub(super) fn tell(&mut self) {
        self.version += 1;
        let state = encode(&ServerMessage::State(Box::new(self.state())));
        self.send_state(&state);
        self.list();
    }

    pub(super) fn send_state(&self, state: &Utf8Bytes) {
        for guest in self.guests.values() {
            guest.outbox.state(state.clone());
        }
    }

    pub(super) fn send(&self, message: &ServerMessage) {
        let text = encode(message);
        for guest in self.guests.values() {
            guest.outbox.message(text.clone());
        }
    }

    /// Says in the list what there is to say of this table.
    pub(super) fn list(&self) {
        let listed = self.sheet.public && self.sheet.ended.is_none();
        let line = listed.then(|| TableLine {
            id: self.sheet.id.clone(),
            game: self.sheet.game.clone(),
            family: self.family.clone(),
            seats: Side::BOTH.map(|side| self.seat(side)),
            plies: self.sheet.moves.len(),
            clock: self.sheet.clock,
            begun: self.sheet.begun,
        });
        *self.line.lock().unwrap_or_else(PoisonError::into_inner) = line;
    }
}
