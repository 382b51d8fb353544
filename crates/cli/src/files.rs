//! Files that are written as a whole or not at all, and never over a brain.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use plywood_workshop::{Access, Store, StoreError};

use crate::output::Failure;

/// The ending of a file's name in small letters, without its dot; empty if it has none.
pub fn ending(path: &Path) -> String {
    path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default()
}

/// The temporary file that is written before it gets its name.
fn draft(path: &Path) -> PathBuf {
    let mut draft = path.as_os_str().to_owned();
    draft.push(".draft");
    PathBuf::from(draft)
}

/// Replaces the file at `path`, or makes it, when `write` has written all of it: no reader sees half of it, and the old file
/// stays until then. If `write` returns false, nothing is changed and this returns false.
///
/// # Errors
/// If `write` fails or the file cannot be written; then nothing is changed either.
pub fn replace(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<bool, Failure>,
) -> Result<bool, Failure> {
    replace_or(path, |error| Failure::file("write", path, &error), write)
}

/// [`replace`] with errors of another type.
///
/// # Errors
/// Those of [`replace`], as `wrong` tells them.
pub fn replace_or<E>(
    path: &Path,
    wrong: impl Fn(io::Error) -> E,
    write: impl FnOnce(&mut dyn Write) -> Result<bool, E>,
) -> Result<bool, E> {
    let draft = draft(path);
    let mut out = io::BufWriter::new(fs::File::create(&draft).map_err(&wrong)?);
    let done = write(&mut out).and_then(|whole| {
        if whole {
            out.flush().and_then(|()| out.get_ref().sync_all()).map_err(&wrong)?;
            fs::rename(&draft, path).map_err(&wrong)?;
        }
        Ok(whole)
    });
    if !matches!(done, Ok(true)) {
        // The first error is reported; a temporary file that could not be removed is not.
        let _ = fs::remove_file(&draft);
    }
    done
}

/// The same where all of it can be written.
///
/// # Errors
/// Those of [`replace`].
pub fn write(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    replace(path, |out| {
        write(out).map_err(|error| Failure::file("write", path, &error))?;
        Ok(true)
    })
    .map(drop)
}

/// Finds out now what would keep [`replace`] from writing to `path` later.
///
/// # Errors
/// If nothing can be written there, or what is there is a brain.
pub fn check_writable(path: &Path) -> Result<(), Failure> {
    check_no_brain(path)?;
    if path.is_dir() {
        return Err(Failure::file("write", path, &io::ErrorKind::IsADirectory.into()));
    }
    replace(path, |_| Ok(false)).map(drop)
}

/// Refuses to write over a brain, which is easily said by mistake and cannot be undone.
///
/// # Errors
/// If there is a brain at `path`.
pub fn check_no_brain(path: &Path) -> Result<(), Failure> {
    const LITTLE_CACHE: usize = 1 << 20;
    // Other things than files would be waited for.
    if !path.is_file() {
        return Ok(());
    }
    match Store::open(path, Access::Read, LITTLE_CACHE) {
        // Something else, or unknown: then writing reports the error.
        Err(StoreError::Missing { .. } | StoreError::NotABrain { .. } | StoreError::Io { .. }) => Ok(()),
        _ => Err(Failure::Wrong(format!("'{}' is a brain; write to another file", path.display()))),
    }
}
