//! The workers of this process, connected to those of others.

use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use plywood_rules::threads::{self, lock};
use plywood_rules::{Playable, Run};
use timely::WorkerConfig;
use timely::communication::Hooks;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use timely::worker::Worker;

use super::connect::connect;
use super::exchange::{SentKey, TimelyExchange};
use super::link::Link;
use crate::cluster::options::{ClusterOptions, Peers};
use crate::cluster::parts::PartFolder;
use crate::cluster::rounds::{RoundFiles, head};
use crate::retrograde::{RetrogradeError, RoundStore, WorkerPool};
use crate::table::{Codec, GatheredSolution, ShareUse, SolveProgress, checksum, fits, work};

/// A number for the task, which all processes have to agree on.
fn task(head: &str, workers: usize, peers: &Peers) -> u64 {
    let text = format!("{}\n{head}{workers}\n{}", env!("CARGO_PKG_VERSION"), peers.hosts.len());
    checksum(text.as_bytes())
}

/// Solves a game together with other processes.
pub fn solve<G: Playable>(
    game: &Arc<G>,
    start: &G::State,
    options: &ClusterOptions,
    peers: &Peers,
    stores: Vec<RoundFiles>,
    parts: Option<PartFolder>,
    run: &Run<'_, SolveProgress>,
) -> Result<GatheredSolution, RetrogradeError> {
    let merged = Codec::new(&**game, start, options.merge).merged;
    let by_whole_key = stores.first().is_some_and(RoundStore::by_whole_key);
    let head = head(&**game, start, merged, by_whole_key);
    let sockets = connect(peers, task(&head, run.threads, peers))?;
    let pool = Arc::new(WorkerPool::new(run));
    let wide = !fits::<G, u64>(game, start);
    let (game, start, shared) = (Arc::clone(game), start.clone(), Arc::clone(&pool));
    let names: Vec<String> = (0..peers.hosts.len()).map(|process| peers.name(process)).collect();
    let solve = move |worker: &mut Worker| {
        let codec = Codec { game: &*game, merged };
        let own = worker.index() % shared.workers();
        let store = stores.get(own).map(|store| store as &dyn RoundStore);
        let keep = (store, parts.as_ref().map_or(ShareUse::Count, |parts| ShareUse::Write(parts)));
        if wide {
            one::<G, u128>(worker, own, &shared, &names, codec, &start, keep)
        } else {
            one::<G, u64>(worker, own, &shared, &names, codec, &start, keep)
        }
    };
    run_all(&pool, peers, sockets, Box::new(solve), run.progress)
}

/// The longest sleep while nothing arrives.
const NAP: Duration = Duration::from_millis(20);

/// The work of one worker.
fn one<G: Playable, K: SentKey>(
    worker: &mut Worker,
    own: usize,
    pool: &Arc<WorkerPool>,
    names: &[String],
    codec: Codec<'_, G>,
    start: &G::State,
    (store, share_use): (Option<&dyn RoundStore>, ShareUse<'_>),
) -> Result<GatheredSolution, RetrogradeError> {
    pool.run(own, |watch| {
        let mut exchange = TimelyExchange::<K>::new(worker, Arc::clone(pool), names);
        let result = work(codec, start, &mut exchange, store, share_use, watch);
        drop(exchange);
        // Timely would wait for ever for a process that is lost.
        while worker.has_dataflows() && pool.failure().is_ok() {
            worker.step_or_park(Some(NAP));
        }
        worker.installed_dataflows().into_iter().for_each(|dataflow| worker.drop_dataflow(dataflow));
        result.map(|(solution, _)| solution)
    })
}

type WorkerTask = Box<dyn Fn(&mut Worker) -> Result<GatheredSolution, RetrogradeError> + Send + Sync>;

/// Runs all workers of this process.
fn run_all(
    pool: &Arc<WorkerPool>,
    peers: &Peers,
    sockets: Vec<Option<TcpStream>>,
    work: WorkerTask,
    progress: &dyn Fn(SolveProgress),
) -> Result<GatheredSolution, RetrogradeError> {
    let unable = |error: &dyn std::fmt::Display| {
        RetrogradeError::Peer(format!("cannot talk to the other processes: {error}"))
    };
    let connections: Result<Vec<TcpStream>, _> = sockets.iter().flatten().map(TcpStream::try_clone).collect();
    let connections = connections.map_err(|error| unable(&error))?;
    let links = sockets.into_iter().enumerate().map(|(process, socket)| {
        socket.map(|socket| Link::new(socket, peers.name(process), Arc::clone(pool)))
    });
    let workers = pool.workers();
    let Hooks { refill, .. } = Hooks::default();
    let own = ProcessBuilder::new_typed_vector(workers, refill, None);
    let (builders, guard) =
        initialize_networking_from_sockets(own, links.collect(), peers.process, workers, Hooks::default())
            .map_err(|error| unable(&error))?;
    let builders = builders.into_iter().map(AllocatorBuilder::Tcp).collect();
    let (done, results) = mpsc::channel();
    let done = Mutex::new(done);
    let caller = threads::caller();
    let each = move |worker: &mut Worker| {
        let done = lock(&done).clone();
        let own = worker.index() % workers;
        // The receiver waits for all workers.
        let _ = done.send((own, threads::working_for(caller.clone(), || work(worker))));
    };
    let guards = timely::execute::execute_from(builders, Box::new(guard), WorkerConfig::default(), each)
        .map_err(|error| RetrogradeError::Peer(format!("cannot begin: {error}")))?;
    let result = pool.wait(&results, progress);
    if pool.failure().is_err() {
        for connection in connections {
            let _ = connection.shutdown(Shutdown::Both);
        }
    }
    guards.join();
    // All workers know the same of all positions.
    result.map(|mut solutions| solutions.swap_remove(0))
}
