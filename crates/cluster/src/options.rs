//! The workers, their means, and the processes that work together.

use std::path::PathBuf;
use std::time::Duration;

/// The workers and their means.
#[derive(Clone, Debug)]
pub struct ClusterOptions {
    /// Threads of this process, 1 or more; the same number in every process.
    pub workers: usize,
    /// The other processes, if there are any.
    pub peers: Option<Peers>,
    /// The folder of checkpoints.
    pub checkpoints: Option<PathBuf>,
    /// Bytes that this process may hold.
    pub memory: u64,
    /// As in [`plywood_solve::table::solve`].
    pub merge: bool,
}

/// The processes that work together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Peers {
    /// The address at which each of them listens, as `host:port`, in the order of their numbers; this one too.
    pub hosts: Vec<String>,
    /// The number of this process, from 0 on.
    pub process: usize,
    /// The time to wait for the others at the beginning, and for a silent one later.
    pub patience: Duration,
}

impl Peers {
    /// The name of a process, for messages to people.
    #[cfg(feature = "timely")]
    pub(crate) fn name(&self, process: usize) -> String {
        format!("process {process} ({})", self.hosts[process])
    }
}
