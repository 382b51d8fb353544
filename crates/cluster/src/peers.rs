//! The processes that work together.

use std::time::Duration;

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
