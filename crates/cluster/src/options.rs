//! The workers and their means.

use std::path::PathBuf;

use crate::peers::Peers;

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
