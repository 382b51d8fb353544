//! The server, killed at random moments of a seed while people play, or asked to stop: everything that it
//! acknowledged is there when it is started again.
#![cfg(unix)]

use std::collections::HashMap;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::common::{Scratch, kills};
use plywood_bench::load::{Client, ClientError, LIMIT, ServerAddress, ServerProcess, bot, wish};
use plywood_rules::random::part_seed;
use plywood_server::protocol::{
    ClientMessage, CurveView, Player, RecordView, RefusalCode, SeatRequest, SeatTaken, ServerMessage,
    SitRequest, TrainingView,
};
use tokio::runtime::Runtime;

/// The games played: bots and people, dice, and a learner.
const MIX: &[(&str, Option<&str>)] = &[
    ("tictactoe", Some("random")),
    ("connect4", Some("rules:depth=1,tie=random")),
    ("pikkpakk:size=5", Some("random")),
    ("pig", Some("hold")),
    ("cube3", None),
    ("tictactoe", Some("learner:brain=house,learn=on")),
    ("connect4", None),
];
const GAMES: usize = 28;

/// Everything the server has sent about a game, and so promised to keep.
struct Ledger {
    seats: Vec<SeatTaken>,
    played: Vec<String>,
    revision: u32,
    version: u64,
    /// An undo was asked for, and nothing heard of it yet.
    undoing: bool,
    over: bool,
    /// Games that the brain was said to have learnt.
    learnt: u64,
    seed: u64,
}

impl Ledger {
    async fn new(address: ServerAddress, number: usize) -> Result<Ledger, ClientError> {
        let (game, opponent) = MIX[number % MIX.len()];
        let other = opponent.map_or(SeatRequest::Open, bot);
        let mine = address.make(&wish(game, SeatRequest::Me, other)).await?;
        let mut seats = vec![mine];
        if opponent.is_none() {
            let table = seats[0].table.clone();
            seats.push(address.sit(&table, &SitRequest { seat: None, name: "other".into() }).await?);
        }
        let seed = part_seed(7, number as u64);
        Ok(Ledger {
            seats,
            played: Vec::new(),
            revision: 0,
            version: 0,
            undoing: false,
            over: false,
            learnt: 0,
            seed,
        })
    }

    fn random(&mut self, below: usize) -> usize {
        self.seed = part_seed(self.seed, 1);
        (self.seed >> 16) as usize % below
    }

    /// Takes down what a state promises.
    fn hear(&mut self, client: &Client) {
        let state = &client.state;
        if state.version < self.version {
            // What the other one of two people heard of is newer.
            return;
        }
        if state.revision > self.revision {
            self.undoing = false;
        }
        self.revision = state.revision;
        self.version = state.version;
        self.played.clone_from(&state.played);
        self.over |= state.end.is_some();
    }

    /// Checks that everything that was promised is there.
    async fn check(&self, address: ServerAddress) -> Vec<Client> {
        let mut guests = Vec::new();
        for seat in &self.seats {
            let client = address.join(&seat.table, Some(&seat.token)).await.expect("the seat is still held");
            assert_eq!(client.you, seat.seat);
            let state = &client.state;
            let (line, played) = (&self.revision, &self.played);
            let kept = match state.revision {
                same if same == self.revision => state.played.starts_with(&self.played),
                later => self.undoing && later == self.revision + 1,
            };
            assert!(
                kept,
                "played {played:?} (line {line}), and there are {:?} (line {})",
                state.played, state.revision
            );
            assert!(state.version > self.version, "versions never fall");
            assert!(!self.over || state.end.is_some(), "what is over stays over");
            assert_eq!(state.trouble, None);
            guests.push(client);
        }
        if self.over {
            let record: RecordView = address
                .read(&format!("/api/records/{}", self.seats[0].table))
                .await
                .expect("there is a record");
            assert_eq!(record.moves, self.played);
        }
        guests
    }

    /// Moves as fast as the server answers, until the game is over or the connection breaks.
    async fn play(&mut self, guests: &mut [Client]) -> Result<(), ClientError> {
        let alone = guests.len() == 1;
        loop {
            for client in guests.iter_mut() {
                if !client.my_turn().await? {
                    self.hear(client);
                    return self.listen(client).await;
                }
                self.hear(client);
                if alone && self.played.len() > 4 && self.random(12) == 0 {
                    self.undoing = true;
                    let line = client.state.revision;
                    client.say(&ClientMessage::Undo {}).await?;
                    client.until(|state| state.revision > line).await?;
                    self.hear(client);
                    continue;
                }
                let at = self.random(client.state.step.moves.len());
                let text = client.state.step.moves[at].text.clone();
                match client.play(&text).await {
                    Ok(()) => self.hear(client),
                    // Faster than the server allows.
                    Err(ClientError::Refused(problem)) if problem.code == RefusalCode::Busy => {
                        tokio::time::sleep(Duration::from_millis(100)).await;
                    }
                    Err(error) => return Err(error),
                }
            }
        }
    }

    /// Waits for what was learnt, if anybody learns.
    async fn listen(&mut self, client: &mut Client) -> Result<(), ClientError> {
        let learns = client.state.seats.iter().any(|seat| format!("{seat:?}").contains("learner"));
        if learns {
            self.learnt = client
                .wait_for(|message| match message {
                    ServerMessage::Learnt { lessons } => lessons.first().map(|lesson| lesson.games),
                    _ => None,
                })
                .await?;
        }
        Ok(())
    }
}

fn start(data: &str) -> ServerProcess {
    let plywood = Path::new(env!("CARGO_BIN_EXE_plywood"));
    ServerProcess::start(plywood, Path::new(data), &["--log", "off", "--think", "1", "--train", "100%"])
        .unwrap()
}

/// The games that the shared brain of a game has learnt.
async fn games(address: ServerAddress, game: &str) -> u64 {
    let curve: Result<CurveView, _> = address.read(&format!("/api/curve?game={game}&brain=house")).await;
    curve.map_or(0, |curve| curve.games)
}

async fn training(address: ServerAddress) -> TrainingView {
    address.read("/api/training").await.unwrap()
}

#[test]
fn kills_lose_no_move_that_was_told_of() {
    let scratch = Scratch::new("house-kills");
    let data = scratch.file("data");
    let runtime = Runtime::new().unwrap();
    let mut ledgers: Vec<Ledger> = Vec::new();
    let (mut learnt, mut finished, mut moves, mut seed) = (0, 0, 0, 1);
    let mut killed_at_work: u32 = 0;
    let (at_games, at_training) = (kills(30), kills(5));
    for kill in 0..=at_games {
        let mut house = start(&data);
        let address = house.address;
        seed = part_seed(seed, 1);
        let moment = Duration::from_millis(50 + seed % 250);
        let before: usize = ledgers.iter().map(|ledger| ledger.played.len()).sum();
        ledgers = runtime.block_on(async {
            assert!(
                games(address, "tictactoe").await >= learnt,
                "kill {kill}: the brain forgot what it had learnt"
            );
            let mut tasks = Vec::new();
            for ledger in ledgers.drain(..) {
                tasks.push(tokio::spawn(async move {
                    let guests = ledger.check(address).await;
                    (ledger, guests)
                }));
            }
            let mut playing = Vec::new();
            for task in tasks {
                let (ledger, guests) = task.await.unwrap();
                learnt = learnt.max(ledger.learnt);
                if ledger.over {
                    finished += 1;
                    moves += ledger.played.len();
                } else {
                    playing.push((ledger, guests));
                }
            }
            while playing.len() < GAMES {
                let number = finished + playing.len() + kill as usize;
                let ledger = Ledger::new(address, number).await.unwrap();
                let guests = ledger.check(address).await;
                playing.push((ledger, guests));
            }
            let players = playing.into_iter().map(|(mut ledger, mut guests)| {
                tokio::spawn(async move {
                    match ledger.play(&mut guests).await {
                        Ok(()) | Err(ClientError::Closed(_) | ClientError::Broken(_)) => ledger,
                        Err(error) => panic!("{error}"),
                    }
                })
            });
            let players: Vec<_> = players.collect();
            tokio::time::sleep(moment).await;
            house.kill();
            let mut ledgers = Vec::new();
            for player in players {
                ledgers.push(player.await.unwrap());
            }
            ledgers
        });
        let after: usize = ledgers.iter().map(|ledger| ledger.played.len()).sum();
        killed_at_work += u32::from(after != before);
    }
    assert!(killed_at_work >= 25, "only {killed_at_work} kills hit games that were being played");
    assert!(finished >= 10 && learnt >= 1, "{finished} games were finished, {learnt} learnt");
    // While nobody plays, it trains, if other programs leave it a processor: it is the last to get one.
    let (mut told, mut trained): (HashMap<String, u64>, u64) = (HashMap::new(), 0);
    let mut killed_at_training = 0;
    for kill in 0..at_training {
        let mut house = start(&data);
        let address = house.address;
        seed = part_seed(seed, 1);
        let moment = Duration::from_millis(seed % 500);
        runtime.block_on(async {
            for (game, learnt) in &told {
                assert!(
                    games(address, game).await >= *learnt,
                    "kill {kill}: {game} forgot what it had learnt"
                );
            }
            let begun = Instant::now();
            while training(address).await.played == 0 && begun.elapsed() < LIMIT {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            tokio::time::sleep(moment).await;
            let view = training(address).await;
            if let Some(playing) = view.game.filter(|_| view.played != 0) {
                told.insert(playing.game.clone(), games(address, &playing.game).await);
                trained += view.played;
                killed_at_training += 1;
            }
            house.kill();
        });
    }
    assert!(killed_at_training >= 2, "it trained before {killed_at_training} of {at_training} kills");
    eprintln!(
        "{trained} games trained, {finished} games with {moves} moves finished, {learnt} learnt, {killed_at_work} kills at work"
    );
}

#[test]
fn asked_to_stop_it_says_good_bye_and_keeps_everything() {
    let scratch = Scratch::new("house-stops");
    let data = scratch.file("data");
    let runtime = Runtime::new().unwrap();
    let mut house = start(&data);
    let address = house.address;
    let ledgers: Vec<Ledger> = runtime.block_on(async {
        let mut players = Vec::new();
        for number in 0..GAMES {
            let mut ledger = Ledger::new(address, number).await.unwrap();
            let mut guests = ledger.check(address).await;
            players.push(tokio::spawn(async move {
                match ledger.play(&mut guests).await {
                    Ok(()) | Err(ClientError::Closed(_) | ClientError::Broken(_)) => ledger,
                    Err(error) => panic!("{error}"),
                }
            }));
        }
        // Somebody who only listens hears the good-bye.
        let quiet = address.make(&wish("tictactoe", SeatRequest::Me, bot("random"))).await.unwrap();
        let mut quiet = address.join(&quiet.table, Some(&quiet.token)).await.unwrap();
        // And a bot thinks, which it does not finish.
        let deep = wish("gomoku", bot("engine:time=1s"), bot("engine:time=1s"));
        let (_, mut deep) = address.play(&deep).await.unwrap();
        deep.until(|state| state.thinking == Some(Player::First)).await.unwrap();
        tokio::time::sleep(Duration::from_millis(100)).await;
        let asked = Instant::now();
        house.ask_to_stop().unwrap();
        let bye = quiet.socket.dismissed().await.unwrap().expect("it says why");
        assert_eq!(bye.code, RefusalCode::Closing);
        let status = house.wait().unwrap();
        assert_eq!(status.code(), Some(0));
        assert!(asked.elapsed() < Duration::from_secs(8), "it took {:?}", asked.elapsed());
        let mut ledgers = Vec::new();
        for player in players {
            ledgers.push(player.await.unwrap());
        }
        ledgers
    });
    let mut house = start(&data);
    runtime.block_on(async {
        for ledger in &ledgers {
            ledger.check(house.address).await;
        }
    });
    assert_eq!(house.stop().unwrap().code(), Some(0));
}
