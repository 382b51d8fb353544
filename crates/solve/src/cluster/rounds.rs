//! Checkpoints: the result of each round, as files.
//!
//! There is one file for each round and worker, complete or absent: it is written under another name, made
//! durable and then renamed. It begins with a header:
//!
//! ```text
//! plywood part 2
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
//! In version 1 the owner of a position depends on its whole key; such a run is continued in that way. The last but one line is
//! the kind of the round and its number. After the header come as many bytes as it says, and a checksum of everything before it.

use std::fs::{self, File, TryLockError};
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use plywood_rules::{Playable, fingerprint};

use super::files::write_whole;
use crate::retrograde::{FOUND, RetrogradeError, RoundStore, VALUED};
use crate::table::checksum;

/// The beginning of every file, before its version.
const PART: &str = "plywood part ";
/// The first line of files of version 1.
const OLD: &str = "plywood part 1\n";

/// The lines that say what is solved, with the version of the checkpoints: all processes have to agree on them.
pub fn head<G: Playable>(game: &G, start: &G::State, merged: bool, by_whole_key: bool) -> String {
    format!(
        "{PART}{}\ngame {}\nrules {:016x}\nstart {}\nmerged {}\n",
        if by_whole_key { 1 } else { 2 },
        game.name(),
        fingerprint(game),
        game.state_text(start),
        if merged { "yes" } else { "no" }
    )
}

/// True if a checkpoint of this folder has version 1.
fn is_of_version_1(folder: &Path) -> bool {
    let is_old = |path: &Path| {
        let mut head = [0; OLD.len()];
        File::open(path).and_then(|mut file| file.read_exact(&mut head)).is_ok() && head == *OLD.as_bytes()
    };
    let mut entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.any(|entry| entry.path().extension().is_some_and(|end| end == "part") && is_old(&entry.path()))
}

/// The checkpoints of one worker in a folder.
#[derive(Clone, Debug)]
pub struct RoundFiles {
    folder: PathBuf,
    /// The beginning of every file.
    head: String,
    worker: usize,
    workers: usize,
    /// Held as long as the folder is in use.
    _lock: Arc<File>,
}

fn error(what: &str, path: &Path, why: impl std::fmt::Display) -> RetrogradeError {
    RetrogradeError::Checkpoint(format!("cannot {what} the checkpoint '{}': {why}", path.display()))
}

/// Creates a folder of checkpoints if there is none, and locks it with a file of this name for as long as the file is open.
/// The system releases the lock when the process is killed.
///
/// # Errors
/// If it cannot be made or written to, or another process works with it.
pub fn claim(folder: &Path, name: &str) -> Result<File, RetrogradeError> {
    fs::create_dir_all(folder).map_err(|why| error("make a folder for", folder, why))?;
    let lock = folder.join(name);
    let file = File::create(&lock).map_err(|why| error("write", &lock, why))?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(RetrogradeError::Checkpoint(format!(
            "another process works with the checkpoints in '{}': take another folder, or wait for it",
            folder.display()
        ))),
        // Some file systems have no locks.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

impl RoundFiles {
    /// Opens the checkpoints of all workers of this process, one of `processes` with `workers` each.
    pub fn open<G: Playable>(
        folder: &Path,
        game: &G,
        start: &G::State,
        merged: bool,
        process: usize,
        (workers, processes): (usize, usize),
    ) -> Result<Vec<RoundFiles>, RetrogradeError> {
        // Processes of one run may share a folder, two runs may not.
        let lock = Arc::new(claim(folder, &format!("process-{process}.lock"))?);
        let head = head(game, start, merged, is_of_version_1(folder));
        let own = |worker| RoundFiles {
            folder: folder.to_path_buf(),
            head: head.clone(),
            worker,
            workers: workers * processes,
            _lock: Arc::clone(&lock),
        };
        Ok((process * workers..(process + 1) * workers).map(own).collect())
    }

    fn name(&self, kind: &str, round: u64) -> String {
        format!("{kind}-{round:05}-worker-{}-of-{}.part", self.worker, self.workers)
    }

    fn path(&self, kind: &str, round: u64) -> PathBuf {
        self.folder.join(self.name(kind, round))
    }

    fn head(&self, kind: &str, round: u64, bytes: usize) -> String {
        let RoundFiles { head, worker, workers, .. } = self;
        format!("{head}worker {worker} of {workers}\n{kind} {round}\nbytes {bytes}\n\n")
    }
}

impl RoundStore for RoundFiles {
    fn rounds(&self) -> Result<u64, RetrogradeError> {
        let folder = &self.folder;
        let mut found: Vec<u64> = Vec::new();
        let mut valued: Vec<u64> = Vec::new();
        let entries = fs::read_dir(folder).map_err(|why| error("list", folder, why))?;
        for entry in entries {
            let entry = entry.map_err(|why| error("list", folder, why))?;
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
            if workers != self.workers {
                return Err(RetrogradeError::Checkpoint(format!(
                    "the checkpoints in '{}' are of {workers} workers, and now there are {}: use as many, or another folder",
                    folder.display(),
                    self.workers
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
        // If something is missing in between, values are of no use.
        let last = valued.into_iter().max().filter(|_| found == all);
        Ok(last.map_or(found, |last| last + 1))
    }

    fn save(&self, kind: &str, round: u64, body: &[u8]) -> Result<(), RetrogradeError> {
        let path = self.path(kind, round);
        let head = self.head(kind, round, body.len());
        let mut bytes = Vec::with_capacity(head.len() + body.len() + size_of::<u64>());
        bytes.extend_from_slice(head.as_bytes());
        bytes.extend_from_slice(body);
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        write_whole(&path, &mut |file| file.write_all(&bytes))
            .map_err(|why| error("write", &path, format!("{why}; what was written before is kept")))
    }

    fn load(&self, kind: &str, round: u64) -> Result<Vec<u8>, RetrogradeError> {
        let path = self.path(kind, round);
        let mut bytes = fs::read(&path).map_err(|why| error("read", &path, why))?;
        let refuse = |why: &str| error("use", &path, format!("{why}; remove the folder and begin again"));
        if !bytes.starts_with(PART.as_bytes()) {
            return Err(refuse("it is none of Plywood's"));
        }
        if !bytes.starts_with(self.head.as_bytes()) {
            return Err(refuse("it is of another game, other rules, another start or the other --merge"));
        }
        let Some(body) = bytes.len().checked_sub(8) else { return Err(refuse("it was cut off")) };
        let sum = bytes.split_off(body);
        if checksum(&bytes).to_le_bytes() != sum[..] {
            return Err(refuse("it is damaged, or was cut off"));
        }
        // The rest of the header is known.
        let end = bytes.windows(2).position(|two| two == b"\n\n").map_or(bytes.len(), |end| end + 2);
        let head = self.head(kind, round, bytes.len() - end);
        if bytes[..end] != *head.as_bytes() {
            return Err(refuse("it was given a name that is not its own"));
        }
        bytes.drain(..end);
        Ok(bytes)
    }

    fn by_whole_key(&self) -> bool {
        self.head.starts_with(OLD)
    }

    fn remove(&self, kind: &str, round: u64) {
        // If it stays, it only takes room.
        let _ = fs::remove_file(self.path(kind, round));
    }
}
