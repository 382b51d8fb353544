//! A long computation and its caller: when to stop, what it may use, and where its progress goes.

use std::fmt;
use std::sync::Mutex;

use crate::stop::{Interrupted, Stop};
use crate::threads::lock;

/// The conditions of a long computation, which its caller sets. `P` is its progress.
///
/// ```
/// use plywood_rules::{Interrupted, Run, Stop, one_by_one};
///
/// fn count(to: u64, run: &Run<'_, u64>) -> Result<u64, Interrupted> {
///     for so_far in 0..to {
///         run.report(so_far)?;
///     }
///     Ok(to)
/// }
///
/// assert_eq!(count(3, &Run::default()), Ok(3));
/// let (stop, mut seen) = (Stop::never(), Vec::new());
/// let hear = |so_far| {
///     seen.push(so_far);
///     if so_far == 2 {
///         stop.raise();
///     }
/// };
/// let counted = count(5, &Run { progress: &one_by_one(hear), ..Run::until(&stop) });
/// assert_eq!((counted, seen), (Err(Interrupted), vec![0, 1, 2]));
/// ```
pub struct Run<'a, P> {
    /// Stops it.
    pub stop: Stop,
    /// Bytes that it may hold.
    pub memory: u64,
    /// Threads that it may use, at least 1.
    pub threads: usize,
    /// Receives the progress now and then, from any thread.
    pub progress: &'a (dyn Fn(P) + Sync),
}

/// One thread, any amount of memory, never stopped, without a listener.
impl<P> Default for Run<'_, P> {
    fn default() -> Self {
        Run { stop: Stop::never(), memory: u64::MAX, threads: 1, progress: &|_| () }
    }
}

impl<P> Clone for Run<'_, P> {
    fn clone(&self) -> Self {
        self.with(self.progress)
    }
}

impl<P> fmt::Debug for Run<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Run { stop, memory, threads, progress: _ } = self;
        let mut shown = f.debug_struct("Run");
        shown.field("stop", stop).field("memory", memory).field("threads", threads).finish_non_exhaustive()
    }
}

impl<P> Run<'_, P> {
    /// The default, but stopped by `stop`.
    pub fn until(stop: &Stop) -> Self {
        Run { stop: stop.clone(), ..Run::default() }
    }

    /// The same conditions with another listener: for a part of the computation with progress of its own.
    pub fn with<'b, Q>(&self, progress: &'b (dyn Fn(Q) + Sync)) -> Run<'b, Q> {
        Run { stop: self.stop.clone(), memory: self.memory, threads: self.threads, progress }
    }

    /// The bytes for a table that has its size from the beginning: all the memory, and 64 MiB if that is not limited.
    pub fn table_bytes(&self) -> usize {
        let bytes = if self.memory == u64::MAX { 64 << 20 } else { self.memory };
        usize::try_from(bytes).unwrap_or(usize::MAX)
    }

    /// Passes the progress on, and then looks if it is time to stop.
    ///
    /// # Errors
    /// If it is time to stop.
    pub fn report(&self, progress: P) -> Result<(), Interrupted> {
        (self.progress)(progress);
        self.check()
    }

    /// Looks if it is time to stop.
    ///
    /// # Errors
    /// If it is.
    pub fn check(&self) -> Result<(), Interrupted> {
        self.stop.check()
    }
}

/// A listener for a [`Run`] out of one that changes what it has: it hears one thing after the other.
pub fn one_by_one<P>(hear: impl FnMut(P) + Send) -> impl Fn(P) + Sync {
    let hear = Mutex::new(hear);
    move |progress| lock(&hear)(progress)
}
