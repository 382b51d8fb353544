//! Exact tables by several workers: threads of one process, or processes on several machines.
//!
//! The workers run the round engine of [`crate::retrograde`], and the same bytes come out, however many there are.
//! Threads of one process send each other messages. Between processes they go through timely dataflow, which reports when
//! everything sent in a round has arrived (Murray et al., Naiad, SOSP 2013); that needs the feature `timely`, which the program has.
//!
//! Each process writes the parts of the table that its workers own, and none has the whole; only threads of one process can hold
//! it, if nothing is to be written.
//!
//! With a directory for checkpoints each worker writes the result of every round there. After a crash the
//! same command continues after the last round that all workers have written.
//!
//! Nothing is encrypted, and anyone who can reach a port can spoil the work: run it in a network that you trust.

mod files;
mod options;
mod parts;
#[cfg(feature = "timely")]
mod processes;
mod rounds;

use std::sync::Arc;

use plywood_rules::{Playable, Run};

pub use options::{ClusterOptions, Peers};
use parts::PartFolder;
#[cfg(feature = "timely")]
use processes::run::solve as by_processes;
use rounds::RoundFiles;
pub use rounds::claim;

use crate::retrograde::{RetrogradeError, RoundStore};
use crate::table::{Codec, GatheredSolution, ShareUse, SolveProgress, solve_by_threads};

/// The checkpoints of the workers of this process; none if they are not kept.
fn stores<G: Playable>(
    game: &G,
    start: &G::State,
    options: &ClusterOptions,
    workers: usize,
) -> Result<Vec<RoundFiles>, RetrogradeError> {
    let Some(folder) = &options.checkpoints else { return Ok(Vec::new()) };
    let merged = Codec::new(game, start, options.merge).merged;
    let (process, processes) =
        options.peers.as_ref().map_or((0, 1), |peers| (peers.process, peers.hosts.len()));
    RoundFiles::open(folder, game, start, merged, process, (workers, processes))
}

/// Fails: this program does not know processes.
#[cfg(not(feature = "timely"))]
fn by_processes<G: Playable>(
    _: &Arc<G>,
    _: &G::State,
    _: &ClusterOptions,
    peers: &Peers,
    _: Vec<RoundFiles>,
    _: Option<PartFolder>,
    _: &Run<'_, SolveProgress>,
) -> Result<GatheredSolution, RetrogradeError> {
    let hosts = peers.hosts.join(", ");
    Err(RetrogradeError::Peer(format!(
        "cannot work with {hosts}: this build works alone; the program 'plywood' works with others"
    )))
}

/// Finds and values all positions of `game` from `start` on. Reports the progress of the workers of this process
/// ten times a second; if it is stopped, all workers of all processes are.
///
/// # Errors
/// Those of [`crate::table::solve`], and if another process is missing, lost or does something else, or checkpoints
/// or parts cannot be read or written.
pub fn solve<G: Playable>(
    game: &Arc<G>,
    start: &G::State,
    options: &ClusterOptions,
    run: &Run<'_, SolveProgress>,
) -> Result<GatheredSolution, RetrogradeError> {
    let workers = run.threads * options.peers.as_ref().map_or(1, |peers| peers.hosts.len());
    let parts = options.parts.as_deref().map(|folder| PartFolder::open(folder, workers)).transpose()?;
    let stores = stores(&**game, start, options, run.threads)?;
    if let Some(peers) = &options.peers {
        return by_processes(game, start, options, peers, stores, parts, run);
    }
    let stores: Vec<&dyn RoundStore> = stores.iter().map(|store| store as &dyn RoundStore).collect();
    let share_use = parts.as_ref().map_or(ShareUse::Hold, |parts| ShareUse::Write(parts));
    solve_by_threads(&**game, start, options.merge, &stores, share_use, run)
}
