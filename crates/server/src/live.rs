//! The WebSocket of a live game: from bytes to commands of a table, and back.
//!
//! Everything here is bounded: the size of a message, the messages a second, the time for a client to send `hello`,
//! to read its messages, or to send anything at all.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use metrics::{Counter, Gauge};
use plywood_page::play::ConnectionId;
use plywood_page::problem::{Problem, RefusalCode};
use plywood_page::requests::{self, parse};
use tokio::sync::{oneshot, watch};
use tokio::time::{Instant, timeout, timeout_at};

use crate::protocol::ServerMessage;
use crate::services::Services;
use crate::settings::Timeouts;
use crate::table::{Handle, SendQueue, TableCommand, encode};

/// Messages a second that a client may send for long.
const RATE: f64 = 20.0;
/// Messages that may come at once.
const BURST: f64 = 60.0;
/// Messages too many after which a connection is closed.
const FLOOD: u32 = 200;

/// Counts a connection for as long as it lasts.
pub struct Permit {
    open: Arc<AtomicUsize>,
    gauge: Gauge,
}

impl Permit {
    /// One more, if there may be one more.
    pub fn count(open: &Arc<AtomicUsize>, most: usize, gauge: &Gauge) -> Option<Permit> {
        let counted = Permit { open: Arc::clone(open), gauge: gauge.clone() };
        let before = open.fetch_add(1, Ordering::Relaxed);
        gauge.increment(1);
        (before < most).then_some(counted)
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.open.fetch_sub(1, Ordering::Relaxed);
        self.gauge.decrement(1);
    }
}

/// A measure for messages that come in: fills with time, and empties with every message.
struct Bucket {
    full: f64,
    at: Instant,
}

impl Bucket {
    fn new() -> Bucket {
        Bucket { full: BURST, at: Instant::now() }
    }

    /// Takes one message out of the measure, if there is one.
    fn take(&mut self) -> bool {
        let now = Instant::now();
        self.full = (self.full + RATE * now.duration_since(self.at).as_secs_f64()).min(BURST);
        self.at = now;
        let may = self.full >= 1.0;
        if may {
            self.full -= 1.0;
        }
        may
    }
}

/// Serves one connection at a table until either side closes it.
pub async fn serve(
    socket: WebSocket,
    services: Arc<Services>,
    mut closing: watch::Receiver<bool>,
    table: Handle,
    _counted: Permit,
) {
    let (mut sink, mut stream) = socket.split();
    let timeouts = services.settings.timeouts.clone();
    let greeted = match timeout(timeouts.greeting, greeting(&mut stream)).await {
        Ok(Some(greeted)) => greeted,
        Ok(None) => return,
        Err(_) => {
            let seconds = timeouts.greeting.as_secs_f64();
            Err(Problem::new(RefusalCode::Malformed, format!("say 'hello' first, within {seconds} seconds")))
        }
    };
    let queue = SendQueue::new();
    let joined = match greeted {
        Ok(token) => join(&table, token, &queue).await,
        Err(problem) => Err(problem),
    };
    let connection = match joined {
        Ok(connection) => connection,
        Err(problem) => return dismiss(&mut sink, problem, timeouts.reading).await,
    };
    let refused = &services.metrics.refused;
    let mut writer = tokio::spawn(write(sink, Arc::clone(&queue), timeouts.clone()));
    let problem = tokio::select! {
        problem = read(&mut stream, &table, connection, &queue, timeouts.gone, refused) => problem,
        // The table has said good-bye, or the client does not read: then its messages do not matter.
        _ = &mut writer => None,
        // When the server closes, the table says good-bye itself; this is for tables that are busy.
        () = async {
            let _ = closing.wait_for(|&it| it).await;
            tokio::time::sleep(Duration::from_secs(2)).await;
        } => None,
    };
    let _ = table.commands.send(TableCommand::Leave(connection)).await;
    if let Some(problem) = problem {
        queue.message(encode(&ServerMessage::Bye(problem)));
    }
    queue.close();
    if !writer.is_finished() {
        let _ = timeout(timeouts.reading, writer).await;
    }
}

/// The first message: the token it shows, or what is wrong with it. `None` if there is none.
async fn greeting(stream: &mut SplitStream<WebSocket>) -> Option<Result<Option<String>, Problem>> {
    loop {
        return match stream.next().await?.ok()? {
            Message::Text(text) => Some(requests::greeting(&text)),
            Message::Binary(_) => Some(Err(Problem::new(RefusalCode::Malformed, "messages are text"))),
            Message::Ping(_) | Message::Pong(_) => continue,
            Message::Close(_) => None,
        };
    }
}

async fn join(
    table: &Handle,
    token: Option<String>,
    queue: &Arc<SendQueue>,
) -> Result<ConnectionId, Problem> {
    let gone = || Problem::new(RefusalCode::NotFound, "the game was removed");
    let (reply, told) = oneshot::channel();
    let command = TableCommand::Join { token, queue: Arc::clone(queue), reply };
    table.commands.send(command).await.map_err(|_| gone())?;
    told.await.map_err(|_| gone())?
}

/// Sends the reason and closes the connection.
async fn dismiss(sink: &mut SplitSink<WebSocket, Message>, problem: Problem, reading: Duration) {
    let bye = Message::Text(encode(&ServerMessage::Bye(problem)));
    let close = Message::Close(Some(CloseFrame { code: 1008, reason: Utf8Bytes::from_static("") }));
    let _ = timeout(reading, async {
        sink.send(bye).await?;
        sink.send(close).await
    })
    .await;
}

/// Passes messages on, until the connection ends (`None`) or has to be ended (with the reason).
async fn read(
    stream: &mut SplitStream<WebSocket>,
    table: &Handle,
    connection: ConnectionId,
    queue: &Arc<SendQueue>,
    gone: Duration,
    refused: &Counter,
) -> Option<Problem> {
    let mut bucket = Bucket::new();
    let mut too_many = 0;
    loop {
        // A live client answers the pings of the writer.
        let message = match timeout(gone, stream.next()).await {
            Ok(Some(Ok(message))) => message,
            Ok(Some(Err(error))) => return broken(&error),
            Ok(None) | Err(_) => return None,
        };
        if !bucket.take() {
            too_many += 1;
            refused.increment(1);
            if too_many >= FLOOD {
                return Some(Problem::new(RefusalCode::Busy, "too many messages"));
            }
            if matches!(message, Message::Text(_) | Message::Binary(_)) {
                let problem = Problem::new(RefusalCode::Busy, "too many messages: slower, please");
                queue.message(encode(&ServerMessage::Refused(problem)));
            }
            continue;
        }
        let heard = match message {
            Message::Text(text) => parse(&text),
            Message::Binary(_) => Err(Problem::new(RefusalCode::Malformed, "messages are text")),
            Message::Ping(_) | Message::Pong(_) => continue,
            Message::Close(_) => return None,
        };
        match heard {
            Ok(message) => table.commands.send(TableCommand::Say(connection, message)).await.ok()?,
            Err(problem) => queue.message(encode(&ServerMessage::Refused(problem))),
        }
    }
}

/// A connection that broke: a frame that is too long is worth a word, anything else just ends it.
fn broken(error: &axum::Error) -> Option<Problem> {
    let text = error.to_string();
    text.contains("too long").then(|| Problem::new(RefusalCode::TooLong, "the message is too long"))
}

/// Sends the messages that wait, and pings now and then: a client that is gone without a word does not answer.
async fn write(mut sink: SplitSink<WebSocket, Message>, queue: Arc<SendQueue>, timeouts: Timeouts) {
    let mut asks = Instant::now() + timeouts.asking;
    loop {
        let message = match timeout_at(asks, queue.next()).await {
            Ok(Some(text)) => Message::Text(text),
            Ok(None) => {
                let close = CloseFrame { code: 1000, reason: Utf8Bytes::from_static("") };
                let _ = timeout(timeouts.reading, sink.send(Message::Close(Some(close)))).await;
                return;
            }
            Err(_) => {
                asks = Instant::now() + timeouts.asking;
                Message::Ping(Default::default())
            }
        };
        match timeout(timeouts.reading, sink.send(message)).await {
            Ok(Ok(())) => {}
            // A client that does not read is gone.
            Ok(Err(_)) | Err(_) => return,
        }
    }
}
