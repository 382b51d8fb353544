//! The files of brains: those of the system.

use std::io;
use std::path::{Path, PathBuf};

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
