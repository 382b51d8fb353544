//! The limits of a server.

use std::path::PathBuf;
use std::time::Duration;

/// The limits of a server.
#[derive(Clone, Debug)]
pub struct ServerSettings {
    /// The folder of all its files.
    pub data: PathBuf,
    /// The folder that is searched for proof files at the start; `None` for `proofs` in the folder of all files, if it exists.
    pub proofs: Option<PathBuf>,
    /// The most time that a bot may use for a move.
    pub think: Duration,
    /// Threads for long searches, and for quick ones.
    pub threads: (usize, usize),
    /// Live games at once.
    pub most_tables: usize,
    /// Connections at once.
    pub most_connections: usize,
    /// Brains.
    pub most_brains: usize,
    /// Records that are kept, the newest ones.
    pub most_records: u64,
    /// Sheets for classes that are kept.
    pub most_sheets: usize,
    /// Plies of a game, after which it is a draw.
    pub most_plies: usize,
    /// Seconds a person may be away.
    pub away: u32,
    /// Host names of this server, besides `localhost` and plain addresses.
    pub hosts: Vec<String>,
    /// The share of one processor, above 0 and up to 1, within which the shared brains are trained in idle time; `None` for no
    /// training. With it they also learn from games between two people.
    pub train: Option<f64>,
    /// The time it waits for clients.
    pub timeouts: Timeouts,
}

impl ServerSettings {
    /// The usual limits, with all files in `data`.
    pub fn new(data: impl Into<PathBuf>) -> ServerSettings {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        ServerSettings {
            data: data.into(),
            proofs: None,
            think: Duration::from_secs(5),
            threads: (cores.saturating_sub(1).max(1), cores.saturating_sub(1).max(1)),
            most_tables: 5000,
            most_connections: 10_000,
            most_brains: 1000,
            most_records: 100_000,
            most_sheets: 2000,
            most_plies: 2000,
            away: 24 * 3600,
            hosts: Vec::new(),
            train: None,
            timeouts: Timeouts::default(),
        }
    }

    /// The folder that is searched for proof files.
    pub(crate) fn proofs_folder(&self) -> PathBuf {
        self.proofs.clone().unwrap_or_else(|| self.data.join("proofs"))
    }
}

/// The time that a server waits for clients.
#[derive(Clone, Debug)]
pub struct Timeouts {
    /// For the first message of a connection.
    pub greeting: Duration,
    /// The time between two pings of a connection.
    pub asking: Duration,
    /// The silence after which a connection to a game is closed, and its player away.
    pub gone: Duration,
    /// The silence after which any other connection is closed.
    pub silence: Duration,
    /// For a client to read what it is sent.
    pub reading: Duration,
    /// For the first visitor of a new table.
    pub visit: Duration,
    /// For the first visitor of a new table while all tables are taken.
    pub visit_when_full: Duration,
    /// For a visitor of a table whose game is over.
    pub comeback: Duration,
    /// Before a failed write is tried again.
    pub retry: Duration,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        let seconds = Duration::from_secs;
        Timeouts {
            greeting: seconds(10),
            asking: seconds(5),
            gone: seconds(14),
            silence: seconds(75),
            reading: seconds(20),
            visit: seconds(120),
            visit_when_full: seconds(5),
            comeback: seconds(600),
            retry: seconds(1),
        }
    }
}
