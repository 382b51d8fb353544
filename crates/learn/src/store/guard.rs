//! Calls into redb, which may panic on damaged files.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use super::error::StoreError;

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
