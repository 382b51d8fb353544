//! The files of brains where the system has none, as in a browser: rows in memory, which the program keeps.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

use plywood_rules::threads::lock;

/// All files. A file system is one for the whole program.
static FILES: Mutex<BTreeMap<PathBuf, Arc<Mutex<StoredRows>>>> = Mutex::new(BTreeMap::new());

/// A file by its name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FileId(PathBuf);

impl FileId {
    /// The file of this name, if there is one.
    pub fn at(path: &Path) -> Option<FileId> {
        exists(path).then(|| FileId(path.to_path_buf()))
    }
}

/// A file: rows with a key each.
#[derive(Debug, Default)]
pub(crate) struct StoredRows {
    pub rows: BTreeMap<Vec<u8>, Vec<u8>>,
    /// Keys of rows that differ from those that are kept.
    changed: BTreeSet<Vec<u8>>,
}

impl StoredRows {
    /// Writes a row, or (`None`) removes it.
    pub fn write(&mut self, key: Vec<u8>, value: Option<&[u8]>) {
        self.changed.insert(key.clone());
        match value {
            Some(value) => self.rows.insert(key, value.to_vec()),
            None => self.rows.remove(&key),
        };
    }
}

/// A row of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileRow {
    /// The file.
    pub path: PathBuf,
    /// The key.
    pub key: Vec<u8>,
    /// The value; `None` if the file has no such row any more.
    pub value: Option<Vec<u8>>,
}

fn files() -> MutexGuard<'static, BTreeMap<PathBuf, Arc<Mutex<StoredRows>>>> {
    lock(&FILES)
}

pub(crate) fn file(path: &Path) -> Option<Arc<Mutex<StoredRows>>> {
    files().get(path).cloned()
}

/// Makes an empty file; `None` if there is one.
pub(crate) fn make(path: &Path) -> Option<Arc<Mutex<StoredRows>>> {
    let mut files = files();
    let free = !files.contains_key(path);
    free.then(|| Arc::clone(files.entry(path.to_path_buf()).or_default()))
}

/// Puts back a row that was kept. Rows come in any order.
pub fn put_back(path: &Path, key: Vec<u8>, value: Vec<u8>) {
    let file = Arc::clone(files().entry(path.to_path_buf()).or_default());
    lock(&file).rows.insert(key, value);
}

/// The rows that changed since the last call, to be kept all together or not at all.
pub fn take_changes() -> Vec<FileRow> {
    let mut changes = Vec::new();
    for (path, file) in files().iter() {
        let mut file = lock(file);
        for key in std::mem::take(&mut file.changed) {
            let value = file.rows.get(&key).cloned();
            changes.push(FileRow { path: path.clone(), key, value });
        }
    }
    changes
}

/// True if there is a file of this name.
pub fn exists(path: &Path) -> bool {
    file(path).is_some()
}

/// The files in a folder, or the folders in it that have files.
///
/// # Errors
/// None here.
pub fn list(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let inside = |path: &PathBuf| Some(folder.join(path.strip_prefix(folder).ok()?.iter().next()?));
    let mut found: Vec<PathBuf> = files().keys().filter_map(inside).collect();
    found.dedup();
    Ok(found)
}

/// Does nothing: folders are there with their files.
///
/// # Errors
/// None here.
pub fn make_folder(_: &Path) -> io::Result<()> {
    Ok(())
}
