//! Errors of a brain's file.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The newest layout of pages that redb knows.
const PAGES: u8 = 3;

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
    #[error("the brain '{}' is in use; wait until the other program has closed it, or use a copy", path.display())]
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
    /// While it was being opened again after an error, another file had taken its name.
    #[error("'{}' is not the brain it was a moment ago; open it anew", path.display())]
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

impl StoreError {
    /// Translates an error of the system about the file at `path`.
    pub(super) fn from_io(path: &Path, error: io::Error) -> StoreError {
        let path = path.to_path_buf();
        match error.kind() {
            ErrorKind::NotFound => StoreError::Missing { path },
            ErrorKind::AlreadyExists => StoreError::Exists { path },
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
                StoreError::Full { path, error }
            }
            ErrorKind::ReadOnlyFilesystem => StoreError::ReadOnly { path },
            // The backend reports a read beyond the end like this.
            ErrorKind::UnexpectedEof => StoreError::Damaged { path, what: "it ends too early".into() },
            _ => StoreError::Io { path, error },
        }
    }

    /// Translates an error of redb about the file at `path`.
    pub(super) fn from_redb(path: &Path, error: redb::Error) -> StoreError {
        use redb::Error as E;
        let path = path.to_path_buf();
        match error {
            E::Io(error) => StoreError::from_io(&path, error),
            E::DatabaseAlreadyOpen | E::LockProtocolMismatch => StoreError::InUse { path },
            E::RepairAborted => StoreError::Unrepaired { path },
            E::UpgradeRequired(found) if found > PAGES => {
                StoreError::Newer { path, found: found.into(), known: PAGES.into() }
            }
            // redb wrote that layout before there were brains.
            E::UpgradeRequired(_) => {
                StoreError::NotABrain { path, why: "it is older than brains are".into() }
            }
            E::DatabaseClosed => StoreError::Closed { path },
            E::TransactionInProgress => StoreError::BeingRead { path },
            E::ValueTooLarge(bytes) => StoreError::TooLarge { path, bytes },
            E::PreviousIo => {
                StoreError::Io { path, error: io::Error::other("an earlier read or write failed") }
            }
            E::Unsupported => StoreError::Io { path, error: ErrorKind::Unsupported.into() },
            other => StoreError::Damaged { path, what: other.to_string() },
        }
    }

    /// Returns true if the open database cannot be used after this error.
    pub(super) fn spoils(&self) -> bool {
        use StoreError as S;
        !matches!(self, S::TooLarge { .. } | S::BeingRead { .. } | S::ReadOnly { .. })
    }
}
