//! The files of brains where the system has none, as in a browser: in memory, in pieces that the program keeps.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

use plywood_rules::threads::lock;

/// Bytes of a piece.
const PIECE: usize = 1 << 14;

/// All files. A file system is one for the whole program.
static FILES: Mutex<BTreeMap<PathBuf, Arc<Mutex<File>>>> = Mutex::new(BTreeMap::new());

/// A file in memory.
#[derive(Debug, Default)]
pub(crate) struct File {
    pub bytes: Vec<u8>,
    /// Pieces that differ from those that are kept.
    changed: BTreeSet<usize>,
    /// Pieces that are kept.
    kept: usize,
}

impl File {
    /// Notes that these bytes were written.
    pub fn note(&mut self, start: usize, end: usize) {
        self.changed.extend(start / PIECE..end.div_ceil(PIECE));
    }
}

/// A piece of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The file.
    pub path: PathBuf,
    /// The number of the piece.
    pub number: usize,
    /// Its bytes; empty if the file has no such piece any more.
    pub bytes: Vec<u8>,
}

fn files() -> MutexGuard<'static, BTreeMap<PathBuf, Arc<Mutex<File>>>> {
    lock(&FILES)
}

pub(crate) fn file(path: &Path) -> Option<Arc<Mutex<File>>> {
    files().get(path).cloned()
}

/// Makes an empty file, unless there is one.
pub(crate) fn make(path: &Path) -> io::Result<Arc<Mutex<File>>> {
    let mut files = files();
    if files.contains_key(path) {
        return Err(ErrorKind::AlreadyExists.into());
    }
    Ok(Arc::clone(files.entry(path.to_path_buf()).or_default()))
}

pub(crate) fn remove(path: &Path) {
    files().remove(path);
}

/// Puts back a piece that was kept. The pieces of a file come in any order.
pub fn put_back(piece: &Piece) {
    let file = Arc::clone(files().entry(piece.path.clone()).or_default());
    let mut file = lock(&file);
    let start = piece.number * PIECE;
    let length = file.bytes.len().max(start + piece.bytes.len());
    file.bytes.resize(length, 0);
    file.bytes[start..start + piece.bytes.len()].copy_from_slice(&piece.bytes);
    file.kept = file.kept.max(piece.number + 1);
}

/// The pieces that changed since the last call, to be kept all together or not at all.
pub fn take_changes() -> Vec<Piece> {
    let mut pieces = Vec::new();
    for (path, file) in files().iter() {
        let mut file = lock(file);
        let count = file.bytes.len().div_ceil(PIECE);
        let changed = std::mem::take(&mut file.changed);
        let gone = count..file.kept;
        for number in changed.into_iter().filter(|&number| number < count).chain(gone) {
            let bytes = file.bytes.chunks(PIECE).nth(number).unwrap_or_default().to_vec();
            pieces.push(Piece { path: path.clone(), number, bytes });
        }
        file.kept = count;
    }
    pieces
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
