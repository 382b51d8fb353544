//! The live games of a server, by name.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Duration;

use plywood_page::play::{GameCommand as Input, GameSnapshot};
use plywood_page::problem::{Problem, RefusalCode};
use plywood_page::wish;
use plywood_workshop::former_bot;
use tokio::sync::{Mutex, watch};

use crate::ids::{self, now_millis};
use crate::protocol::{SeatTaken, TableLine, TableRequest};
use crate::services::Services;
use crate::settings::ServerSettings;
use crate::store::{GameStoreError, Write};
use crate::table::{Begin, Handle, TableCommand, TableTask};

/// The share of all tables that is evicted at a time, so that not every newcomer has to wait.
const EVICTED: usize = 16;
/// The most time that may take.
const EVICTION: Duration = Duration::from_secs(3);
/// The most time that tables have to finish when the server stops.
const CLOSING: Duration = Duration::from_secs(10);
/// Games in the list, at most.
const LISTED: usize = 100;

/// The live games of a server, by name.
pub struct Lobby {
    services: Arc<Services>,
    tables: RwLock<HashMap<String, Handle>>,
    /// Held while tables are evicted.
    evicting: Mutex<()>,
    closing: watch::Sender<bool>,
}

impl Lobby {
    /// A lobby without games.
    pub fn new(services: Arc<Services>) -> Arc<Lobby> {
        Arc::new(Lobby {
            services,
            tables: RwLock::default(),
            evicting: Mutex::new(()),
            closing: watch::Sender::new(false),
        })
    }

    /// Continues all games in the store.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn resume(self: &Arc<Lobby>) -> Result<(), GameStoreError> {
        let rows = self.services.store.tables()?;
        let found = rows.len();
        for (id, bytes) in rows {
            let snapshot = GameSnapshot::from_bytes(&bytes, former_bot);
            let opened = snapshot.and_then(|it| self.start(it, true).map_err(|problem| problem.text));
            if let Err(reason) = opened {
                // It stays on disk for a program that understands it.
                tracing::error!(table = id, reason, "a game cannot be resumed");
            }
        }
        if found > 0 {
            tracing::info!(games = found, "games resumed");
        }
        Ok(())
    }

    fn write_tables(&self) -> RwLockWriteGuard<'_, HashMap<String, Handle>> {
        self.tables.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn read_tables(&self) -> RwLockReadGuard<'_, HashMap<String, Handle>> {
        self.tables.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a table. May take a moment for large games.
    ///
    /// # Errors
    /// If something about the wish is wrong, all tables are taken, or the game cannot be written to disk.
    pub async fn make(self: &Arc<Lobby>, wish: TableRequest) -> Result<SeatTaken, Problem> {
        self.make_room().await?;
        let services = Arc::clone(&self.services);
        let ServerSettings { most_plies, away, .. } = services.settings;
        let limits = wish::TableLimits { most_plies, away };
        let read = move || wish::read(&wish, &services.catalogue, limits, ids::random, now_millis());
        let made = tokio::task::spawn_blocking(read).await;
        let (snapshot, taken) =
            made.map_err(|_| Problem::new(RefusalCode::Internal, "the game failed"))??;
        self.add(snapshot).await?;
        Ok(taken)
    }

    /// Makes room for one more table. If all are taken, it evicts tables that players are unlikely to come back to: their
    /// game is over and everybody has left, or no player ever came.
    async fn make_room(&self) -> Result<(), Problem> {
        if *self.closing.borrow() {
            return Err(Problem::new(RefusalCode::Closing, "the server is shutting down"));
        }
        let most = self.services.settings.most_tables;
        if self.table_count() < most {
            return Ok(());
        }
        let _alone = self.evicting.lock().await;
        if self.table_count() < most {
            return Ok(());
        }
        let now = now_millis();
        let mut left: Vec<(u64, tokio::sync::mpsc::Sender<TableCommand>)> = self
            .read_tables()
            .values()
            .filter_map(|handle| {
                let since = handle.left.load(Ordering::Relaxed);
                (since <= now).then(|| (since, handle.commands.clone()))
            })
            .collect();
        left.sort_unstable_by_key(|&(since, _)| since);
        left.truncate(most / EVICTED + 1);
        left.retain(|(_, table)| table.try_send(TableCommand::Give(Input::Evict)).is_ok());
        let all = async {
            for (_, table) in &left {
                table.closed().await;
            }
        };
        // A table with a new visitor stays.
        let _ = tokio::time::timeout(EVICTION, all).await;
        if self.table_count() < most {
            return Ok(());
        }
        Err(Problem::new(
            RefusalCode::Full,
            format!("the server is full, with {most} games; try again later"),
        ))
    }

    /// Writes a game to disk and starts it.
    ///
    /// # Errors
    /// If all tables are taken, or it cannot be written or opened.
    pub async fn add(self: &Arc<Lobby>, snapshot: GameSnapshot) -> Result<(), Problem> {
        self.make_room().await?;
        let (id, game) = (snapshot.id.clone(), snapshot.game.clone());
        let row = Write::Table { id: id.clone(), bytes: snapshot.to_bytes() };
        self.services.store.write(vec![row]).await.map_err(|error| {
            Problem::new(RefusalCode::Store, format!("the game cannot be written to disk: {error}"))
        })?;
        if let Err(problem) = self.start(snapshot, false) {
            let _ = self.services.store.write(vec![Write::Drop { id }]).await;
            return Err(problem);
        }
        self.services.metrics.tables_total.increment(1);
        tracing::info!(table = id, game, "a game begins");
        Ok(())
    }

    /// Starts the task of a game. `visited` is true if a client was connected before.
    fn start(self: &Arc<Lobby>, snapshot: GameSnapshot, visited: bool) -> Result<(), Problem> {
        let id = snapshot.id.clone();
        let lobby = Arc::clone(self);
        let begin: Begin = Arc::new(move |snapshot| {
            let lobby = Arc::clone(&lobby);
            Box::pin(async move { lobby.add(snapshot).await })
        });
        let (table, handle, mut inbox) = TableTask::open(&self.services, snapshot, visited, begin)?;
        self.write_tables().insert(id.clone(), handle);
        let (lobby, closing) = (Arc::clone(self), self.closing());
        tokio::spawn(async move {
            if table.run(&mut inbox, closing).await {
                lobby.write_tables().remove(&id);
            }
            // Waiters on `closed` see the end only after the table has left the list.
            drop(inbox);
        });
        Ok(())
    }

    /// A live game.
    ///
    /// # Errors
    /// If there is none of this name.
    pub fn table(&self, id: &str) -> Result<Handle, Problem> {
        let table = self.read_tables().get(id).cloned();
        table.ok_or_else(|| Problem::new(RefusalCode::NotFound, "there is no such game, or it was removed"))
    }

    /// The public games that are going on, the newest first.
    pub fn list(&self) -> Vec<TableLine> {
        let lines = |handle: &Handle| handle.line.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let mut list: Vec<TableLine> = self.read_tables().values().filter_map(lines).collect();
        list.sort_by_key(|line| std::cmp::Reverse(line.begun));
        list.truncate(LISTED);
        list
    }

    /// The number of tables.
    pub fn table_count(&self) -> usize {
        self.read_tables().len()
    }

    /// Becomes true when the server stops.
    pub fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }

    /// Begins to stop: no table is made any more, and all tables say good-bye.
    pub fn begin_closing(&self) {
        self.closing.send_replace(true);
    }

    /// Waits until all tables have stopped. A table that is writing a change finishes that first.
    pub async fn closed(&self) {
        let commands: Vec<_> = self.read_tables().values().map(|handle| handle.commands.clone()).collect();
        let all = async {
            for table in commands {
                table.closed().await;
            }
        };
        if tokio::time::timeout(CLOSING, all).await.is_err() {
            tracing::warn!("some tables were still busy when the server stopped");
        }
    }
}
