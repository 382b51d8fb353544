//! The house: everything that tables share.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use plywood_workshop::Registry;
use tokio::sync::{Mutex, watch};

use crate::catalogue::Catalogue;
use crate::overload;
use crate::pool::{Flow, Pool};
use crate::problem::{Code, Problem};
use crate::proofs;
use crate::protocol::{ClockWish, Pace, SeatTaken, SeatWish, Side, TableLine, TableWish};
use crate::store::{Store, StoreError, Write};
use crate::table::{Command, GameSnapshot, Handle, Seat, Table};
use crate::timeouts::Timeouts;

/// The longest name of a person, in characters.
const LONGEST_NAME: usize = 40;
/// Plies that may be played already where a game begins.
const MOST_MOVES_AT_START: usize = 5000;
/// The least that may be asked for as the time somebody may be away, in seconds.
const LEAST_AWAY: u32 = 10;
/// Of all tables, this part gives way at a time, so that not everybody who comes next has to wait for it.
const CLEARED: usize = 16;
/// How long that may take.
const CLEARING: Duration = Duration::from_secs(3);
/// Milliseconds between the moves of two bots, where nobody says how many.
const USUAL_PACE: u32 = 700;

/// What a house allows.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where everything is kept.
    pub data: PathBuf,
    /// Where proof files are looked for when it is opened; `None` for `proofs` in the folder where everything is kept, if it is there.
    pub proofs: Option<PathBuf>,
    /// How long a bot may think about a move.
    pub think: Duration,
    /// Threads for long thoughts, and for quick ones.
    pub threads: (usize, usize),
    /// Live games at once.
    pub most_tables: usize,
    /// Connections at once.
    pub most_connections: usize,
    /// Brains.
    pub most_brains: usize,
    /// Records that are kept, the newest ones.
    pub most_records: u64,
    /// Plies of a game, after which it is a draw.
    pub most_plies: usize,
    /// Seconds a person may be away.
    pub away: u32,
    /// Names by which the house may be asked for, besides `localhost` and plain addresses.
    pub hosts: Vec<String>,
    /// How long it waits for those outside.
    pub timeouts: Timeouts,
}

impl Settings {
    /// What is usual, with everything kept in `data`.
    pub fn new(data: impl Into<PathBuf>) -> Settings {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Settings {
            data: data.into(),
            proofs: None,
            think: Duration::from_secs(5),
            threads: (cores.saturating_sub(1).max(1), cores.saturating_sub(1).max(1)),
            most_tables: 5000,
            most_connections: 10_000,
            most_brains: 1000,
            most_records: 100_000,
            most_plies: 2000,
            away: 24 * 3600,
            hosts: Vec::new(),
            timeouts: Timeouts::default(),
        }
    }

    /// Where proof files are looked for.
    fn proofs_folder(&self) -> PathBuf {
        self.proofs.clone().unwrap_or_else(|| self.data.join("proofs"))
    }
}

/// Why a house cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// Its folder cannot be made.
    #[error("cannot use the folder '{}': {error}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// Its store cannot be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Its threads cannot be started, or it cannot listen.
    #[error("{0}")]
    System(String),
}

/// Everything that tables share.
pub struct AppState {
    /// What it allows.
    pub settings: Settings,
    /// Games, bots and brains.
    pub catalogue: Catalogue,
    /// What must not be forgotten.
    pub store: Store,
    /// Where bots think.
    pub pool: Pool,
    tables: RwLock<HashMap<String, Handle>>,
    /// Held by whoever makes room for new tables.
    clearing: Mutex<()>,
    numbers: AtomicU64,
    closing: watch::Sender<bool>,
}

impl AppState {
    /// Opens the house in its folder, with all the games that were going on when it was closed.
    ///
    /// # Errors
    /// If the folder, the store or the threads cannot be had.
    pub async fn open(settings: Settings, registry: Registry) -> Result<Arc<AppState>, ServerError> {
        let folder = settings.data.clone();
        let proofs_folder = settings.proofs_folder();
        for (folder, option) in [(&folder, "--data"), (&proofs_folder, "--proofs")] {
            if folder.display().to_string().contains(',') {
                // Brains and proofs are named in the options of bots, which commas separate.
                return Err(ServerError::System(format!(
                    "the folder '{}' has a comma in its name; name another one with {option}",
                    folder.display()
                )));
            }
        }
        let brains = folder.join("brains");
        std::fs::create_dir_all(&brains)
            .map_err(|error| ServerError::Folder { path: folder.clone(), error })?;
        let unreadable = |error| ServerError::Folder { path: proofs_folder.clone(), error };
        if settings.proofs.is_some() {
            // What somebody has named has to be there.
            std::fs::read_dir(&proofs_folder).map_err(unreadable)?;
        }
        let store = Store::open(&folder.join("house.redb"), settings.most_records)?;
        let pool = Pool::start(settings.threads.0, settings.threads.1)
            .map_err(|error| ServerError::System(format!("cannot start the threads of the bots: {error}")))?;
        let catalogue = Catalogue::new(registry, brains, settings.most_brains);
        let catalogue = catalogue.with_proofs(&proofs_folder).map_err(unreadable)?;
        let house = Arc::new(AppState {
            catalogue,
            store,
            pool,
            tables: RwLock::default(),
            clearing: Mutex::new(()),
            numbers: AtomicU64::new(0),
            closing: watch::Sender::new(false),
            settings,
        });
        tokio::spawn(overload::bots(Arc::downgrade(&house)));
        let checked = Arc::downgrade(&house);
        std::thread::Builder::new()
            .name("proofs".to_string())
            .spawn(move || proofs::check_all(&checked))
            .map_err(|error| {
                ServerError::System(format!("cannot start the thread that checks proofs: {error}"))
            })?;
        let rows = house.store.tables()?;
        let found = rows.len();
        for (id, bytes) in rows {
            let opened = match GameSnapshot::from_bytes(&bytes) {
                Ok(snapshot) => Table::open(&house, snapshot, true).map_err(|problem| problem.text),
                Err(reason) => Err(reason),
            };
            match opened {
                Ok(handle) => drop(house.write_tables().insert(id, handle)),
                // It stays on disk for a program that understands it.
                Err(reason) => tracing::error!(table = id, reason, "a game cannot be gone on with"),
            }
        }
        if found > 0 {
            tracing::info!(games = found, "games go on");
        }
        Ok(house)
    }

    /// Whether it is being closed.
    pub(crate) fn is_closing(&self) -> bool {
        *self.closing.borrow()
    }

    fn write_tables(&self) -> std::sync::RwLockWriteGuard<'_, HashMap<String, Handle>> {
        self.tables.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn read_tables(&self) -> std::sync::RwLockReadGuard<'_, HashMap<String, Handle>> {
        self.tables.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a table. May take a moment for large games.
    ///
    /// # Errors
    /// If something about the wish is wrong, or the house is full or cannot write it down.
    pub async fn make(self: &Arc<AppState>, wish: TableWish) -> Result<SeatTaken, Problem> {
        self.make_room().await?;
        let house = Arc::clone(self);
        let made = tokio::task::spawn_blocking(move || house.snapshot(wish)).await;
        let (snapshot, taken) = made.map_err(|_| Problem::new(Code::Internal, "the game broke down"))??;
        self.add(snapshot).await?;
        Ok(taken)
    }

    /// Sees to it that there is room for one more table. Where all are taken, those give way to which nobody is going
    /// to come back, most likely: the game is over and everybody has left, or nobody ever came.
    async fn make_room(&self) -> Result<(), Problem> {
        if *self.closing.borrow() {
            return Err(Problem::new(Code::Closing, "the house is being closed"));
        }
        let most = self.settings.most_tables;
        if self.table_count() < most {
            return Ok(());
        }
        let _alone = self.clearing.lock().await;
        if self.table_count() < most {
            return Ok(());
        }
        let now = now_millis();
        let mut left: Vec<(u64, tokio::sync::mpsc::Sender<Command>)> = self
            .read_tables()
            .values()
            .filter_map(|handle| {
                let since = handle.left.load(Ordering::Relaxed);
                (since <= now).then(|| (since, handle.commands.clone()))
            })
            .collect();
        left.sort_unstable_by_key(|&(since, _)| since);
        left.truncate(most / CLEARED + 1);
        left.retain(|(_, table)| table.try_send(Command::Evict).is_ok());
        let all = async {
            for (_, table) in &left {
                table.closed().await;
            }
        };
        // A table to which somebody has come back just now stays.
        let _ = tokio::time::timeout(CLEARING, all).await;
        if self.table_count() < most {
            return Ok(());
        }
        Err(Problem::new(Code::Full, format!("all {most} tables of the house are taken; try again later")))
    }

    /// Writes a table down and sets it going.
    ///
    /// # Errors
    /// If the house is full, or it cannot be written or opened.
    pub async fn add(self: &Arc<AppState>, snapshot: GameSnapshot) -> Result<(), Problem> {
        self.make_room().await?;
        let (id, game) = (snapshot.id.clone(), snapshot.game.clone());
        let row = Write::Table { id: id.clone(), bytes: snapshot.to_bytes() };
        self.store.write(vec![row]).await.map_err(|error| {
            Problem::new(Code::Store, format!("the game cannot be written to disk: {error}"))
        })?;
        let handle = match Table::open(self, snapshot, false) {
            Ok(handle) => handle,
            Err(problem) => {
                let _ = self.store.write(vec![Write::Drop { id }]).await;
                return Err(problem);
            }
        };
        self.write_tables().insert(id.clone(), handle);
        metrics::counter!("plywood_tables_total").increment(1);
        tracing::info!(table = id, game, "a game begins");
        Ok(())
    }

    /// Reads a wish: the snapshot of the table, and the seat of whoever wishes.
    fn snapshot(&self, wish: TableWish) -> Result<(GameSnapshot, SeatTaken), Problem> {
        let wrong = |text: String| Err(Problem::new(Code::Options, text));
        let game = self.catalogue.game(&wish.game)?;
        if wish.moves.len() > MOST_MOVES_AT_START {
            return wrong(format!("'moves' may hold {MOST_MOVES_AT_START} at most"));
        }
        let session = std::sync::Arc::clone(&game)
            .session(wish.position.as_deref(), &wish.moves.join(" "), 0)
            .map_err(Problem::options)?;
        if session.ending().is_some() {
            return wrong("there is nothing to play: the game is over where it begins".to_string());
        }
        let name = self.check_name(&wish.name)?;
        let token = self.new_secret();
        let mut seat = None;
        let mut seats = [Seat::Open, Seat::Open];
        for side in Side::BOTH {
            seats[side.index()] = match &wish.seats[side.index()] {
                SeatWish::Me if seat.is_some() => {
                    return wrong(
                        "you cannot sit on both sides: leave one open, and open its link too".to_string(),
                    );
                }
                SeatWish::Me => {
                    seat = Some(side);
                    Seat::Person { name: name.clone(), token: token.clone() }
                }
                SeatWish::Open => Seat::Open,
                SeatWish::Bot(bot) => Seat::Bot(self.catalogue.opponent(&game, bot)?.name),
            };
        }
        let bots = seats.iter().all(|seat| matches!(seat, Seat::Bot(_)));
        if seat.is_none() && !bots {
            return wrong("take a seat yourself ('me'), or name two bots".to_string());
        }
        let mut snapshot = GameSnapshot::new(self.new_id(), game.name(), seats);
        snapshot.position = wish
            .position
            .as_ref()
            .map(|_| Arc::clone(&game).session(wish.position.as_deref(), "", 0).map(|start| start.position()))
            .transpose()
            .map_err(Problem::options)?;
        snapshot.moves = session.played();
        snapshot.base = snapshot.moves.len();
        snapshot.host = bots.then(|| token.clone());
        snapshot.public = wish.public;
        snapshot.pace = bots.then(|| wish.pace.unwrap_or(Pace { paused: false, millis: USUAL_PACE }));
        if wish.pace.is_some_and(|pace| pace.millis > 10_000) {
            return wrong("'pace.millis' has to be 0 to 10000".to_string());
        }
        let most = self.settings.most_plies.max(snapshot.base + 1);
        snapshot.max_plies = wish.max_plies.unwrap_or(most);
        if !(snapshot.base + 1..=most).contains(&snapshot.max_plies) {
            return wrong(format!("'max_plies' has to be {} to {most}", snapshot.base + 1));
        }
        snapshot.away = wish.away.unwrap_or(self.settings.away);
        let least = LEAST_AWAY.min(self.settings.away);
        if !(least..=self.settings.away).contains(&snapshot.away) {
            return wrong(format!("'away' has to be {least} to {} seconds", self.settings.away));
        }
        if let Some(ClockWish { seconds, increment }) = wish.clock
            && (!(1..=86_400).contains(&seconds) || increment > 3600)
        {
            return wrong("a clock has 1 to 86400 seconds and an increment of 0 to 3600".to_string());
        }
        snapshot.set_clock(wish.clock);
        snapshot.seed = self.new_seed();
        snapshot.begun = now_millis();
        let taken = SeatTaken { table: snapshot.id.clone(), seat, token };
        Ok((snapshot, taken))
    }

    /// The name of a person, without what does not show.
    ///
    /// # Errors
    /// If it is too long.
    pub fn check_name(&self, name: &str) -> Result<String, Problem> {
        let name: String = name.chars().filter(|&c| !is_unseen(c)).collect();
        let name = name.trim();
        if name.chars().count() > LONGEST_NAME {
            return Err(Problem::new(Code::Options, format!("a name has at most {LONGEST_NAME} characters")));
        }
        Ok(name.to_string())
    }

    /// A table that is going.
    ///
    /// # Errors
    /// If there is none of this name.
    pub fn table(&self, id: &str) -> Result<Handle, Problem> {
        let table = self.read_tables().get(id).cloned();
        table.ok_or_else(|| Problem::new(Code::NotFound, "there is no such table, or it was taken away"))
    }

    /// The public games that are going on, the newest first.
    pub fn list(&self) -> Vec<TableLine> {
        let lines = |handle: &Handle| handle.line.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let mut list: Vec<TableLine> = self.read_tables().values().filter_map(lines).collect();
        list.sort_by_key(|line| std::cmp::Reverse(line.begun));
        list.truncate(100);
        list
    }

    /// How many tables there are.
    pub fn table_count(&self) -> usize {
        self.read_tables().len()
    }

    /// Takes a table from the list of those that are going.
    pub(crate) fn forget(&self, id: &str) {
        self.write_tables().remove(id);
    }

    /// Becomes true when the house is being closed.
    pub fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }

    /// Closes the house: everybody is told, thoughts are given up, and what is waiting is written.
    pub async fn close(self: &Arc<AppState>) {
        self.closing.send_replace(true);
        self.pool.close();
        // Tables that are writing a change down finish that first.
        let commands: Vec<_> = self.read_tables().values().map(|handle| handle.commands.clone()).collect();
        let all = async {
            for table in commands {
                table.closed().await;
            }
        };
        if tokio::time::timeout(Duration::from_secs(10), all).await.is_err() {
            tracing::warn!("some tables were still busy when the house was closed");
        }
        let house = Arc::clone(self);
        let _ = tokio::task::spawn_blocking(move || {
            house.store.close();
            house.pool.join();
        })
        .await;
    }

    /// A new flow of thoughts.
    pub(crate) fn new_flow(&self) -> Flow {
        Flow(self.numbers.fetch_add(1, Ordering::Relaxed))
    }

    /// A new name for a connection.
    pub(crate) fn new_connection(&self) -> u64 {
        self.numbers.fetch_add(1, Ordering::Relaxed)
    }

    /// A secret that nobody can guess: 128 random bits.
    pub(crate) fn new_secret(&self) -> String {
        random_bytes::<16>().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// A new name for a table, that nobody can guess either: who has it may look on.
    pub(crate) fn new_id(&self) -> String {
        const LETTERS: &[u8; 32] = b"abcdefghijkmnopqrstuvwxyz2345678";
        random_bytes::<16>().iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
    }

    /// A seed for dice and bots.
    pub(crate) fn new_seed(&self) -> u64 {
        u64::from_le_bytes(random_bytes())
    }

    /// A text without the places of the house's files.
    pub(crate) fn without_paths(&self, text: &str) -> String {
        let shown = |path: &Path| path.display().to_string();
        // The proofs may be in the other folder: the longer name first.
        text.replace(&shown(&self.settings.proofs_folder()), "the house")
            .replace(&shown(&self.settings.data), "the house")
    }
}

/// Waits until the house is being closed.
pub async fn closed(closing: &mut watch::Receiver<bool>) {
    // An error means that the house is no more, which is as good.
    let _ = closing.wait_for(|&closing| closing).await;
}

/// Characters that do not show, or turn the ones around them.
fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has random bytes");
    bytes
}

/// Microseconds since 1970. They stay exact in a page for another two hundred years.
pub(crate) fn now_micros() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_micros() as u64)
}

/// Milliseconds since 1970.
pub fn now_millis() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}
