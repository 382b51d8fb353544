//! The state machine of one game under way.

mod absence;
mod requests;

use std::collections::BTreeMap;
use std::time::Duration;

use plywood_erased::{Analysis, Playthrough, Record, date};
use plywood_rules::ending::{Call, Ending};
use plywood_rules::{Player, Proved, TextError, Turn, Value};

use crate::play::clock::GameClock;
use crate::play::command::{BotSearch, ConnectionId, GameCommand, GameEffect, Moment, NewMoves, Now, Role};
use crate::play::refusal::{RefusalCode, RefusedCommand, refuse};
use crate::play::snapshot::{GameSnapshot, NextSeat, NextTable, Offers, Pace, Seat};

/// The conditions of a live game.
#[derive(Clone, Copy, Debug, Default)]
pub struct LiveConditions {
    /// The time that a new game waits for its first visitor.
    pub visit: Duration,
    /// The time that a finished game waits for a visitor.
    pub comeback: Duration,
    /// The time before a failed write is tried again.
    pub retry: Duration,
    /// True if a bot learns from the game.
    pub learns: bool,
    /// True if a person was connected before.
    pub visited: bool,
    /// A version higher than any that was shown before.
    pub version: u64,
}

/// A change that is not written yet, with everything it takes to undo it.
#[derive(Debug)]
struct PendingChange {
    snapshot: GameSnapshot,
    clock: GameClock,
    plies: usize,
    /// Moves that it takes back.
    taken: Vec<String>,
    by_bot: bool,
    /// Effects once it is written.
    then: Vec<GameEffect>,
}

/// One game under way.
pub struct LiveGame {
    snapshot: GameSnapshot,
    game: Box<dyn Playthrough>,
    setup: LiveConditions,
    clock: GameClock,
    connections: BTreeMap<ConnectionId, Role>,
    version: u64,
    pending: Option<PendingChange>,
    /// The moment of the search that runs.
    searching: Option<Moment>,
    /// Since when each player is away.
    away: [Option<Duration>; 2],
    /// The time since which the game has had no connections.
    empty: Option<Duration>,
    visited: bool,
    /// The earliest time of the next bot move.
    not_before: Option<Duration>,
    /// The time to try again after a failed write.
    retry: Option<Duration>,
    trouble: Option<String>,
    /// The value of the position at the last bot move, as a share of a win for the bot.
    bot_share: Option<f64>,
    teaching: bool,
}

impl LiveGame {
    /// The game of a snapshot. `game` has its moves played; the clocks run from `now` on. Execute [`LiveGame::start`] next.
    ///
    /// # Errors
    /// If the snapshot says that it was ended from outside, and it is over by its rules.
    pub fn new(
        mut game: Box<dyn Playthrough>,
        snapshot: GameSnapshot,
        setup: LiveConditions,
        now: Now,
    ) -> Result<LiveGame, TextError> {
        if let Some(call) = snapshot.called {
            game.call(call)?;
        }
        let away = |seat: &Seat| matches!(seat, Seat::Person { .. }).then_some(now.elapsed);
        let mut live = LiveGame {
            clock: GameClock::new(snapshot.clock, snapshot.left),
            connections: BTreeMap::new(),
            version: setup.version,
            pending: None,
            searching: None,
            away: snapshot.seats.each_ref().map(away),
            empty: Some(now.elapsed),
            visited: setup.visited,
            not_before: None,
            retry: None,
            trouble: None,
            bot_share: None,
            teaching: false,
            snapshot,
            game,
            setup,
        };
        live.clock.run(live.running(), now.elapsed);
        Ok(live)
    }

    /// The game as it is to be written.
    pub fn snapshot(&self) -> &GameSnapshot {
        &self.snapshot
    }

    /// The position and the moves.
    pub fn game(&self) -> &dyn Playthrough {
        &*self.game
    }

    /// The clocks.
    pub fn clock(&self) -> &GameClock {
        &self.clock
    }

    /// Counts all changes that are shown. Never falls.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The moment of the game.
    pub fn moment(&self) -> Moment {
        Moment { revision: self.snapshot.revision, ply: self.game.played().len() }
    }

    /// The moves since a moment that a copy of the game knows: all of them if some were taken back since. A copy that knows nothing
    /// is at the default moment.
    pub fn moves_since(&self, known: Moment) -> NewMoves {
        let (played, moment) = (self.game.played(), self.moment());
        let ply = if known.revision == moment.revision { known.ply.min(moment.ply) } else { 0 };
        NewMoves { ply, moves: played[ply..].to_vec(), moment }
    }

    /// The role of a connection.
    pub fn role(&self, connection: ConnectionId) -> Option<Role> {
        self.connections.get(&connection).copied()
    }

    /// All connections.
    pub fn connections(&self) -> impl Iterator<Item = ConnectionId> {
        self.connections.keys().copied()
    }

    /// True if a connection of this player is open.
    pub fn is_here(&self, player: Player) -> bool {
        self.connections.values().any(|role| self.has_seat(*role, player))
    }

    /// True if a connection of this role may move for a player.
    fn has_seat(&self, role: Role, player: Player) -> bool {
        role.player == Some(player) || (role.host && self.snapshot.is_at_one_screen())
    }

    /// The number of spectators.
    pub fn watching(&self) -> usize {
        let watches = |role: &&Role| !Player::BOTH.iter().any(|&player| self.has_seat(**role, player));
        self.connections.values().filter(watches).count()
    }

    /// The obstacle that keeps the bot to move from moving.
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// The player whose bot searches, or is about to.
    pub fn thinking(&self) -> Option<Player> {
        let player = self.to_move()?;
        let is_bot = matches!(self.snapshot.seats[player.index()], Seat::Bot(_));
        (is_bot && self.trouble.is_none() && !self.is_paused()).then_some(player)
    }

    /// True if a player made a move.
    pub fn is_played(&self) -> bool {
        self.game.played().len() > self.snapshot.base
    }

    /// True if a person was ever connected.
    pub fn is_visited(&self) -> bool {
        self.visited
    }

    /// True if no one is connected, and no one is likely to come back.
    pub fn is_left(&self) -> bool {
        let still_learns = self.setup.learns && self.is_played() && !self.snapshot.taught;
        let over = self.snapshot.ended.is_some() && (!still_learns || self.trouble.is_some());
        self.connections.is_empty() && (over || !self.visited)
    }

    /// The invitation of a connection to the rematch: its table, and the seat and token there.
    pub fn invitation(&self, connection: ConnectionId) -> Option<(String, Option<Player>, Option<String>)> {
        let (next, role) = (self.snapshot.next.as_ref()?, self.role(connection)?);
        Some(match role.player.and_then(|player| next.seats[player.index()].clone()) {
            Some(NextSeat(seat, token)) => (next.table.clone(), Some(seat), Some(token)),
            None => (next.table.clone(), None, next.host.clone().filter(|_| role.host)),
        })
    }

    /// The half points of the series of rematches so far, by seats: those of this game too, once it is over.
    pub fn score(&self) -> [u32; 2] {
        let before = self.snapshot.score;
        let won = |player: Player| match self.game.ending().map(|end| end.utility(player)) {
            Some(1) => 2,
            Some(0) => 1,
            _ => 0,
        };
        Player::BOTH.map(|player| before[player.index()].saturating_add(won(player)))
    }

    /// A new game `id` of the same series with sides swapped, and the invitation to it. Tokens come from `secret`; `bot` names a bot in
    /// the new game by its name in this one and its result here: 1 for a win, 0 for a draw, -1 for a loss.
    pub fn rematch(
        &self,
        id: String,
        secret: impl Fn() -> String,
        bot: impl Fn(&str, i8) -> String,
        seed: u64,
        begun: u64,
    ) -> (GameSnapshot, NextTable) {
        let (mut snapshot, next) = self.snapshot.rematch(self.score(), id, secret, seed, begun);
        for player in Player::BOTH {
            // Sides are swapped.
            if let Seat::Bot(name) = &mut snapshot.seats[player.other().index()] {
                *name = bot(name, self.game.ending().map_or(0, |end| end.utility(player)));
            }
        }
        (snapshot, next)
    }

    /// The moves before a ply that a hint is asked for.
    ///
    /// # Errors
    /// If two people play each other, or the game has not come so far.
    pub fn moves_before(&self, ply: usize) -> Result<&[String], RefusedCommand> {
        if !self.is_over() && !self.snapshot.allows_hints() {
            return refuse(RefusalCode::NoHints, "no hints are given while two people play each other");
        }
        match self.game.played().get(..ply) {
            Some(moves) => Ok(moves),
            None => refuse(RefusalCode::Stale, "the game has not come so far"),
        }
    }

    /// The game so far as a record, with the names of its players.
    pub fn record(&self) -> Record {
        let name = |seat: &Seat| match seat {
            Seat::Bot(name) => name.clone(),
            Seat::Person { name, .. } if !name.is_empty() => name.clone(),
            Seat::Person { .. } | Seat::Open => "human".to_string(),
        };
        let [first, second] = self.snapshot.seats.each_ref().map(name);
        let mut record = self.game.record([&first, &second]);
        if let Some(ended) = self.snapshot.ended {
            record.set_tag("Date", date(ended / 1000));
        }
        record
    }

    fn is_over(&self) -> bool {
        self.game.ending().is_some()
    }

    fn is_paused(&self) -> bool {
        self.snapshot.pace.is_some_and(|pace| pace.paused)
    }

    /// The side to move, until the game is over.
    fn to_move(&self) -> Option<Player> {
        self.game.turn().player().filter(|_| !self.is_over())
    }

    /// The player whose clock runs. Time begins to count with the first move.
    fn running(&self) -> Option<Player> {
        self.to_move().filter(|_| self.is_played())
    }

    /// Executes a command.
    ///
    /// # Errors
    /// If it is refused; nothing changes then.
    pub fn handle(&mut self, command: GameCommand, now: Now) -> Result<Vec<GameEffect>, RefusedCommand> {
        let effects = match command {
            GameCommand::Join { connection, token } => self.join(connection, token.as_deref())?,
            GameCommand::Leave(connection) => self.leave(connection, now),
            GameCommand::Sit { player, name, token } => self.sit(player, name, token, now)?,
            GameCommand::Ask(connection, request) => self.ask(connection, request, now)?,
            GameCommand::Roll => self.roll(now)?,
            GameCommand::Starts { moment, done } => self.starts(moment, done, now),
            GameCommand::Chosen { moment, result } => self.chosen(moment, result, now),
            GameCommand::Taught(Ok(lessons)) => {
                let change = self.change();
                self.snapshot.taught = true;
                self.persist(change, vec![GameEffect::Lessons(lessons)], now)
            }
            GameCommand::Taught(Err(reason)) => self.get_into_trouble(reason),
            GameCommand::RematchBegun(next) => {
                let change = self.change();
                self.snapshot.next = Some(next);
                self.snapshot.offers.rematch = None;
                self.persist(change, vec![GameEffect::Invite(None), GameEffect::Show], now)
            }
            GameCommand::Alarm => self.ring(now),
            GameCommand::Evict if self.is_left() => vec![GameEffect::Remove],
            GameCommand::Evict => Vec::new(),
            GameCommand::NotRemoved => {
                self.empty = Some(now.elapsed);
                Vec::new()
            }
        };
        Ok(self.advanced(effects, now))
    }

    /// The first effects of a game.
    pub fn start(&mut self, now: Now) -> Vec<GameEffect> {
        self.advanced(Vec::new(), now)
    }

    /// Reports that the change was written.
    pub fn written(&mut self, now: Now) -> Vec<GameEffect> {
        let effects = self.pending.take().map_or_else(Vec::new, |change| change.then);
        self.advanced(effects, now)
    }

    /// Reports that the change could not be written. It is taken back, and what is due is tried again later.
    pub fn not_written(&mut self, reason: &str, now: Now) -> Vec<GameEffect> {
        let Some(change) = self.pending.take() else { return Vec::new() };
        self.retry = Some(now.elapsed + self.setup.retry);
        if matches!(self.snapshot.called, Some(Call::Left(_))) && change.snapshot.called.is_none() {
            self.begin_absence_anew(now);
        }
        let by_bot = change.by_bot;
        // The lessons were learnt anyway. At worst they are learnt again after a new start.
        let taught = self.snapshot.taught;
        let then = self.take_back(change);
        self.snapshot.taught = taught;
        let mut effects: Vec<GameEffect> =
            then.into_iter().filter(|effect| matches!(effect, GameEffect::Lessons(_))).collect();
        if by_bot {
            effects.extend(self.get_into_trouble(reason.to_string()));
        }
        self.count(&effects);
        effects
    }

    /// Undoes a change. Returns the effects that it would have had.
    fn take_back(&mut self, change: PendingChange) -> Vec<GameEffect> {
        let was_called = change.snapshot.called.is_some();
        while (self.game.played().len() > change.plies
            || (!was_called && matches!(self.game.ending(), Some(Ending::Called(_)))))
            && self.game.undo()
        {}
        for text in change.taken {
            let _ = self.game.play(&text);
        }
        self.snapshot = change.snapshot;
        self.clock = change.clock;
        change.then
    }

    /// The point to come back to if a change that begins now cannot be written.
    fn change(&self) -> PendingChange {
        PendingChange {
            snapshot: self.snapshot.clone(),
            clock: self.clock,
            plies: self.game.played().len(),
            taken: Vec::new(),
            by_bot: false,
            then: Vec::new(),
        }
    }

    /// Has a change written; the effects `then` follow.
    fn persist(&mut self, change: PendingChange, then: Vec<GameEffect>, now: Now) -> Vec<GameEffect> {
        let finished = change.snapshot.ended.is_none() && self.snapshot.ended.is_some();
        self.snapshot.left = self.clock.left(now.elapsed);
        self.pending = Some(PendingChange { then, ..change });
        vec![GameEffect::Persist { finished }]
    }

    /// Counts a change that is shown.
    fn count(&mut self, effects: &[GameEffect]) {
        self.version += u64::from(
            effects.iter().any(|effect| matches!(effect, GameEffect::Show | GameEffect::Welcome(_))),
        );
    }

    /// Adds what happens by itself: dice, bots, learning.
    fn advanced(&mut self, mut effects: Vec<GameEffect>, now: Now) -> Vec<GameEffect> {
        self.count(&effects);
        if self.pending.is_some() || matches!(effects.last(), Some(GameEffect::Remove)) {
            return effects;
        }
        match self.game.turn() {
            _ if self.is_over() => {
                let begins = !self.snapshot.taught && !self.teaching;
                self.teaching = true;
                effects
                    .extend((begins && self.setup.learns && self.is_played()).then_some(GameEffect::Teach));
            }
            // Only where a game begins with chance, or the driver was stopped between a move and its dice.
            Turn::Chance => effects.extend(self.retry.is_none().then_some(GameEffect::Roll)),
            Turn::Decision(player) => effects.extend(self.search(player, now)),
            Turn::Over(_) => {}
        }
        effects
    }

    /// Lets the bot to move search, if everything else is in order.
    fn search(&mut self, player: Player, now: Now) -> Option<GameEffect> {
        let moment = self.moment();
        let waits = !matches!(self.snapshot.seats[player.index()], Seat::Bot(_))
            || self.trouble.is_some()
            || self.searching == Some(moment)
            || self.is_paused()
            || self.not_before.is_some_and(|at| now.elapsed < at)
            || self.snapshot.has_open_seat()
            || !self.is_company(now);
        if waits {
            return None;
        }
        self.searching = Some(moment);
        Some(GameEffect::StartSearch(BotSearch { moment, player, clock: self.clock }))
    }

    /// Stops the clock while a program is started for this moment.
    fn starts(&mut self, moment: Moment, done: bool, now: Now) -> Vec<GameEffect> {
        if self.searching != Some(moment) || self.moment() != moment || self.is_over() {
            return Vec::new();
        }
        self.clock.run(if done { self.running() } else { None }, now.elapsed);
        vec![GameEffect::Show]
    }

    fn get_into_trouble(&mut self, reason: String) -> Vec<GameEffect> {
        self.trouble = Some(reason);
        vec![GameEffect::Show]
    }

    fn check_going(&self) -> Result<(), RefusedCommand> {
        if self.is_over() { refuse(RefusalCode::Over, "the game is over") } else { Ok(()) }
    }

    /// Plays a move, and has it written with the outcomes of chance after it.
    fn play(
        &mut self,
        text: &str,
        change: PendingChange,
        now: Now,
    ) -> Result<Vec<GameEffect>, RefusedCommand> {
        let mover = self.game.turn().player();
        if let Err(error) = self.game.play(text) {
            return refuse(RefusalCode::Illegal, error.to_string());
        }
        if let Some(mover) = mover {
            self.clock.moved(mover, now.elapsed);
        }
        self.snapshot.offers = Offers::default();
        self.trouble = None;
        Ok(self.played(change, now))
    }

    /// Lets chance decide, as a part of the move before it if there is one.
    fn roll(&mut self, now: Now) -> Result<Vec<GameEffect>, RefusedCommand> {
        let change = self.pending.take().unwrap_or_else(|| self.change());
        match self.game.roll().map(drop) {
            Ok(()) => Ok(self.played(change, now)),
            Err(error) => {
                self.take_back(change);
                refuse(RefusalCode::Internal, error.to_string())
            }
        }
    }

    /// Continues after a move or an outcome of chance.
    fn played(&mut self, change: PendingChange, now: Now) -> Vec<GameEffect> {
        if self.game.played().len() >= self.snapshot.max_plies && !self.is_over() {
            self.call(Call::PlyLimit, now);
        }
        let known = self.snapshot.moves.len();
        self.snapshot.moves.extend_from_slice(&self.game.played()[known..]);
        if self.is_over() {
            self.snapshot.ended = Some(now.unix_ms);
        }
        self.clock.run(self.running(), now.elapsed);
        let mut effects = vec![GameEffect::Show];
        if self.game.turn() == Turn::Chance && !self.is_over() {
            self.pending = Some(change);
            effects.push(GameEffect::Roll);
        } else {
            let then = change.then.clone();
            effects.extend(self.persist(change, then, now));
        }
        effects
    }

    /// Ends the game from outside, in memory.
    fn call(&mut self, call: Call, now: Now) {
        if self.game.call(call).is_ok() {
            self.snapshot.called = Some(call);
            self.snapshot.ended = Some(now.unix_ms);
            self.snapshot.offers = Offers::default();
            self.clock.run(None, now.elapsed);
        }
    }

    /// Ends the game from outside.
    fn end(&mut self, call: Call, now: Now) -> Result<Vec<GameEffect>, RefusedCommand> {
        self.check_going()?;
        let change = self.change();
        self.call(call, now);
        self.searching = None;
        Ok(self.persist(change, vec![GameEffect::CancelSearch, GameEffect::Show], now))
    }

    /// A bot has chosen.
    fn chosen(&mut self, moment: Moment, result: Result<Analysis, String>, now: Now) -> Vec<GameEffect> {
        if self.searching != Some(moment) || moment != self.moment() {
            return Vec::new();
        }
        self.searching = None;
        let Some(player) = self.to_move() else { return Vec::new() };
        let analysis = match result {
            Ok(analysis) => analysis,
            Err(reason) => return self.get_into_trouble(reason),
        };
        let (best, share) = (analysis.best.clone(), share(&analysis));
        let then = vec![GameEffect::Explain(moment, player, analysis)];
        let change = PendingChange { then, by_bot: true, ..self.change() };
        match self.play(&best, change, now) {
            Ok(effects) => {
                self.bot_share = share;
                let pause = |pace: Pace| now.elapsed + Duration::from_millis(u64::from(pace.millis));
                self.not_before = self.snapshot.pace.map(pause).or(self.not_before);
                effects
            }
            Err(refusal) => self.get_into_trouble(refusal.text),
        }
    }
}

/// The value of a position for the side to move: -1 for a loss to 1 for a win.
fn share(analysis: &Analysis) -> Option<f64> {
    Some(match analysis.value? {
        Value::Proved(Proved::Win { .. }) => 1.0,
        Value::Proved(Proved::Draw) => 0.0,
        Value::Proved(Proved::Loss { .. }) => -1.0,
        Value::Exact(points) | Value::Estimated(points) if analysis.win_worth > 0.0 => {
            (points / analysis.win_worth).clamp(-1.0, 1.0)
        }
        Value::Exact(_) | Value::Estimated(_) => 0.0,
    })
}
