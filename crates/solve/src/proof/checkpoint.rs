//! Checkpoints of a proof-number search: a later search for the same goal resumes from one.
//!
//! A checkpoint begins with a header:
//!
//! ```text
//! plywood numbers 1
//! game cube:n=4,d=4
//! rules 1f0e...
//! start (the position asked about)
//! merged 4
//! wins first
//!
//! ```
//!
//! and continues with blocks: the number of positions in it (4 bytes, little-endian, as all that follows); for
//! each its key (8), proof number (4), disproof number (4) and the positions visited for it (8); and the
//! checksum (8) of all this. An empty block ends the file. Settled numbers are facts, the others estimates of
//! the remaining work, so the time of a checkpoint does not matter.

use std::io::{self, Read, Write};
use std::sync::Mutex;
use std::time::Duration;

use plywood_rules::threads::lock;
use plywood_rules::{Instant, Playable, Player, fingerprint};

use super::numbers::{NumbersTable, ProofNumbers};
use crate::values::checksum;

/// Stores checkpoints: one for each player whose wins are searched.
pub trait CheckpointStore: Send {
    /// The name of this checkpoint, for messages.
    fn name(&self, attacker: Player) -> String;
    /// The stored checkpoint, if there is one.
    ///
    /// # Errors
    /// If it cannot be read, and why.
    fn read(&mut self, attacker: Player) -> io::Result<Option<Box<dyn Read>>>;
    /// Replaces the checkpoint by the output of `write`, once that is complete.
    ///
    /// # Errors
    /// If it cannot be written, with the reason: the old one is then kept.
    fn replace(
        &mut self,
        attacker: Player,
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()>;
}

/// A checkpoint cannot be used or written.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// It cannot be read.
    #[error("cannot read '{name}': {error}")]
    Unreadable {
        /// Its name.
        name: String,
        /// The reason.
        error: io::Error,
    },
    /// It cannot be written.
    #[error("cannot write '{name}': {error}; what was written before is kept")]
    Unwritten {
        /// Its name.
        name: String,
        /// The reason.
        error: io::Error,
    },
    /// It is something else, or of something else.
    #[error("cannot go on from '{name}': {reason}; take another place, or remove it and begin again")]
    Unfit {
        /// Its name.
        name: String,
        /// The reason.
        reason: &'static str,
    },
}

/// The time between two checkpoints of a running search.
const EVERY: Duration = Duration::from_secs(300);

/// Positions in a block at most, and bytes of each.
const BLOCK: usize = 1 << 12;
const BYTES: usize = 24;

/// The checkpoint of the search for wins of one player.
pub(super) struct Checkpoint<'s> {
    store: Mutex<&'s mut dyn CheckpointStore>,
    attacker: Player,
    head: String,
    /// The time of the last write.
    written: Mutex<Instant>,
    error: Mutex<Option<CheckpointError>>,
}

impl<'s> Checkpoint<'s> {
    pub fn new<G: Playable>(
        store: &'s mut dyn CheckpointStore,
        game: &G,
        start: &G::State,
        merged: u32,
        attacker: Player,
    ) -> Checkpoint<'s> {
        let head = format!(
            "plywood numbers 1\ngame {}\nrules {:016x}\nstart {}\nmerged {merged}\nwins {attacker}\n\n",
            game.name(),
            fingerprint(game),
            game.state_text(start),
        );
        let written = Mutex::new(Instant::now());
        Checkpoint { store: Mutex::new(store), attacker, head, written, error: Mutex::new(None) }
    }

    /// Reads the checkpoint into the table.
    pub fn load(&self, table: &NumbersTable) -> Result<(), CheckpointError> {
        let mut store = lock(&self.store);
        let name = store.name(self.attacker);
        let read = store.read(self.attacker).and_then(|input| match input {
            Some(mut input) => self.read(&mut *input, table),
            None => Ok(Ok(())),
        });
        match read {
            Ok(Ok(())) => Ok(()),
            Ok(Err(reason)) => Err(CheckpointError::Unfit { name, reason }),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                Err(CheckpointError::Unfit { name, reason: "it was cut off" })
            }
            Err(error) => Err(CheckpointError::Unreadable { name, error }),
        }
    }

    /// The inner error is the reason that it cannot be used.
    fn read(&self, input: &mut dyn Read, table: &NumbersTable) -> io::Result<Result<(), &'static str>> {
        let first = self.head.lines().next().map_or(0, str::len);
        let mut head = vec![0; self.head.len()];
        input.read_exact(&mut head[..first])?;
        if head[..first] != self.head.as_bytes()[..first] {
            return Ok(Err("it is none of Plywood's searches"));
        }
        input.read_exact(&mut head[first..])?;
        if head != self.head.as_bytes() {
            return Ok(Err("it is of another game, other rules, another position or another player"));
        }
        let mut block = Vec::new();
        loop {
            let mut count = [0; 4];
            input.read_exact(&mut count)?;
            let positions = u32::from_le_bytes(count) as usize;
            if positions > BLOCK {
                return Ok(Err("it is damaged"));
            }
            block.clear();
            block.extend(count);
            block.resize(4 + positions * BYTES, 0);
            input.read_exact(&mut block[4..])?;
            let mut sum = [0; 8];
            input.read_exact(&mut sum)?;
            if checksum(&block).to_le_bytes() != sum {
                return Ok(Err("it is damaged"));
            }
            if positions == 0 {
                return Ok(if input.read(&mut sum)? == 0 {
                    Ok(())
                } else {
                    Err("something follows its end")
                });
            }
            for entry in block[4..].chunks_exact(BYTES) {
                let word = |at: usize| entry[at..at + 4].try_into().map_or(0, u32::from_le_bytes);
                let wide = |at: usize| u64::from(word(at)) | u64::from(word(at + 4)) << 32;
                let numbers = ProofNumbers { proof: word(8), disproof: word(12) };
                if !numbers.can_be() {
                    return Ok(Err("it has proof numbers that cannot be"));
                }
                table.note(wide(0), numbers, wide(16));
            }
        }
    }

    /// Writes the table.
    fn save(&self, table: &NumbersTable) -> Result<(), CheckpointError> {
        let mut store = lock(&self.store);
        let written = store.replace(self.attacker, &mut |out| {
            out.write_all(self.head.as_bytes())?;
            table.each(BLOCK, |entries| write_block(out, entries))?;
            write_block(out, &[])
        });
        *lock(&self.written) = Instant::now();
        written.map_err(|error| CheckpointError::Unwritten { name: store.name(self.attacker), error })
    }

    /// Writes the table if it is time to. Returns false if that failed: then [`Checkpoint::finish`] returns the reason.
    pub fn save_now_and_then(&self, table: &NumbersTable) -> bool {
        let is_time = lock(&self.written).elapsed() >= EVERY;
        match is_time.then(|| self.save(table)) {
            Some(Err(error)) => {
                *lock(&self.error) = Some(error);
                false
            }
            _ => true,
        }
    }

    /// Writes the table in the end.
    pub fn finish(&self, table: &NumbersTable) -> Result<(), CheckpointError> {
        let error = lock(&self.error).take();
        error.map_or_else(|| self.save(table), Err)
    }
}

fn write_block(out: &mut dyn Write, entries: &[(u64, ProofNumbers, u64)]) -> io::Result<()> {
    let mut block = Vec::with_capacity(4 + entries.len() * BYTES);
    block.extend((entries.len() as u32).to_le_bytes());
    for (key, numbers, work) in entries {
        block.extend(key.to_le_bytes());
        block.extend(numbers.proof.to_le_bytes());
        block.extend(numbers.disproof.to_le_bytes());
        block.extend(work.to_le_bytes());
    }
    out.write_all(&block)?;
    out.write_all(&checksum(&block).to_le_bytes())
}
