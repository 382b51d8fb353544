//! How long the house waits for those outside.

use std::time::Duration;

/// How long the house waits for those outside.
#[derive(Clone, Debug)]
pub struct Timeouts {
    /// For somebody who connected to say who they are.
    pub greeting: Duration,
    /// After so much silence somebody is asked whether they are there.
    pub asking: Duration,
    /// After so much silence somebody is taken to be gone, and any connection is closed.
    pub silence: Duration,
    /// For somebody to read what they are sent.
    pub reading: Duration,
    /// For anybody at all to come to a new table.
    pub visit: Duration,
    /// For a new table's first timed, where others need its place.
    pub visit_when_full: Duration,
    /// For anybody to come back to a table whose game is over.
    pub comeback: Duration,
    /// Before anything is tried again that could not be written.
    pub retry: Duration,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        let seconds = Duration::from_secs;
        Timeouts {
            greeting: seconds(10),
            asking: seconds(30),
            silence: seconds(75),
            reading: seconds(20),
            visit: seconds(120),
            visit_when_full: seconds(5),
            comeback: seconds(600),
            retry: seconds(1),
        }
    }
}
