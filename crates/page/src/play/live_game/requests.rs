//! Requests of the people at a game.

use std::time::Duration;

use plywood_rules::Player;
use plywood_rules::ending::Call;

use super::{LiveGame, PendingChange};
use crate::play::command::{ConnectionId, GameEffect, Moment, Now, Request, Role};
use crate::play::refusal::{RefusalCode, RefusedCommand, refuse};
use crate::play::snapshot::{Offer, Offers, Pace, Seat};

/// The longest pause between the moves of two bots, in milliseconds.
const SLOWEST: u32 = 10_000;

impl LiveGame {
    pub(super) fn join(
        &mut self,
        connection: ConnectionId,
        token: Option<&str>,
    ) -> Result<Vec<GameEffect>, RefusedCommand> {
        let (player, host) = token.map_or(Ok((None, false)), |token| self.snapshot.seat_of(token))?;
        self.visited = true;
        self.empty = None;
        let role = Role { player, host };
        for player in Player::BOTH {
            if self.has_seat(role, player) {
                self.away[player.index()] = None;
            }
        }
        self.connections.insert(connection, role);
        Ok(vec![GameEffect::Welcome(connection)])
    }

    pub(super) fn leave(&mut self, connection: ConnectionId, now: Now) -> Vec<GameEffect> {
        let Some(role) = self.connections.remove(&connection) else { return Vec::new() };
        for player in Player::BOTH {
            if self.has_seat(role, player) && !self.is_here(player) {
                self.away[player.index()] = Some(now.elapsed);
            }
        }
        if self.connections.is_empty() {
            self.empty = Some(now.elapsed);
        }
        vec![GameEffect::Show]
    }

    pub(super) fn sit(
        &mut self,
        player: Option<Player>,
        name: String,
        token: String,
        now: Now,
    ) -> Result<Vec<GameEffect>, RefusedCommand> {
        let open = |player: &Player| self.snapshot.seats[player.index()] == Seat::Open;
        let wanted = player.map_or_else(|| Player::BOTH.to_vec(), |player| vec![player]);
        let Some(player) = wanted.into_iter().find(open) else {
            return refuse(RefusalCode::Taken, "somebody sits there already; you can look on");
        };
        self.check_going()?;
        let change = self.change();
        self.snapshot.seats[player.index()] = Seat::Person { name, token };
        self.away[player.index()] = Some(now.elapsed);
        Ok(self.persist(change, vec![GameEffect::Show], now))
    }

    pub(super) fn ask(
        &mut self,
        connection: ConnectionId,
        request: Request,
        now: Now,
    ) -> Result<Vec<GameEffect>, RefusedCommand> {
        let Some(role) = self.role(connection) else { return Ok(Vec::new()) };
        let (player, host) = (self.actor(role, &request), role.host);
        let seat = || match player {
            Some(player) => Ok(player),
            None => refuse(RefusalCode::NoSeat, "you are watching; only players may do that"),
        };
        match request {
            Request::Move { moment, text } => self.ask_to_move(connection, seat()?, moment, &text, now),
            Request::Resign => {
                let player = seat()?;
                if self.snapshot.has_open_seat() {
                    return refuse(
                        RefusalCode::NotOver,
                        "no opponent has joined yet; leave the page instead",
                    );
                }
                self.end(Call::Resigned(player), now)
            }
            Request::Draw => self.ask_for_draw(seat()?, now),
            Request::Undo => self.ask_to_undo(seat()?, now),
            Request::Redo => {
                seat()?;
                self.redo(now)
            }
            Request::Rematch if host => self.ask_for_rematch(connection, None, now),
            Request::Rematch => self.ask_for_rematch(connection, Some(seat()?), now),
            Request::Decline(offer) => {
                seat()?;
                let declined = |offers: &mut Offers| match offer {
                    Offer::Draw => offers.draw = None,
                    Offer::Undo => offers.undo = None,
                    Offer::Rematch => offers.rematch = None,
                };
                Ok(self.offer(declined, now))
            }
            Request::Pace(pace) => self.set_pace(host, pace, now),
        }
    }

    /// The player for whom a request is made. One who has both seats asks for the side to move, or whose move it was.
    fn actor(&self, role: Role, request: &Request) -> Option<Player> {
        if !(role.host && self.snapshot.is_at_one_screen()) {
            return role.player;
        }
        let played = self.game.played().len();
        let before = |ply: usize| (ply < played).then(|| self.game.mover(ply)).flatten();
        let mover = match request {
            Request::Move { moment, .. } => before(moment.ply),
            Request::Undo => (self.snapshot.base..played).rev().find_map(before),
            _ => None,
        };
        mover.or_else(|| self.game.turn().player()).or(Some(Player::First))
    }

    fn ask_to_move(
        &mut self,
        connection: ConnectionId,
        player: Player,
        moment: Moment,
        text: &str,
        now: Now,
    ) -> Result<Vec<GameEffect>, RefusedCommand> {
        let current = self.moment();
        let again = moment.revision == current.revision
            && moment.ply < current.ply
            && self.game.mover(moment.ply) == Some(player)
            && self.game.played()[moment.ply] == text;
        if again {
            // The page did not hear that its move was accepted, and sent it again.
            return Ok(vec![GameEffect::Resend(connection)]);
        }
        self.check_going()?;
        if self.snapshot.has_open_seat() {
            return refuse(RefusalCode::NotYourTurn, "the other player has not come yet");
        }
        if moment != current {
            return refuse(RefusalCode::Stale, "the game has gone on since; look at the board again");
        }
        if self.game.turn().player() != Some(player) {
            return refuse(RefusalCode::NotYourTurn, "it is not your turn");
        }
        // The alarm may be a moment late; the clock is not.
        if let Some(late) = self.clock.is_out(now.elapsed) {
            return self.end(Call::OutOfTime(late), now);
        }
        let change = self.change();
        self.play(text, change, now)
    }

    fn offer(&mut self, set: impl FnOnce(&mut Offers), now: Now) -> Vec<GameEffect> {
        let change = self.change();
        set(&mut self.snapshot.offers);
        if self.snapshot.offers == change.snapshot.offers {
            return Vec::new();
        }
        self.persist(change, vec![GameEffect::Show], now)
    }

    fn ask_for_draw(&mut self, player: Player, now: Now) -> Result<Vec<GameEffect>, RefusedCommand> {
        self.check_going()?;
        let other = player.other();
        match &self.snapshot.seats[other.index()] {
            Seat::Open => refuse(RefusalCode::Declined, "no opponent has joined yet"),
            Seat::Bot(_) => match self.bot_share {
                // A bot agrees unless it prefers its own side.
                Some(share) if share <= 0.0 => self.end(Call::Agreed, now),
                Some(_) => refuse(RefusalCode::Declined, "the bot prefers its position and plays on"),
                None => refuse(RefusalCode::Declined, "the bot has no opinion, and plays on"),
            },
            Seat::Person { .. }
                if self.snapshot.offers.draw == Some(other) || self.snapshot.is_at_one_screen() =>
            {
                self.end(Call::Agreed, now)
            }
            Seat::Person { .. } => Ok(self.offer(|offers| offers.draw = Some(player), now)),
        }
    }

    /// The ply to go back to so that `player` can choose again.
    fn last_choice(&self, player: Player) -> Result<usize, RefusedCommand> {
        let mut plies = (self.snapshot.base..self.game.played().len()).rev();
        match plies.find(|&ply| self.game.mover(ply) == Some(player)) {
            Some(ply) => Ok(ply),
            None => refuse(RefusalCode::NothingToUndo, "there is no move of yours to take back"),
        }
    }

    fn ask_to_undo(&mut self, player: Player, now: Now) -> Result<Vec<GameEffect>, RefusedCommand> {
        self.check_going()?;
        let other = player.other();
        let asker = match &self.snapshot.seats[other.index()] {
            Seat::Person { .. } if self.snapshot.offers.undo == Some(other) => other,
            Seat::Person { .. } if self.snapshot.is_at_one_screen() => player,
            Seat::Person { .. } => {
                self.last_choice(player)?;
                return Ok(self.offer(|offers| offers.undo = Some(player), now));
            }
            Seat::Bot(_) | Seat::Open => player,
        };
        let ply = self.last_choice(asker)?;
        let change = PendingChange { taken: self.game.played()[ply..].to_vec(), ..self.change() };
        while self.game.played().len() > ply && self.game.undo() {}
        self.snapshot.moves.truncate(ply);
        self.snapshot.revision += 1;
        self.snapshot.offers = Offers::default();
        self.searching = None;
        self.trouble = None;
        self.bot_share = None;
        self.clock.run(self.running(), now.elapsed);
        Ok(self.persist(change, vec![GameEffect::CancelSearch, GameEffect::Show], now))
    }

    fn redo(&mut self, now: Now) -> Result<Vec<GameEffect>, RefusedCommand> {
        self.check_going()?;
        let change = self.change();
        let is_person = |player: Player| self.snapshot.seats[player.index()].is_for_person();
        while self.game.redo() && !self.game.turn().player().is_some_and(is_person) {}
        if self.game.played().len() == change.plies {
            return refuse(RefusalCode::NothingToUndo, "there is nothing to play again");
        }
        self.snapshot.offers = Offers::default();
        self.bot_share = None;
        Ok(self.played(change, now))
    }

    fn ask_for_rematch(
        &mut self,
        connection: ConnectionId,
        player: Option<Player>,
        now: Now,
    ) -> Result<Vec<GameEffect>, RefusedCommand> {
        if !self.is_over() {
            return refuse(RefusalCode::NotOver, "the game is not over yet");
        }
        if self.snapshot.next.is_some() {
            return Ok(vec![GameEffect::Invite(Some(connection))]);
        }
        if let Some(player) = player {
            let other = player.other();
            let waits = matches!(self.snapshot.seats[other.index()], Seat::Person { .. })
                && self.snapshot.offers.rematch != Some(other);
            if waits {
                return Ok(self.offer(|offers| offers.rematch = Some(player), now));
            }
        }
        Ok(vec![GameEffect::Rematch])
    }

    fn set_pace(&mut self, host: bool, pace: Pace, now: Now) -> Result<Vec<GameEffect>, RefusedCommand> {
        if !self.snapshot.is_between_bots() {
            return refuse(RefusalCode::NoSeat, "only games between two bots go at a pace");
        }
        if !host {
            return refuse(RefusalCode::NoSeat, "only the person who started this game sets its pace");
        }
        if pace.millis > SLOWEST {
            return refuse(RefusalCode::Options, format!("'millis' has to be 0 to {SLOWEST}"));
        }
        let change = self.change();
        self.snapshot.pace = Some(pace);
        self.not_before = Some(now.elapsed + Duration::from_millis(u64::from(pace.millis)));
        let mut then = vec![GameEffect::Show];
        if pace.paused {
            self.searching = None;
            then.insert(0, GameEffect::CancelSearch);
        }
        Ok(self.persist(change, then, now))
    }
}
