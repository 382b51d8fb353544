//! Reading a snapshot of a brain.

use std::path::{Path, PathBuf};

use redb::{ReadOnlyTable, ReadableDatabase, ReadableTable, ReadableTableMetadata, TableError};

use super::disk::not_a_brain;
use super::error::StoreError;
use super::format::{ABOUT, FORMAT_KEY, HEADER_KEY, NODES, NOTES};
use super::guard::guarded;
use super::header::{FORMAT, Header};

/// A brain as it was at one moment. Threads may share it.
pub struct Reader {
    path: PathBuf,
    nodes: ReadOnlyTable<&'static [u8], &'static [u8]>,
    notes: ReadOnlyTable<&'static str, &'static [u8]>,
}

impl Reader {
    pub(super) fn new(path: &Path, database: &impl ReadableDatabase) -> Result<Reader, StoreError> {
        let (nodes, notes) = guarded(path, || {
            let transaction = database.begin_read()?;
            Ok::<_, redb::Error>((transaction.open_table(NODES)?, transaction.open_table(NOTES)?))
        })?;
        Ok(Reader { path: path.to_path_buf(), nodes, notes })
    }

    /// Looks up `key`. Returns true and fills `value` if it is there; else `value` is empty.
    ///
    /// # Errors
    ///
    /// [`StoreError::Damaged`], [`StoreError::Closed`] or [`StoreError::Io`], here and below.
    pub fn get(&self, key: &[u8], value: &mut Vec<u8>) -> Result<bool, StoreError> {
        value.clear();
        guarded(&self.path, || {
            let found = self.nodes.get(key)?;
            if let Some(found) = &found {
                value.extend_from_slice(found.value());
            }
            Ok::<bool, redb::Error>(found.is_some())
        })
    }

    /// Hands every node's key and value to `f`, in the order of the keys, until it returns false.
    ///
    /// # Errors
    ///
    /// As [`get`](Reader::get).
    pub fn each(&self, f: &mut dyn FnMut(&[u8], &[u8]) -> bool) -> Result<(), StoreError> {
        let mut nodes = guarded(&self.path, || self.nodes.iter())?;
        while let Some((key, value)) = guarded(&self.path, || nodes.next().transpose())? {
            let (key, value) = guarded(&self.path, || Ok::<_, redb::Error>((key.value(), value.value())))?;
            if !f(key, value) {
                break;
            }
        }
        Ok(())
    }

    /// The note of this name.
    ///
    /// # Errors
    ///
    /// As [`get`](Reader::get).
    pub fn note(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        guarded(&self.path, || {
            Ok::<_, redb::Error>(self.notes.get(name)?.map(|found| found.value().to_vec()))
        })
    }

    /// The number of nodes.
    ///
    /// # Errors
    ///
    /// As [`get`](Reader::get).
    pub fn len(&self) -> Result<u64, StoreError> {
        guarded(&self.path, || self.nodes.len())
    }

    /// Returns true if there are no nodes.
    ///
    /// # Errors
    ///
    /// As [`get`](Reader::get).
    pub fn is_empty(&self) -> Result<bool, StoreError> {
        Ok(self.len()? == 0)
    }
}

/// Reads the header, or returns an error if the file is not a brain.
pub(super) fn header(path: &Path, database: &impl ReadableDatabase) -> Result<Header, StoreError> {
    let records = guarded(path, || {
        let transaction = database.begin_read()?;
        let about = match transaction.open_table(ABOUT) {
            Err(TableError::TableDoesNotExist(_)) => return Ok(None),
            other => other?,
        };
        let record = |key| Ok::<_, redb::Error>(about.get(key)?.map(|found| found.value().to_vec()));
        Ok::<_, redb::Error>(Some((record(FORMAT_KEY)?, record(HEADER_KEY)?)))
    })?;
    let Some((format, header)) = records else {
        return Err(not_a_brain(path, "it holds something else"));
    };
    let damaged =
        || StoreError::Damaged { path: path.to_path_buf(), what: "what it is of cannot be read".into() };
    let format =
        format.and_then(|bytes| bytes.try_into().ok()).map(u32::from_le_bytes).ok_or_else(damaged)?;
    if format > FORMAT {
        return Err(StoreError::Newer { path: path.to_path_buf(), found: format, known: FORMAT });
    }
    serde_json::from_slice(&header.ok_or_else(damaged)?).map_err(|_| damaged())
}
