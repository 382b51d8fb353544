//! The reasons why a search has no answer.

use plywood_rules::Interrupted;

use super::checkpoint::CheckpointError;

/// The reason why nothing is proved.
#[derive(Debug, thiserror::Error)]
pub enum ProofError {
    /// The game has chance.
    #[error("it has chance")]
    Chance,
    /// It needs more memory than allowed.
    #[error(
        "{found} positions were found and more were to come, which is more than fit into the memory allowed"
    )]
    TooLarge {
        /// Positions found, up to symmetry.
        found: u64,
    },
    /// The caller stopped it.
    #[error("stopped before it was settled")]
    Stopped,
    /// Proof numbers are not for it.
    #[error("positions recur in it, and proof numbers are for games in which none does")]
    Recurs,
    /// A checkpoint cannot be used or written.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// There are no checkpoints if positions recur.
    #[error("positions recur in it, and only searches where none does can be kept and gone on with")]
    NotKept,
    /// The game does not read the positions that it has packed: a mistake in its notation.
    #[error("a position that was packed cannot be read again")]
    Unreadable,
}

impl From<Interrupted> for ProofError {
    fn from(_: Interrupted) -> ProofError {
        ProofError::Stopped
    }
}
