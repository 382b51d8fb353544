//! Threads that go through ranks together.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use plywood_rules::{Ranked, threads};

use crate::values::{SolveError, SolveWatch};

/// Ranks that a worker takes at a time. Whole words of bits, so that no two of them change the same word but at the ends of stages.
const CHUNK: u64 = 1 << 15;

/// Memory that a worker uses again for every position.
#[derive(Default)]
pub(super) struct Room {
    pub children: Vec<Ranked>,
    pub parents: Vec<Ranked>,
    /// The news of each child, or the moves left of each parent.
    pub news: Vec<u16>,
    /// Parents, and whether the players are exchanged there.
    pub different: Vec<(u64, bool)>,
}

/// The work on some ranks. Returns the number of positions found or valued.
pub(super) type RankWork<'a> = dyn Fn(Range<u64>, &mut Room) -> Result<u64, SolveError> + Sync + 'a;

/// Runs `work` on all of `ranks`, a few at a time, on `workers` threads. Returns the sum of its
/// results. The work must not depend on the order of the ranks or the thread.
pub(super) fn sweep(
    workers: usize,
    ranks: &Range<u64>,
    watch: &mut SolveWatch<'_>,
    work: &RankWork<'_>,
) -> Result<u64, SolveError> {
    let (first, last) = (ranks.start / CHUNK, ranks.end.div_ceil(CHUNK));
    let (next, done, over) = (AtomicU64::new(first), AtomicU64::new(0), AtomicBool::new(false));
    let one = |room: &mut Room| {
        let chunk = next.fetch_add(1, Ordering::Relaxed);
        if chunk >= last || over.load(Ordering::Relaxed) {
            return Ok(false);
        }
        let of_chunk = (chunk * CHUNK).max(ranks.start)..((chunk + 1) * CHUNK).min(ranks.end);
        match work(of_chunk, room) {
            Ok(more) => _ = done.fetch_add(more, Ordering::Relaxed),
            Err(halt) => {
                over.store(true, Ordering::Relaxed);
                return Err(halt);
            }
        }
        Ok(true)
    };
    let helpers = workers.min((last - first) as usize).saturating_sub(1);
    let failed = Mutex::new(None);
    let help = |_| {
        let mut room = Room::default();
        while one(&mut room).unwrap_or_else(|halt| {
            threads::lock(&failed).get_or_insert(halt);
            false
        }) {}
    };
    let (mut told, mut own) = (0, Ok::<_, SolveError>(()));
    let mut tell = |watch: &mut SolveWatch<'_>| {
        let total = done.load(Ordering::Relaxed);
        let more = total - std::mem::replace(&mut told, total);
        watch.look(more, 0)
    };
    let mut work = |mut room: Room| {
        while one(&mut room)? {
            tell(watch)?;
        }
        Ok(())
    };
    threads::beside(helpers, &help, &mut || {
        own = work(Room::default());
        over.fetch_or(own.is_err(), Ordering::Relaxed);
    });
    own?;
    threads::lock(&failed).take().map_or(Ok(()), Err)?;
    tell(watch)?;
    Ok(told)
}
