//! The file itself, in memory.

use std::io::{self, ErrorKind};
use std::ops::Bound;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use plywood_rules::threads::lock;
use redb::{BackendError, StorageBackend};

use super::error::StoreError;
use super::format::Access;
use crate::files;

/// An open file.
pub(super) type File = Arc<Mutex<files::File>>;

/// Opens an existing file.
pub(super) fn existing(path: &Path, place: &Path, _: Access) -> Result<File, StoreError> {
    files::file(place).ok_or_else(|| StoreError::Missing { path: path.to_path_buf() })
}

pub(super) fn not_a_brain(path: &Path, why: &str) -> StoreError {
    StoreError::NotABrain { path: path.to_path_buf(), why: why.into() }
}

/// A new file. It has its name at once: there is no other process that could see it unfinished.
pub(super) fn temporary(path: &Path, place: &Path) -> Result<(File, PathBuf), StoreError> {
    let file = files::make(place).map_err(|error| StoreError::from_io(path, error))?;
    Ok((file, place.to_path_buf()))
}

/// Does nothing: the file has its name.
pub(super) fn publish(_: &Path, _: &Path, _: &Path) -> Result<(), StoreError> {
    Ok(())
}

pub(super) fn remove(path: &Path) {
    files::remove(path);
}

/// The size of a file in bytes; 0 if it does not exist.
pub(super) fn bytes(path: &Path) -> u64 {
    files::file(path).map_or(0, |file| lock(&file).bytes.len() as u64)
}

/// The path itself: there is no current folder.
pub(super) fn absolute(path: &Path) -> io::Result<PathBuf> {
    Ok(path.to_path_buf())
}

/// A file as redb uses it.
#[derive(Debug)]
pub(super) struct Disk(File);

impl Disk {
    /// # Errors
    ///
    /// None.
    pub(super) fn new(file: File) -> Result<Disk, redb::DatabaseError> {
        Ok(Disk(file))
    }
}

impl StorageBackend for Disk {
    fn len(&self) -> io::Result<u64> {
        Ok(lock(&self.0).bytes.len() as u64)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let file = lock(&self.0);
        let offset = offset as usize;
        let part = file.bytes.get(offset..offset + out.len()).ok_or(ErrorKind::UnexpectedEof)?;
        out.copy_from_slice(part);
        Ok(())
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        let mut file = lock(&self.0);
        let (old, new) = (file.bytes.len(), len as usize);
        file.bytes.resize(new, 0);
        file.note(old.min(new), new);
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let mut file = lock(&self.0);
        let (start, end) = (offset as usize, offset as usize + data.len());
        file.bytes.get_mut(start..end).ok_or(ErrorKind::UnexpectedEof)?.copy_from_slice(data);
        file.note(start, end);
        Ok(())
    }

    fn try_lock_range(&self, _: Bound<u64>, _: Bound<u64>) -> Result<bool, BackendError> {
        Ok(true)
    }

    fn try_lock_shared_range(&self, _: Bound<u64>, _: Bound<u64>) -> Result<bool, BackendError> {
        Ok(true)
    }

    fn lock_range(&self, _: Bound<u64>, _: Bound<u64>) -> Result<(), BackendError> {
        Ok(())
    }

    fn lock_shared_range(&self, _: Bound<u64>, _: Bound<u64>) -> Result<(), BackendError> {
        Ok(())
    }

    fn unlock_range(&self, _: Bound<u64>, _: Bound<u64>) -> Result<(), BackendError> {
        Ok(())
    }

    fn query_lock_range(&self, _: Bound<u64>, _: Bound<u64>) -> Result<bool, BackendError> {
        Ok(false)
    }
}
