//! Errors of a brain's file.

use std::io;
use std::path::PathBuf;

/// The reason why a brain could not be made, opened, read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// There is no such file.
    #[error("there is no brain '{}'; check the name, or train one first", path.display())]
    Missing {
        /// The file.
        path: PathBuf,
    },
    /// There is a file of the name of the brain to be made.
    #[error("'{}' exists already; choose another name, or remove it first", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// Another process, or another part of this one, has it open.
    #[error(
        "the brain '{}' is in use by another program, or elsewhere in this one; wait until it is closed there, or use a copy",
        path.display()
    )]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// It may be read but not written.
    #[error("the brain '{}' may only be read; open it for writing, allow writing to it, or work on a copy", path.display())]
    ReadOnly {
        /// The file.
        path: PathBuf,
    },
    /// The last writer was stopped halfway, and the file may not be written to repair it.
    #[error(
        "the brain '{}' was not closed properly and may not be written to set it right; allow writing to it, or copy it \
         to where that is allowed and open the copy",
        path.display()
    )]
    Unrepaired {
        /// The file.
        path: PathBuf,
    },
    /// The file is something else.
    #[error("'{}' is not a brain: {why}; look at the name", path.display())]
    NotABrain {
        /// The file.
        path: PathBuf,
        /// The reason why it is not a brain.
        why: String,
    },
    /// Bytes of the brain changed or are missing.
    #[error("the brain '{}' is damaged or cut short ({what}); go back to a copy or an export of it", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The part that is damaged.
        what: String,
    },
    /// A later version of this program wrote it.
    #[error("the brain '{}' has format {found}, and this program knows up to {known}; use a newer one", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// The format it has.
        found: u32,
        /// The newest that is known here.
        known: u32,
    },
    /// The disk is full.
    #[error("there is no room to write the brain '{}' ({error}); the brain is unchanged, free some space and try again", path.display())]
    Full {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        #[source]
        error: io::Error,
    },
    /// This process has readers of it, and the operation needs it exclusively.
    #[error("the brain '{}' is being read; it can be compacted when the readers are gone", path.display())]
    BeingRead {
        /// The file.
        path: PathBuf,
    },
    /// The store of a reader was closed, or had to be opened again.
    #[error("the brain '{}' was closed; take a new reader of it", path.display())]
    Closed {
        /// The file.
        path: PathBuf,
    },
    /// The file was removed, renamed or replaced while it was open; nothing more is learnt into it.
    #[error("'{}' is not the brain it was when it was opened: the file was removed or replaced; open it anew", path.display())]
    Replaced {
        /// The file.
        path: PathBuf,
    },
    /// A single value is too large to be stored.
    #[error("a value of {bytes} bytes is too large for the brain '{}'; up to 3 GiB would do", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The length of the value.
        bytes: usize,
    },
    /// The system refused for another reason.
    #[error("cannot use the brain '{}': {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        #[source]
        error: io::Error,
    },
}
