//! The connections to the other processes, made in time.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use crate::retrograde::RetrogradeError;

use crate::cluster::options::Peers;

/// The first bytes that each process sends.
const MAGIC: &[u8; 8] = b"plywood1";

/// The time that a connection may take to identify itself.
const GREETING: Duration = Duration::from_secs(2);

/// The time between two attempts.
const PAUSE: Duration = Duration::from_millis(50);

/// The first message of a process.
struct Hello {
    process: usize,
    /// A number for the task.
    task: u64,
}

fn greet(stream: &mut TcpStream, process: usize, task: u64) -> io::Result<Option<Hello>> {
    stream.set_nonblocking(false)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(GREETING))?;
    stream.set_write_timeout(Some(GREETING))?;
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

/// Makes the system notice a machine that was switched off. On other systems their own timeout counts.
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

/// Connects to all other processes, whose `task` has to be the same.
///
/// # Errors
/// If one of them does not come in time, or has another task.
pub fn connect(peers: &Peers, task: u64) -> Result<Vec<Option<TcpStream>>, RetrogradeError> {
    let refuse = |text: String| Err(RetrogradeError::Peer(text));
    let own = &peers.hosts[peers.process];
    let listener = TcpListener::bind(own)
        .and_then(|listener| listener.set_nonblocking(true).map(|()| listener))
        .map_err(|error| RetrogradeError::Peer(format!("cannot listen at {own}: {error}")))?;
    let mut streams: Vec<Option<TcpStream>> = peers.hosts.iter().map(|_| None).collect();
    let until = Instant::now() + peers.patience;
    let all = peers.hosts.len();
    loop {
        let mut new = Vec::new();
        // The process with the greater number calls.
        for process in (0..peers.process).filter(|&process| streams[process].is_none()) {
            new.extend(call(&peers.hosts[process], until).map(|stream| (Some(process), stream)));
        }
        while let Ok((stream, _)) = listener.accept() {
            new.push((None, stream));
        }
        let heard = !new.is_empty();
        for (called, mut stream) in new {
            // Strangers and broken connections are ignored.
            let Ok(Some(hello)) = greet(&mut stream, peers.process, task) else { continue };
            let process = hello.process;
            if process >= all || process == peers.process || called.is_some_and(|called| called != process) {
                return refuse(format!(
                    "somebody calls himself process {process} who is not: do all processes have the same list of \
                     hosts, and each a number of its own?"
                ));
            }
            let name = peers.name(process);
            if hello.task != task {
                return refuse(format!(
                    "{name} is about to do something else: game, position, number of workers, --merge, and the version \
                     of Plywood and of the checkpoints have to be the same everywhere"
                ));
            }
            // A process that calls again has given up its call before, which was answered too late.
            watch(&stream, peers.patience).map_err(|error| {
                RetrogradeError::Peer(format!("the connection to {name} failed: {error}"))
            })?;
            streams[process] = Some(stream);
        }
        let missing: Vec<usize> =
            (0..all).filter(|&process| process != peers.process && streams[process].is_none()).collect();
        if missing.is_empty() {
            return Ok(streams);
        }
        if Instant::now() >= until {
            let names: Vec<String> = missing.into_iter().map(|process| peers.name(process)).collect();
            return refuse(format!(
                "no word of {} for {} s: start the same command there too",
                names.join(", "),
                peers.patience.as_secs()
            ));
        }
        if !heard {
            std::thread::sleep(PAUSE);
        }
    }
}

/// Calls once.
fn call(host: &str, until: Instant) -> Option<TcpStream> {
    let left = until.saturating_duration_since(Instant::now()).clamp(PAUSE, GREETING);
    // A name that is not known yet may be later.
    let address = host.to_socket_addrs().ok()?.next()?;
    TcpStream::connect_timeout(&address, left).ok()
}
