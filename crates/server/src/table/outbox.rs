//! What waits to be sent to one connection.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::Notify;

/// Messages that may wait. A reader who falls further behind gets the newest state instead of all of them.
const LONGEST: usize = 64;

#[derive(Default)]
struct Waiting {
    messages: VecDeque<(Utf8Bytes, bool)>,
    closed: bool,
}

/// What waits to be sent to one connection: bounded, and never in the way of the game.
#[derive(Default)]
pub struct Outbox {
    waiting: Mutex<Waiting>,
    bell: Notify,
}

impl Outbox {
    /// An empty one.
    pub fn new() -> Arc<Outbox> {
        Arc::default()
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a state of the game. Where too much is waiting, older states are dropped: this one tells everything.
    pub fn state(&self, message: Utf8Bytes) {
        self.push(message, true);
    }

    /// Adds any other message. Where too much is waiting besides states, it is dropped: somebody who does not read.
    pub fn message(&self, message: Utf8Bytes) {
        self.push(message, false);
    }

    fn push(&self, message: Utf8Bytes, is_state: bool) {
        let mut waiting = self.waiting();
        if waiting.closed {
            return;
        }
        if waiting.messages.len() >= LONGEST {
            // The last state says all that the older ones do, and must not be lost.
            let last = waiting.messages.iter().rposition(|&(_, state)| state).filter(|_| !is_state);
            let mut place = 0;
            waiting.messages.retain(|&(_, old_state)| {
                place += 1;
                !old_state || Some(place - 1) == last
            });
            if waiting.messages.len() >= LONGEST {
                // Not even the answers are read; the oldest says least.
                let oldest = waiting.messages.iter().position(|&(_, state)| !state).unwrap_or(0);
                waiting.messages.remove(oldest);
            }
        }
        waiting.messages.push_back((message, is_state));
        drop(waiting);
        self.bell.notify_one();
    }

    /// Says that nothing comes after what is waiting.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_slow_reader_misses_states_but_never_the_last() {
        let outbox = Outbox::new();
        outbox.message("answer".into());
        for number in 0..10_000 {
            outbox.state(number.to_string().into());
        }
        outbox.close();
        outbox.state("too late".into());
        assert!(outbox.waiting().messages.len() <= LONGEST);
        let mut seen = Vec::new();
        while let Some(message) = outbox.next().await {
            seen.push(message.to_string());
        }
        assert_eq!(seen.first().map(String::as_str), Some("answer"));
        assert_eq!(seen.last().map(String::as_str), Some("9999"));
        assert!(seen[1..].is_sorted_by_key(|it| it.parse::<u32>().unwrap()));
    }

    #[tokio::test]
    async fn answers_do_not_push_out_the_last_state() {
        let outbox = Outbox::new();
        for number in 0..10 {
            outbox.state(format!("state {number}").into());
        }
        for number in 0..1000 {
            outbox.message(number.to_string().into());
        }
        outbox.close();
        assert!(outbox.waiting().messages.len() <= LONGEST);
        let mut states = Vec::new();
        while let Some(message) = outbox.next().await {
            states.extend(message.strip_prefix("state ").map(str::to_string));
        }
        assert_eq!(states, ["9"]);
    }

    #[tokio::test]
    async fn who_reads_nothing_costs_little() {
        let outbox = Outbox::new();
        for number in 0..10_000 {
            outbox.message(number.to_string().into());
        }
        assert!(outbox.waiting().messages.len() <= LONGEST);
    }
}
