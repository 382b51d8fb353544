//! The other processes: who they are, and how to reach them in time.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use crate::Trouble;

/// The processes that work together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Peers {
    /// Where each of them listens, as `host:port`, in the order of their numbers; this one too.
    pub hosts: Vec<String>,
    /// The number of this process, from 0 on.
    pub process: usize,
    /// How long to wait for the others when beginning, and for a silent one later.
    pub patience: Duration,
}

/// What each process says first.
const MAGIC: &[u8; 8] = b"plywood1";

/// How long a connection may take to say who it is.
const MANNERS: Duration = Duration::from_secs(2);

/// Between two attempts.
const PAUSE: Duration = Duration::from_millis(50);

struct Hello {
    process: usize,
    /// What it is going to do, as a number.
    task: u64,
}

fn greet(stream: &mut TcpStream, process: usize, task: u64) -> io::Result<Option<Hello>> {
    stream.set_nonblocking(false)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(MANNERS))?;
    stream.set_write_timeout(Some(MANNERS))?;
    let mut hello = [0; 24];
    hello[..8].copy_from_slice(MAGIC);
    hello[8..16].copy_from_slice(&(process as u64).to_le_bytes());
    hello[16..].copy_from_slice(&task.to_le_bytes());
    stream.write_all(&hello)?;
    stream.read_exact(&mut hello)?;
    stream.set_read_timeout(None)?;
    stream.set_write_timeout(None)?;
    let number = |at: usize| u64::from_le_bytes(hello[at..at + 8].try_into().expect("eight bytes"));
    let known = hello[..8] == *MAGIC;
    Ok(known.then(|| Hello { process: usize::try_from(number(8)).unwrap_or(usize::MAX), task: number(16) }))
}

/// Sees to it that a machine that was switched off is noticed. Elsewhere the system's own patience decides.
#[cfg(target_os = "linux")]
fn watch(stream: &TcpStream, patience: Duration) -> io::Result<()> {
    use rustix::net::sockopt;
    let step = (patience / 4).max(Duration::from_secs(1));
    sockopt::set_socket_keepalive(stream, true)?;
    sockopt::set_tcp_keepidle(stream, step)?;
    sockopt::set_tcp_keepintvl(stream, step)?;
    sockopt::set_tcp_keepcnt(stream, 3)?;
    sockopt::set_tcp_user_timeout(stream, u32::try_from(patience.as_millis()).unwrap_or(u32::MAX))?;
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn watch(_stream: &TcpStream, _patience: Duration) -> io::Result<()> {
    Ok(())
}

impl Peers {
    fn name(&self, process: usize) -> String {
        format!("process {process} ({})", self.hosts[process])
    }

    /// Connects to all others, whose `task` has to be the same.
    pub(crate) fn connect(&self, task: u64) -> Result<Vec<Option<TcpStream>>, Trouble> {
        let trouble = |text: String| Err(Trouble::Peer(text));
        let own = &self.hosts[self.process];
        let listener = TcpListener::bind(own)
            .and_then(|listener| listener.set_nonblocking(true).map(|()| listener))
            .map_err(|error| Trouble::Peer(format!("cannot listen at {own}: {error}")))?;
        let mut streams: Vec<Option<TcpStream>> = self.hosts.iter().map(|_| None).collect();
        let until = Instant::now() + self.patience;
        let all = self.hosts.len();
        loop {
            let mut new = Vec::new();
            // Whoever has the greater number calls.
            for process in (0..self.process).filter(|&process| streams[process].is_none()) {
                new.extend(call(&self.hosts[process], until).map(|stream| (Some(process), stream)));
            }
            while let Ok((stream, _)) = listener.accept() {
                new.push((None, stream));
            }
            let heard = !new.is_empty();
            for (called, mut stream) in new {
                // Strangers and broken connections are not worth a word.
                let Ok(Some(hello)) = greet(&mut stream, self.process, task) else { continue };
                let process = hello.process;
                if process >= all || process == self.process || called.is_some_and(|called| called != process)
                {
                    return trouble(format!(
                        "somebody calls himself process {process} who is not: do all processes have the same list of \
                         hosts, and each a number of its own?"
                    ));
                }
                let name = self.name(process);
                if hello.task != task {
                    return trouble(format!(
                        "{name} is about to do something else: game, position, number of workers, --merge and the version \
                         of Plywood have to be the same everywhere"
                    ));
                }
                // Whoever calls again has given up the call before, which was answered too late.
                watch(&stream, self.patience)
                    .map_err(|error| Trouble::Peer(format!("the connection to {name} failed: {error}")))?;
                streams[process] = Some(stream);
            }
            let missing: Vec<usize> =
                (0..all).filter(|&process| process != self.process && streams[process].is_none()).collect();
            if missing.is_empty() {
                return Ok(streams);
            }
            if Instant::now() >= until {
                let names: Vec<String> = missing.into_iter().map(|process| self.name(process)).collect();
                return trouble(format!(
                    "no word of {} for {} s: start the same command there too",
                    names.join(", "),
                    self.patience.as_secs()
                ));
            }
            if !heard {
                std::thread::sleep(PAUSE);
            }
        }
    }
}

/// Calls once.
fn call(host: &str, until: Instant) -> Option<TcpStream> {
    let left = until.saturating_duration_since(Instant::now()).clamp(PAUSE, MANNERS);
    // A name that is not known yet may be later.
    let address = host.to_socket_addrs().ok()?.next()?;
    TcpStream::connect_timeout(&address, left).ok()
}
