//! Several workers: each packs the positions that it owns. They are parts of a table in files, or one table in memory.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::channel;

use plywood_rules::{Playable, Run, threads};

use super::header::{ByKey, Form, PartOf, TableHeader};
use super::parts::{PartStore, merge, part_name, write_part};
use super::sorted::SortedIndex;
use super::tablebase::Tablebase;
use crate::retrograde::{
    self, Exchange, LevelSink, RetrogradeError, RoundStore, RoundTally, SolvedLevel, ThreadConnection,
    ThreadExchange, Traffic, WorkerContext, WorkerPool, WorkerShare,
};
use crate::values::{
    BlockStorage, Codec, Exact, Key, LevelsDraft, PositionCounts, ScratchFile, SolveProgress, SolveWatch,
    ValueCode, fits,
};

/// All positions, found and valued by several workers.
#[derive(Debug)]
pub struct GatheredSolution {
    /// The table, if it is held in memory.
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

/// The use of the positions that a worker of this process owns.
#[derive(Clone, Copy)]
pub enum ShareUse<'a> {
    /// They are held, for one table of all of them.
    Hold,
    /// They are written as a part of a table.
    Write(&'a dyn PartStore),
    /// They are only counted.
    Count,
}

/// The positions of one worker, packed: in memory, or in a file for a while if there is a store.
#[derive(Debug, Default)]
pub struct HeldShare {
    /// The levels in it.
    levels: u64,
    index: Vec<u8>,
    /// The blocks, and the number of their bytes.
    blocks: Option<(BlockStorage, u64)>,
    counts: PositionCounts,
    /// The file for a while where they are, if there is one.
    scratch: Option<Arc<dyn ScratchFile>>,
}

/// Finds and values all positions of a game from `start` on, as one of the workers that `exchange` connects. Each level is
/// dropped when it is packed. With a `store` it resumes from the rounds that all workers have stored. Returns what is known of
/// all positions, and this worker's share of them if it is held.
///
/// # Errors
/// Those of [`super::solve`], and if another worker or the store fails, or a part cannot be written.
pub fn work<G: Playable, K: Key>(
    codec: Codec<'_, G>,
    start: &G::State,
    exchange: &mut dyn Exchange<K>,
    store: Option<&dyn RoundStore>,
    share_use: ShareUse<'_>,
    watch: SolveWatch<'_>,
) -> Result<(GatheredSolution, HeldShare), RetrogradeError> {
    let mut worker = WorkerContext::new(codec, start, exchange, store, watch);
    let WorkerShare { levels, counts, start: value, resumed } = retrograde::solve(&mut worker)?;
    let mut held = HeldShare { counts, ..HeldShare::default() };
    match share_use {
        ShareUse::Hold => {
            let packed = hold(&mut worker, levels, &mut held).map_err(RetrogradeError::of_store);
            worker.record(packed);
        }
        ShareUse::Write(parts) => write(&mut worker, levels, counts, parts),
        ShareUse::Count => {}
    }
    // Only when all parts are written.
    let total = worker.agree(RoundTally::of_end(counts, value, worker.exchange.traffic()))?;
    let value = ValueCode(total.start.unwrap_or(0)).exact().expect("the owner of the start knows its value");
    let (counts, traffic) = (total.counts, total.traffic);
    Ok((GatheredSolution { tablebase: None, counts, value, traffic, resumed }, held))
}

/// Packs these levels.
fn hold<G: Playable, K: Key>(
    worker: &mut WorkerContext<'_, '_, G, K>,
    levels: Vec<SolvedLevel<K>>,
    held: &mut HeldShare,
) -> io::Result<()> {
    let scratch = worker.scratch();
    held.scratch = worker.record(scratch).flatten();
    let mut draft = LevelsDraft::new(LevelSink::of(held.scratch.clone()));
    for level in levels {
        level.add_to(worker, &mut draft)?;
        let bytes = if held.scratch.is_some() { 0 } else { draft.bytes };
        worker.count(0, bytes + draft.index.capacity() as u64);
    }
    let LevelsDraft { levels, index, bytes, sink, .. } = draft;
    (held.levels, held.index) = (levels, index);
    held.blocks = sink.storage().zip(Some(bytes));
    Ok(())
}

/// Writes these levels as a part.
fn write<G: Playable, K: Key>(
    worker: &mut WorkerContext<'_, '_, G, K>,
    mut levels: Vec<SolvedLevel<K>>,
    counts: PositionCounts,
    parts: &dyn PartStore,
) {
    let Codec { game, merged } = worker.codec;
    let part = PartOf { number: worker.me, parts: worker.workers, by_whole_key: worker.by_whole_key };
    let form = Form::Keys(ByKey { first_stage: game.stage(worker.start), levels: 0 });
    let header = TableHeader::new(game, worker.start, merged, form);
    let header = TableHeader { part: Some(part), counts, ..header };
    let written = parts.write(&part_name(part.number, part.parts), &mut |out| {
        write_part(out, &header, |draft| {
            for level in levels.drain(..) {
                level.add_to(worker, draft)?;
                if worker.has_error() {
                    return Err(io::ErrorKind::Interrupted.into());
                }
            }
            Ok(())
        })
    });
    worker.record(written);
}

/// The table of these shares of all positions.
///
/// # Errors
/// If they are in files that cannot be read or written.
pub(super) fn bind<G: Playable>(
    game: &G,
    start: &G::State,
    merged: bool,
    mut shares: Vec<HeldShare>,
) -> io::Result<Tablebase> {
    let first_stage = game.stage(start);
    let header = |levels: u64, counts: PositionCounts| {
        let form = Form::Keys(ByKey { first_stage, levels });
        TableHeader { counts, ..TableHeader::new(game, start, merged, form) }
    };
    if shares.len() == 1
        && let Some(HeldShare { levels, index, blocks: Some(blocks), counts, .. }) = shares.pop()
    {
        return Ok(Tablebase::bound(game, header(levels, counts), index, blocks));
    }
    let mut all = PositionCounts::default();
    let mut indexes = Vec::new();
    let mut ends = Vec::new();
    for HeldShare { levels, index, blocks, counts, .. } in &mut shares {
        all += *counts;
        let bytes = blocks.as_ref().map_or(0, |blocks| blocks.1);
        let form = ByKey { first_stage, levels: *levels };
        let of_share = TableHeader { bytes, ..header(*levels, *counts) };
        let read = SortedIndex::read(&std::mem::take(index), &of_share, &form);
        let (index, entries) = read.expect("it was made just now");
        indexes.push(index);
        ends.push(entries);
    }
    let scratch = shares.first().and_then(|share| share.scratch.clone());
    let mut draft = LevelsDraft::new(LevelSink::of(scratch));
    let indexes: Vec<&SortedIndex> = indexes.iter().collect();
    merge(&indexes, &mut draft, |share, number| match &mut shares[share].blocks {
        // Each block of a share makes room for one of the table.
        Some((BlockStorage::Held(blocks), _)) => Ok(std::mem::take(&mut blocks[number]).into_vec()),
        Some((at, _)) => {
            let from = number.checked_sub(1).map_or(0, |before| ends[share][before].to);
            at.read(number, from, (ends[share][number].to - from) as usize)
        }
        None => Ok(Vec::new()),
    })?;
    let LevelsDraft { levels, index, bytes, sink, .. } = draft;
    let blocks = sink.storage().unwrap_or(BlockStorage::Held(Vec::new()));
    Ok(Tablebase::bound(game, header(levels, all), index, (blocks, bytes)))
}

/// Finds and values all positions as [`super::solve`] does, by the threads of `run`. `stores` has a store for each
/// of them, or none at all. The table is held or written as `share_use` says.
///
/// # Errors
/// Those of [`super::solve`], and if a store fails.
pub fn solve_by_threads<G: Playable>(
    game: &G,
    start: &G::State,
    merge: bool,
    stores: &[&dyn RoundStore],
    share_use: ShareUse<'_>,
    run: &Run<'_, SolveProgress>,
) -> Result<GatheredSolution, RetrogradeError> {
    if fits::<G, u64>(game, start) {
        by_threads::<G, u64>(game, start, merge, stores, share_use, run)
    } else {
        by_threads::<G, u128>(game, start, merge, stores, share_use, run)
    }
}

fn by_threads<G: Playable, K: Key>(
    game: &G,
    start: &G::State,
    merge: bool,
    stores: &[&dyn RoundStore],
    share_use: ShareUse<'_>,
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
                let result =
                    of_worker.run(me, |watch| work(codec, start, &mut exchange, store, share_use, watch));
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
    let (mut solutions, shares): (Vec<_>, Vec<_>) =
        result.expect("a result was waited for")?.into_iter().unzip();
    let mut solution = solutions.swap_remove(0);
    if matches!(share_use, ShareUse::Hold) {
        let table = bind(game, start, merged, shares).map_err(RetrogradeError::of_store)?;
        solution.tablebase = Some(table);
    }
    Ok(solution)
}
