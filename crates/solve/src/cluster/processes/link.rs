//! A connection to another process whose failures are hidden from timely.
//!
//! Timely panics on all threads that use a lost connection. So a lost connection fails the pool of workers instead, which
//! they notice at once; and when they have ended, timely reads an orderly end of the stream.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;

use timely::communication::allocator::zero_copy::stream::Stream;

use crate::retrograde::WorkerPool;

/// A connection to another process.
pub struct Link {
    stream: TcpStream,
    /// The name of the other process.
    name: String,
    pool: Arc<WorkerPool>,
    frame: FrameReader,
    lost: bool,
}

impl Link {
    /// A connection, used by the workers of this pool.
    pub fn new(stream: TcpStream, name: String, pool: Arc<WorkerPool>) -> Link {
        Link { stream, name, pool, frame: FrameReader::default(), lost: false }
    }

    fn fail(&self) {
        self.pool.fail(format!(
            "the connection to {} is lost: with --checkpoint the same command, in all processes, goes on after the last \
             finished level",
            self.name
        ));
    }
}

impl Read for Link {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while !self.lost {
            match self.stream.read(buffer) {
                Ok(0) if self.frame.ended => return Ok(0),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Ok(0) | Err(_) => {
                    self.fail();
                    // What follows is no data: no worker may see it.
                    self.pool.join();
                    self.lost = true;
                }
                Ok(length) => {
                    self.frame.follow(&buffer[..length]);
                    return Ok(length);
                }
            }
        }
        if self.frame.ended {
            return Ok(0);
        }
        let length = self.frame.missing().min(buffer.len());
        buffer[..length].fill(0);
        self.frame.follow(&buffer[..length]);
        Ok(length)
    }
}

impl Write for Link {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        // After a failure nothing more is sent, not even an orderly end: so the other process notices.
        if self.pool.failure().is_ok() {
            match self.stream.write(buffer) {
                Ok(length) if length > 0 => return Ok(length),
                Err(error) if error.kind() == ErrorKind::Interrupted => return Err(error),
                Ok(_) | Err(_) => self.fail(),
            }
        }
        Ok(buffer.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Link {
    fn try_clone(&self) -> io::Result<Link> {
        Ok(Link::new(self.stream.try_clone()?, self.name.clone(), Arc::clone(&self.pool)))
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // A connection that is closed already is as good.
        let _ = self.stream.shutdown(how);
        Ok(())
    }
}

/// Bytes of the header of a message in timely's stream: six numbers of eight bytes, the highest first.
const HEADER: usize = 48;
/// The number that is the length of the rest, and 0 at the end of the stream.
const LENGTH: usize = 32;

/// The place within the messages of a stream.
struct FrameReader {
    header: [u8; HEADER],
    /// Bytes of the header that were read.
    read: usize,
    /// Bytes that are missing of the rest.
    left: u64,
    /// True after the orderly end of the stream.
    ended: bool,
}

impl Default for FrameReader {
    fn default() -> FrameReader {
        FrameReader { header: [0; HEADER], read: 0, left: 0, ended: false }
    }
}

impl FrameReader {
    /// Follows bytes that were read.
    fn follow(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let length = self.missing().min(bytes.len());
            let (own, rest) = bytes.split_at(length);
            bytes = rest;
            if self.left > 0 {
                self.left -= length as u64;
                continue;
            }
            self.header[self.read..self.read + length].copy_from_slice(own);
            self.read += length;
            if self.read == HEADER {
                let length = self.header[LENGTH..LENGTH + 8].try_into().expect("eight bytes");
                (self.read, self.left) = (0, u64::from_be_bytes(length));
                self.ended |= self.left == 0;
            }
        }
    }

    /// Bytes that are missing of the header, or else of the rest of a message; never 0.
    fn missing(&self) -> usize {
        if self.left > 0 { usize::try_from(self.left).unwrap_or(usize::MAX) } else { HEADER - self.read }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(length: u64) -> [u8; HEADER] {
        let mut header = [7; HEADER];
        header[LENGTH..LENGTH + 8].copy_from_slice(&length.to_be_bytes());
        header
    }

    #[test]
    fn a_stream_that_breaks_anywhere_is_ended_in_order() {
        let mut stream = header(300).to_vec();
        stream.extend([1; 300]);
        stream.extend(header(5));
        stream.extend([2; 5]);
        for cut in 0..stream.len() {
            let mut frame = FrameReader::default();
            for chunk in stream[..cut].chunks(7) {
                frame.follow(chunk);
            }
            assert!(!frame.ended);
            while !frame.ended {
                frame.follow(&vec![0; frame.missing()]);
            }
            assert_eq!((frame.read, frame.left), (0, 0), "cut at {cut}");
        }
        let mut frame = FrameReader::default();
        stream.extend(header(0));
        frame.follow(&stream);
        assert!(frame.ended);
    }
}
