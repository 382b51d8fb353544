//! Checkpoints: what each worker knew after each round.
//!
//! A file a round and worker, whole or not there at all: it is written beside, made durable and then given its name. The
//! header says what it belongs to:
//!
//! ```text
//! plywood part 1
//! game tictactoe
//! rules 1f0e...
//! start 3/3/3 x
//! merged yes
//! worker 0 of 4
//! found 12
//! bytes 812
//!
//! ```
//!
//! The next to last line names the kind of the round and its number. After so many bytes follows their checksum, that of
//! the header included.

use std::fs::{self, File, TryLockError};
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use plywood_rules::{Playable, fingerprint};
use plywood_solve::table::{Key, checksum, put, take};

use crate::Trouble;

/// A folder of checkpoints of one game.
#[derive(Clone, Debug)]
pub struct Parts {
    folder: PathBuf,
    /// What every file begins with.
    head: String,
    workers: usize,
    /// Held as long as anybody works here.
    _lock: Arc<File>,
}

/// Those of one worker.
#[derive(Clone, Debug)]
pub struct OwnParts {
    parts: Parts,
    worker: usize,
}

/// The kinds of rounds: those that find positions, and those that value them.
pub const FOUND: &str = "found";
pub const VALUED: &str = "valued";

fn trouble(what: &str, path: &Path, why: impl std::fmt::Display) -> Trouble {
    Trouble::Checkpoint(format!("cannot {what} the checkpoint '{}': {why}", path.display()))
}

/// Makes a folder of checkpoints, if there is none, and keeps others with a lock of this name away for as long as the file is
/// open. The system lets go of it when the process is killed.
///
/// # Errors
/// If it cannot be made or written to, or another process works with it.
pub fn claim(folder: &Path, name: &str) -> Result<File, Trouble> {
    fs::create_dir_all(folder).map_err(|error| trouble("make a folder for", folder, error))?;
    let lock = folder.join(name);
    let file = File::create(&lock).map_err(|error| trouble("write", &lock, error))?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(Trouble::Checkpoint(format!(
            "another process works with the checkpoints in '{}': take another folder, or wait for it",
            folder.display()
        ))),
        // Where files cannot be locked nobody can be kept away.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

impl Parts {
    pub fn open<G: Playable>(
        folder: &Path,
        game: &G,
        start: &G::State,
        merged: bool,
        process: usize,
        workers: usize,
    ) -> Result<Parts, Trouble> {
        // Processes of one run may share a folder, two runs may not.
        let lock = claim(folder, &format!("process-{process}.lock"))?;
        let head = format!(
            "plywood part 1\ngame {}\nrules {:016x}\nstart {}\nmerged {}\n",
            game.name(),
            fingerprint(game),
            game.state_text(start),
            if merged { "yes" } else { "no" }
        );
        Ok(Parts { folder: folder.to_path_buf(), head, workers, _lock: Arc::new(lock) })
    }

    pub fn of(&self, worker: usize) -> OwnParts {
        OwnParts { parts: self.clone(), worker }
    }
}

impl OwnParts {
    fn name(&self, kind: &str, round: u64) -> String {
        format!("{kind}-{round:05}-worker-{}-of-{}.part", self.worker, self.parts.workers)
    }

    fn path(&self, kind: &str, round: u64) -> PathBuf {
        self.parts.folder.join(self.name(kind, round))
    }

    fn head(&self, kind: &str, round: u64, bytes: usize) -> String {
        let (head, worker, workers) = (&self.parts.head, self.worker, self.parts.workers);
        format!("{head}worker {worker} of {workers}\n{kind} {round}\nbytes {bytes}\n\n")
    }

    /// How many rounds are written down: all before this number, or as far as they are still needed.
    ///
    /// # Errors
    /// If the folder has checkpoints for another number of workers, or cannot be read.
    pub fn rounds(&self) -> Result<u64, Trouble> {
        let folder = &self.parts.folder;
        let mut found: Vec<u64> = Vec::new();
        let mut valued: Vec<u64> = Vec::new();
        let entries = fs::read_dir(folder).map_err(|error| trouble("list", folder, error))?;
        for entry in entries {
            let entry = entry.map_err(|error| trouble("list", folder, error))?;
            let name = entry.file_name();
            let Some(name) = name.to_str().and_then(|name| name.strip_suffix(".part")) else { continue };
            let [kind, round, "worker", worker, "of", workers] = name.split('-').collect::<Vec<_>>()[..]
            else {
                continue;
            };
            let (Ok(round), Ok(worker), Ok(workers)) =
                (round.parse(), worker.parse::<usize>(), workers.parse::<usize>())
            else {
                continue;
            };
            if workers != self.parts.workers {
                return Err(Trouble::Checkpoint(format!(
                    "the checkpoints in '{}' are of {workers} workers, and now there are {}: use as many, or another folder",
                    folder.display(),
                    self.parts.workers
                )));
            }
            if worker == self.worker {
                match kind {
                    FOUND => found.push(round),
                    VALUED => valued.push(round),
                    _ => {}
                }
            }
        }
        found.sort_unstable();
        let all = found.len() as u64;
        let found = (0..).zip(&found).take_while(|(wanted, round)| wanted == *round).count() as u64;
        // Where something is missing in between, values are of no use.
        let last = valued.into_iter().max().filter(|_| found == all);
        Ok(last.map_or(found, |last| last + 1))
    }

    /// Writes down what a round came to, durably.
    pub fn save(&self, kind: &str, round: u64, body: &[u8]) -> Result<(), Trouble> {
        let path = self.path(kind, round);
        let beside = path.with_extension("new");
        let mut bytes = self.head(kind, round, body.len()).into_bytes();
        bytes.extend_from_slice(body);
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        let write = || {
            let mut file = File::create(&beside)?;
            file.write_all(&bytes)?;
            file.sync_all()?;
            fs::rename(&beside, &path)?;
            // The name has to be durable too, where folders can be synced.
            match File::open(&self.parts.folder).and_then(|folder| folder.sync_all()) {
                Err(error) if error.kind() != ErrorKind::PermissionDenied => Err(error),
                _ => Ok(()),
            }
        };
        write().map_err(|error: std::io::Error| {
            let _ = fs::remove_file(&beside);
            trouble("write", &path, format!("{error}; what was written before is kept"))
        })
    }

    /// What a round came to.
    pub fn load(&self, kind: &str, round: u64) -> Result<Vec<u8>, Trouble> {
        let path = self.path(kind, round);
        let mut bytes = fs::read(&path).map_err(|error| trouble("read", &path, error))?;
        let refuse = |why: &str| trouble("use", &path, format!("{why}; remove the folder and begin again"));
        if !bytes.starts_with(b"plywood part 1\n") {
            return Err(refuse("it is none of Plywood's"));
        }
        if !bytes.starts_with(self.parts.head.as_bytes()) {
            return Err(refuse("it is of another game, other rules, another start or the other --merge"));
        }
        let Some(body) = bytes.len().checked_sub(8) else { return Err(refuse("it was cut off")) };
        let sum = bytes.split_off(body);
        if checksum(&bytes).to_le_bytes() != sum[..] {
            return Err(refuse("it is damaged, or was cut off"));
        }
        // What stands in the header besides is known: this name was given to no other file.
        let end = bytes.windows(2).position(|two| two == b"\n\n").map_or(bytes.len(), |end| end + 2);
        let head = self.head(kind, round, bytes.len() - end);
        if bytes[..end] != *head.as_bytes() {
            return Err(refuse("it was given a name that is not its own"));
        }
        Ok(bytes.split_off(end))
    }

    /// Removes a round that is not needed any more.
    pub fn remove(&self, kind: &str, round: u64) {
        // If it stays, nothing is lost but room.
        let _ = fs::remove_file(self.path(kind, round));
    }
}

/// Adds sorted keys.
pub fn put_keys<K: Key>(bytes: &mut Vec<u8>, keys: &[K]) {
    put(bytes, keys.len() as u128);
    let mut before = 0;
    for key in keys {
        put(bytes, key.wide() - before);
        before = key.wide();
    }
}

/// Takes sorted keys off the front.
pub fn take_keys<K: Key>(bytes: &mut &[u8]) -> Option<Vec<K>> {
    let length = take_length(bytes)?;
    let mut keys = Vec::with_capacity(length);
    let mut before = 0u128;
    for _ in 0..length {
        before = before.checked_add(take(bytes)?)?;
        keys.push(K::narrow(before)?);
    }
    Some(keys)
}

/// A number of things to come, each of which takes a byte at least.
pub fn take_length(bytes: &mut &[u8]) -> Option<usize> {
    usize::try_from(take(bytes)?).ok().filter(|&length| length <= bytes.len())
}

/// A number that fits.
pub fn take_as<N: TryFrom<u128>>(bytes: &mut &[u8]) -> Option<N> {
    take(bytes)?.try_into().ok()
}
