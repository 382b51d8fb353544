//! The transport between workers.

use crate::values::{PositionCounts, ValueCode};

use super::error::RetrogradeError;

/// A message between workers.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the docs of the variants say what their fields are")]
pub enum Payload<K> {
    /// These positions were found.
    Found { keys: Vec<K> },
    /// Requests the values of these positions.
    Ask { batch: u64, keys: Vec<K> },
    /// The values, in the same order.
    Answer { batch: u64, codes: Vec<u16> },
    /// These positions were found, each by a move from this position of the sender's.
    Moves { parents: Vec<u32>, keys: Vec<K> },
    /// Each of these positions has one more move to a position of this value.
    Known { code: u16, parents: Vec<u32> },
    /// The sender's tally for this agreement.
    Tally { agreement: u64, tally: RoundTally },
}

impl<K> Payload<K> {
    /// Its size in bytes, without lengths.
    pub fn bytes(&self) -> u64 {
        let (keys, others) = match self {
            Payload::Found { keys } | Payload::Ask { keys, .. } => (keys.len(), 0),
            Payload::Answer { codes, .. } => (0, 2 * codes.len()),
            Payload::Moves { parents, keys } => (keys.len(), 4 * parents.len()),
            Payload::Known { parents, .. } => (0, 4 * parents.len()),
            Payload::Tally { .. } => (0, size_of::<RoundTally>()),
        };
        (keys * size_of::<K>() + others) as u64
    }
}

/// The traffic between workers.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Messages to other workers, each about many positions.
    pub messages: u64,
    /// Their bytes, including messages between workers of the same process.
    pub bytes: u64,
}

impl Traffic {
    /// Counts a message; returns the number of messages so far.
    pub fn count<K>(&mut self, payload: &Payload<K>) -> u64 {
        self.messages += 1;
        self.bytes += payload.bytes();
        self.messages
    }
}

/// The state of a worker after a round, or the sum over all workers.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug)]
pub struct RoundTally {
    /// Positions to be processed in the next round.
    pub open: u64,
    /// Stored rounds; the sum is the least of all workers.
    pub rounds: u64,
    /// Positions of each kind.
    pub counts: PositionCounts,
    /// The value of the start, from its owner.
    pub start: Option<u16>,
    /// Messages sent so far.
    pub traffic: Traffic,
    /// The error for which this worker has to stop.
    pub error: Option<String>,
}

impl Default for RoundTally {
    fn default() -> RoundTally {
        let (counts, traffic) = (PositionCounts::default(), Traffic::default());
        RoundTally { open: 0, rounds: u64::MAX, counts, start: None, traffic, error: None }
    }
}

impl RoundTally {
    /// The tally of a worker with this number of open positions.
    pub fn of_open(open: usize) -> RoundTally {
        RoundTally { open: open as u64, ..RoundTally::default() }
    }

    /// The tally of a worker at the end.
    pub fn of_end(counts: PositionCounts, start: Option<ValueCode>, traffic: Traffic) -> RoundTally {
        RoundTally { counts, start: start.map(|code| code.0), traffic, ..RoundTally::default() }
    }

    /// Adds the tally of another worker.
    pub fn add(&mut self, other: &RoundTally) {
        self.open += other.open;
        self.rounds = self.rounds.min(other.rounds);
        self.counts += other.counts;
        self.start = self.start.or(other.start);
        self.traffic.messages += other.traffic.messages;
        self.traffic.bytes += other.traffic.bytes;
    }
}

/// Handles a message from a worker. An answer, if there is one, arrives at the sender in the same round.
pub type Handler<K> = Box<dyn FnMut(usize, Payload<K>) -> Option<Payload<K>>>;

/// The transport between workers, as one of them sees it.
///
/// After every round in which something is sent the workers agree, and only then the next round begins. A faster worker
/// may send messages of the next round as soon as it knows the agreement: handlers have to be ready for them before the
/// agreement.
pub trait Exchange<K> {
    /// The number of this worker, from 0 on.
    fn worker(&self) -> usize;
    /// The number of workers.
    fn workers(&self) -> usize;
    /// Sets the handler for all messages. Call it first.
    fn open(&mut self, handler: Handler<K>);
    /// Sends a message to another worker.
    ///
    /// # Errors
    /// If another worker is lost, as in all that follows.
    fn send(&mut self, to: usize, payload: Payload<K>) -> Result<(), RetrogradeError>;
    /// Handles the messages that have arrived.
    ///
    /// # Errors
    /// If another worker is lost.
    fn poll(&mut self) -> Result<(), RetrogradeError>;
    /// Handles messages, and waits a moment if there are none.
    ///
    /// # Errors
    /// If another worker is lost.
    fn wait(&mut self) -> Result<(), RetrogradeError>;
    /// Returns when everything that any worker sent in this round has arrived.
    ///
    /// # Errors
    /// If another worker is lost.
    fn end_round(&mut self) -> Result<(), RetrogradeError>;
    /// Exchanges tallies. Returns those of all workers, in their order.
    ///
    /// # Errors
    /// If another worker is lost.
    fn agree(&mut self, tally: RoundTally) -> Result<Vec<RoundTally>, RetrogradeError>;
    /// The traffic that this worker has caused so far.
    fn traffic(&self) -> Traffic;
    /// Names the process of a worker, if there are several processes.
    fn process_name(&self, _worker: usize) -> Option<String> {
        None
    }
}

/// Items of a message, at most.
pub const PAGE: usize = 1 << 12;

/// Messages that are being filled, one for each worker.
pub struct Outbox<T> {
    pages: Vec<Vec<T>>,
}

impl<T> Outbox<T> {
    /// Empty messages to `workers` workers.
    pub fn new(workers: usize) -> Outbox<T> {
        Outbox { pages: (0..workers).map(|_| Vec::new()).collect() }
    }

    /// Adds an item; returns the message if it is full.
    pub fn add(&mut self, to: usize, item: T) -> Option<Vec<T>> {
        let page = &mut self.pages[to];
        page.push(item);
        (page.len() >= PAGE).then(|| std::mem::take(page))
    }

    /// The remaining messages, with their receivers.
    pub fn rest(&mut self) -> impl Iterator<Item = (usize, Vec<T>)> {
        let pages = self.pages.iter_mut().map(std::mem::take).enumerate();
        pages.filter(|(_, page)| !page.is_empty())
    }
}
