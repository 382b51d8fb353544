//! The file itself: recognising brains, naming new ones, and reading and writing bytes.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::ops::Bound;
use std::path::{Path, PathBuf};
use std::process;
#[cfg(test)]
use std::sync::Arc;
#[cfg(test)]
use std::sync::atomic::{AtomicU64, Ordering};

use redb::backends::FileBackend;
use redb::{BackendError, StorageBackend};

use super::error::StoreError;
use super::header::Access;
use crate::files::FileId;

/// The first bytes of every redb file.
const MAGIC: &[u8] = b"redb\x1a\x0a\xa9\x0d\x0a";

/// Opens an existing file, if it begins like a brain.
pub(super) fn existing(path: &Path, place: &Path, access: Access) -> Result<(File, FileId), StoreError> {
    let about = fs::metadata(place).map_err(|error| StoreError::from_io(path, error))?;
    // This comes before opening it: opening a pipe would wait for its other end.
    if !about.is_file() {
        return Err(not_a_brain(
            path,
            if about.is_dir() { "it is a folder" } else { "it is no regular file" },
        ));
    }
    // The superuser could write in spite of the permissions, which are respected here.
    if access == Access::Write && about.permissions().readonly() {
        return Err(StoreError::ReadOnly { path: path.to_path_buf() });
    }
    let file = OpenOptions::new().read(true).write(access == Access::Write).open(place);
    let mut file = file.map_err(|error| match error.kind() {
        // It may still be readable; for reading, the plain error is returned.
        ErrorKind::PermissionDenied if access == Access::Write => {
            StoreError::ReadOnly { path: path.to_path_buf() }
        }
        _ => StoreError::from_io(path, error),
    })?;
    recognise(path, &mut file)?;
    let id = FileId::of(&file, place).map_err(|error| StoreError::from_io(path, error))?;
    Ok((file, id))
}

/// Checks the first bytes: redb would fill an empty file, and does not distinguish foreign files from damaged ones.
fn recognise(path: &Path, file: &mut File) -> Result<(), StoreError> {
    let mut start = Vec::new();
    file.take(MAGIC.len() as u64)
        .read_to_end(&mut start)
        .map_err(|error| StoreError::from_io(path, error))?;
    match start.as_slice() {
        [] => Err(not_a_brain(path, "it is empty, and a new brain needs a name without a file")),
        MAGIC => Ok(()),
        part if MAGIC.starts_with(part) => {
            Err(StoreError::Damaged { path: path.to_path_buf(), what: "it ends too early".into() })
        }
        _ => Err(not_a_brain(path, "it begins like something else")),
    }
}

pub(super) fn not_a_brain(path: &Path, why: &str) -> StoreError {
    StoreError::NotABrain { path: path.to_path_buf(), why: why.into() }
}

/// A new file beside `place` under an unused name, and that name.
pub(super) fn temporary(path: &Path, place: &Path) -> Result<(File, PathBuf), StoreError> {
    if fs::symlink_metadata(place).is_ok() {
        return Err(StoreError::Exists { path: path.to_path_buf() });
    }
    let Some(name) = place.file_name() else { return Err(not_a_brain(path, "it has no name of a file")) };
    let mut number = 0;
    loop {
        let mut unique = std::ffi::OsString::from(".");
        unique.push(name);
        unique.push(format!(".{}-{number}.new", process::id()));
        let temporary = place.with_file_name(unique);
        match OpenOptions::new().read(true).write(true).create_new(true).open(&temporary) {
            Ok(file) => return Ok((file, temporary)),
            // Another thread is making it, or a killed process of the same number left it.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let error =
                    io::Error::new(ErrorKind::NotADirectory, "its folder does not exist; make that first");
                return Err(StoreError::Io { path: path.to_path_buf(), error });
            }
            Err(error) => return Err(StoreError::from_io(path, error)),
        }
    }
}

/// Gives the finished file its name, never in place of another.
pub(super) fn publish(path: &Path, temporary: &Path, place: &Path) -> Result<(), StoreError> {
    match fs::hard_link(temporary, place) {
        Ok(()) => {
            // The brain has its name; a second one does no harm.
            let _ = fs::remove_file(temporary);
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            return Err(StoreError::Exists { path: path.to_path_buf() });
        }
        // Some file systems have no hard links. There, two processes that make the same brain at the same moment may collide.
        Err(_) if fs::symlink_metadata(place).is_err() => {
            fs::rename(temporary, place).map_err(|error| StoreError::from_io(path, error))?;
        }
        Err(error) => return Err(StoreError::from_io(path, error)),
    }
    sync_folder(place).map_err(|error| StoreError::from_io(path, error))
}

/// Makes names in the folder of `place` survive a power cut, where the system can sync folders.
fn sync_folder(place: &Path) -> io::Result<()> {
    match place.parent() {
        Some(folder) if cfg!(unix) => File::open(folder)?.sync_all(),
        _ => Ok(()),
    }
}

/// A file as redb uses it; in tests, one that fails on command.
#[derive(Debug)]
pub(super) struct Disk {
    file: FileBackend,
    #[cfg(test)]
    fault: Option<Arc<FullDisk>>,
}

impl Disk {
    /// # Errors
    ///
    /// None today; redb reserves the right.
    pub(super) fn new(
        file: File,
        #[cfg(test)] fault: Option<Arc<FullDisk>>,
    ) -> Result<Disk, redb::DatabaseError> {
        Ok(Disk {
            file: FileBackend::new(file)?,
            #[cfg(test)]
            fault,
        })
    }

    /// Pays for `bytes` written, in tests.
    fn spend(&self, bytes: usize) -> io::Result<()> {
        #[cfg(test)]
        if let Some(fault) = &self.fault {
            fault.spend(bytes as u64)?;
        }
        let _ = bytes;
        Ok(())
    }
}

impl StorageBackend for Disk {
    fn len(&self) -> io::Result<u64> {
        self.file.len()
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.file.read(offset, out)
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.spend(0)?;
        self.file.set_len(len)
    }

    fn sync_data(&self) -> io::Result<()> {
        self.spend(0)?;
        self.file.sync_data()
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.spend(data.len())?;
        self.file.write(offset, data)
    }

    fn close(&self) -> io::Result<()> {
        self.file.close()
    }

    fn try_lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.file.try_lock_range(start, end)
    }

    fn try_lock_shared_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.file.try_lock_shared_range(start, end)
    }

    fn lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.file.lock_range(start, end)
    }

    fn lock_shared_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.file.lock_shared_range(start, end)
    }

    fn unlock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.file.unlock_range(start, end)
    }

    fn query_lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.file.query_lock_range(start, end)
    }
}

/// A disk that runs full: writes cost their bytes, and once there is no credit everything that changes the file fails.
#[cfg(test)]
#[derive(Debug)]
pub(super) struct FullDisk {
    credit: AtomicU64,
    kind: ErrorKind,
}

#[cfg(test)]
impl FullDisk {
    pub(super) fn new(credit: u64, kind: ErrorKind) -> Arc<FullDisk> {
        Arc::new(FullDisk { credit: AtomicU64::new(credit), kind })
    }

    pub(super) fn set(&self, credit: u64) {
        self.credit.store(credit, Ordering::SeqCst);
    }

    fn spend(&self, bytes: u64) -> io::Result<()> {
        let left = self.credit.load(Ordering::SeqCst).saturating_sub(bytes);
        self.credit.store(left, Ordering::SeqCst);
        if left == 0 { Err(self.kind.into()) } else { Ok(()) }
    }
}
