//! Exact tables by several workers: threads of one process, or processes on several machines.
//!
//! The same two ways as in [`plywood_solve::table`], and the same bytes come out, however many workers there are. Each
//! position belongs to one worker, by a fixed mixer of its key. The workers go by rounds: in a round everybody sends what
//! concerns positions of others to their owners, and a round is over when everything sent in it has arrived, which timely
//! dataflow tells (Murray et al., Naiad, SOSP 2013). After each round all workers say how they are, and all of them know the
//! same before the next one begins: whether there is more to do, or somebody has to give up.
//!
//! With a directory for checkpoints each worker writes down what it knows after every round. Whatever was killed, the same
//! command goes on after the last round that everybody wrote down. Rounds come to the same whoever is first, so that what
//! was written in different attempts fits together.
//!
//! Nothing is encrypted, and whoever can reach a port can spoil the work: run it where you trust the network.

mod cyclic;
mod gather;
mod graded;
mod office;
mod parts;
mod peers;
mod run;
mod site;

use std::path::PathBuf;
use std::sync::Arc;

use plywood_rules::Playable;
use plywood_solve::table::{Book, Counts, Exact, Halt, Key, Progress, fits};

pub use parts::claim;
pub use peers::Peers;

/// Who works, and with what.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Threads of this process, 1 or more; the same number in every process.
    pub workers: usize,
    /// The other processes, if there are any.
    pub peers: Option<Peers>,
    /// Where finished rounds are written down.
    pub checkpoints: Option<PathBuf>,
    /// Bytes that this process may hold.
    pub memory: u64,
    /// As in [`plywood_solve::table::solve`].
    pub merge: bool,
}

/// Why it did not come to an end.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// As with one worker alone.
    #[error(transparent)]
    Halt(#[from] Halt),
    /// Another process is missing, does something else or had trouble of its own.
    #[error("{0}")]
    Peer(String),
    /// The checkpoints cannot be used or written.
    #[error("{0}")]
    Checkpoint(String),
}

/// What went between workers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Letters to other workers, each about many positions.
    pub letters: u64,
    /// Bytes of what they said, to workers of this process too.
    pub bytes: u64,
}

/// All positions, valued.
#[derive(Debug)]
pub struct Solved {
    /// The table; only in process 0.
    pub book: Option<Book>,
    /// How many positions there are of each kind, in all processes.
    pub counts: Counts,
    /// What the start is worth.
    pub value: Exact,
    /// What all workers of all processes sent to each other.
    pub traffic: Traffic,
    /// Rounds that were not done again, because a checkpoint had them.
    pub resumed: u64,
}

/// Finds and values all positions of `game` from `start` on. `go_on` is told every now and then how far the workers of this
/// process are, and stops all of them, in all processes, by returning false.
///
/// # Errors
/// Those of [`plywood_solve::table::solve`], and if another process does not show up in time, goes away or does something
/// else, or checkpoints cannot be read or written.
pub fn solve<G: Playable>(
    game: &Arc<G>,
    start: &G::State,
    plan: &Plan,
    go_on: &mut dyn FnMut(Progress) -> bool,
) -> Result<Solved, Trouble> {
    if fits::<G, u64>(game, start) {
        run::run::<G, u64>(game, start, plan, go_on)
    } else {
        run::run::<G, u128>(game, start, plan, go_on)
    }
}

/// A key that can be sent.
trait SentKey: Key + serde::Serialize + serde::de::DeserializeOwned {}
impl<K: Key + serde::Serialize + serde::de::DeserializeOwned> SentKey for K {}
