//! Locks without poison.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex. A thread that panicked left nothing half done where this is used.
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
