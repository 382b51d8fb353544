//! The store: live games, records and sheets for classes, in one transactional file.
//!
//! A live game is one row, written anew with every change: a few hundred bytes. All changes that wait go to disk in one
//! transaction (group commit), so that two thousand games need no more of them than one. No move is sent before it is on disk. If
//! changes come all the time, each transaction waits a little for more of them, so that its fixed cost is paid less often.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use plywood_page::problem::{Problem, RefusalCode};
use redb::{Database, Durability, ReadableDatabase, ReadableTable, ReadableTableMetadata, TableDefinition};
use tokio::sync::{mpsc, oneshot};

use crate::metrics::Metrics;
use crate::protocol::RecordView;

mod sheets;

pub use sheets::SheetWrite;

const META: TableDefinition<&str, u64> = TableDefinition::new("meta");
const TABLES: TableDefinition<&str, &[u8]> = TableDefinition::new("tables");
const RECORDS: TableDefinition<u64, &[u8]> = TableDefinition::new("records");
const RECORD_NUMBERS: TableDefinition<&str, u64> = TableDefinition::new("record numbers");

/// The version of what is in the file.
const FORMAT: u64 = 1;
/// Memory for pages of the file, in bytes.
const CACHE: usize = 32 << 20;
/// Changes in one transaction at most.
const BATCH: usize = 1024;
/// Changes a second from which on a transaction waits for more of them.
const BUSY: f64 = 3000.0;
/// The time of that wait.
const GATHERING: Duration = Duration::from_millis(2);
/// The period over which changes are counted.
const COUNTING: Duration = Duration::from_millis(100);
/// Changes that may wait to be written. Senders of more wait.
const WAITING: usize = 4096;
/// Records read through for those of one game, at most, for one page of the list.
const READ_THROUGH: usize = 5000;

/// Why the store cannot be opened, read or written.
#[derive(Debug, thiserror::Error)]
pub enum GameStoreError {
    /// The file is there and cannot be used.
    #[error("cannot open '{}': {reason}", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// The problem, and a way out.
        reason: String,
    },
    /// Reading or writing failed.
    #[error("{0}")]
    Failed(String),
}

impl From<GameStoreError> for Problem {
    fn from(error: GameStoreError) -> Problem {
        Problem::new(RefusalCode::Store, error.to_string())
    }
}

fn failed(error: impl std::fmt::Display) -> GameStoreError {
    GameStoreError::Failed(error.to_string())
}

/// A change to be written.
#[derive(Clone, Debug)]
pub enum Write {
    /// A live game as it is now.
    Table {
        /// Its name.
        id: String,
        /// The whole of it.
        bytes: Vec<u8>,
    },
    /// A live game that is no more.
    Drop {
        /// Its name.
        id: String,
    },
    /// A game that is over. Its number is given here.
    Record(Box<RecordView>),
    /// A change of the sheets for classes.
    Sheet(SheetWrite),
}

struct WriteRequest {
    writes: Vec<Write>,
    done: oneshot::Sender<Result<(), String>>,
}

/// The file. After an error of the disk it has to be opened anew, which is tried with the next change.
struct StoreFile {
    path: PathBuf,
    database: RwLock<Option<Database>>,
}

impl StoreFile {
    fn open(path: &Path) -> Result<StoreFile, GameStoreError> {
        let database = open_database(path)?;
        Ok(StoreFile { path: path.to_path_buf(), database: RwLock::new(Some(database)) })
    }

    /// Reads or writes, opening the file first if it is not.
    fn with<T>(&self, act: impl FnOnce(&Database) -> Result<T, GameStoreError>) -> Result<T, GameStoreError> {
        let database = self.database.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(database) = &*database {
            return act(database);
        }
        drop(database);
        let mut database = self.database.write().unwrap_or_else(PoisonError::into_inner);
        if database.is_none() {
            *database = Some(open_database(&self.path)?);
        }
        act(database.as_ref().expect("it was opened"))
    }

    fn close(&self) {
        drop(self.database.write().unwrap_or_else(PoisonError::into_inner).take());
    }
}

fn open_database(path: &Path) -> Result<Database, GameStoreError> {
    let open = |reason: String| GameStoreError::Open { path: path.to_path_buf(), reason };
    let database = Database::builder().set_cache_size(CACHE).create(path).map_err(|error| match error {
        redb::DatabaseError::DatabaseAlreadyOpen => {
            open("another server is using it; stop it, or name another folder with --data".into())
        }
        error => open(error.to_string()),
    })?;
    let transaction = database.begin_write().map_err(failed)?;
    {
        let mut meta = transaction.open_table(META).map_err(failed)?;
        let format = meta.get("format").map_err(failed)?.map(|format| format.value());
        match format {
            None => drop(meta.insert("format", FORMAT).map_err(failed)?),
            Some(FORMAT) => {}
            Some(other) => {
                let reason =
                    format!("it has format {other}, and this program knows {FORMAT}; use a newer one");
                return Err(open(reason));
            }
        }
        transaction.open_table(TABLES).map_err(failed)?;
        transaction.open_table(RECORDS).map_err(failed)?;
        transaction.open_table(RECORD_NUMBERS).map_err(failed)?;
        sheets::open(&transaction).map_err(failed)?;
    }
    transaction.commit().map_err(failed)?;
    Ok(database)
}

/// The open store.
pub struct GameStore {
    file: Arc<StoreFile>,
    requests: Mutex<Option<mpsc::Sender<WriteRequest>>>,
    writer: Mutex<Option<JoinHandle<()>>>,
}

impl GameStore {
    /// Opens the file, or makes it. Keeps the newest `most_records` records.
    ///
    /// # Errors
    /// If it cannot be opened, is in use by another process, or was written by a newer program.
    pub fn open(path: &Path, most_records: u64, metrics: &Metrics) -> Result<GameStore, GameStoreError> {
        let file = Arc::new(StoreFile::open(path)?);
        let (requests, received) = mpsc::channel(WAITING);
        let (writing, metrics) = (Arc::clone(&file), metrics.clone());
        let writer = std::thread::Builder::new()
            .name("store".into())
            .spawn(move || write_all(&writing, received, most_records, &metrics))
            .map_err(failed)?;
        Ok(GameStore { file, requests: Mutex::new(Some(requests)), writer: Mutex::new(Some(writer)) })
    }

    /// Writes changes. When this returns without an error they are on disk, all of them; with one, none is.
    ///
    /// # Errors
    /// If they cannot be written, with the reason.
    pub async fn write(&self, writes: Vec<Write>) -> Result<(), GameStoreError> {
        let sender = self.requests.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let closed = || failed("the store is closed");
        let (done, told) = oneshot::channel();
        sender.ok_or_else(closed)?.send(WriteRequest { writes, done }).await.map_err(|_| closed())?;
        told.await.map_err(|_| closed())?.map_err(GameStoreError::Failed)
    }

    /// Writes what is waiting, and closes the file to writing.
    pub fn close(&self) {
        drop(self.requests.lock().unwrap_or_else(PoisonError::into_inner).take());
        if let Some(writer) = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take() {
            let _ = writer.join();
        }
    }

    /// A live game.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn table(&self, id: &str) -> Result<Option<Vec<u8>>, GameStoreError> {
        self.file.with(|database| {
            let tables = database.begin_read().map_err(failed)?.open_table(TABLES).map_err(failed)?;
            Ok(tables.get(id).map_err(failed)?.map(|bytes| bytes.value().to_vec()))
        })
    }

    /// All live games.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn tables(&self) -> Result<Vec<(String, Vec<u8>)>, GameStoreError> {
        self.file.with(|database| {
            let tables = database.begin_read().map_err(failed)?.open_table(TABLES).map_err(failed)?;
            let mut all = Vec::new();
            for row in tables.iter().map_err(failed)? {
                let (id, bytes) = row.map_err(failed)?;
                all.push((id.value().to_string(), bytes.value().to_vec()));
            }
            Ok(all)
        })
    }

    /// A record.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn record(&self, id: &str) -> Result<Option<RecordView>, GameStoreError> {
        self.file.with(|database| {
            let transaction = database.begin_read().map_err(failed)?;
            let numbers = transaction.open_table(RECORD_NUMBERS).map_err(failed)?;
            let Some(number) = numbers.get(id).map_err(failed)?.map(|number| number.value()) else {
                return Ok(None);
            };
            let records = transaction.open_table(RECORDS).map_err(failed)?;
            let Some(bytes) = records.get(number).map_err(failed)? else { return Ok(None) };
            serde_json::from_slice(bytes.value()).map(Some).map_err(failed)
        })
    }

    /// The newest `most` records that are in the list and have numbers below `before`, of one game or of any.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn records(
        &self,
        before: u64,
        game: Option<&str>,
        most: usize,
    ) -> Result<Vec<RecordView>, GameStoreError> {
        self.file.with(|database| {
            let records = database.begin_read().map_err(failed)?.open_table(RECORDS).map_err(failed)?;
            let mut found = Vec::new();
            for row in records.range(..before).map_err(failed)?.rev().take(READ_THROUGH) {
                let (_, bytes) = row.map_err(failed)?;
                let record: RecordView = serde_json::from_slice(bytes.value()).map_err(failed)?;
                if record.listed && game.is_none_or(|game| game == record.line.game) {
                    found.push(record);
                    if found.len() == most {
                        break;
                    }
                }
            }
            Ok(found)
        })
    }

    /// A sheet for a class.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn sheet(&self, id: &str) -> Result<Option<Vec<u8>>, GameStoreError> {
        self.file.with(|database| sheets::sheet(database, id).map_err(failed))
    }

    /// The names on a sheet with their solved items, a bit each.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn solved(&self, id: &str) -> Result<Vec<(String, u64)>, GameStoreError> {
        self.file.with(|database| sheets::solved(database, id).map_err(failed))
    }

    /// The number of sheets, and the one that was idle for longest, with the time of the last work on it.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn idle_sheet(&self) -> Result<(u64, Option<(String, u64)>), GameStoreError> {
        self.file.with(|database| sheets::idle(database).map_err(failed))
    }
}

/// Writes all requests until their channel is closed.
fn write_all(
    file: &StoreFile,
    mut requests: mpsc::Receiver<WriteRequest>,
    most_records: u64,
    metrics: &Metrics,
) {
    let mut batch: Vec<WriteRequest> = Vec::new();
    let mut traffic = ChangeRate::since(Instant::now());
    while let Some(first) = requests.blocking_recv() {
        batch.push(first);
        if traffic.is_busy {
            std::thread::sleep(GATHERING);
        }
        while batch.len() < BATCH
            && let Ok(next) = requests.try_recv()
        {
            batch.push(next);
        }
        let begun = Instant::now();
        let result =
            file.with(|database| commit(database, &batch, most_records)).map_err(|error| error.to_string());
        metrics.commit.record(begun.elapsed());
        metrics.commit_changes.record(batch.len() as f64);
        traffic.note(begun, batch.len());
        if let Err(error) = &result {
            tracing::error!(error, changes = batch.len(), "changes could not be written");
            file.close();
        }
        for request in batch.drain(..) {
            // The sender may be gone.
            let _ = request.done.send(result.clone());
        }
    }
}

/// The rate of changes.
struct ChangeRate {
    since: Instant,
    changes: usize,
    /// True if the rate is high enough that waiting for more changes pays off.
    is_busy: bool,
}

impl ChangeRate {
    fn since(now: Instant) -> ChangeRate {
        ChangeRate { since: now, changes: 0, is_busy: false }
    }

    /// Counts changes that came by now.
    fn note(&mut self, now: Instant, changes: usize) {
        self.changes += changes;
        let time = now.duration_since(self.since);
        if time >= COUNTING {
            *self = ChangeRate {
                is_busy: self.changes as f64 / time.as_secs_f64() >= BUSY,
                ..ChangeRate::since(now)
            };
        }
    }
}

fn commit(database: &Database, batch: &[WriteRequest], most_records: u64) -> Result<(), GameStoreError> {
    let mut transaction = database.begin_write().map_err(failed)?;
    transaction.set_durability(Durability::Immediate).map_err(failed)?;
    {
        let mut tables = transaction.open_table(TABLES).map_err(failed)?;
        let mut records = transaction.open_table(RECORDS).map_err(failed)?;
        let mut numbers = transaction.open_table(RECORD_NUMBERS).map_err(failed)?;
        for write in batch.iter().flat_map(|request| &request.writes) {
            match write {
                Write::Table { id, bytes } => {
                    tables.insert(id.as_str(), bytes.as_slice()).map_err(failed)?;
                }
                Write::Drop { id } => {
                    tables.remove(id.as_str()).map_err(failed)?;
                }
                Write::Record(record) => {
                    let mut record = record.clone();
                    let last = records.last().map_err(failed)?.map(|(number, _)| number.value());
                    record.line.number = last.map_or(1, |number| number + 1);
                    let bytes = serde_json::to_vec(&record).map_err(failed)?;
                    records.insert(record.line.number, bytes.as_slice()).map_err(failed)?;
                    numbers.insert(record.line.id.as_str(), record.line.number).map_err(failed)?;
                }
                Write::Sheet(write) => sheets::write(&transaction, write).map_err(failed)?,
            }
        }
        while records.len().map_err(failed)? > most_records {
            let Some((_, bytes)) = records.pop_first().map_err(failed)? else { break };
            let record: RecordView = serde_json::from_slice(bytes.value()).map_err(failed)?;
            numbers.remove(record.line.id.as_str()).map_err(failed)?;
        }
    }
    transaction.commit().map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{EndReason, RecordLine, SeatView};

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("plywood-store-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn record(id: &str, game: &str) -> Write {
        let line = RecordLine {
            id: id.into(),
            number: 0,
            game: game.into(),
            family: game.into(),
            players: [SeatView::Open {}, SeatView::Open {}],
            winner: None,
            reason: EndReason::Agreement,
            plies: 0,
            ended: 0,
        };
        let (moves, movers, text) = (Vec::new(), Vec::new(), String::new());
        let listed = id != "private";
        Write::Record(Box::new(RecordView { line, position: None, moves, movers, text, listed }))
    }

    #[tokio::test]
    async fn what_was_written_is_there_after_a_new_start() {
        let path = folder("again").join("house.redb");
        let store = GameStore::open(&path, 3, &Metrics::new()).unwrap();
        let row = |id: &str, bytes: &[u8]| Write::Table { id: id.into(), bytes: bytes.to_vec() };
        store.write(vec![row("a", b"1"), row("b", b"2")]).await.unwrap();
        store.write(vec![row("a", b"3"), Write::Drop { id: "b".into() }, record("a", "x")]).await.unwrap();
        for id in ["c", "d", "e"] {
            store.write(vec![record(id, "y")]).await.unwrap();
        }
        store.close();
        assert!(store.write(vec![row("z", b"")]).await.is_err());
        drop(store);
        let store = GameStore::open(&path, 3, &Metrics::new()).unwrap();
        assert_eq!(store.tables().unwrap(), [("a".to_string(), b"3".to_vec())]);
        assert_eq!(store.table("b").unwrap(), None);
        // The oldest of four records made room; numbers go on.
        assert!(store.record("a").unwrap().is_none());
        let ids = |found: Vec<RecordView>| {
            found.into_iter().map(|r| (r.line.id, r.line.number)).collect::<Vec<_>>()
        };
        let newest = store.records(u64::MAX, None, 2).unwrap();
        assert_eq!(ids(newest), [("e".to_string(), 4), ("d".to_string(), 3)]);
        assert_eq!(ids(store.records(3, Some("y"), 9).unwrap()), [("c".to_string(), 2)]);
        assert!(store.records(u64::MAX, Some("x"), 9).unwrap().is_empty());
        store.write(vec![record("private", "y")]).await.unwrap();
        assert_eq!(ids(store.records(u64::MAX, None, 1).unwrap()), [("e".to_string(), 4)]);
        assert!(store.record("private").unwrap().is_some());
        store.close();
        drop(store);
        std::fs::remove_dir_all(path.parent().unwrap()).unwrap();
    }

    #[tokio::test]
    async fn a_file_of_somebody_else_is_left_alone() {
        let folder = folder("foreign");
        let path = folder.join("house.redb");
        let store = GameStore::open(&path, 3, &Metrics::new()).unwrap();
        let error = GameStore::open(&path, 3, &Metrics::new()).err().unwrap().to_string();
        assert!(error.contains("another server is using it"), "{error}");
        store.close();
        drop(store);
        let foreign = folder.join("foreign.redb");
        std::fs::write(&foreign, "something else entirely").unwrap();
        assert!(GameStore::open(&foreign, 3, &Metrics::new()).is_err());
        assert_eq!(std::fs::read(&foreign).unwrap(), b"something else entirely");
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn only_where_changes_come_all_the_time_is_it_worth_while_to_wait() {
        let begun = Instant::now();
        let mut traffic = ChangeRate::since(begun);
        // How many came by when, in milliseconds, and whether that is many.
        let came = [(50, 400, false), (100, 10, true), (150, 0, true), (200, 299, false), (900, 500, false)];
        for (at, changes, expected) in came {
            traffic.note(begun + Duration::from_millis(at), changes);
            assert_eq!(traffic.is_busy, expected, "after {at} ms");
        }
    }

    #[tokio::test]
    async fn many_at_once_are_all_written() {
        let folder = folder("many");
        let store = Arc::new(GameStore::open(&folder.join("house.redb"), 3, &Metrics::new()).unwrap());
        let writes = (0..500).map(|number| {
            let store = Arc::clone(&store);
            tokio::spawn(async move {
                let row = Write::Table { id: format!("t{number}"), bytes: vec![7; 300] };
                store.write(vec![row]).await.unwrap();
            })
        });
        for write in writes.collect::<Vec<_>>() {
            write.await.unwrap();
        }
        assert_eq!(store.tables().unwrap().len(), 500);
        store.close();
        drop(store);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
