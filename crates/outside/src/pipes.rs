//! The pipes of a program. They do not block, and are waited for with `poll`.

use std::io::{self, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio};

/// The pipes of a program, none of which blocks.
pub(crate) struct ProcessPipes {
    /// `None` once it is closed.
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    stderr: Option<ChildStderr>,
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
        ioctl_fionbio(&stdin, true)?;
        ioctl_fionbio(&stdout, true)?;
        ioctl_fionbio(&stderr, true)?;
        Ok(ProcessPipes { stdin: Some(stdin), stdout, stderr: Some(stderr) })
    }

    /// Sends a part of some bytes.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stdin.as_mut().ok_or(io::ErrorKind::BrokenPipe)?.write(bytes)
    }

    /// Closes standard input.
    pub fn close_input(&mut self) {
        self.stdin = None;
    }

    /// Reads a part of standard output; 0 if it is closed.
    pub fn read(&mut self, chunk: &mut [u8]) -> io::Result<usize> {
        self.stdout.read(chunk)
    }

    /// Reads a part of standard error; 0 if it is closed.
    pub fn read_errors(&mut self, chunk: &mut [u8]) -> io::Result<usize> {
        let Some(stderr) = &mut self.stderr else { return Ok(0) };
        let read = stderr.read(chunk);
        match &read {
            Ok(0) => self.stderr = None,
            Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => {}
            Err(_) => self.stderr = None,
            Ok(_) => {}
        }
        read
    }

    /// Waits until there is something to read, or with `to_write` until more can be sent. Less than a second.
    pub fn wait(&mut self, time: Duration, to_write: bool) -> io::Result<PipesReady> {
        let timeout = Timespec { tv_sec: 0, tv_nsec: i64::from(time.subsec_nanos()) };
        let mut fds = vec![PollFd::new(&self.stdout, PollFlags::IN)];
        let writes = self.stdin.as_ref().filter(|_| to_write);
        fds.extend(writes.map(|stdin| PollFd::new(stdin, PollFlags::OUT)));
        let pipes = fds.len();
        fds.extend(self.stderr.as_ref().map(|stderr| PollFd::new(stderr, PollFlags::IN)));
        match poll(&mut fds, Some(&timeout)) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        let is_ready = |fds: &[PollFd<'_>]| fds.iter().any(|fd| !fd.revents().is_empty());
        Ok(PipesReady { output: is_ready(&fds[..pipes]), errors: is_ready(&fds[pipes..]) })
    }
}
