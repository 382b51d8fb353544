//! Files that are there as a whole or not at all, and files for a while.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};

use plywood_rules::threads::{has_failed, lock};

use crate::table::{ByteSource, ScratchFile};

/// A file that is written under another name, made durable and then given its own.
pub struct WholeFile {
    pub file: File,
    beside: PathBuf,
    path: PathBuf,
    /// False once it has its own name.
    unfinished: bool,
}

impl WholeFile {
    /// An empty file, which will be at `path`.
    pub fn create(path: &Path) -> io::Result<WholeFile> {
        let beside = path.with_extension("new");
        // One that was left by a killed process is taken over.
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(&beside)?;
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(io::Error::other("another process is writing it"));
        }
        let whole = WholeFile { file, beside, path: path.to_path_buf(), unfinished: true };
        whole.file.set_len(0)?;
        Ok(whole)
    }

    /// Gives it its name.
    pub fn finish(mut self) -> io::Result<()> {
        self.file.sync_all()?;
        if has_failed() {
            return Err(io::Error::other("the rules of the game failed"));
        }
        fs::rename(&self.beside, &self.path)?;
        self.unfinished = false;
        // The name has to be durable too, where folders can be synced.
        let folder = self.path.parent().unwrap_or(Path::new("."));
        match File::open(folder).and_then(|folder| folder.sync_all()) {
            Err(error) if error.kind() != ErrorKind::PermissionDenied => Err(error),
            _ => Ok(()),
        }
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        if self.unfinished {
            let _ = fs::remove_file(&self.beside);
        }
    }
}

/// Writes a file that is there as a whole or not at all.
pub fn write_whole(path: &Path, write: &mut dyn FnMut(&mut File) -> io::Result<()>) -> io::Result<()> {
    let mut whole = WholeFile::create(path)?;
    write(&mut whole.file)?;
    whole.finish()
}

/// An open file that is read, and perhaps added to. Its errors say which one it is.
#[derive(Debug)]
pub struct OpenFile {
    file: Mutex<File>,
    path: PathBuf,
    /// The place that counts as its beginning.
    start: u64,
}

/// The end of the names of files for a while.
pub const SCRATCH: &str = "scratch";

impl OpenFile {
    /// A file that is read from `start` on.
    pub fn new(file: File, path: &Path, start: u64) -> OpenFile {
        OpenFile { file: Mutex::new(file), path: path.to_path_buf(), start }
    }

    /// A new file for a while. Where the system allows, its name is gone at once, and the file with the process.
    pub fn scratch(path: &Path) -> io::Result<OpenFile> {
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(true).open(path)?;
        let _ = fs::remove_file(path);
        Ok(OpenFile::new(file, path, 0))
    }

    fn file(&self) -> MutexGuard<'_, File> {
        lock(&self.file)
    }

    fn error(&self, what: &str, why: io::Error) -> io::Error {
        io::Error::other(format!("cannot {what} '{}': {why}", self.path.display()))
    }
}

impl Drop for OpenFile {
    fn drop(&mut self) {
        if self.path.extension().is_some_and(|end| end == SCRATCH) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

impl ByteSource for OpenFile {
    fn size(&self) -> io::Result<u64> {
        let size = self.file().metadata().map(|known| known.len() - self.start);
        size.map_err(|why| self.error("read", why))
    }

    fn read(&self, bytes: &mut [u8], at: u64) -> io::Result<()> {
        let mut file = self.file();
        let read = file.seek(SeekFrom::Start(self.start + at)).and_then(|_| file.read_exact(bytes));
        read.map_err(|why| self.error("read", why))
    }
}

impl ScratchFile for OpenFile {
    fn append(&self, bytes: &[u8]) -> io::Result<u64> {
        let mut file = self.file();
        let at = file.seek(SeekFrom::End(0)).and_then(|at| file.write_all(bytes).map(|()| at));
        at.map_err(|why| self.error("write", why))
    }
}
