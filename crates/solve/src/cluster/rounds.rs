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
//!
//! In games of stages the rounds are of other kinds, `stage` and `values`, and are written and read block by block. The header has
//! no line for their bytes. After it come the blocks of the positions, as in a table, and the end: how many positions of each kind
//! there are, in the order of a table's header, and the index of the blocks. After that its length and its checksum, eight bytes
//! each, little-endian. Earlier versions wrote the kinds `found` and `valued`, which are still read.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Read as _, Seek as _, SeekFrom, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use plywood_rules::{Playable, fingerprint};

use super::files::{OpenFile, SCRATCH, WholeFile, write_whole};
use crate::retrograde::{
    FOUND, RetrogradeError, RoundStore, RoundWriter, STAGE, StoredRound, VALUED, VALUES,
};
use crate::table::{ScratchFile, checksum};

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

/// Removes the files for a while that killed workers of these numbers have left.
fn remove_scratch(folder: &Path, workers: &Range<usize>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let worker = name.strip_prefix("worker-").and_then(|name| name.split('-').next()?.parse().ok());
        if path.extension().is_some_and(|end| end == SCRATCH)
            && worker.is_some_and(|worker| workers.contains(&worker))
        {
            let _ = fs::remove_file(path);
        }
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
        let own = process * workers..(process + 1) * workers;
        remove_scratch(folder, &own);
        let head = head(game, start, merged, is_of_version_1(folder));
        let of_worker = |worker| RoundFiles {
            folder: folder.to_path_buf(),
            head: head.clone(),
            worker,
            workers: workers * processes,
            _lock: Arc::clone(&lock),
        };
        Ok(own.map(of_worker).collect())
    }

    fn name(&self, kind: &str, round: u64) -> String {
        format!("{kind}-{round:05}-worker-{}-of-{}.part", self.worker, self.workers)
    }

    fn path(&self, kind: &str, round: u64) -> PathBuf {
        self.folder.join(self.name(kind, round))
    }

    fn head(&self, kind: &str, round: u64) -> String {
        let RoundFiles { head, worker, workers, .. } = self;
        format!("{head}worker {worker} of {workers}\n{kind} {round}\n")
    }

    /// Checks that a file begins with this head.
    fn check_head(&self, path: &Path, bytes: &[u8], head: &str) -> Result<(), RetrogradeError> {
        let why = if !bytes.starts_with(PART.as_bytes()) {
            "it is none of Plywood's"
        } else if !bytes.starts_with(self.head.as_bytes()) {
            "it is of another game, other rules, another start or the other --merge"
        } else if !bytes.starts_with(head.as_bytes()) {
            "it was given a name that is not its own"
        } else {
            return Ok(());
        };
        Err(refuse(path, why))
    }
}

fn refuse(path: &Path, why: &str) -> RetrogradeError {
    error("use", path, format!("{why}; remove the folder and begin again"))
}

/// The error of a file that was not written.
fn unwritten(path: &Path, why: io::Error) -> RetrogradeError {
    error("write", path, format!("{why}; what was written before is kept"))
}

/// The bytes after the end of a round in blocks: its length and its checksum.
const LAST: usize = 2 * size_of::<u64>();

/// Bytes that are written at a time.
const CHUNK: usize = 1 << 18;

/// A round that is being written in blocks.
struct RoundFile {
    out: BufWriter<WholeFile>,
    path: PathBuf,
}

impl io::Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl RoundWriter for RoundFile {
    fn write(&mut self, block: &[u8]) -> io::Result<()> {
        self.out.write_all(block).map_err(|why| io::Error::other(unwritten(&self.path, why)))
    }

    fn finish(self: Box<Self>, end: &[u8]) -> io::Result<()> {
        let RoundFile { mut out, path } = *self;
        let mut whole = || {
            out.write_all(end)?;
            out.write_all(&(end.len() as u64).to_le_bytes())?;
            out.write_all(&checksum(end).to_le_bytes())?;
            out.flush()
        };
        let written = whole().and_then(|()| {
            let (file, rest) = out.into_parts();
            rest.map_err(io::Error::other)?;
            file.finish()
        });
        written.map_err(|why| io::Error::other(unwritten(&path, why)))
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
                    FOUND | STAGE => found.push(round),
                    VALUED | VALUES => valued.push(round),
                    _ => {}
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        let all = found.len() as u64;
        let found = (0..).zip(&found).take_while(|(wanted, round)| wanted == *round).count() as u64;
        // If something is missing in between, values are of no use.
        let last = valued.into_iter().max().filter(|_| found == all);
        Ok(last.map_or(found, |last| last + 1))
    }

    fn save(&self, kind: &str, round: u64, body: &[u8]) -> Result<(), RetrogradeError> {
        let path = self.path(kind, round);
        let head = format!("{}bytes {}\n\n", self.head(kind, round), body.len());
        let mut bytes = Vec::with_capacity(head.len() + body.len() + size_of::<u64>());
        bytes.extend_from_slice(head.as_bytes());
        bytes.extend_from_slice(body);
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        write_whole(&path, &mut |file| file.write_all(&bytes)).map_err(|why| unwritten(&path, why))
    }

    fn load(&self, kind: &str, round: u64) -> Result<Vec<u8>, RetrogradeError> {
        let path = self.path(kind, round);
        let mut bytes = fs::read(&path).map_err(|why| error("read", &path, why))?;
        // Damage shows in the checksum, but for what the head says.
        self.check_head(&path, &bytes, &self.head)?;
        let Some(body) = bytes.len().checked_sub(8) else { return Err(refuse(&path, "it was cut off")) };
        let sum = bytes.split_off(body);
        if checksum(&bytes).to_le_bytes() != sum[..] {
            return Err(refuse(&path, "it is damaged, or was cut off"));
        }
        // The rest of the header is known.
        let end = bytes.windows(2).position(|two| two == b"\n\n").map_or(bytes.len(), |end| end + 2);
        let head = format!("{}bytes {}\n\n", self.head(kind, round), bytes.len() - end);
        self.check_head(&path, &bytes[..end], &head)?;
        bytes.drain(..end);
        Ok(bytes)
    }

    fn create(&self, kind: &str, round: u64) -> Result<Box<dyn RoundWriter>, RetrogradeError> {
        let path = self.path(kind, round);
        let head = self.head(kind, round) + "\n";
        let begin = || {
            let mut out = BufWriter::with_capacity(CHUNK, WholeFile::create(&path)?);
            out.write_all(head.as_bytes())?;
            Ok(out)
        };
        let out = begin().map_err(|why| unwritten(&path, why))?;
        Ok(Box::new(RoundFile { out, path }))
    }

    fn open(&self, kind: &str, round: u64) -> Result<Option<StoredRound>, RetrogradeError> {
        let path = self.path(kind, round);
        let mut file = match File::open(&path) {
            Err(why) if why.kind() == io::ErrorKind::NotFound => return Ok(None),
            opened => opened.map_err(|why| error("read", &path, why))?,
        };
        let head = self.head(kind, round) + "\n";
        let mut read = || {
            let size = file.metadata()?.len();
            let mut start = vec![0; size.min(head.len() as u64) as usize];
            file.read_exact(&mut start)?;
            let mut last = [0; LAST];
            let room = size.checked_sub((head.len() + LAST) as u64);
            let Some(room) = room else { return Ok((start, None)) };
            file.seek(SeekFrom::End(-(LAST as i64)))?;
            file.read_exact(&mut last)?;
            let (length, sum) = last.split_at(LAST / 2);
            let length = u64::from_le_bytes(length.try_into().expect("eight bytes"));
            if length > room {
                return Ok((start, None));
            }
            let mut end = vec![0; length as usize];
            file.seek(SeekFrom::Start(size - LAST as u64 - length))?;
            file.read_exact(&mut end)?;
            let whole = checksum(&end).to_le_bytes() == sum;
            Ok((start, whole.then_some(end)))
        };
        let (start, end) = read().map_err(|why: io::Error| error("read", &path, why))?;
        self.check_head(&path, &start, &head)?;
        let Some(end) = end else { return Err(refuse(&path, "it is damaged, or was cut off")) };
        let blocks = Arc::new(OpenFile::new(file, &path, head.len() as u64));
        Ok(Some(StoredRound { name: format!("the checkpoint '{}'", path.display()), blocks, end }))
    }

    fn scratch(&self) -> Result<Arc<dyn ScratchFile>, RetrogradeError> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("worker-{}-of-{}-{number}.{SCRATCH}", self.worker, self.workers);
        let path = self.folder.join(name);
        let file = OpenFile::scratch(&path).map_err(|why| unwritten(&path, why))?;
        Ok(Arc::new(file))
    }

    fn by_whole_key(&self) -> bool {
        self.head.starts_with(OLD)
    }

    fn remove(&self, kind: &str, round: u64) {
        // If it stays, it only takes room.
        let _ = fs::remove_file(self.path(kind, round));
    }
}
