//! Threads that live no longer than a call, started by code that is compiled once and not for every game.

use std::any::Any;
use std::cell::RefCell;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
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

/// Starts a thread, which works for the [caller] of this one. Returns false if the system has no room for another one.
pub fn spawn<'scope>(scope: &'scope Scope<'scope, '_>, work: Box<dyn FnOnce() + Send + 'scope>) -> bool {
    let caller = caller();
    let work = move || working_for(caller, work);
    Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work).is_ok()
}

/// A call whose rules may fail in the middle of work, such as rules in another language that raise an exception. Rules find
/// it by [`caller`], whichever thread asks them: open brains, solved games and positions outlive calls and are shared by them,
/// so neither a game nor a position knows for whom it is asked.
pub trait Caller: Any + Send + Sync {
    /// True if the rules have failed in this call: what is found from then on is worth nothing, and is neither kept nor written.
    fn has_failed(&self) -> bool;
}

thread_local! {
    static CALLER: RefCell<Option<Arc<dyn Caller>>> = const { RefCell::new(None) };
}

/// The caller that this thread works for, if it works for one.
pub fn caller() -> Option<Arc<dyn Caller>> {
    CALLER.with_borrow(Option::clone)
}

/// True if the rules have failed in the call that this thread works for.
pub fn has_failed() -> bool {
    CALLER.with_borrow(|caller| caller.as_ref().is_some_and(|caller| caller.has_failed()))
}

/// Does `work` for a caller, as do the threads that are started meanwhile by [`spawn`] and [`beside`].
///
/// ```
/// use plywood_rules::threads::{Caller, beside, has_failed, working_for};
///
/// struct Failed;
/// impl Caller for Failed {
///     fn has_failed(&self) -> bool {
///         true
///     }
/// }
/// let found = || assert!(has_failed());
/// working_for(Some(std::sync::Arc::new(Failed)), || beside(2, &|_| found(), &mut || found()));
/// assert!(!has_failed());
/// ```
pub fn working_for<T>(caller: Option<Arc<dyn Caller>>, work: impl FnOnce() -> T) -> T {
    /// Gives the thread back its own caller, after a panic too.
    struct CallerGuard(Option<Arc<dyn Caller>>);
    impl Drop for CallerGuard {
        fn drop(&mut self) {
            CALLER.set(self.0.take());
        }
    }
    let _before = CallerGuard(CALLER.replace(caller));
    work()
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
