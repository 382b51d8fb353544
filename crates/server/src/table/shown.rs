//! What people see of a table.

use std::sync::PoisonError;

use axum::extract::ws::Utf8Bytes;
use plywood_erased::date;

use super::{Seat, Table, encode};
use crate::ids::now_millis;
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
            id: self.snapshot.id.clone(),
            game: self.snapshot.game.clone(),
            family: self.family.clone(),
            players: details.players.map(str::to_string),
            how_to_play: details.how_to_play,
            board: view::board(&*self.session),
            start: self.snapshot.position.clone(),
            public: self.snapshot.public,
            hints: !self.snapshot.is_between_people(),
            max_plies: self.snapshot.max_plies,
            away: self.snapshot.away,
        }
    }

    /// The record of the game, once it is over and somebody played.
    pub(super) fn record(&self) -> Option<Write> {
        let ending = self.session.ending()?;
        let moves = self.session.played().to_vec();
        if moves.len() <= self.snapshot.base {
            return None;
        }
        let ended = self.snapshot.ended.unwrap_or_else(now_millis);
        let mut record = self.session.record();
        for (tag, seat) in ["First", "Second"].into_iter().zip(&self.snapshot.seats) {
            match seat {
                Seat::Bot(name) => record.set_tag(tag, name.as_str()),
                Seat::Person { name, .. } if !name.is_empty() => record.set_tag(tag, name.as_str()),
                Seat::Person { .. } | Seat::Open => record.set_tag(tag, "human"),
            }
        }
        record.set_tag("Date", date(ended / 1000));
        let players = Side::BOTH.map(|side| match self.seat(side) {
            SeatView::Person { name, .. } => SeatView::Person { name, here: false },
            other => other,
        });
        Some(Write::Record(Box::new(RecordView {
            line: RecordLine {
                id: self.snapshot.id.clone(),
                number: 0,
                game: self.snapshot.game.clone(),
                family: self.family.clone(),
                players,
                winner: ending.winner().map(Side::from),
                reason: view::reason(ending),
                plies: moves.len(),
                ended,
            },
            position: self.snapshot.position.clone(),
            movers: view::movers(&*self.session, moves.len()),
            moves,
            text: record.to_text(),
            listed: self.snapshot.public || !self.snapshot.is_between_people(),
        })))
    }

    pub(super) fn seat(&self, side: Side) -> SeatView {
        match &self.snapshot.seats[side.index()] {
            Seat::Person { name, .. } => SeatView::Person { name: name.clone(), here: self.is_here(side) },
            Seat::Bot(bot) => SeatView::Bot { bot: bot.clone() },
            Seat::Open => SeatView::Open {},
        }
    }

    /// Where the game stands.
    pub(super) fn state(&self) -> State {
        let step = view::step(&*self.session);
        let played = self.session.played().to_vec();
        State {
            version: self.version,
            revision: self.snapshot.revision,
            movers: view::movers(&*self.session, played.len()),
            seats: Side::BOTH.map(|side| self.seat(side)),
            clock: self.clock.view(),
            offers: self.snapshot.offers,
            thinking: match step.turn {
                TurnView::First => self.thinks(Side::First),
                TurnView::Second => self.thinks(Side::Second),
                TurnView::Chance | TurnView::Over => None,
            },
            pace: self.snapshot.pace,
            watching: self.connections.values().filter(|connection| connection.side.is_none()).count(),
            end: self.session.ending().map(|ending| {
                let kept = played.len() > self.snapshot.base;
                view::end(ending, kept.then(|| self.snapshot.id.clone()))
            }),
            trouble: self.trouble.clone(),
            step,
            played,
        }
    }

    /// `side` if its bot is thinking, or about to.
    pub(super) fn thinks(&self, side: Side) -> Option<Side> {
        let is_bot = matches!(self.snapshot.seats[side.index()], Seat::Bot(_));
        (is_bot && self.trouble.is_none() && !self.snapshot.pace.is_some_and(|pace| pace.paused))
            .then_some(side)
    }

    /// Tells everybody where the game stands.
    pub(super) fn tell(&mut self) {
        self.version += 1;
        let state = encode(&ServerMessage::State(Box::new(self.state())));
        self.send_state(&state);
        self.list();
    }

    pub(super) fn send_state(&self, state: &Utf8Bytes) {
        for connection in self.connections.values() {
            connection.queue.state(state.clone());
        }
    }

    pub(super) fn send(&self, message: &ServerMessage) {
        let text = encode(message);
        for connection in self.connections.values() {
            connection.queue.message(text.clone());
        }
    }

    /// Says in the list what there is to say of this table.
    pub(super) fn list(&self) {
        let listed = self.snapshot.public && self.snapshot.ended.is_none();
        let line = listed.then(|| TableLine {
            id: self.snapshot.id.clone(),
            game: self.snapshot.game.clone(),
            family: self.family.clone(),
            seats: Side::BOTH.map(|side| self.seat(side)),
            plies: self.snapshot.moves.len(),
            clock: self.snapshot.clock,
            begun: self.snapshot.begun,
        });
        *self.line.lock().unwrap_or_else(PoisonError::into_inner) = line;
    }
}
