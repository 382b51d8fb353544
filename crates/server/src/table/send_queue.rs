//! Messages that wait to be sent to one connection.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::Notify;

use crate::protocol::ServerMessage;

/// Messages that may wait. A slower reader gets the newest state instead of all of them.
const LONGEST: usize = 64;

/// The fate of a message when too many wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DropPolicy {
    /// The last one contains everything that those before it did, and is never lost.
    State,
    /// Useful only while it is new: the next one takes its place.
    News,
    /// Anything else. Lost only by connections that do not read at all.
    Message,
}

#[derive(Default)]
struct WaitingMessages {
    messages: VecDeque<(Utf8Bytes, DropPolicy)>,
    closed: bool,
}

/// Messages that wait to be sent to one connection: bounded, and never in the way of the game.
#[derive(Default)]
pub struct SendQueue {
    waiting: Mutex<WaitingMessages>,
    bell: Notify,
}

impl SendQueue {
    /// An empty one.
    pub fn new() -> Arc<SendQueue> {
        Arc::default()
    }

    fn waiting(&self) -> MutexGuard<'_, WaitingMessages> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a state of the game. If too many messages wait, older states are dropped: this one contains everything.
    pub fn state(&self, message: Utf8Bytes) {
        self.push(message, DropPolicy::State);
    }

    /// Adds something that is worth telling only while it is new. Takes the place of older news that are waiting, and is
    /// dropped where too much is waiting.
    pub fn news(&self, message: Utf8Bytes) {
        self.push(message, DropPolicy::News);
    }

    /// Adds any other message. If too many messages wait besides states, the oldest is dropped: this connection does not read.
    pub fn message(&self, message: Utf8Bytes) {
        self.push(message, DropPolicy::Message);
    }

    fn push(&self, message: Utf8Bytes, kind: DropPolicy) {
        let mut waiting = self.waiting();
        if waiting.closed {
            return;
        }
        // At most one news message waits, and it is about the state right before it.
        waiting.messages.retain(|&(_, old)| old != DropPolicy::News);
        if waiting.messages.len() >= LONGEST {
            if kind == DropPolicy::News {
                return;
            }
            // The last state contains all older ones, and must not be lost.
            let last = waiting.messages.iter().rposition(|&(_, old)| old == DropPolicy::State);
            let last = last.filter(|_| kind != DropPolicy::State);
            let mut place = 0;
            waiting.messages.retain(|&(_, old)| {
                place += 1;
                old != DropPolicy::State || Some(place - 1) == last
            });
            if waiting.messages.len() >= LONGEST {
                // Not even the answers are read; the oldest matters least.
                let oldest =
                    waiting.messages.iter().position(|&(_, old)| old != DropPolicy::State).unwrap_or(0);
                waiting.messages.remove(oldest);
            }
        }
        waiting.messages.push_back((message, kind));
        drop(waiting);
        self.bell.notify_one();
    }

    /// Closes the queue: nothing comes after the messages that wait.
    pub fn close(&self) {
        self.waiting().closed = true;
        self.bell.notify_one();
    }

    /// The next message; `None` when it was closed and everything is sent.
    pub async fn next(&self) -> Option<Utf8Bytes> {
        loop {
            {
                let mut waiting = self.waiting();
                if let Some((message, _)) = waiting.messages.pop_front() {
                    return Some(message);
                }
                if waiting.closed {
                    return None;
                }
            }
            self.bell.notified().await;
        }
    }
}

/// A message as it is sent.
pub fn encode(message: &ServerMessage) -> Utf8Bytes {
    serde_json::to_string(message).expect("a message can always be written").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_late_reader_misses_states_but_never_the_last() {
        let queue = SendQueue::new();
        queue.message("answer".into());
        for number in 0..10_000 {
            queue.state(number.to_string().into());
        }
        queue.close();
        queue.state("too late".into());
        assert!(queue.waiting().messages.len() <= LONGEST);
        let mut seen = Vec::new();
        while let Some(message) = queue.next().await {
            seen.push(message.to_string());
        }
        assert_eq!(seen.first().map(String::as_str), Some("answer"));
        assert_eq!(seen.last().map(String::as_str), Some("9999"));
        assert!(seen[1..].is_sorted_by_key(|it| it.parse::<u32>().unwrap()));
    }

    #[tokio::test]
    async fn answers_do_not_push_out_the_last_state() {
        let queue = SendQueue::new();
        for number in 0..10 {
            queue.state(format!("state {number}").into());
        }
        for number in 0..1000 {
            queue.message(number.to_string().into());
        }
        queue.close();
        assert!(queue.waiting().messages.len() <= LONGEST);
        let mut states = Vec::new();
        while let Some(message) = queue.next().await {
            states.extend(message.strip_prefix("state ").map(str::to_string));
        }
        assert_eq!(states, ["9"]);
    }

    #[tokio::test]
    async fn news_wait_for_nobody() {
        let queue = SendQueue::new();
        for number in 0..1000 {
            queue.news(number.to_string().into());
        }
        assert_eq!(queue.next().await.as_deref(), Some("999"));
        // What is said of a state that is over by the time it could be read.
        queue.news("old".into());
        queue.state("state".into());
        // No other message is lost for the sake of news.
        for number in 1..LONGEST {
            queue.message(number.to_string().into());
        }
        queue.news("one too many".into());
        queue.close();
        assert_eq!(queue.waiting().messages.len(), LONGEST);
        assert_eq!(queue.next().await.as_deref(), Some("state"));
        assert_eq!(queue.next().await.as_deref(), Some("1"));
    }

    #[tokio::test]
    async fn who_reads_nothing_costs_little() {
        let queue = SendQueue::new();
        for number in 0..10_000 {
            queue.message(number.to_string().into());
        }
        assert!(queue.waiting().messages.len() <= LONGEST);
    }
}
