//! Results of rounds, kept outside of the program.

use super::error::RetrogradeError;

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
    /// True if these are rounds of an earlier version, in which the owner of a position depended on all bytes of its key.
    fn by_whole_key(&self) -> bool {
        false
    }
    /// Removes a round that is not needed any more.
    fn remove(&self, kind: &str, round: u64);
}

/// The kind of rounds that find positions.
pub const FOUND: &str = "found";
/// The kind of rounds that value positions.
pub const VALUED: &str = "valued";
