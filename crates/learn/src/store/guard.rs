//! Calls into the store underneath, which may panic on damaged files.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind, set_hook, take_hook};
use std::path::Path;
use std::sync::Once;

use super::StoreError;

thread_local! {
    /// Whether this thread runs code of the store underneath, whose panics are expected.
    static INSIDE: Cell<bool> = const { Cell::new(false) };
}

/// Keeps the process from printing panics that [`guarded`] turns into errors. All others print as they did.
fn quieten() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |panic| {
            if !INSIDE.get() {
                before(panic);
            }
        }));
    });
}

/// Calls into the store underneath, and turns what it says, or its panic, into an error about the file at `path`.
pub(super) fn guarded<T, E: Into<redb::Error>>(
    path: &Path,
    call: impl FnOnce() -> Result<T, E>,
) -> Result<T, StoreError> {
    quieten();
    let outer = INSIDE.replace(true);
    let result = catch_unwind(AssertUnwindSafe(call));
    let ours = INSIDE.replace(outer);
    match result {
        Ok(result) => result.map_err(|error| StoreError::from_redb(path, error.into())),
        Err(panic) if !ours => resume_unwind(panic),
        Err(_) => Err(StoreError::Damaged { path: path.to_path_buf(), what: "it contradicts itself".into() }),
    }
}

/// Runs a caller's code inside a guarded call: its panics are its own and pass through.
pub(super) fn theirs<T>(call: impl FnOnce() -> T) -> T {
    INSIDE.set(false);
    let result = call();
    INSIDE.set(true);
    result
}
