//! The transport between processes: a timely dataflow.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact;
use timely::dataflow::operators::generic::operator::Operator;
use timely::dataflow::operators::{Input, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

use crate::retrograde::{Exchange, Handler, Payload, RetrogradeError, RoundTally, Traffic, WorkerPool};
use crate::table::Key;

/// A key that can be sent.
pub trait SentKey: Key + Serialize + DeserializeOwned {}
impl<K: Key + Serialize + DeserializeOwned> SentKey for K {}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct ClusterMessage<K> {
    from: u32,
    to: u32,
    payload: Payload<K>,
}

/// The transport between the workers of all processes, as one of them sees it.
pub struct TimelyExchange<'w, K: SentKey> {
    worker: &'w mut Worker,
    pool: Arc<WorkerPool>,
    names: &'w [String],
    input: InputHandle<u64, CapacityContainerBuilder<Vec<ClusterMessage<K>>>>,
    probe: ProbeHandle<u64>,
    handler: Rc<RefCell<Option<Handler<K>>>>,
    /// The tallies that came, with the agreement and the worker.
    tallies: Rc<RefCell<Vec<(u64, usize, RoundTally)>>>,
    agreements: u64,
    /// True if something was given to timely that it has not sent yet.
    unsent: bool,
    traffic: Rc<Cell<Traffic>>,
}

/// Messages to each other worker between two checks for arrivals. Workers have more requests than these under way, so that answers
/// to the first of them come while the last are made.
const STRIDE: u64 = 4;

/// Every round begins at a multiple of this time; within it the time of each worker advances as it sends.
const ROUND: u64 = 1 << 32;

/// The output of the last operator.
type NoOutput = CapacityContainerBuilder<Vec<()>>;

/// Counts a message; returns their number.
fn count<K>(traffic: &Cell<Traffic>, payload: &Payload<K>) -> u64 {
    let mut counted = traffic.get();
    let messages = counted.count(payload);
    traffic.set(counted);
    messages
}

/// The longest sleep while nothing arrives.
const NAP: Duration = Duration::from_millis(20);

impl<'w, K: SentKey> TimelyExchange<'w, K> {
    /// The transport of this worker of a pool. `names` are those of all processes.
    pub fn new(worker: &'w mut Worker, pool: Arc<WorkerPool>, names: &'w [String]) -> Self {
        let handler: Rc<RefCell<Option<Handler<K>>>> = Rc::default();
        let (tallies, traffic) = (Rc::new(RefCell::new(Vec::new())), Rc::new(Cell::new(Traffic::default())));
        let mut input = InputHandle::new();
        let (asked, answered) = (Rc::clone(&handler), Rc::clone(&handler));
        let (counted, answers_sent) = (Rc::clone(&tallies), Rc::clone(&traffic));
        let to = || pact::Exchange::new(|message: &ClusterMessage<K>| u64::from(message.to));
        let probe = worker.dataflow(|scope| {
            let messages = scope.input_from(&mut input);
            let answers = messages.unary(to(), "handle", |_, _| {
                move |input, output| {
                    input.for_each_stamp(|time, messages| {
                        let mut out = output.session(&time);
                        for ClusterMessage { from, to, payload } in
                            messages.flat_map(|messages| messages.drain(..))
                        {
                            if let Payload::Tally { agreement, tally } = payload {
                                counted.borrow_mut().push((agreement, from as usize, tally));
                            } else if let Some(handle) = &mut *asked.borrow_mut()
                                && let Some(payload) = handle(from as usize, payload)
                            {
                                count(&answers_sent, &payload);
                                out.give(ClusterMessage { from: to, to: from, payload });
                            }
                        }
                    });
                }
            });
            // It has no output: only its frontier matters to workers that wait for the end of a round.
            let none = answers.container::<Vec<_>>().unary::<NoOutput, _, _, _>(to(), "answer", |_, _| {
                move |input, _| {
                    input.for_each_stamp(|_, messages| {
                        for ClusterMessage { from, payload, .. } in
                            messages.flat_map(|messages| messages.drain(..))
                        {
                            if let Some(handle) = &mut *answered.borrow_mut() {
                                handle(from as usize, payload);
                            }
                        }
                    });
                }
            });
            none.probe().0
        });
        TimelyExchange {
            worker,
            pool,
            names,
            input,
            probe,
            handler,
            tallies,
            agreements: 0,
            unsent: false,
            traffic,
        }
    }

    fn give(&mut self, to: usize, payload: Payload<K>) {
        self.input.send(ClusterMessage { from: self.worker.index() as u32, to: to as u32, payload });
        self.unsent = true;
    }

    /// Lets timely send what was given to it, which it does only when time advances. All other workers hear of that, so it
    /// does not advance for nothing.
    fn flush(&mut self) {
        if !std::mem::take(&mut self.unsent) {
            return;
        }
        let next = self.input.time() + 1;
        self.input.advance_to(next);
    }
}

impl<K: SentKey> Exchange<K> for TimelyExchange<'_, K> {
    fn worker(&self) -> usize {
        self.worker.index()
    }

    fn workers(&self) -> usize {
        self.worker.peers()
    }

    fn open(&mut self, handler: Handler<K>) {
        *self.handler.borrow_mut() = Some(handler);
    }

    fn send(&mut self, to: usize, payload: Payload<K>) -> Result<(), RetrogradeError> {
        let messages = count(&self.traffic, &payload);
        self.give(to, payload);
        if !messages.is_multiple_of(STRIDE * (self.workers() as u64 - 1).max(1)) {
            return Ok(());
        }
        self.flush();
        self.poll()
    }

    fn poll(&mut self) -> Result<(), RetrogradeError> {
        self.pool.failure()?;
        self.worker.step();
        Ok(())
    }

    fn wait(&mut self) -> Result<(), RetrogradeError> {
        self.flush();
        self.pool.failure()?;
        self.worker.step_or_park(Some(NAP));
        Ok(())
    }

    fn end_round(&mut self) -> Result<(), RetrogradeError> {
        let next = (self.input.time() / ROUND + 1) * ROUND;
        self.input.advance_to(next);
        self.unsent = false;
        while self.probe.less_than(&next) {
            self.pool.failure()?;
            self.worker.step_or_park(Some(NAP));
        }
        Ok(())
    }

    fn agree(&mut self, tally: RoundTally) -> Result<Vec<RoundTally>, RetrogradeError> {
        let agreement = self.agreements;
        self.agreements += 1;
        for to in 0..self.workers() {
            self.give(to, Payload::Tally { agreement, tally: tally.clone() });
        }
        self.end_round()?;
        // A faster worker may have sent its tally for the next agreement already.
        let mut tallies: Vec<_> =
            self.tallies.borrow_mut().extract_if(.., |tally| tally.0 == agreement).collect();
        tallies.sort_by_key(|&(_, from, _)| from);
        Ok(tallies.into_iter().map(|(_, _, tally)| tally).collect())
    }

    fn traffic(&self) -> Traffic {
        self.traffic.get()
    }

    fn process_name(&self, worker: usize) -> Option<String> {
        Some(self.names[worker / self.pool.workers()].clone())
    }
}
