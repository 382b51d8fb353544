//! The pipes of a program where pipes can only be read by waiting, as on Windows: a thread waits for each.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read, Write};
use std::process::Child;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::Duration;

/// The most bytes of a pipe that wait here: then its thread stops reading, and the program stops writing.
const MOST_WAITING: usize = 64 << 10;
/// The most bytes that are read at once.
const CHUNK: usize = 16 << 10;

/// Bytes on their way from a program.
#[derive(Default)]
struct Arrived {
    bytes: VecDeque<u8>,
    is_closed: bool,
}

/// The state of all three pipes.
#[derive(Default)]
struct PipeTraffic {
    output: Arrived,
    errors: Arrived,
    /// Bytes on their way to the program.
    to_send: usize,
    is_input_closed: bool,
    /// True if nobody reads any more.
    is_over: bool,
}

/// The part that the threads share with the one that waits for them.
#[derive(Default)]
struct Crossing {
    traffic: Mutex<PipeTraffic>,
    changed: Condvar,
}

impl Crossing {
    fn lock(&self) -> MutexGuard<'_, PipeTraffic> {
        self.traffic.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The pipes of a program, none of which blocks.
pub(crate) struct ProcessPipes {
    crossing: Arc<Crossing>,
    /// `None` once standard input is closed.
    stdin: Option<Sender<Vec<u8>>>,
}

/// The pipes that have something, or are closed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PipesReady {
    /// Standard output; and standard input, if that was asked for.
    pub output: bool,
    pub errors: bool,
}

impl ProcessPipes {
    /// The pipes of a program that was started with all three.
    pub fn of(child: &mut Child) -> io::Result<ProcessPipes> {
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(io::Error::other("it has no pipes"));
        };
        let crossing = Arc::<Crossing>::default();
        let start = |name: &str, work: Box<dyn FnOnce(&Crossing) + Send>| {
            let crossing = Arc::clone(&crossing);
            Builder::new().name(name.to_string()).spawn(move || work(&crossing)).map(drop)
        };
        let (sender, receiver) = channel();
        start("program-input", Box::new(move |crossing| send(crossing, stdin, &receiver)))?;
        start("program-output", Box::new(move |crossing| receive(crossing, stdout, |it| &mut it.output)))?;
        start("program-errors", Box::new(move |crossing| receive(crossing, stderr, |it| &mut it.errors)))?;
        Ok(ProcessPipes { crossing, stdin: Some(sender) })
    }

    /// Sends a part of some bytes.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(stdin) = &self.stdin else { return Err(ErrorKind::BrokenPipe.into()) };
        let mut traffic = self.crossing.lock();
        if traffic.is_input_closed {
            return Err(ErrorKind::BrokenPipe.into());
        }
        let count = bytes.len().min(MOST_WAITING.saturating_sub(traffic.to_send));
        if count == 0 {
            return Err(ErrorKind::WouldBlock.into());
        }
        traffic.to_send += count;
        stdin.send(bytes[..count].to_vec()).map_err(|_| io::Error::from(ErrorKind::BrokenPipe))?;
        Ok(count)
    }

    /// Closes standard input, after what is on its way.
    pub fn close_input(&mut self) {
        self.stdin = None;
    }

    /// Reads a part of standard output; 0 if it is closed.
    pub fn read(&mut self, chunk: &mut [u8]) -> io::Result<usize> {
        self.take(chunk, |traffic| &mut traffic.output)
    }

    /// Reads a part of standard error; 0 if it is closed.
    pub fn read_errors(&mut self, chunk: &mut [u8]) -> io::Result<usize> {
        self.take(chunk, |traffic| &mut traffic.errors)
    }

    fn take(&mut self, chunk: &mut [u8], of: fn(&mut PipeTraffic) -> &mut Arrived) -> io::Result<usize> {
        let mut traffic = self.crossing.lock();
        let arrived = of(&mut traffic);
        if arrived.bytes.is_empty() && !arrived.is_closed {
            return Err(ErrorKind::WouldBlock.into());
        }
        let count = arrived.bytes.read(chunk)?;
        self.crossing.changed.notify_all();
        Ok(count)
    }

    /// Waits until there is something to read, or with `to_write` until more can be sent.
    pub fn wait(&mut self, time: Duration, to_write: bool) -> io::Result<PipesReady> {
        let ready = |traffic: &PipeTraffic| PipesReady {
            output: !traffic.output.bytes.is_empty()
                || traffic.output.is_closed
                || to_write && (traffic.to_send < MOST_WAITING || traffic.is_input_closed),
            errors: !traffic.errors.bytes.is_empty(),
        };
        let waits = |traffic: &mut PipeTraffic| !ready(traffic).output && !ready(traffic).errors;
        let traffic = self.crossing.changed.wait_timeout_while(self.crossing.lock(), time, waits);
        let (traffic, _) = traffic.unwrap_or_else(PoisonError::into_inner);
        Ok(ready(&traffic))
    }
}

impl Drop for ProcessPipes {
    fn drop(&mut self) {
        self.crossing.lock().is_over = true;
        self.crossing.changed.notify_all();
    }
}

/// Sends what comes, to the end of it.
fn send(crossing: &Crossing, mut stdin: impl Write, bytes: &Receiver<Vec<u8>>) {
    for part in bytes {
        let sent = stdin.write_all(&part).and_then(|()| stdin.flush());
        let mut traffic = crossing.lock();
        traffic.to_send -= part.len();
        traffic.is_input_closed = sent.is_err();
        crossing.changed.notify_all();
        if traffic.is_input_closed {
            return;
        }
    }
}

/// Reads a pipe to its end.
fn receive(crossing: &Crossing, mut pipe: impl Read, into: fn(&mut PipeTraffic) -> &mut Arrived) {
    let mut chunk = [0; CHUNK];
    loop {
        let count = match pipe.read(&mut chunk) {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Ok(count) => count,
            Err(_) => 0,
        };
        let is_full =
            |traffic: &mut PipeTraffic| !traffic.is_over && into(traffic).bytes.len() >= MOST_WAITING;
        let traffic = crossing.changed.wait_while(crossing.lock(), is_full);
        let mut traffic = traffic.unwrap_or_else(PoisonError::into_inner);
        let is_over = traffic.is_over;
        let arrived = into(&mut traffic);
        arrived.bytes.extend(&chunk[..count]);
        arrived.is_closed = count == 0;
        crossing.changed.notify_all();
        if count == 0 || is_over {
            return;
        }
    }
}
