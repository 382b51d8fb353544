//! Tables of all positions: small ones are solved at once, large ones are read from files.

use std::fs::{self, File};
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

use plywood_games::short_name;
use plywood_rules::threads::{has_failed, lock};
use plywood_rules::{Playable, Run, TextError};
use plywood_solve::table::{
    self, ByteSource, SolveError, SolveProgress, TableParts, Tablebase, TablebaseError, parts_of_name,
};

use crate::trouble::Trouble;

/// Games of at most this many positions up to symmetry are solved on demand: it takes less than a second.
pub(crate) const AT_ONCE: u64 = 500_000;

/// The images of positions that may be computed for that, to merge positions: games with many symmetries would
/// take minutes otherwise.
const AT_ONCE_IMAGES: u64 = 200 * AT_ONCE;

/// The memory for that, in bytes: far more than [`AT_ONCE`] positions take by key. By rank it prevents arrays
/// that take longer to allocate.
const AT_ONCE_MEMORY: u64 = 512 << 20;

/// The processors of this machine, as far as the system tells.
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// Solves a game from a position on, if that can be done at once.
///
/// # Errors
/// Those of [`table::solve_packed`]: it is stopped or runs out of memory if there are too many positions.
pub(crate) fn solve_at_once<G: Playable>(
    game: &G,
    start: &G::State,
    run: &Run<'_, SolveProgress>,
) -> Result<Tablebase, SolveError> {
    let enough = run.stop.part();
    let progress = |so_far: SolveProgress| {
        if so_far.found > AT_ONCE || so_far.images > AT_ONCE_IMAGES {
            enough.raise();
        }
        (run.progress)(so_far);
    };
    let threads = processors();
    let run = Run { stop: enough.clone(), memory: AT_ONCE_MEMORY, threads, progress: &progress };
    table::solve_packed(game, start, false, &run)
}

/// The error of a table that was not made.
pub(crate) fn halted<G: Playable>(game: &G, halt: SolveError) -> Trouble {
    match halt {
        SolveError::Unfit(reason) => {
            TextError::new(format!("no table of {} can be made: {reason}", short_name(&game.name()))).into()
        }
        other => Trouble::failed(other.to_string()),
    }
}

/// The size of the cache of a file, in bytes.
const KEPT: u64 = 8 << 20;

/// Files of at most this many bytes are checked as a whole when they are opened, which takes less than a tenth
/// of a second. Of larger ones each part is checked when it is read.
const CHECKED: u64 = 64 << 20;

/// Tables that stay open: the last ones that were opened.
const OPEN: usize = 4;

/// A table that is open: a file, or a folder of parts.
struct OpenTable {
    game: String,
    path: PathBuf,
    /// The file as it was when the table was opened.
    file: FileState,
    table: Arc<Tablebase>,
}

/// A file that was replaced or written to has another state.
#[derive(PartialEq, Eq)]
struct FileState {
    length: u64,
    modified: Option<SystemTime>,
    /// The device and the number on it.
    #[cfg(unix)]
    place: (u64, u64),
}

impl FileState {
    fn of(path: &Path) -> Option<FileState> {
        let known = std::fs::metadata(path).ok()?;
        Some(FileState {
            length: known.len(),
            modified: known.modified().ok(),
            #[cfg(unix)]
            place: (std::os::unix::fs::MetadataExt::dev(&known), std::os::unix::fs::MetadataExt::ino(&known)),
        })
    }
}

/// Table files that are open. Opening and checking one takes a thousand times as long as looking a position up.
#[derive(Default)]
pub(crate) struct OpenTables(Mutex<Vec<OpenTable>>);

impl OpenTables {
    /// The table in a file, as the file is now.
    ///
    /// # Errors
    /// If it cannot be read, or is no table of this game.
    pub fn open<G: Playable>(&self, game: &G, path: &Path) -> Result<Arc<Tablebase>, Trouble> {
        let name = game.name();
        // A file that changes after this look is opened again the next time.
        let file = FileState::of(path);
        let known = |it: &OpenTable| it.path == path && it.game == name && Some(&it.file) == file.as_ref();
        if let Some(open) = lock(&self.0).iter().find(|it| known(it)) {
            return Ok(Arc::clone(&open.table));
        }
        let table = Arc::new(open_table(game, path)?);
        if let Some(file) = file.filter(|_| !has_failed()) {
            let mut open = lock(&self.0);
            open.retain(|it| it.path != path || it.game != name);
            if open.len() == OPEN {
                open.remove(0);
            }
            open.push(OpenTable { game: name, path: path.to_path_buf(), file, table: Arc::clone(&table) });
        }
        Ok(table)
    }
}

/// A file that is read from.
fn open_source(path: &Path) -> Result<Box<dyn ByteSource>, TablebaseError> {
    let file = File::open(path).map_err(|error| TablebaseError::Unreadable(error.to_string()))?;
    Ok(Box::new(TableFile::new(file)))
}

/// The parts of a table in a folder.
fn open_parts(folder: &Path) -> Result<TableParts, TablebaseError> {
    let unreadable = |error: io::Error| TablebaseError::Unreadable(error.to_string());
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        if parts_of_name(&name).is_some() {
            files.push((name, open_source(&entry.path())?));
        }
    }
    TableParts::open(files, KEPT)
}

/// The parts of a table in a folder, for one file of them.
///
/// # Errors
/// If one of them is missing, damaged or of another table.
pub fn parts_of_table(folder: &Path) -> Result<TableParts, Trouble> {
    open_parts(folder).map_err(|error| refused(folder, error))
}

/// True if a file of this name would be one of the parts of a table in this folder.
pub fn is_part_in(folder: &Path, file: &Path) -> bool {
    let name = file.file_name().and_then(|name| name.to_str());
    let place = file.parent().map(|place| if place.as_os_str().is_empty() { Path::new(".") } else { place });
    let is_here = || Some(place?.canonicalize().ok()? == folder.canonicalize().ok()?);
    name.and_then(parts_of_name).is_some() && is_here() == Some(true)
}

/// The error of a table that cannot be used.
fn refused(path: &Path, error: TablebaseError) -> Trouble {
    match error {
        TablebaseError::Unreadable(error) => {
            let error = TextError::with_file("cannot read the table ", path, &format!(": {error}"));
            // A name that leads nowhere is a wrong one.
            if path.exists() { Trouble::Failed(error) } else { error.into() }
        }
        error => TextError::with_file("", path, &format!(": {error}")).into(),
    }
}

/// The table in a file or in a folder of parts, which stay open: only the positions looked up are read, unless it is small.
///
/// # Errors
/// If it cannot be read, or is no table of this game.
fn open_table<G: Playable>(game: &G, path: &Path) -> Result<Tablebase, Trouble> {
    let book = if path.is_dir() {
        open_parts(path).and_then(|parts| Tablebase::of_parts(game, parts))
    } else {
        open_source(path).and_then(|file| Tablebase::open(game, file, KEPT))
    };
    let checked =
        book.and_then(|book| if book.size() <= CHECKED { book.check().map(|()| book) } else { Ok(book) });
    checked.map_err(|error| refused(path, error))
}

/// A file of which several threads read.
#[derive(Debug)]
struct TableFile {
    #[cfg(any(unix, windows))]
    file: File,
    /// Here to read at a place is to go there before.
    #[cfg(not(any(unix, windows)))]
    file: std::sync::Mutex<File>,
}

#[cfg(any(unix, windows))]
impl TableFile {
    fn new(file: File) -> TableFile {
        TableFile { file }
    }
}

#[cfg(any(unix, windows))]
impl ByteSource for TableFile {
    fn size(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    #[cfg(unix)]
    fn read(&self, bytes: &mut [u8], at: u64) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(&self.file, bytes, at)
    }

    #[cfg(windows)]
    fn read(&self, mut bytes: &mut [u8], mut at: u64) -> io::Result<()> {
        while !bytes.is_empty() {
            let count = std::os::windows::fs::FileExt::seek_read(&self.file, bytes, at)?;
            if count == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            bytes = &mut bytes[count..];
            at += count as u64;
        }
        Ok(())
    }
}

#[cfg(not(any(unix, windows)))]
impl TableFile {
    fn new(file: File) -> TableFile {
        TableFile { file: std::sync::Mutex::new(file) }
    }

    fn file(&self) -> std::sync::MutexGuard<'_, File> {
        self.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

#[cfg(not(any(unix, windows)))]
impl ByteSource for TableFile {
    fn size(&self) -> io::Result<u64> {
        Ok(self.file().metadata()?.len())
    }

    fn read(&self, bytes: &mut [u8], at: u64) -> io::Result<()> {
        use std::io::{Read, Seek, SeekFrom};
        let mut file = self.file();
        file.seek(SeekFrom::Start(at))?;
        file.read_exact(bytes)
    }
}
