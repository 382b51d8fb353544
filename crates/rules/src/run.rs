//! A long computation and its caller: when to stop, what it may use, and where its progress goes.

use std::fmt;

use crate::stop::{Interrupted, Stop};

/// The conditions of a long computation, which its caller sets. `P` is its progress.
///
/// ```
/// use std::sync::Mutex;
/// use plywood_rules::{Interrupted, Run};
///
/// fn count(to: u64, run: &Run<'_, u64>) -> Result<u64, Interrupted> {
///     for so_far in 0..to {
///         run.report(so_far)?;
///     }
///     Ok(to)
/// }
///
/// assert_eq!(count(3, &Run::default()), Ok(3));
/// let seen = Mutex::new(Vec::new());
/// let run = Run { progress: &|so_far| seen.lock().unwrap().push(so_far), ..Run::default() };
/// assert_eq!(count(3, &run), Ok(3));
/// run.stop.raise();
/// assert_eq!(count(3, &run), Err(Interrupted));
/// assert_eq!(*seen.lock().unwrap(), [0, 1, 2, 0]);
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
