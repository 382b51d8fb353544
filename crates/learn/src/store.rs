//! A brain on disk: one file, an embedded transactional store.
//!
//! Keys and values are bytes here; the graph knows their meaning. Everything that can go wrong with a file becomes a
//! [`StoreError`] that names it. redb, the store underneath, trusts the bytes it reads and may panic on damaged ones, so every
//! call into it is guarded, and its panic becomes [`StoreError::Damaged`].

mod disk;
mod error;
mod format;
mod guard;
mod header;
mod reader;
#[cfg(test)]
mod tests;

use std::fs;
use std::io::ErrorKind;
use std::ops::Bound;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use plywood_rules::threads::lock;
use redb::backends::InMemoryBackend;
use redb::{Builder, CursorError, Database, Durability, ReadOnlyDatabase, Table, WriteTransaction};

use crate::files::FileId;
use crate::settings::LearnSettings;
use disk::Disk;
use format::{ABOUT, FORMAT_KEY, HEADER_KEY, NODES, NOTES};
use guard::guarded;

pub use error::StoreError;
pub use header::{Access, Header};
pub(crate) use header::{FORMAT, format_of};
pub use reader::Reader;

/// The file of one brain.
///
/// Threads share it behind an `Arc`; writers take turns. After a failed commit it returns to the state on disk and can be
/// used further. Dropping it closes the file; remaining readers then return [`StoreError::Closed`].
pub struct Store {
    /// The path as it was given, for messages.
    path: PathBuf,
    /// The absolute path, in case the current folder changes.
    place: PathBuf,
    header: Header,
    /// The file that was opened; `None` for a brain in memory.
    file: Option<FileId>,
    /// True if it may write; changed only while the slot is locked.
    writes: AtomicBool,
    cache_bytes: usize,
    /// Locked by a writer. The slot is not, so that readers start while a commit runs.
    writing: Mutex<()>,
    slot: Mutex<OpenDatabase>,
    #[cfg(test)]
    fault: Option<Arc<disk::FullDisk>>,
}

/// The open redb database.
enum OpenDatabase {
    Write(Arc<Database>),
    Read(ReadOnlyDatabase),
    /// Closed after an error; opened again by the next call.
    Shut,
}

impl Store {
    /// Makes a brain in a new file at `path`, open for writing, with up to `cache_bytes` of it kept in memory.
    ///
    /// The file is built under a name of its own in the same folder and gets its name when it is complete and
    /// on disk, so an incomplete brain is never visible.
    ///
    /// # Errors
    ///
    /// [`StoreError::Exists`] if there is anything at `path` already, or an error of creating files.
    pub fn create(path: &Path, header: &Header, cache_bytes: usize) -> Result<Store, StoreError> {
        Store::closed(path, header.clone(), Access::Write, cache_bytes)?.made()
    }

    /// Makes a brain without a file: nothing of it outlives this store.
    ///
    /// # Errors
    ///
    /// None that is known.
    pub fn in_memory(header: &Header, cache_bytes: usize) -> Result<Store, StoreError> {
        let mut store =
            Store::closed_at(Path::new(""), PathBuf::new(), header.clone(), Access::Write, cache_bytes);
        let header = serde_json::to_vec(header).map_err(|error| store.failed(error.into()))?;
        let database = store.guarded(|| store.builder().create_with_backend(InMemoryBackend::new()))?;
        store.inscribe(&database, &header)?;
        store.slot = Mutex::new(OpenDatabase::Write(Arc::new(database)));
        Ok(store)
    }

    /// Opens the brain at `path`, with up to `cache_bytes` of it kept in memory.
    ///
    /// # Errors
    ///
    /// A [`StoreError`] that says what is wrong with the file, or with what may be done to it.
    pub fn open(path: &Path, access: Access, cache_bytes: usize) -> Result<Store, StoreError> {
        let unread = Header { game: String::new(), rules: 0, settings: LearnSettings::default() };
        Store::closed(path, unread, access, cache_bytes)?.opened()
    }

    /// A store that has not touched its file yet.
    fn closed(path: &Path, header: Header, access: Access, cache_bytes: usize) -> Result<Store, StoreError> {
        let place = std::path::absolute(path).map_err(|error| StoreError::from_io(path, error))?;
        Ok(Store::closed_at(path, place, header, access, cache_bytes))
    }

    fn closed_at(path: &Path, place: PathBuf, header: Header, access: Access, cache_bytes: usize) -> Store {
        Store {
            path: path.to_path_buf(),
            place,
            header,
            file: None,
            writes: AtomicBool::new(access == Access::Write),
            cache_bytes,
            writing: Mutex::new(()),
            slot: Mutex::new(OpenDatabase::Shut),
            #[cfg(test)]
            fault: None,
        }
    }

    fn made(mut self) -> Result<Store, StoreError> {
        let header = serde_json::to_vec(&self.header).map_err(|error| self.failed(error.into()))?;
        let (file, temporary) = disk::temporary(&self.path, &self.place)?;
        let database = self
            .guarded(|| self.builder().create_with_backend(self.disk(file)?))
            .and_then(|database| self.inscribe(&database, &header).map(|()| database))
            .and_then(|database| disk::publish(&self.path, &temporary, &self.place).map(|()| database));
        match database {
            Ok(database) => {
                self.slot = Mutex::new(OpenDatabase::Write(Arc::new(database)));
                self.file = FileId::at(&self.place);
            }
            Err(error) => {
                // The first error is reported; a temporary file that could not be removed is not.
                let _ = fs::remove_file(&temporary);
                return Err(error);
            }
        }
        Ok(self)
    }

    /// Writes the header into a new file, and the tables that hold the rest.
    fn inscribe(&self, database: &Database, header: &[u8]) -> Result<(), StoreError> {
        self.guarded(|| {
            let transaction = begin(database)?;
            {
                let mut about = transaction.open_table(ABOUT)?;
                about.insert(FORMAT_KEY, format_of(&self.header.settings).to_le_bytes().as_slice())?;
                about.insert(HEADER_KEY, header)?;
                transaction.open_table(NODES)?;
                transaction.open_table(NOTES)?;
            }
            Ok::<(), redb::Error>(transaction.commit()?)
        })
    }

    fn opened(mut self) -> Result<Store, StoreError> {
        let (slot, header, file) = self.fetch()?;
        self.slot = Mutex::new(slot);
        (self.header, self.file) = (header, Some(file));
        Ok(self)
    }

    /// Opens the file and reads its header.
    fn fetch(&self) -> Result<(OpenDatabase, Header, FileId), StoreError> {
        let (slot, file) = match self.access() {
            Access::Write => self.open_to_write()?,
            Access::Read => self.open_to_read()?,
        };
        let header = match &slot {
            OpenDatabase::Write(database) => reader::header(&self.path, database.as_ref()),
            OpenDatabase::Read(database) => reader::header(&self.path, database),
            OpenDatabase::Shut => Err(StoreError::Closed { path: self.path.clone() }),
        };
        match header {
            Ok(header) => Ok((slot, header, file)),
            Err(error) => {
                shut(slot);
                Err(error)
            }
        }
    }

    fn open_to_write(&self) -> Result<(OpenDatabase, FileId), StoreError> {
        let (file, id) = disk::existing(&self.path, &self.place, Access::Write)?;
        let database = self.guarded(|| self.builder().create_with_backend(self.disk(file)?))?;
        Ok((OpenDatabase::Write(Arc::new(database)), id))
    }

    fn open_to_read(&self) -> Result<(OpenDatabase, FileId), StoreError> {
        match self.try_open_to_read() {
            // The last writer was killed. Opening the file for writing once repairs it.
            Err(StoreError::Unrepaired { .. }) => {
                let (repaired, _) = self.open_to_write().map_err(|error| match error {
                    StoreError::ReadOnly { path } => StoreError::Unrepaired { path },
                    other => other,
                })?;
                shut(repaired);
                self.try_open_to_read()
            }
            other => other,
        }
    }

    fn try_open_to_read(&self) -> Result<(OpenDatabase, FileId), StoreError> {
        let (file, id) = disk::existing(&self.path, &self.place, Access::Read)?;
        let database = self.guarded(|| self.builder().open_read_only_with_backend(self.disk(file)?))?;
        Ok((OpenDatabase::Read(database), id))
    }

    fn builder(&self) -> Builder {
        let mut builder = Builder::new();
        builder.set_cache_size(self.cache_bytes);
        builder
    }

    fn disk(&self, file: fs::File) -> Result<Disk, redb::DatabaseError> {
        Disk::new(
            file,
            #[cfg(test)]
            self.fault.clone(),
        )
    }

    /// The path of the brain, as it was given.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its file; `None` if it has none.
    pub(crate) fn file(&self) -> Option<FileId> {
        self.file.clone()
    }

    /// The game the brain is of, and its settings.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The purpose it was opened for.
    pub fn access(&self) -> Access {
        if self.writes.load(Ordering::Relaxed) { Access::Write } else { Access::Read }
    }

    /// Opens the file for writing if it is open for reading only. Its readers are then closed. If it cannot be opened for
    /// writing, it stays open for reading.
    ///
    /// # Errors
    ///
    /// As [`open`](Store::open).
    pub fn make_writable(&self) -> Result<(), StoreError> {
        let mut slot = lock(&self.slot);
        if self.access() == Access::Write {
            return Ok(());
        }
        shut(std::mem::replace(&mut *slot, OpenDatabase::Shut));
        self.writes.store(true, Ordering::Relaxed);
        let opened = self.ensure_open(&mut slot);
        if opened.is_err() {
            self.writes.store(false, Ordering::Relaxed);
            // If this fails as well, the next call tries again and returns the error.
            let _ = self.ensure_open(&mut slot);
        }
        opened
    }

    /// The size of the file in bytes; 0 if it does not exist.
    pub fn file_bytes(&self) -> u64 {
        fs::metadata(&self.place).map_or(0, |about| about.len())
    }

    /// A snapshot of the brain after the last commit. It is cheap to make, but its pages are not reused while it exists, so a
    /// reader that is kept for long makes the file grow.
    ///
    /// # Errors
    ///
    /// [`StoreError::Damaged`], or an error of opening it again after a failed commit.
    pub fn reader(&self) -> Result<Reader, StoreError> {
        let mut slot = lock(&self.slot);
        self.ensure_open(&mut slot)?;
        match &*slot {
            OpenDatabase::Write(database) => Reader::new(&self.path, database.as_ref()),
            OpenDatabase::Read(database) => Reader::new(&self.path, database),
            OpenDatabase::Shut => Err(StoreError::Closed { path: self.path.clone() }),
        }
    }

    /// Writes `nodes`, and writes or (`None`) removes `notes`: everything, durably, before this returns, or nothing. Later
    /// nodes of the same key win. Nodes in the order of their keys are written fastest.
    ///
    /// `nodes` may use a reader of this store, but not commit.
    ///
    /// # Errors
    ///
    /// [`StoreError::ReadOnly`] if it was opened for reading, [`StoreError::Full`] and other errors of the disk. The brain is
    /// then as it was before, and the store can be used further. Only if the disk fails while it confirms a complete write
    /// may the commit be there after all, as a whole.
    pub fn commit<'a>(
        &self,
        nodes: &mut dyn Iterator<Item = NodeBytes<'a>>,
        notes: &[(&str, Option<&[u8]>)],
    ) -> Result<(), StoreError> {
        // A panic of the caller's iterator abandons the transaction, and is resumed after redb has returned.
        let mut panic = None;
        let mut next = || {
            catch_unwind(AssertUnwindSafe(|| nodes.next())).map_err(|theirs| {
                panic = Some(theirs);
                redb::Error::Io(ErrorKind::Interrupted.into())
            })
        };
        let written = self.write(|transaction| {
            fill(&mut transaction.open_table(NODES)?, &mut next)?;
            let mut table = transaction.open_table(NOTES)?;
            for &(name, value) in notes {
                match value {
                    Some(value) => table.insert(name, value)?,
                    None => table.remove(name)?,
                };
            }
            Ok(())
        });
        panic.map_or(written, |theirs| resume_unwind(theirs))
    }

    /// Removes all nodes and notes, in one commit; the header stays. The file keeps its size until
    /// [`compact`](Store::compact) is called.
    ///
    /// # Errors
    ///
    /// As [`commit`](Store::commit).
    pub fn clear(&self) -> Result<(), StoreError> {
        self.write(|transaction| {
            transaction.delete_table(NODES)?;
            transaction.delete_table(NOTES)?;
            transaction.open_table(NODES)?;
            transaction.open_table(NOTES)?;
            Ok(())
        })
    }

    /// Gives unused space in the file back to the system.
    ///
    /// # Errors
    ///
    /// [`StoreError::BeingRead`] while this store has readers, else as [`commit`](Store::commit).
    pub fn compact(&self) -> Result<(), StoreError> {
        let _turn = self.lock_writing()?;
        let mut slot = lock(&self.slot);
        self.ensure_open(&mut slot)?;
        let OpenDatabase::Write(database) = &mut *slot else { return Err(self.read_only()) };
        let Some(database) = Arc::get_mut(database) else { return Err(self.being_read()) };
        let result = self.guarded(|| database.compact());
        self.recover(&mut slot, &result);
        result.map(|_| ())
    }

    /// Runs `change` in a transaction of its own and commits it.
    fn write(
        &self,
        change: impl FnOnce(&WriteTransaction) -> Result<(), redb::Error>,
    ) -> Result<(), StoreError> {
        let _turn = self.lock_writing()?;
        let database = {
            let mut slot = lock(&self.slot);
            self.ensure_open(&mut slot)?;
            match &*slot {
                OpenDatabase::Write(database) => Arc::clone(database),
                _ => return Err(self.read_only()),
            }
        };
        let commit = || {
            let transaction = begin(&database)?;
            change(&transaction)?;
            Ok::<(), redb::Error>(transaction.commit()?)
        };
        // What is written into a file that has lost its name is lost with it, even if that happens meanwhile.
        let result = self.check_name().and_then(|()| self.guarded(commit)).and_then(|()| self.check_name());
        drop(database);
        self.recover(&mut lock(&self.slot), &result);
        result
    }

    /// After a failure, drops the open database, so that the next call starts from the file.
    fn recover<T>(&self, slot: &mut OpenDatabase, result: &Result<T, StoreError>) {
        if result.as_ref().is_err_and(StoreError::spoils) {
            shut(std::mem::replace(slot, OpenDatabase::Shut));
            // If this fails, the next call tries again and returns the error.
            let _ = self.ensure_open(slot);
        }
    }

    fn ensure_open(&self, slot: &mut OpenDatabase) -> Result<(), StoreError> {
        if matches!(slot, OpenDatabase::Shut) {
            self.check_name()?;
            let (opened, header, file) = self.fetch()?;
            if header != self.header || self.file != Some(file) {
                shut(opened);
                return Err(self.replaced());
            }
            *slot = opened;
        }
        Ok(())
    }

    /// Checks that its file still has its name.
    fn check_name(&self) -> Result<(), StoreError> {
        let kept = self.file.is_none() || self.file == FileId::at(&self.place);
        if kept { Ok(()) } else { Err(self.replaced()) }
    }

    fn guarded<T, E: Into<redb::Error>>(&self, call: impl FnOnce() -> Result<T, E>) -> Result<T, StoreError> {
        guarded(&self.path, call)
    }

    fn lock_writing(&self) -> Result<MutexGuard<'_, ()>, StoreError> {
        match self.access() {
            Access::Read => Err(self.read_only()),
            Access::Write => Ok(lock(&self.writing)),
        }
    }

    fn read_only(&self) -> StoreError {
        StoreError::ReadOnly { path: self.path.clone() }
    }

    fn replaced(&self) -> StoreError {
        StoreError::Replaced { path: self.path.clone() }
    }

    fn being_read(&self) -> StoreError {
        StoreError::BeingRead { path: self.path.clone() }
    }

    fn failed(&self, error: std::io::Error) -> StoreError {
        StoreError::from_io(&self.path, error)
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        shut(std::mem::replace(&mut lock(&self.slot), OpenDatabase::Shut));
    }
}

/// Closes a slot. Closing a damaged file may fail; nothing is lost by that.
fn shut(slot: OpenDatabase) {
    let _ = guarded(Path::new(""), || {
        drop(slot);
        Ok::<(), redb::Error>(())
    });
}

/// A transaction whose commit is on disk when it returns. The map of free pages is written with each commit, so that the
/// file of a killed process opens at once, however large it is.
fn begin(database: &Database) -> Result<WriteTransaction, redb::Error> {
    let mut transaction = database.begin_write()?;
    transaction.set_durability(Durability::Immediate)?;
    transaction.set_quick_repair(true);
    Ok(transaction)
}

/// A node's key and value.
type NodeBytes<'a> = (&'a [u8], &'a [u8]);

/// Puts nodes into a table. While their keys ascend beyond the last one, as they do when a whole brain is imported, they
/// are appended: that is four times as fast, and the pages are full.
fn fill<'a>(
    table: &mut Table<&'static [u8], &'static [u8]>,
    next: &mut dyn FnMut() -> Result<Option<NodeBytes<'a>>, redb::Error>,
) -> Result<(), redb::Error> {
    let mut end = table.upper_bound_mut(Bound::<&[u8]>::Unbounded)?;
    let mut node = next()?;
    while let Some((key, value)) = node {
        match end.insert_before(key, value) {
            Ok(()) => node = next()?,
            Err(CursorError::UnorderedKey) => break,
            Err(error) => return Err(error.into()),
        }
    }
    end.close()?;
    while let Some((key, value)) = node {
        table.insert(key, value)?;
        node = next()?;
    }
    Ok(())
}
