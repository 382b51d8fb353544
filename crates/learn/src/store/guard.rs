//! Calls into redb, which may panic on damaged files, and its errors.

use std::io::{self, ErrorKind};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use super::error::StoreError;

/// The newest layout of pages that redb knows.
const PAGES: u8 = 3;

/// Calls redb, and turns its error, or its panic, into an error about the file at `path`. Nothing of the caller's may run
/// inside: its panics would be taken for damage.
pub(super) fn guarded<T, E: Into<redb::Error>>(
    path: &Path,
    call: impl FnOnce() -> Result<T, E>,
) -> Result<T, StoreError> {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(result) => result.map_err(|error| StoreError::from_redb(path, error.into())),
        Err(_) => Err(StoreError::Damaged { path: path.to_path_buf(), what: "it contradicts itself".into() }),
    }
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
