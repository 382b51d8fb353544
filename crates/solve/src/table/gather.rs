//! Several workers: one of them assembles the table, level by level.

use std::sync::Arc;
use std::sync::mpsc::channel;

use plywood_rules::{Playable, Run, threads};

use super::tablebase::{Binder, Tablebase};
use crate::retrograde::{
    self, Exchange, Payload, RetrogradeError, RoundStore, RoundTally, ThreadConnection, ThreadExchange,
    Traffic, WorkerContext, WorkerPool, WorkerShare,
};
use crate::values::{Codec, Exact, Key, PositionCounts, SolveProgress, SolveWatch, ValueCode, fits};

/// Rows of a message.
const PAGE: usize = 1 << 12;

/// All positions, found and valued by several workers.
#[derive(Debug)]
pub struct GatheredSolution {
    /// The table; only at worker 0.
    pub tablebase: Option<Tablebase>,
    /// The number of positions of each kind, of all workers.
    pub counts: PositionCounts,
    /// The value of the start.
    pub value: Exact,
    /// All messages of all workers.
    pub traffic: Traffic,
    /// Rounds that were loaded instead of done again.
    pub resumed: u64,
}

/// Finds and values all positions of a game from `start` on, as one of the workers that `exchange` connects. Each level is
/// dropped when it is packed. With a `store` it resumes from the rounds that all workers have stored.
///
/// # Errors
/// Those of [`super::solve`], and if another worker or the store fails.
pub fn work<G: Playable, K: Key>(
    codec: Codec<'_, G>,
    start: &G::State,
    exchange: &mut dyn Exchange<K>,
    store: Option<&dyn RoundStore>,
    watch: SolveWatch<'_>,
) -> Result<GatheredSolution, RetrogradeError> {
    let mut worker = WorkerContext::new(codec, start, exchange, store, watch);
    let part = retrograde::solve(&mut worker)?;
    gather(&mut worker, part)
}

fn gather<G: Playable, K: Key>(
    worker: &mut WorkerContext<'_, '_, G, K>,
    part: WorkerShare<K>,
) -> Result<GatheredSolution, RetrogradeError> {
    let WorkerShare { levels, counts, start, resumed } = part;
    let mut binder = Binder::default();
    for level in levels {
        let (keys, codes) = level.rows(worker);
        count(worker, &keys, &codes, &binder);
        let (keys, codes) = match worker.workers {
            1 => (keys, codes),
            _ => exchange_rows(worker, keys, codes)?,
        };
        count(worker, &keys, &codes, &binder);
        if worker.me == 0 {
            binder.add(&keys, &codes);
        }
        worker.agree(RoundTally::default())?;
    }
    let total = worker.agree(RoundTally::of_end(counts, start, worker.exchange.traffic()))?;
    let Codec { game, merged } = worker.codec;
    let (start, counts) = (worker.start, total.counts);
    let value = ValueCode(total.start.unwrap_or(0)).exact().expect("the owner of the start knows its value");
    let tablebase = (worker.me == 0).then(|| binder.bind(game, start, merged, counts));
    Ok(GatheredSolution { tablebase, counts, value, traffic: total.traffic, resumed })
}

/// Counts the memory of these rows, of those received and of the table.
fn count<G: Playable, K: Key>(
    worker: &mut WorkerContext<'_, '_, G, K>,
    keys: &Vec<K>,
    codes: &Vec<ValueCode>,
    binder: &Binder,
) {
    let received = worker.rows.borrow().capacity() * size_of::<(K, ValueCode)>();
    let rows = keys.capacity() * K::SIZE + codes.capacity() * size_of::<ValueCode>();
    worker.count(0, (received + rows) as u64 + binder.bytes());
}

/// Sends these rows of a level to worker 0. Returns the rows of all workers there, and none at the others.
fn exchange_rows<G: Playable, K: Key>(
    worker: &mut WorkerContext<'_, '_, G, K>,
    keys: Vec<K>,
    codes: Vec<ValueCode>,
) -> Result<(Vec<K>, Vec<ValueCode>), RetrogradeError> {
    if worker.me == 0 {
        worker.rows.borrow_mut().extend(keys.into_iter().zip(codes));
    } else {
        for (keys, codes) in keys.chunks(PAGE).zip(codes.chunks(PAGE)) {
            let codes = codes.iter().map(|code| code.0).collect();
            worker.exchange.send(0, Payload::Rows { keys: keys.to_vec(), codes })?;
        }
    }
    worker.exchange.end_round()?;
    let mut rows = worker.rows.borrow_mut();
    // Those of each worker are sorted: this sort merges them.
    rows.sort();
    Ok(rows.drain(..).unzip())
}

/// Finds and values all positions as [`super::solve`] does, by the threads of `run`. `stores` has a store for each
/// of them, or none at all.
///
/// # Errors
/// Those of [`super::solve`], and if a store fails.
pub fn solve_by_threads<G: Playable>(
    game: &G,
    start: &G::State,
    merge: bool,
    stores: &[&dyn RoundStore],
    run: &Run<'_, SolveProgress>,
) -> Result<GatheredSolution, RetrogradeError> {
    if fits::<G, u64>(game, start) {
        by_threads::<G, u64>(game, start, merge, stores, run)
    } else {
        by_threads::<G, u128>(game, start, merge, stores, run)
    }
}

fn by_threads<G: Playable, K: Key>(
    game: &G,
    start: &G::State,
    merge: bool,
    stores: &[&dyn RoundStore],
    run: &Run<'_, SolveProgress>,
) -> Result<GatheredSolution, RetrogradeError> {
    let merged = Codec::new(game, start, merge).merged;
    let workers = run.threads;
    let pool = Arc::new(WorkerPool::new(run));
    let mut connections = ThreadConnection::<K>::team(workers);
    let mut result = None;
    threads::scoped(&mut |scope| {
        let (done, results) = channel();
        for (me, connection) in connections.drain(..).enumerate() {
            let (done, of_worker) = (done.clone(), Arc::clone(&pool));
            let store = stores.get(me).copied();
            let work = move || {
                let mut exchange = ThreadExchange::new(connection, Arc::clone(&of_worker));
                let codec = Codec { game, merged };
                let result = of_worker.run(me, |watch| work(codec, start, &mut exchange, store, watch));
                // The receiver waits for all workers.
                let _ = done.send((me, result));
            };
            if !threads::spawn(scope, Box::new(work)) {
                pool.fail(format!("the system has no room for {workers} threads"));
            }
        }
        drop(done);
        result = Some(pool.wait(&results, run.progress));
    });
    result.expect("a result was waited for")
}
