//! Files that are there as a whole or not at all.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::Path;

use plywood_rules::threads::has_failed;

/// Writes a file under another name, makes it durable and then gives it its own.
pub fn write_whole(path: &Path, write: &mut dyn FnMut(&mut File) -> io::Result<()>) -> io::Result<()> {
    let beside = path.with_extension("new");
    // One that was left by a killed process is taken over.
    let mut file = OpenOptions::new().write(true).create(true).truncate(false).open(&beside)?;
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        return Err(io::Error::other("another process is writing it"));
    }
    let mut whole = || {
        file.set_len(0)?;
        write(&mut file)?;
        file.sync_all()?;
        if has_failed() {
            return Err(io::Error::other("the rules of the game failed"));
        }
        fs::rename(&beside, path)?;
        // The name has to be durable too, where folders can be synced.
        let folder = path.parent().unwrap_or(Path::new("."));
        match File::open(folder).and_then(|folder| folder.sync_all()) {
            Err(error) if error.kind() != ErrorKind::PermissionDenied => Err(error),
            _ => Ok(()),
        }
    };
    whole().inspect_err(|_| _ = fs::remove_file(&beside))
}
