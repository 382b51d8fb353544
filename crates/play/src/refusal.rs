//! Refusals: commands that are not carried out.

/// The subject of a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The token does not fit.
    Token,
    /// The sender has no seat, or not the right one.
    NoSeat,
    /// The seat is taken.
    Taken,
    /// It is not the sender's turn.
    NotYourTurn,
    /// The command was meant for another moment of the game.
    Stale,
    /// The move is not legal.
    Illegal,
    /// The game is over.
    Over,
    /// The game is not over yet.
    NotOver,
    /// There is nothing to take back.
    NothingToUndo,
    /// The opponent says no.
    Declined,
    /// Hints are not given while two people play each other.
    NoHints,
    /// A value is out of its range.
    Options,
    /// The game itself failed.
    Internal,
}

/// A command that is not carried out. The game stays as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct Refusal {
    /// The subject.
    pub reason: Reason,
    /// An explanation in English.
    pub text: String,
}

/// The refusal with this explanation.
pub(crate) fn refuse<T>(reason: Reason, text: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal { reason, text: text.into() })
}
