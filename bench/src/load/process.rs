//! A server in its own process.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};

use super::{ClientError, ServerAddress};

/// A server in its own process. It is killed when dropped.
#[derive(Debug)]
pub struct ServerProcess {
    child: Child,
    /// The listening address.
    pub address: ServerAddress,
}

impl ServerProcess {
    /// Starts `plywood serve` on any free port, with all data in `data`, and waits until it listens.
    ///
    /// # Errors
    /// If it cannot be started, or ends before it listens; the reason is then on standard error.
    pub fn start(plywood: &Path, data: &Path, more: &[&str]) -> Result<ServerProcess, ClientError> {
        ServerProcess::start_at(plywood, "127.0.0.1:0", data, more)
    }

    /// The same at an address, `listen`.
    ///
    /// # Errors
    /// As [`ServerProcess::start`].
    pub fn start_at(
        plywood: &Path,
        listen: &str,
        data: &Path,
        more: &[&str],
    ) -> Result<ServerProcess, ClientError> {
        let mut child = Command::new(plywood)
            .args(["serve", "--listen", listen, "--json", "--data"])
            .arg(data)
            .args(more)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| ClientError::Broken(format!("cannot start {}: {error}", plywood.display())))?;
        let mut line = String::new();
        let told = BufReader::new(child.stdout.take().expect("it is piped")).read_line(&mut line);
        let address = told.ok().and_then(|_| {
            let told: serde_json::Value = serde_json::from_str(&line).ok()?;
            told["url"].as_str()?.strip_prefix("http://")?.trim_end_matches('/').parse().ok()
        });
        match address {
            Some(address) => Ok(ServerProcess { child, address: ServerAddress(address) }),
            None => {
                let _ = child.kill();
                let _ = child.wait();
                Err(ClientError::Strange(format!("the server did not print its address, but '{line}'")))
            }
        }
    }

    /// Its number.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Kills it at once (`SIGKILL`).
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Sends `SIGTERM`, and waits until it has stopped.
    ///
    /// # Errors
    /// If the signal or the wait fails.
    pub fn stop(&mut self) -> Result<ExitStatus, ClientError> {
        self.ask_to_stop()?;
        self.child.wait().map_err(ClientError::broken)
    }

    /// Sends `SIGTERM`.
    ///
    /// # Errors
    /// If the signal fails.
    pub fn ask_to_stop(&self) -> Result<(), ClientError> {
        #[cfg(unix)]
        {
            let id = i32::try_from(self.child.id()).map_err(ClientError::broken)?;
            let id = rustix::process::Pid::from_raw(id).expect("no process has number 0");
            rustix::process::kill_process(id, rustix::process::Signal::TERM).map_err(ClientError::broken)
        }
        #[cfg(not(unix))]
        {
            Err(ClientError::Broken("only Unix knows SIGTERM".into()))
        }
    }

    /// Waits until it has stopped.
    ///
    /// # Errors
    /// If it cannot be waited for.
    pub fn wait(&mut self) -> Result<ExitStatus, ClientError> {
        self.child.wait().map_err(ClientError::broken)
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The memory of a process, and its peak, in bytes; `None` if the system does not report it.
pub fn memory(id: u32) -> Option<(u64, u64)> {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let bytes = |key: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(key))?;
        let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
        Some(kilobytes << 10)
    };
    Some((bytes("VmRSS:")?, bytes("VmHWM:")?))
}

/// Processor time, in seconds since anything began.
#[derive(Clone, Copy, Debug)]
pub struct Processor {
    /// Of all processors and all processes.
    pub used: f64,
    /// Of all processors, used or not.
    pub all: f64,
}

/// Ticks of a clock in a second: the same on every Linux.
const TICKS: f64 = 100.0;

/// Processor time of the whole machine; `None` if the system does not report it.
pub fn processor() -> Option<Processor> {
    let stat = std::fs::read_to_string("/proc/stat").ok()?;
    let ticks: Vec<f64> = stat.lines().next()?.split_whitespace().skip(1).flat_map(str::parse).collect();
    // User, nice, system, idle, waiting for disks, interrupts (two kinds), stolen by other machines.
    let all: f64 = ticks.get(..8)?.iter().sum();
    Some(Processor { used: (all - ticks[3] - ticks[4]) / TICKS, all: all / TICKS })
}

/// Processor time of a process; `None` if the system does not report it.
pub fn processor_of(id: u32) -> Option<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The name of the program may have blanks in it, and is in parentheses.
    let (_, rest) = stat.rsplit_once(')')?;
    let mut ticks = rest.split_whitespace().skip(11).flat_map(str::parse::<f64>);
    Some((ticks.next()? + ticks.next()?) / TICKS)
}

/// Raises the limit of open files: every connection is one, and the default is low.
pub fn more_files() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let limit = getrlimit(Resource::Nofile);
        let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum });
    }
}
