//! Refusals: commands that are not carried out.

use serde::{Deserialize, Serialize};

/// The subject of a refusal, for programs and translations. One list for the game and for the server around it, because both
/// answer over the same wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum RefusalCode {
    /// The message or the request cannot be read.
    Malformed,
    /// It is longer than is allowed.
    TooLong,
    /// The page speaks another version of the protocol: load it again.
    Protocol,
    /// There is no such game, table, record or file.
    NotFound,
    /// The token does not fit.
    Token,
    /// The sender has no seat, or not the right one.
    NoSeat,
    /// It is not the sender's turn.
    NotYourTurn,
    /// The command was meant for another moment of the game.
    Stale,
    /// The move is not legal; the text says why.
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
    /// The bot has trouble; the text says which.
    Bot,
    /// Too much is requested at once: later.
    Busy,
    /// The server is full.
    Full,
    /// It could not be written to disk, so it did not happen.
    Store,
    /// The seat is taken.
    Taken,
    /// An option is wrong or a value out of its range; the text names it.
    Options,
    /// The page is from another origin.
    Origin,
    /// The server is being closed; everything is kept.
    Closing,
    /// The game or the server itself failed.
    Internal,
}

/// A command that is not carried out. The game stays as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct RefusedCommand {
    /// The subject.
    pub code: RefusalCode,
    /// An explanation in English.
    pub text: String,
}

/// The refusal with this explanation.
pub(crate) fn refuse<T>(code: RefusalCode, text: impl Into<String>) -> Result<T, RefusedCommand> {
    Err(RefusedCommand { code, text: text.into() })
}
