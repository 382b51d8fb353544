//! The reasons why a search has no answer.

/// The search was stopped by its caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted;

/// The reason why nothing was settled.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettleError {
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
    /// The game has chance.
    #[error("something is left to chance, and a proof of who wins takes no account of luck")]
    Chance,
    /// The game does not read the positions that it has packed: a mistake in its notation.
    #[error("a position that was packed cannot be read again")]
    Unreadable,
}

impl From<Interrupted> for SettleError {
    fn from(_: Interrupted) -> SettleError {
        SettleError::Stopped
    }
}
