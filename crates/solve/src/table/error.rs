//! The reasons why bytes are not a table.

use std::io;

/// The format of tables that are written and read here.
pub(super) const FORMAT: u32 = 3;

/// The reason why bytes are not a table of the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TablebaseError {
    /// Something else.
    #[error("this is no table of Plywood: it does not begin with 'plywood table' and a number")]
    Foreign,
    /// A table of another version of Plywood, in this format.
    #[error("this table has format {0}, and this program reads format {FORMAT}: solve the game again")]
    Format(u32),
    /// A table of another game.
    #[error("this is a table of {is}, not of {wanted}")]
    OtherGame {
        /// The game of the table.
        is: String,
        /// The game that was requested.
        wanted: String,
    },
    /// A table that was made with other rules.
    #[error("this table was made with other rules of {0} than this program has: solve the game again")]
    OtherRules(String),
    /// Bytes are missing at the end, or there are too many.
    #[error("this table should have {should} bytes and has {has}: it was cut off, or something was added")]
    Length {
        /// Bytes there should be.
        should: u64,
        /// Bytes there are.
        has: u64,
    },
    /// Bytes are not those that were written.
    #[error("this table is damaged: {0}")]
    Damaged(String),
    /// A position that play cannot lead to, for this reason.
    #[error("this table holds positions that play can lead to, and not this one: {0}")]
    Composed(String),
    /// The reason why a file is no part of this table.
    #[error("{name}: {error}")]
    Part {
        /// The name of the file.
        name: String,
        /// The reason.
        error: Box<TablebaseError>,
    },
    /// Parts that are not one table together.
    #[error("these parts are no table: {0}")]
    Parts(String),
    /// Bytes cannot be read.
    #[error("this table cannot be read: {0}")]
    Unreadable(String),
}

/// An error for bytes that differ from those written.
pub(super) fn damaged(what: impl Into<String>) -> TablebaseError {
    TablebaseError::Damaged(what.into())
}

/// An error for bytes that cannot be read.
pub(super) fn unreadable(error: &io::Error) -> TablebaseError {
    TablebaseError::Unreadable(match error.kind() {
        io::ErrorKind::UnexpectedEof => "it was cut off".to_string(),
        _ => error.to_string(),
    })
}
