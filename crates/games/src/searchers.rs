//! Several threads that answer one question: they share a table, and search different positions.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use plywood_rules::{Interrupted, Run, threads};

/// Positions that one thread visits before others help.
const ALONE: u64 = 200_000;

/// Looks of a search between two reports of its progress.
const REPORT_EVERY: u64 = 256;

/// The positions that threads are searching, so that they search different ones (Weill, "The ABDADA Distributed Minimax-Search
/// Algorithm", 1996; simplified by Kerrigan, 2018).
pub(crate) struct Busy([AtomicU64; 256]);

impl Busy {
    fn new() -> Busy {
        Busy([const { AtomicU64::new(0) }; 256])
    }

    fn slot(&self, key: u64) -> &AtomicU64 {
        &self.0[key as usize % 256]
    }

    /// True if a thread is searching the position with this mixed key.
    pub fn has(&self, key: u64) -> bool {
        self.slot(key).load(Relaxed) == key
    }

    /// Does `work` on the position with this mixed key.
    pub fn during<T>(&self, key: u64, work: impl FnOnce() -> T) -> T {
        self.slot(key).store(key, Relaxed);
        let done = work();
        self.slot(key).store(0, Relaxed);
        done
    }
}

/// Answers a question by one thread, and by this many if it takes long: the first answer is the answer. `nodes` counts the positions of
/// all.
///
/// `search` gets the positions that others search, if there are others, and what it calls now and then with the positions it visited so
/// far; it stops when that returns false. It returns the answer and those positions.
pub(crate) fn ask<T: Send>(
    threads: usize,
    nodes: &AtomicU64,
    run: &Run<'_, u64>,
    search: impl Fn(Option<&Busy>, &mut dyn FnMut(u64) -> bool) -> (Result<T, Interrupted>, u64) + Sync,
) -> Result<T, Interrupted> {
    let done = AtomicBool::new(false);
    let alone = |most: u64, busy: Option<&Busy>, tell: &dyn Fn(u64)| {
        let (mut counted, mut looks) = (0, 0_u64);
        let mut count = |visited: u64| {
            let more = visited - counted;
            counted = visited;
            nodes.fetch_add(more, Relaxed) + more
        };
        let mut go_on = |visited: u64| {
            let all = count(visited);
            looks += 1;
            if looks.is_multiple_of(REPORT_EVERY) {
                tell(all);
            }
            visited < most && !done.load(Relaxed) && !run.stop.is_raised()
        };
        let (answer, visited) = search(busy, &mut go_on);
        count(visited);
        answer
    };
    let most = if threads > 1 { ALONE } else { u64::MAX };
    let first = alone(most, None, run.progress);
    if first.is_ok() || threads <= 1 || run.stop.is_raised() {
        return first;
    }
    let (answer, busy) = (Mutex::new(Err(Interrupted)), Busy::new());
    let together = |tell: &dyn Fn(u64)| {
        if let Ok(found) = alone(u64::MAX, Some(&busy), tell) {
            *threads::lock(&answer) = Ok(found);
            done.store(true, Relaxed);
        }
    };
    threads::beside(threads - 1, &|_| together(&|_| ()), &mut || together(run.progress));
    answer.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner())
}
