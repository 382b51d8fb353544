//! Threads that live no longer than a call, started by code that is compiled once and not for every game.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, Scope, scope};

/// Searches recurse, and a thread's usual 2 MiB are less than they may count on when called from `main`.
const STACK_BYTES: usize = 16 << 20;

/// Calls `body` with a scope for [`spawn`], and returns when it and all threads have ended, like [`std::thread::scope`].
///
/// # Panics
/// If `body` or a thread panics.
pub fn scoped<'env>(body: &mut dyn for<'scope> FnMut(&'scope Scope<'scope, 'env>)) {
    scope(|scope| body(scope));
}

/// Starts a thread. Returns false if the system has no room for another one.
pub fn spawn<'scope>(scope: &'scope Scope<'scope, '_>, work: Box<dyn FnOnce() + Send + 'scope>) -> bool {
    Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work).is_ok()
}

/// Locks a mutex, also after a thread has panicked that held it: for data that is never left half changed.
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Calls `own` on this thread and `help` on up to `helpers` further ones, with their numbers from 1 on, and
/// returns when all of them have returned. If the system cannot start that many threads, fewer help.
///
/// ```
/// use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
///
/// let (next, sum) = (AtomicU64::new(0), AtomicU64::new(0));
/// let work = || {
///     while let number @ 0..100 = next.fetch_add(1, Relaxed) {
///         sum.fetch_add(number, Relaxed);
///     }
/// };
/// plywood_rules::threads::beside(3, &|_| work(), &mut || work());
/// assert_eq!(sum.into_inner(), 4950);
/// ```
///
/// # Panics
/// If `own` or `help` panics.
pub fn beside(helpers: usize, help: &(dyn Fn(usize) + Sync), own: &mut dyn FnMut()) {
    scoped(&mut |scope| {
        let _ = (1..=helpers).all(|number| spawn(scope, Box::new(move || help(number))));
        own();
    });
}
