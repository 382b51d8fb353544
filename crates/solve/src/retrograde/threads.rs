//! The transport between threads of this process.

use plywood_rules::Run;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use super::error::RetrogradeError;
use super::exchange::{Exchange, Handler, Payload, RoundTally, Traffic};
use super::pool::WorkerPool;

/// One worker's end of the channels to all others.
pub struct ThreadConnection<K> {
    me: usize,
    others: Vec<Sender<(usize, ThreadMessage<K>)>>,
    inbox: Receiver<(usize, ThreadMessage<K>)>,
}

/// The transport between the workers of a pool, as one of them sees it. A lone worker never waits for anything.
pub struct ThreadExchange<K> {
    connection: ThreadConnection<K>,
    pool: Arc<WorkerPool>,
    handler: Option<Handler<K>>,
    /// Other workers that have sent everything of this round: their questions, and their answers too.
    finished: [usize; 2],
    agreements: u64,
    /// The tallies that came, with the agreement and the worker.
    tallies: Vec<(u64, usize, RoundTally)>,
    traffic: Traffic,
}

/// A message. Messages from one worker to another arrive in the order in which they were sent.
enum ThreadMessage<K> {
    Payload(Payload<K>),
    /// The sender sends nothing more in this round: no questions (0), and no answers either (1).
    Finished(usize),
}

/// The longest time between two checks of the state of the pool.
const NAP: Duration = Duration::from_millis(20);

impl<K> ThreadConnection<K> {
    /// The connections of `workers` workers to each other.
    pub fn team(workers: usize) -> Vec<ThreadConnection<K>> {
        let (others, inboxes): (Vec<_>, Vec<_>) = (0..workers).map(|_| channel()).unzip();
        let connection = |(me, inbox)| ThreadConnection { me, others: others.clone(), inbox };
        inboxes.into_iter().enumerate().map(connection).collect()
    }

    /// Sends a message. If the worker has ended, it has failed the pool, and waiting workers check that.
    fn send(&self, to: usize, message: ThreadMessage<K>) {
        let _ = self.others[to].send((self.me, message));
    }

    /// Sends a message to all other workers.
    fn send_all(&self, message: impl Fn() -> ThreadMessage<K>) {
        (0..self.others.len()).filter(|&to| to != self.me).for_each(|to| self.send(to, message()));
    }
}

impl<K> ThreadExchange<K> {
    /// The transport of a worker of this pool.
    pub fn new(connection: ThreadConnection<K>, pool: Arc<WorkerPool>) -> ThreadExchange<K> {
        ThreadExchange {
            connection,
            pool,
            handler: None,
            finished: [0; 2],
            agreements: 0,
            tallies: Vec::new(),
            traffic: Traffic::default(),
        }
    }

    /// The transport of a lone worker.
    pub fn alone() -> ThreadExchange<K> {
        let connection = ThreadConnection::team(1).pop().expect("there is one");
        ThreadExchange::new(connection, Arc::new(WorkerPool::new(&Run::default())))
    }

    fn post(&mut self, to: usize, payload: Payload<K>) {
        self.traffic.count(&payload);
        self.connection.send(to, ThreadMessage::Payload(payload));
    }

    fn receive(&mut self, (from, message): (usize, ThreadMessage<K>)) {
        match message {
            ThreadMessage::Payload(Payload::Tally { agreement, tally }) => {
                self.tallies.push((agreement, from, tally))
            }
            ThreadMessage::Payload(payload) => {
                let answer = self.handler.as_mut().and_then(|handle| handle(from, payload));
                if let Some(answer) = answer {
                    self.post(from, answer);
                }
            }
            ThreadMessage::Finished(stage) => self.finished[stage] += 1,
        }
    }

    /// Receives messages until `done`.
    fn wait_until(&mut self, done: impl Fn(&Self) -> bool) -> Result<(), RetrogradeError> {
        while !done(self) {
            self.wait()?;
        }
        Ok(())
    }
}

impl<K> Exchange<K> for ThreadExchange<K> {
    fn worker(&self) -> usize {
        self.connection.me
    }

    fn workers(&self) -> usize {
        self.connection.others.len()
    }

    fn open(&mut self, handler: Handler<K>) {
        self.handler = Some(handler);
    }

    fn send(&mut self, to: usize, payload: Payload<K>) -> Result<(), RetrogradeError> {
        self.post(to, payload);
        self.poll()
    }

    fn poll(&mut self) -> Result<(), RetrogradeError> {
        while let Ok(message) = self.connection.inbox.try_recv() {
            self.receive(message);
        }
        self.pool.failure()
    }

    fn wait(&mut self) -> Result<(), RetrogradeError> {
        match self.connection.inbox.recv_timeout(NAP) {
            Ok(message) => self.receive(message),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
        }
        self.pool.failure()
    }

    fn end_round(&mut self) -> Result<(), RetrogradeError> {
        let others = self.workers() - 1;
        // When there are no more requests, all answers are on their way.
        for stage in 0..self.finished.len() {
            self.connection.send_all(|| ThreadMessage::Finished(stage));
            self.wait_until(|this| this.finished[stage] >= others)?;
        }
        self.finished = [0; 2];
        Ok(())
    }

    fn agree(&mut self, tally: RoundTally) -> Result<Vec<RoundTally>, RetrogradeError> {
        let agreement = self.agreements;
        self.agreements += 1;
        self.connection
            .send_all(|| ThreadMessage::Payload(Payload::Tally { agreement, tally: tally.clone() }));
        self.tallies.push((agreement, self.worker(), tally));
        let own = |tally: &(u64, usize, RoundTally)| tally.0 == agreement;
        self.wait_until(|this| this.tallies.iter().filter(|tally| own(tally)).count() == this.workers())?;
        // A faster worker may have sent its tally for the next agreement already.
        let mut tallies: Vec<_> = self.tallies.extract_if(.., |tally| own(tally)).collect();
        tallies.sort_by_key(|&(_, from, _)| from);
        Ok(tallies.into_iter().map(|(_, _, tally)| tally).collect())
    }

    fn traffic(&self) -> Traffic {
        self.traffic
    }
}
