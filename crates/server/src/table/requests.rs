//! What people at a table ask for.

use std::sync::Arc;
use std::time::Duration;

use plywood_rules::Stop;
use plywood_rules::options::split_name;
use plywood_workshop::{BotError, default_opponent};
use tokio::time::Instant;

use super::search_task::kind;
use super::{Command, ConnectionId, GameSnapshot, NextTable, Question, Seat, Table, encode};
use crate::ids::{self, now_millis};
use crate::pool::{Flow, Kind};
use crate::problem::{Code, Problem};
use crate::protocol::{ClientMessage, Offer, Offers, OpinionView, Pace, ServerMessage, Side};
use crate::view;

/// The longest pause between the moves of two bots, in milliseconds.
const SLOWEST: u32 = 10_000;
/// The bot that knows what it says, and does not search.
const KNOWS: &str = "perfect";
/// How long a hint may be searched for.
const HINT: Duration = Duration::from_millis(1500);

fn refuse<T>(code: Code, text: &str) -> Result<T, Problem> {
    Err(Problem::new(code, text))
}

impl Table {
    /// Does what somebody asks for, or says why not.
    pub(super) async fn hear(&mut self, id: ConnectionId, message: ClientMessage) -> Result<(), Problem> {
        let Some(connection) = self.connections.get(&id) else { return Ok(()) };
        let (side, host) = (connection.side, connection.host);
        let seat = || {
            let none = || Problem::new(Code::NoSeat, "you are looking on; only those who play may do that");
            side.ok_or_else(none)
        };
        match message {
            ClientMessage::Hello { .. } => refuse(Code::Malformed, "'hello' is said once, at the beginning"),
            ClientMessage::Ping {} => {
                self.connections[&id].queue.message(encode(&ServerMessage::Pong {}));
                Ok(())
            }
            ClientMessage::Move { revision, ply, text } => {
                self.asked_to_move(id, seat()?, revision, ply, &text).await
            }
            ClientMessage::Resign {} => {
                let side = seat()?;
                if self.snapshot.seats.contains(&Seat::Open) {
                    return refuse(Code::NotOver, "nobody has come to play yet; just leave");
                }
                self.end(super::Called::Resigned(side)).await
            }
            ClientMessage::Draw {} => self.asked_for_draw(seat()?).await,
            ClientMessage::Undo {} => self.asked_to_undo(seat()?).await,
            ClientMessage::Rematch {} => {
                if !host {
                    seat()?;
                }
                self.asked_for_rematch(id, side).await
            }
            ClientMessage::Decline { what } => {
                seat()?;
                self.declined(what).await
            }
            ClientMessage::Pace(pace) => self.set_pace(host, pace).await,
            ClientMessage::Think { ply, bot } => self.asked_to_think(id, ply, bot),
            ClientMessage::Ask { ply, brain } => self.asked_brain(id, ply, brain),
        }
    }

    async fn asked_to_move(
        &mut self,
        id: ConnectionId,
        side: Side,
        revision: u32,
        ply: usize,
        text: &str,
    ) -> Result<(), Problem> {
        let plies = self.session.played().len();
        // The page did not hear that its move was taken, and sent it again.
        if revision == self.snapshot.revision
            && ply < plies
            && self.session.mover(ply).map(Side::from) == Some(side)
        {
            let again = self.session.played()[ply] == text;
            if again {
                let state = encode(&ServerMessage::State(Box::new(self.state())));
                self.connections[&id].queue.state(state);
                return Ok(());
            }
        }
        self.check_going()?;
        if self.snapshot.seats.contains(&Seat::Open) {
            return refuse(Code::NotYourTurn, "the other player has not come yet");
        }
        if revision != self.snapshot.revision || ply != plies {
            return refuse(Code::Stale, "the game has gone on since; look at the board again");
        }
        if self.session.turn().player().map(Side::from) != Some(side) {
            return refuse(Code::NotYourTurn, "it is not your turn");
        }
        // The alarm may be a moment late; the clock is not.
        if let Some(late) = self.clock.is_out() {
            return self.end(super::Called::OutOfTime(late)).await;
        }
        self.play(text).await
    }

    /// Writes a change of what stands open, and tells everybody.
    async fn offer(&mut self, change: impl FnOnce(&mut GameSnapshot)) -> Result<(), Problem> {
        let old = self.snapshot.clone();
        change(&mut self.snapshot);
        if self.snapshot.offers == old.offers {
            return Ok(());
        }
        self.keep(old, Vec::new()).await?;
        self.tell();
        Ok(())
    }

    async fn asked_for_draw(&mut self, side: Side) -> Result<(), Problem> {
        self.check_going()?;
        match &self.snapshot.seats[side.other().index()] {
            Seat::Open => refuse(Code::Declined, "nobody has come to play yet"),
            Seat::Bot(_) => match self.bot_share {
                // A bot agrees where it thinks that it stands no better.
                Some(share) if share <= 0.0 => self.end(super::Called::Agreed).await,
                Some(_) => refuse(Code::Declined, "the bot thinks that it stands better, and plays on"),
                None => refuse(Code::Declined, "the bot has no opinion, and plays on"),
            },
            Seat::Person { .. } if self.snapshot.offers.draw == Some(side.other()) => {
                self.end(super::Called::Agreed).await
            }
            Seat::Person { .. } => self.offer(|snapshot| snapshot.offers.draw = Some(side)).await,
        }
    }

    /// The ply to go back to so that `side` can choose anew.
    fn last_choice(&self, side: Side) -> Option<usize> {
        let plies = self.session.played().len();
        (self.snapshot.base..plies).rev().find(|&ply| self.session.mover(ply).map(Side::from) == Some(side))
    }

    async fn asked_to_undo(&mut self, side: Side) -> Result<(), Problem> {
        self.check_going()?;
        let other = side.other();
        let asker = match &self.snapshot.seats[other.index()] {
            Seat::Person { .. } if self.snapshot.offers.undo == Some(other) => other,
            Seat::Person { .. } => {
                if self.last_choice(side).is_none() {
                    return refuse(Code::NothingToUndo, "you have not moved yet");
                }
                return self.offer(|snapshot| snapshot.offers.undo = Some(side)).await;
            }
            Seat::Bot(_) | Seat::Open => side,
        };
        let Some(ply) = self.last_choice(asker) else {
            return refuse(Code::NothingToUndo, "you have not moved yet");
        };
        let old = self.snapshot.clone();
        let taken: Vec<String> = self.session.played()[ply..].to_vec();
        self.take_back(ply);
        self.snapshot.moves.truncate(ply);
        self.snapshot.revision += 1;
        self.snapshot.offers = Offers::default();
        if let Err(problem) = self.keep(old, Vec::new()).await {
            for text in taken {
                let _ = self.session.play(&text);
            }
            return Err(problem);
        }
        self.give_up_thought();
        self.trouble = None;
        self.bot_share = None;
        self.clock.run(self.running());
        self.tell();
        Ok(())
    }

    /// Says no to the other one, or takes one's own request back.
    async fn declined(&mut self, what: Offer) -> Result<(), Problem> {
        self.offer(|snapshot| match what {
            Offer::Draw => snapshot.offers.draw = None,
            Offer::Undo => snapshot.offers.undo = None,
            Offer::Rematch => snapshot.offers.rematch = None,
        })
        .await
    }

    async fn asked_for_rematch(&mut self, id: ConnectionId, side: Option<Side>) -> Result<(), Problem> {
        if self.session.ending().is_none() {
            return refuse(Code::NotOver, "the game is not over yet");
        }
        if let Some(next) = &self.snapshot.next {
            self.connections[&id].queue.message(encode(&self.invitation(id, next)));
            return Ok(());
        }
        if let Some(side) = side {
            let other = side.other();
            let waits = matches!(self.snapshot.seats[other.index()], Seat::Person { .. })
                && self.snapshot.offers.rematch != Some(other);
            if waits {
                return self.offer(|snapshot| snapshot.offers.rematch = Some(side)).await;
            }
        }
        let mut taken = [None, None];
        let mut seats = [Seat::Open, Seat::Open];
        for side in Side::BOTH {
            seats[side.other().index()] = match &self.snapshot.seats[side.index()] {
                Seat::Person { name, .. } => {
                    let token = ids::new_secret();
                    taken[side.index()] = Some((side.other(), token.clone()));
                    Seat::Person { name: name.clone(), token }
                }
                other => other.clone(),
            };
        }
        let host = self.snapshot.host.as_ref().map(|_| ids::new_secret());
        let table = ids::new_id();
        let seed = ids::new_seed();
        let snapshot = self.snapshot.swapped(table.clone(), seats, host.clone(), seed, now_millis());
        (self.begin)(snapshot).await?;
        let old = self.snapshot.clone();
        self.snapshot.next = Some(NextTable { table, seats: taken, host });
        self.snapshot.offers.rematch = None;
        self.keep(old, Vec::new()).await?;
        let next = self.snapshot.next.clone().expect("it was just set");
        for (&id, connection) in &self.connections {
            connection.queue.message(encode(&self.invitation(id, &next)));
        }
        self.tell();
        Ok(())
    }

    /// What somebody here is told of the rematch.
    fn invitation(&self, id: ConnectionId, next: &NextTable) -> ServerMessage {
        let connection = &self.connections[&id];
        let (seat, token) = match connection.side.and_then(|side| next.seats[side.index()].clone()) {
            Some((seat, token)) => (Some(seat), Some(token)),
            None => (None, next.host.clone().filter(|_| connection.host)),
        };
        ServerMessage::Rematch { table: next.table.clone(), seat, token }
    }

    async fn set_pace(&mut self, host: bool, pace: Pace) -> Result<(), Problem> {
        if !self.snapshot.is_between_bots() {
            return refuse(Code::NoSeat, "only games between two bots go at a pace");
        }
        if !host {
            return refuse(Code::NoSeat, "whoever asked for this game sets its pace");
        }
        if pace.millis > SLOWEST {
            return refuse(Code::Options, "'millis' has to be 0 to 10000");
        }
        let old = self.snapshot.clone();
        self.snapshot.pace = Some(pace);
        self.keep(old, Vec::new()).await?;
        if pace.paused {
            self.give_up_thought();
        }
        self.not_before = Some(Instant::now() + Duration::from_millis(u64::from(pace.millis)));
        self.tell();
        Ok(())
    }

    /// The moves before a ply that somebody asks about, if they may ask.
    fn moves_before(&self, ply: usize) -> Result<Vec<String>, Problem> {
        if self.session.ending().is_none() && self.snapshot.is_between_people() {
            return refuse(Code::NoHints, "no hints are given while two people play each other");
        }
        let mut moves = self.session.played().to_vec();
        if ply > moves.len() {
            return refuse(Code::Stale, "the game has not come so far");
        }
        moves.truncate(ply);
        Ok(moves)
    }

    /// Marks a connection as waiting for an answer.
    fn begin_asking(&mut self, id: ConnectionId, question: Question) -> Result<Stop, Problem> {
        let asking = &mut self.connections.get_mut(&id).expect("it was heard").asking[question as usize];
        if asking.is_some() {
            return refuse(Code::Busy, "one question at a time");
        }
        let stop = Stop::never();
        *asking = Some(stop.clone());
        Ok(stop)
    }

    fn asked_to_think(&mut self, id: ConnectionId, ply: usize, bot: Option<String>) -> Result<(), Problem> {
        let moves = self.moves_before(ply)?;
        let details_have_chance = self.game.details().has_chance;
        let any = bot.is_none();
        let bot = bot.unwrap_or_else(|| default_opponent(details_have_chance).to_string());
        // Before anything else: whoever is to learn is given a brain, if there is none.
        let (_, options) = split_name(&bot);
        if options.unwrap_or_default().split(',').any(|option| option.trim() == "learn=on") {
            return refuse(Code::Options, "a hint teaches nobody: leave learn=on out");
        }
        let opponent = self.services.catalogue.opponent(&self.game, &bot)?;
        if opponent.learns_into.is_some() {
            return refuse(Code::Options, "a hint teaches nobody: leave learn=on out");
        }
        let provers = if any { self.services.catalogue.provers(&self.game.name()) } else { Vec::new() };
        let stop = self.begin_asking(id, Question::Hint)?;
        let queue = Arc::clone(&self.connections[&id].queue);
        let (game, services, me) = (Arc::clone(&self.game), Arc::clone(&self.services), self.me.clone());
        let (position, seed, revision) =
            (self.snapshot.position.clone(), self.snapshot.seed, self.snapshot.revision);
        let mut kind = kind(&self.snapshot.game, &opponent.name);
        kind.name.insert_str(0, if any { "why, else by " } else { "hint of " });
        let limit = HINT.min(services.settings.think);
        self.services.pool.submit(Flow(id), kind, stop, move |stop| {
            let trouble = |error: BotError| {
                Problem::new(Code::Bot, services.catalogue.without_paths(&error.to_string()))
            };
            let think = || {
                // A seed of its own: the dice of the game are nobody's to know.
                let session = game
                    .session(position.as_deref(), &moves.join(" "), seed ^ 1)
                    .map_err(Problem::options)?;
                let Some(player) = session.turn().player().filter(|_| session.ending().is_none()) else {
                    return refuse(Code::Over, "nobody has to choose here");
                };
                // Here, and not where the table waits: the first who asks about a game may wait a second for it to be solved.
                if any && let Some(known) = session.look_up(stop).map_err(trouble)? {
                    return Ok(view::thought(KNOWS, ply, revision, player.into(), known));
                }
                // Proofs were checked before; most of them say nothing of most positions.
                for prover in provers {
                    if let Ok(known) = session.analyse(&prover.made_by, true, 0, stop)
                        && known.value.is_some()
                    {
                        return Ok(view::thought(&prover.name, ply, revision, player.into(), known));
                    }
                }
                let analysis =
                    session.analyse(&opponent.made_by, true, 0, &stop.within(limit)).map_err(trouble)?;
                Ok(view::thought(&opponent.name, ply, revision, player.into(), analysis))
            };
            let answer = std::panic::catch_unwind(std::panic::AssertUnwindSafe(think))
                .unwrap_or_else(|_| refuse(Code::Bot, "the bot broke down"));
            let answer = match answer {
                Ok(thought) => ServerMessage::Thought(thought),
                Err(problem) => ServerMessage::Refused(problem),
            };
            // First the table: whoever reads the answer may ask again at once.
            if let Some(me) = me.upgrade() {
                let _ = me.blocking_send(Command::Answered(id, Question::Hint));
            }
            queue.message(encode(&answer));
        });
        Ok(())
    }

    fn asked_brain(&mut self, id: ConnectionId, ply: usize, brain: String) -> Result<(), Problem> {
        let moves = self.moves_before(ply)?;
        let stop = self.begin_asking(id, Question::Opinion)?;
        let queue = Arc::clone(&self.connections[&id].queue);
        let (game, services, me) = (Arc::clone(&self.game), Arc::clone(&self.services), self.me.clone());
        let (position, revision) = (self.snapshot.position.clone(), self.snapshot.revision);
        let kind = Kind { name: format!("opinion on {}", self.snapshot.game), hopeful: true, timed: false };
        self.services.pool.submit(Flow(id), kind, stop, move |_| {
            let ask = || {
                let (games, known) =
                    services.catalogue.ask_brain(&game, &brain, position.as_deref(), &moves)?;
                let moves = known.into_iter().map(view::opinion).collect();
                Ok(OpinionView { brain, games, ply, revision, moves })
            };
            let answer = match ask() {
                Ok(opinion) => ServerMessage::Opinion(opinion),
                Err(problem) => ServerMessage::Refused(problem),
            };
            // First the table: whoever reads the answer may ask again at once.
            if let Some(me) = me.upgrade() {
                let _ = me.blocking_send(Command::Answered(id, Question::Opinion));
            }
            queue.message(encode(&answer));
        });
        Ok(())
    }
}
