//! A server with real sockets: its answers to clients that behave, and to clients that do not.

mod agreements;
mod bots;
mod doors;
mod frames;
mod games;
mod links;
mod moves;
mod proofs;
mod records;
mod sheets;
mod slow_fuzz;
mod slow_training;
mod sockets;
mod store;
mod trees;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use plywood_bench::load::{Client, ClientError, ServerAddress, bot, wish};
use plywood_server::protocol::{
    ClientMessage, LearntView, RefusalCode, SeatRequest, SeatTaken, ServerMessage, SitRequest,
};
use plywood_server::{AppState, Server, ServerError, ServerSettings};
use plywood_workshop::Workshop;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A running server.
struct Hall {
    address: ServerAddress,
    house: Arc<AppState>,
    folder: PathBuf,
    stop: oneshot::Sender<()>,
    serving: JoinHandle<Result<(), ServerError>>,
}

/// An empty folder for one test.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("faults").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

impl Hall {
    /// A new server for one test.
    async fn new(name: &str) -> Hall {
        Hall::with(name, |_| {}).await
    }

    /// A new server for one test, with settings of its own.
    async fn with(name: &str, change: impl FnOnce(&mut ServerSettings)) -> Hall {
        Hall::open(&scratch(name), change).await
    }

    /// A server in a folder that may already have data.
    async fn open(folder: &Path, change: impl FnOnce(&mut ServerSettings)) -> Hall {
        let mut settings = ServerSettings::new(folder);
        settings.think = Duration::from_millis(300);
        // Clients here do not answer pings while they wait for others.
        settings.timeouts.gone = Duration::from_secs(75);
        change(&mut settings);
        let address = "127.0.0.1:0".parse().unwrap();
        let begun = Instant::now();
        let server = loop {
            match Server::open(address, settings.clone(), Workshop::standard()).await {
                // The last connection of the previous server is about to release the store.
                Err(ServerError::Store(_)) if begun.elapsed() < plywood_bench::load::LIMIT => {
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
                opened => break opened.unwrap(),
            }
        };
        let (address, house) = (ServerAddress(server.address()), Arc::clone(server.state()));
        let (stop, stopped) = oneshot::channel();
        let serving = tokio::spawn(server.serve(async {
            let _ = stopped.await;
        }));
        Hall { address, house, folder: folder.to_path_buf(), stop, serving }
    }

    /// Closes the server, and returns its folder.
    async fn close(self) -> PathBuf {
        let _ = self.stop.send(());
        self.serving.await.unwrap().unwrap();
        self.folder
    }

    /// Closes the server and opens it again in the same folder.
    async fn again(self) -> Hall {
        let folder = self.close().await;
        Hall::open(&folder, |_| {}).await
    }

    /// A game of ours against a bot, in which we move first.
    async fn against(&self, game: &str, opponent: &str) -> (SeatTaken, Client) {
        self.address.play(&wish(game, SeatRequest::Me, bot(opponent))).await.unwrap()
    }

    /// A game of two people: the table, and the two of them.
    async fn two(&self, game: &str) -> Two {
        let (first, a) = self.address.play(&wish(game, SeatRequest::Me, SeatRequest::Open)).await.unwrap();
        let nobody = SitRequest { seat: None, name: String::new() };
        let second = self.address.sit(&first.table, &nobody).await.unwrap();
        let b = self.address.join(&second.table, Some(&second.token)).await.unwrap();
        Two { table: first.table, tokens: [first.token, second.token], a, b }
    }

    /// Waits until there is no such table any more.
    async fn is_gone(&self, table: &str) {
        if let Ok(handle) = self.house.lobby.table(table) {
            tokio::time::timeout(plywood_bench::load::LIMIT, handle.commands.closed()).await.unwrap();
        }
        assert!(self.house.lobby.table(table).is_err());
    }
}

/// A game of two people.
struct Two {
    table: String,
    tokens: [String; 2],
    /// The seat that moves first.
    a: Client,
    b: Client,
}

impl Two {
    /// Plays these moves, beginning with the one whose turn it is; both know of them afterwards.
    async fn play(&mut self, moves: &str) {
        for text in moves.split_whitespace() {
            let ply = self.a.state.step.ply.max(self.b.state.step.ply);
            self.a.until(|state| state.step.ply == ply).await.unwrap();
            self.b.until(|state| state.step.ply == ply).await.unwrap();
            let (mover, other) =
                if self.a.is_to_move() { (&mut self.a, &mut self.b) } else { (&mut self.b, &mut self.a) };
            mover.play(text).await.unwrap();
            other.until(|state| state.step.ply > ply).await.unwrap();
        }
    }
}

/// Plays any moves to the end of the game.
async fn play_out(client: &mut Client) {
    while client.my_turn().await.unwrap() {
        let moves = &client.state.step.moves;
        let text = moves[client.state.step.ply * 7 % moves.len()].text.clone();
        match client.play(&text).await {
            // Faster than the server allows.
            Err(ClientError::Refused(problem)) if problem.code == RefusalCode::Busy => {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
            played => played.unwrap(),
        }
    }
}

/// The lessons of the game that is over.
async fn learnt(client: &mut Client) -> Vec<LearntView> {
    client
        .wait_for(|message| match message {
            ServerMessage::Learnt { lessons } => Some(lessons.clone()),
            _ => None,
        })
        .await
        .unwrap()
}

/// One gives up, and waits until that is done.
async fn resign(client: &mut Client) {
    client.say(&ClientMessage::Resign {}).await.unwrap();
    client.until(|state| state.end.is_some()).await.unwrap();
}
