//! Results of rounds, kept outside of the program.

use std::io;
use std::sync::Arc;

use super::error::RetrogradeError;
use crate::values::{ByteSource, ScratchFile};

/// Keeps the results of one worker's rounds. All rounds are numbered in one sequence: first those that find positions, then
/// those that value them.
pub trait RoundStore: Sync {
    /// The number of stored rounds: all before this number are stored, or not needed any more.
    ///
    /// # Errors
    /// If that cannot be determined, or the store belongs to another number of workers.
    fn rounds(&self) -> Result<u64, RetrogradeError>;
    /// Stores the result of a round durably.
    ///
    /// # Errors
    /// If it cannot be written.
    fn save(&self, kind: &str, round: u64, body: &[u8]) -> Result<(), RetrogradeError>;
    /// The result of a round.
    ///
    /// # Errors
    /// If it cannot be read, or differs from the stored bytes.
    fn load(&self, kind: &str, round: u64) -> Result<Vec<u8>, RetrogradeError>;
    /// Begins to store the result of a round block by block.
    ///
    /// # Errors
    /// If it cannot be written.
    fn create(&self, kind: &str, round: u64) -> Result<Box<dyn RoundWriter>, RetrogradeError>;
    /// The result of a round that was stored block by block, if there is one.
    ///
    /// # Errors
    /// If it cannot be read, or its end differs from the stored bytes.
    fn open(&self, kind: &str, round: u64) -> Result<Option<StoredRound>, RetrogradeError>;
    /// A new file for parts of a round.
    ///
    /// # Errors
    /// If it cannot be made.
    fn scratch(&self) -> Result<Arc<dyn ScratchFile>, RetrogradeError>;
    /// True if these are rounds of an earlier version, in which the owner of a position depended on all bytes of its key.
    fn by_whole_key(&self) -> bool {
        false
    }
    /// Removes a round that is not needed any more.
    fn remove(&self, kind: &str, round: u64);
}

/// Stores the result of a round block by block: it is there when it is finished, and else not at all.
pub trait RoundWriter {
    /// Adds a block.
    ///
    /// # Errors
    /// If it cannot be written. The text says which file that is.
    fn write(&mut self, block: &[u8]) -> io::Result<()>;
    /// Adds the end, which has a checksum, and stores all of it durably.
    ///
    /// # Errors
    /// If it cannot be written. The text says which file that is.
    fn finish(self: Box<Self>, end: &[u8]) -> io::Result<()>;
}

/// The result of a round that was stored block by block.
#[derive(Debug)]
pub struct StoredRound {
    /// Its name, for messages to people.
    pub name: String,
    /// The blocks. The texts of its errors say which file they are in.
    pub blocks: Arc<dyn ByteSource>,
    /// The end, as it was given.
    pub end: Vec<u8>,
}

/// The kind of rounds that find positions.
pub const FOUND: &str = "found";
/// The kind of rounds that value positions.
pub const VALUED: &str = "valued";
/// The kind of rounds that find the positions of a stage.
pub const STAGE: &str = "stage";
/// The kind of rounds that value the positions of a stage.
pub const VALUES: &str = "values";
