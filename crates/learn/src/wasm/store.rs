//! A brain in memory, for programs without files: the same as on disk, but that all of it is in memory.

#[path = "../store/error.rs"]
mod error;
#[path = "../store/header.rs"]
mod header;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use plywood_rules::threads::lock;

use crate::files::{self, FileId, StoredRows};

pub use error::StoreError;
pub use header::{Access, Header};
pub(crate) use header::{FORMAT, format_of};

/// The keys of rows begin with their kind.
const HEADER: &[u8] = b"header";
const NODE: u8 = b'.';
const NOTE: u8 = b'#';

fn named(kind: u8, name: &[u8]) -> Vec<u8> {
    [&[kind], name].concat()
}

/// A brain.
pub struct Store {
    path: PathBuf,
    header: Header,
    file: Arc<Mutex<StoredRows>>,
}

/// A node's key and value.
pub type NodeBytes<'a> = (&'a [u8], &'a [u8]);

impl Store {
    /// Makes a brain.
    ///
    /// # Errors
    /// [`StoreError::Exists`] if there is one of this name.
    pub fn create(path: &Path, header: &Header, _: usize) -> Result<Store, StoreError> {
        let file = files::make(path).ok_or_else(|| StoreError::Exists { path: path.to_path_buf() })?;
        let bytes = serde_json::to_vec(header).expect("a header can always be written");
        lock(&file).write(HEADER.to_vec(), Some(&bytes));
        Ok(Store { path: path.to_path_buf(), header: header.clone(), file })
    }

    /// Makes a brain without a file: nothing of it outlives this store.
    ///
    /// # Errors
    /// None.
    pub fn in_memory(header: &Header, _: usize) -> Result<Store, StoreError> {
        Ok(Store { path: PathBuf::new(), header: header.clone(), file: Arc::default() })
    }

    /// Opens a brain.
    ///
    /// # Errors
    /// [`StoreError::Missing`] if there is none, [`StoreError::Damaged`] if its header cannot be read.
    pub fn open(path: &Path, _: Access, _: usize) -> Result<Store, StoreError> {
        let path = path.to_path_buf();
        let Some(file) = files::file(&path) else { return Err(StoreError::Missing { path }) };
        let header = lock(&file).rows.get(HEADER).and_then(|bytes| serde_json::from_slice(bytes).ok());
        match header {
            Some(header) => Ok(Store { path, header, file }),
            None => Err(StoreError::Damaged { path, what: "what it is of cannot be read".into() }),
        }
    }

    /// The path of the brain.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its file.
    pub(crate) fn file(&self) -> Option<FileId> {
        FileId::at(&self.path)
    }

    /// The game the brain is of, and its settings.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Does nothing: every brain may be written.
    ///
    /// # Errors
    /// None here, and below.
    pub fn make_writable(&self) -> Result<(), StoreError> {
        Ok(())
    }

    /// The bytes of all rows.
    pub fn file_bytes(&self) -> u64 {
        lock(&self.file).rows.iter().map(|(key, value)| (key.len() + value.len()) as u64).sum()
    }

    /// A reader of the brain as it is.
    pub fn reader(&self) -> Result<Reader, StoreError> {
        Ok(Reader { file: Arc::clone(&self.file) })
    }

    /// Writes `nodes`, and writes or (`None`) removes `notes`.
    pub fn commit<'a>(
        &self,
        nodes: &mut dyn Iterator<Item = NodeBytes<'a>>,
        notes: &[(&str, Option<&[u8]>)],
    ) -> Result<(), StoreError> {
        let mut file = lock(&self.file);
        nodes.for_each(|(key, value)| file.write(named(NODE, key), Some(value)));
        notes.iter().for_each(|&(name, value)| file.write(named(NOTE, name.as_bytes()), value));
        Ok(())
    }

    /// Removes all nodes and notes; the header stays.
    pub fn clear(&self) -> Result<(), StoreError> {
        let mut file = lock(&self.file);
        let keys: Vec<_> = file.rows.keys().filter(|key| *key != HEADER).cloned().collect();
        keys.into_iter().for_each(|key| file.write(key, None));
        Ok(())
    }

    /// Does nothing: there is no unused space.
    pub fn compact(&self) -> Result<(), StoreError> {
        Ok(())
    }
}

/// A reader of a brain.
pub struct Reader {
    file: Arc<Mutex<StoredRows>>,
}

impl Reader {
    /// Looks up `key`. Returns true and fills `value` if it is there; else `value` is empty.
    ///
    /// # Errors
    /// None here, and below.
    pub fn get(&self, key: &[u8], value: &mut Vec<u8>) -> Result<bool, StoreError> {
        value.clear();
        let file = lock(&self.file);
        let found = file.rows.get(&named(NODE, key));
        value.extend_from_slice(found.map_or(&[], |found| found));
        Ok(found.is_some())
    }

    /// Hands every node's key and value to `f`, in the order of the keys, until it returns false.
    pub fn each(&self, f: &mut dyn FnMut(&[u8], &[u8]) -> bool) -> Result<(), StoreError> {
        // What `f` does may read too.
        let rows: Vec<_> =
            lock(&self.file).rows.iter().map(|(key, value)| (key.clone(), value.clone())).collect();
        let nodes = rows.iter().filter(|(key, _)| key[0] == NODE);
        let _ = nodes.into_iter().all(|(key, value)| f(&key[1..], value));
        Ok(())
    }

    /// The note of this name.
    pub fn note(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(lock(&self.file).rows.get(&named(NOTE, name.as_bytes())).cloned())
    }

    /// The number of nodes.
    pub fn len(&self) -> Result<u64, StoreError> {
        Ok(lock(&self.file).rows.keys().filter(|key| key[0] == NODE).count() as u64)
    }
}
