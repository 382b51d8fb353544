//! Errors of a brain's file.

use std::path::PathBuf;
use std::{fmt, io};

use plywood_rules::TextError;

/// The reason why a brain could not be made, opened, read or written.
#[derive(Debug)]
#[non_exhaustive]
pub enum StoreError {
    /// There is no such file.
    Missing {
        /// The file.
        path: PathBuf,
    },
    /// There is a file of the name of the brain to be made.
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// Another process, or another part of this one, has it open.
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// It may be read but not written.
    ReadOnly {
        /// The file.
        path: PathBuf,
    },
    /// The last writer was stopped halfway, and the file may not be written to repair it.
    Unrepaired {
        /// The file.
        path: PathBuf,
    },
    /// The file is something else.
    NotABrain {
        /// The file.
        path: PathBuf,
        /// The reason why it is not a brain.
        why: String,
    },
    /// Bytes of the brain changed or are missing.
    Damaged {
        /// The file.
        path: PathBuf,
        /// The part that is damaged.
        what: String,
    },
    /// A later version of this program wrote it.
    Newer {
        /// The file.
        path: PathBuf,
        /// The format it has.
        found: u32,
        /// The newest that is known here.
        known: u32,
    },
    /// The disk is full.
    Full {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// This process has readers of it, and the operation needs it exclusively.
    BeingRead {
        /// The file.
        path: PathBuf,
    },
    /// The store of a reader was closed, or had to be opened again.
    Closed {
        /// The file.
        path: PathBuf,
    },
    /// The file was removed, renamed or replaced while it was open; nothing more is learnt into it.
    Replaced {
        /// The file.
        path: PathBuf,
    },
    /// A single value is too large to be stored.
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The length of the value.
        bytes: usize,
    },
    /// The system refused for another reason.
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
}

impl StoreError {
    /// Its text, with the file as a part.
    pub fn text(&self) -> TextError {
        let around = TextError::with_file;
        match self {
            StoreError::Missing { path } => {
                around("there is no brain ", path, "; check the name, or train one first")
            }
            StoreError::Exists { path } => {
                around("", path, " exists already; choose another name, or remove it first")
            }
            StoreError::InUse { path } => around(
                "the brain ",
                path,
                " is in use by another program, or elsewhere in this one; wait until it is closed there, or use a copy",
            ),
            StoreError::ReadOnly { path } => around(
                "the brain ",
                path,
                " may only be read; open it for writing, allow writing to it, or work on a copy",
            ),
            StoreError::Unrepaired { path } => around(
                "the brain ",
                path,
                " was not closed properly and may not be written to set it right; allow writing to it, or copy it \
                 to where that is allowed and open the copy",
            ),
            StoreError::NotABrain { path, why } => {
                around("", path, &format!(" is not a brain: {why}; look at the name"))
            }
            StoreError::Damaged { path, what } => around(
                "the brain ",
                path,
                &format!(" is damaged or cut short ({what}); go back to a copy or an export of it"),
            ),
            StoreError::Newer { path, found, known } => around(
                "the brain ",
                path,
                &format!(" has format {found}, and this program knows up to {known}; use a newer one"),
            ),
            StoreError::Full { path, error } => around(
                "there is no room to write the brain ",
                path,
                &format!(" ({error}); the brain is unchanged, free some space and try again"),
            ),
            StoreError::BeingRead { path } => {
                around("the brain ", path, " is being read; it can be compacted when the readers are gone")
            }
            StoreError::Closed { path } => around("the brain ", path, " was closed; take a new reader of it"),
            StoreError::Replaced { path } => around(
                "",
                path,
                " is not the brain it was when it was opened: the file was removed or replaced; open it anew",
            ),
            StoreError::TooLarge { path, bytes } => around(
                &format!("a value of {bytes} bytes is too large for the brain "),
                path,
                "; up to 3 GiB would do",
            ),
            StoreError::Io { path, error } => around("cannot use the brain ", path, &format!(": {error}")),
        }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

impl std::error::Error for StoreError {}
