//! The options of the workers, and the processes that work together.

use std::path::PathBuf;
use std::time::Duration;

/// The options of the workers. Each process has as many as its run has threads, 1 or more; the same number in every process.
#[derive(Clone, Debug, Default)]
pub struct ClusterOptions {
    /// The other processes, if there are any.
    pub peers: Option<Peers>,
    /// The folder of checkpoints.
    pub checkpoints: Option<PathBuf>,
    /// The folder for the parts of the table. Without it threads hold one table, and processes only count.
    pub parts: Option<PathBuf>,
    /// As in [`crate::table::solve`].
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
