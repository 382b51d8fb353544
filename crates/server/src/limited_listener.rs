//! The listener: it bounds the number of connections, and closes silent ones.
//!
//! A client that connects and keeps silent would hold an open file for ever. (Pages at a table answer pings, so they are never
//! silent for long.)

use std::io::{Error, ErrorKind, IoSlice, Result};
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::serve::Listener;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep, sleep_until};

/// The pause after the system had no room for another connection.
const BREATHER: Duration = Duration::from_millis(200);

/// A listener that bounds the number of connections.
pub struct LimitedListener {
    listener: TcpListener,
    places: Arc<Semaphore>,
    silence: Duration,
}

impl LimitedListener {
    /// Accepts `most` connections at once. Others wait to be accepted.
    pub fn new(listener: TcpListener, most: usize, silence: Duration) -> LimitedListener {
        LimitedListener { listener, places: Arc::new(Semaphore::new(most)), silence }
    }
}

impl Listener for LimitedListener {
    type Io = TimedStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (TimedStream, SocketAddr) {
        let place = Arc::clone(&self.places).acquire_owned().await.expect("it is never closed");
        loop {
            match self.listener.accept().await {
                Ok((stream, address)) => {
                    // Moves and replies are small and must not wait for a packet to fill.
                    let _ = stream.set_nodelay(true);
                    let now = Instant::now();
                    let timed = TimedStream {
                        stream,
                        silence: self.silence,
                        heard: now,
                        alarm: Box::pin(sleep_until(now + self.silence)),
                        _place: place,
                    };
                    return (timed, address);
                }
                // The client was gone before it was accepted.
                Err(error)
                    if matches!(
                        error.kind(),
                        ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset | ErrorKind::Interrupted
                    ) => {}
                Err(error) => {
                    tracing::error!(%error, "no connection can be accepted");
                    tokio::time::sleep(BREATHER).await;
                }
            }
        }
    }

    fn local_addr(&self) -> Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// A connection that is closed after too long a silence.
pub struct TimedStream {
    stream: TcpStream,
    silence: Duration,
    heard: Instant,
    /// Rings when the silence may have become too long. It is set anew only then, because data come often.
    alarm: Pin<Box<Sleep>>,
    _place: OwnedSemaphorePermit,
}

impl AsyncRead for TimedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<Result<()>> {
        let timed = &mut *self;
        if let Poll::Ready(read) = Pin::new(&mut timed.stream).poll_read(context, buffer) {
            timed.heard = Instant::now();
            return Poll::Ready(read);
        }
        loop {
            ready!(timed.alarm.as_mut().poll(context));
            let due = timed.heard + timed.silence;
            if due <= Instant::now() {
                return Poll::Ready(Err(Error::new(ErrorKind::TimedOut, "nothing was said for too long")));
            }
            timed.alarm.as_mut().reset(due);
        }
    }
}

impl AsyncWrite for TimedStream {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
