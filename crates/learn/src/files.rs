//! The files of brains: those of the system.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// A file under whatever name: links to it are the same file, and one that takes its name is another.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FileId(Inner);

#[cfg(unix)]
type Inner = (u64, u64);

#[cfg(not(unix))]
type Inner = PathBuf;

impl FileId {
    /// The file that has this name now; `None` if there is none.
    #[cfg(unix)]
    pub fn at(path: &Path) -> Option<FileId> {
        std::fs::metadata(path).ok().map(FileId::of_metadata)
    }

    /// An open file, whose name is or was `path`.
    #[cfg(unix)]
    pub fn of(file: &File, _: &Path) -> io::Result<FileId> {
        file.metadata().map(FileId::of_metadata)
    }

    #[cfg(unix)]
    fn of_metadata(about: std::fs::Metadata) -> FileId {
        use std::os::unix::fs::MetadataExt;
        FileId((about.dev(), about.ino()))
    }

    /// The file that has this name now; `None` if there is none.
    #[cfg(not(unix))]
    pub fn at(path: &Path) -> Option<FileId> {
        path.canonicalize().ok().map(FileId)
    }

    /// An open file, whose name is `path`: a system with such names does not let an open file lose its own.
    #[cfg(not(unix))]
    pub fn of(_: &File, path: &Path) -> io::Result<FileId> {
        path.canonicalize().map(FileId)
    }
}

/// True if there is a file, or anything else, of this name.
pub fn exists(path: &Path) -> bool {
    path.exists()
}

/// Everything in a folder.
///
/// # Errors
/// If it cannot be read.
pub fn list(folder: &Path) -> io::Result<Vec<PathBuf>> {
    std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect()
}

/// Makes a folder and those above it, where they are missing.
///
/// # Errors
/// If it cannot be made.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)
}
