//! A person who plays one game after the other.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use plywood_bench::load::{Client, ClientError, LIMIT, ServerAddress, bot, wish};
use plywood_rules::random::part_seed;
use plywood_server::protocol::{SeatRequest, ServerMessage, State, TurnView};
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

use crate::tally::LoadTally;

/// The mix of games: small games, against bots that take little time.
const MIX: &[(&str, &str)] = &[
    ("tictactoe", "random"),
    ("connect4", "rules:depth=1,tie=random"),
    ("pikkpakk:size=5", "random"),
    ("pig", "hold"),
    ("cube3", "rules:depth=1,tie=random"),
    ("mnk:m=6,n=6,k=4", "random"),
    ("tictactoe", "rules:depth=1,tie=random"),
    ("pikkpakk:size=3", "rules:depth=1,tie=random"),
];
/// The wait after a refused game.
const SULK: Duration = Duration::from_secs(1);

pub struct LoadPlayer {
    pub address: ServerAddress,
    pub number: usize,
    pub interval: Duration,
    pub tally: Arc<LoadTally>,
    pub stopped: watch::Receiver<bool>,
}

impl LoadPlayer {
    pub async fn play(self) {
        let mut seed = part_seed(1, self.number as u64);
        let mut due = Instant::now();
        while !*self.stopped.borrow() {
            seed = part_seed(seed, 1);
            let (game, opponent) = MIX[self.number % MIX.len()];
            let seats = match seed & 1 {
                0 => [SeatRequest::Me, bot(opponent)],
                _ => [bot(opponent), SeatRequest::Me],
            };
            let [first, second] = seats;
            let asked = Instant::now();
            match self.address.play(&wish(game, first, second)).await {
                Ok((_, client)) => {
                    self.tally.begun(asked);
                    self.tally.comes();
                    let mut game =
                        LoadGame { client, sent: Vec::new(), known: Vec::new(), tally: &self.tally };
                    match self.one_game(&mut game, &mut seed, &mut due).await {
                        Ok(true) => drop(self.tally.finished.fetch_add(1, Ordering::Relaxed)),
                        Ok(false) => {}
                        Err(error) => self.went_wrong(&error).await,
                    }
                    self.tally.goes();
                }
                Err(error) => self.went_wrong(&error).await,
            }
        }
    }

    async fn went_wrong(&self, error: &ClientError) {
        if *self.stopped.borrow() {
            return;
        }
        let kind = match error {
            ClientError::Refused(_) => "refusals",
            ClientError::Late(_) => "no answers",
            ClientError::Strange(_) => "wrong states",
            ClientError::Broken(_) | ClientError::Closed(_) => "broken connections",
        };
        self.tally.mishap(kind, error.to_string());
        sleep_until(Instant::now() + SULK).await;
    }

    /// Plays a game. True if it was finished.
    async fn one_game(
        &self,
        game: &mut LoadGame<'_>,
        seed: &mut u64,
        due: &mut Instant,
    ) -> Result<bool, ClientError> {
        game.check()?;
        loop {
            game.wait_for_turn(None).await?;
            if game.client.state.end.is_some() {
                return Ok(true);
            }
            *due = (*due + self.interval).max(Instant::now());
            while Instant::now() < *due {
                // Messages are read while waiting.
                match game.client.next_before(*due).await {
                    Err(ClientError::Late(_)) => {}
                    other => game.hear(&other?)?,
                }
            }
            if *self.stopped.borrow() {
                return Ok(false);
            }
            *seed = part_seed(*seed, 2);
            let moves = &game.client.state.step.moves;
            let text = moves[*seed as usize % moves.len()].text.clone();
            let sent = Instant::now();
            game.sent.push(text.clone());
            game.client.send_move(&text).await?;
            game.wait_for_turn(Some(sent)).await?;
            self.tally.replied(sent);
        }
    }
}

/// A game, and the invariants that are checked.
struct LoadGame<'a> {
    client: Client,
    /// The own moves, in order.
    sent: Vec<String>,
    /// All moves received.
    known: Vec<String>,
    tally: &'a LoadTally,
}

impl LoadGame<'_> {
    /// Waits until it is our turn again or the game is over, after the move sent last is played. Versions that fall
    /// are found by the client.
    async fn wait_for_turn(&mut self, mut sent: Option<Instant>) -> Result<(), ClientError> {
        let deadline = Instant::now() + LIMIT;
        loop {
            let own = self.own(&self.client.state).count();
            if own == self.sent.len() {
                if let Some(sent) = sent.take() {
                    self.tally.acknowledged(sent);
                }
                if self.client.state.end.is_some() || self.client.is_to_move() {
                    return Ok(());
                }
            }
            let message = self.client.next_before(deadline).await?;
            self.hear(&message)?;
        }
    }

    fn hear(&mut self, message: &ServerMessage) -> Result<(), ClientError> {
        match message {
            ServerMessage::State(_) => self.check(),
            ServerMessage::Refused(problem) | ServerMessage::Bye(problem) => {
                Err(ClientError::Refused(problem.clone()))
            }
            _ => Ok(()),
        }
    }

    /// The own moves of a state.
    fn own<'s>(&self, state: &'s State) -> impl Iterator<Item = &'s String> + use<'s> {
        let you = self.client.you;
        let moved = state.played.iter().zip(&state.movers);
        moved.filter(move |(_, mover)| mover.is_some() && **mover == you).map(|(text, _)| text)
    }

    /// Checks that the state has this player's moves once and in order, and all earlier moves.
    fn check(&mut self) -> Result<(), ClientError> {
        let state = &self.client.state;
        let strange = |what: &str| {
            let (sent, known) = (&self.sent, &self.known);
            Err(ClientError::Strange(format!(
                "{what}: sent {sent:?}, seen {known:?}, now {:?}",
                state.played
            )))
        };
        if let Some(trouble) = &state.trouble {
            return strange(trouble);
        }
        if !state.played.starts_with(&self.known) {
            return strange("moves were lost or changed");
        }
        let own: Vec<&String> = self.own(state).collect();
        if own.len() > self.sent.len() || own.iter().zip(&self.sent).any(|(seen, sent)| *seen != sent) {
            return strange("the own moves are not what was sent");
        }
        if own.len() + 1 < self.sent.len() {
            return strange("own moves are missing");
        }
        if state.step.turn == TurnView::Over && state.end.is_none() {
            return strange("it is over and has no end");
        }
        self.known.clone_from(&state.played);
        Ok(())
    }
}
