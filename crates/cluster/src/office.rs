//! Rounds: what one worker sends in a round has reached the others before the round is over.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use plywood_solve::table::{Code, Counts};
use serde::{Deserialize, Serialize};
use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::operator::Operator;
use timely::dataflow::operators::{Input, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};

use crate::run::{Shared, halt};
use crate::{SentKey, Traffic, Trouble};

/// What workers write to each other.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Load<K> {
    /// These positions were found.
    Found { keys: Vec<K> },
    /// What are these positions worth?
    Ask { batch: u64, keys: Vec<K> },
    /// This, in the same order.
    Answer { batch: u64, codes: Vec<u16> },
    /// These positions were found, each as a move from this position of the sender's.
    Moves { parents: Vec<u32>, keys: Vec<K> },
    /// Each of these positions has one more move that comes to this.
    Known { code: u16, parents: Vec<u32> },
    /// These rows of the table.
    Rows { keys: Vec<K>, codes: Vec<u16> },
    /// How somebody is, at this agreement.
    Tally { agreement: u64, tally: Tally },
}

impl<K> Load<K> {
    fn bytes(&self) -> u64 {
        let (keys, others) = match self {
            Load::Found { keys } | Load::Ask { keys, .. } => (keys.len(), 0),
            Load::Answer { codes, .. } => (0, 2 * codes.len()),
            Load::Moves { parents, keys } => (keys.len(), 4 * parents.len()),
            Load::Known { parents, .. } => (0, 4 * parents.len()),
            Load::Rows { keys, codes } => (keys.len(), 2 * codes.len()),
            Load::Tally { .. } => (0, size_of::<Tally>()),
        };
        (keys * size_of::<K>() + others) as u64
    }
}

/// How a worker is, and, added up, how all of them are.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Tally {
    /// Positions that are to be dealt with next.
    pub open: u64,
    /// Rounds that are written down; of all workers the least.
    pub rounds: u64,
    counts: [u64; 8],
    /// What the start is worth, from whoever knows.
    pub start: Option<u16>,
    letters: u64,
    bytes: u64,
    /// Why this worker has to give up.
    trouble: Option<String>,
}

impl Default for Tally {
    fn default() -> Tally {
        let (open, start, letters, bytes, trouble) = (0, None, 0, 0, None);
        Tally { open, rounds: u64::MAX, counts: [0; 8], start, letters, bytes, trouble }
    }
}

impl Tally {
    pub fn of_open(open: usize) -> Tally {
        Tally { open: open as u64, ..Tally::default() }
    }

    pub fn of_rounds(rounds: u64) -> Tally {
        Tally { rounds, ..Tally::default() }
    }

    pub fn of_end(counts: Counts, start: Option<Code>, traffic: Traffic) -> Tally {
        let Traffic { letters, bytes } = traffic;
        let counts = counts.numbers();
        Tally { counts, start: start.map(|code| code.0), letters, bytes, ..Tally::default() }
    }

    pub fn counts(&self) -> Counts {
        Counts::of_numbers(self.counts).unwrap_or_default()
    }

    pub fn traffic(&self) -> Traffic {
        Traffic { letters: self.letters, bytes: self.bytes }
    }

    fn add(&mut self, other: &Tally) {
        self.open += other.open;
        self.rounds = self.rounds.min(other.rounds);
        let mut counts = self.counts();
        counts += other.counts();
        self.counts = counts.numbers();
        self.start = self.start.or(other.start);
        self.letters += other.letters;
        self.bytes += other.bytes;
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Letter<K> {
    from: u32,
    to: u32,
    load: Load<K>,
}

/// What a worker does with its letters.
pub trait Desk<K>: 'static {
    /// A letter came; the answer, if it wants one, arrives in the same round.
    fn serve(&mut self, from: usize, load: Load<K>) -> Option<Load<K>>;
    /// An answer came.
    fn take(&mut self, _from: usize, _load: Load<K>) {}
}

/// Where the letters of one worker go out and come in.
///
/// After every round in which something is sent the workers agree, and only then the next one begins. So what a round
/// has brought can be put in order before the agreement, and everything has to be ready for the next round by then: whoever
/// is quicker sends letters of that while others have not heard yet that all agree.
pub struct Office<'w, K: SentKey, D> {
    worker: &'w mut timely::worker::Worker,
    input: InputHandle<u64, CapacityContainerBuilder<Vec<Letter<K>>>>,
    probe: ProbeHandle<u64>,
    pub desk: Rc<RefCell<D>>,
    /// With the agreement each belongs to, and whose it is.
    tallies: Rc<RefCell<Vec<(u64, usize, Tally)>>>,
    agreements: u64,
    shared: Arc<Shared>,
    traffic: Rc<Cell<Traffic>>,
}

/// Letters between two looks at what came in.
const STRIDE: u64 = 16;

/// Every round begins at a multiple of this time; within it each worker's time goes on as it sends.
const ROUND: u64 = 1 << 32;

/// What comes out of the last step.
type Nothing = CapacityContainerBuilder<Vec<()>>;

/// Counts a letter; how many there are with it.
fn count<K>(traffic: &Cell<Traffic>, load: &Load<K>) -> u64 {
    let Traffic { letters, bytes } = traffic.get();
    traffic.set(Traffic { letters: letters + 1, bytes: bytes + load.bytes() });
    letters + 1
}

/// The longest sleep while nothing comes in.
const NAP: Duration = Duration::from_millis(20);

impl<'w, K: SentKey, D: Desk<K>> Office<'w, K, D> {
    pub fn open(worker: &'w mut timely::worker::Worker, shared: Arc<Shared>, desk: D) -> Self {
        let desk = Rc::new(RefCell::new(desk));
        let tallies = Rc::new(RefCell::new(Vec::new()));
        let mut input = InputHandle::new();
        let traffic = Rc::new(Cell::new(Traffic::default()));
        let (serving, taking, counted) = (Rc::clone(&desk), Rc::clone(&desk), Rc::clone(&tallies));
        let answered = Rc::clone(&traffic);
        let to = || Exchange::new(|letter: &Letter<K>| u64::from(letter.to));
        let probe = worker.dataflow(|scope| {
            let letters = scope.input_from(&mut input);
            let answers = letters.unary(to(), "serve", |_, _| {
                move |input, output| {
                    input.for_each_time(|time, letters| {
                        let mut out = output.session(&time);
                        for Letter { from, to, load } in letters.flat_map(|letters| letters.drain(..)) {
                            if let Load::Tally { agreement, tally } = load {
                                counted.borrow_mut().push((agreement, from as usize, tally));
                            } else if let Some(load) = serving.borrow_mut().serve(from as usize, load) {
                                count(&answered, &load);
                                out.give(Letter { from: to, to: from, load });
                            }
                        }
                    });
                }
            });
            // Nothing comes out of it: whoever waits for the end of a round needs its frontier only.
            let none = answers.container::<Vec<_>>().unary::<Nothing, _, _, _>(to(), "take", |_, _| {
                move |input, _| {
                    input.for_each_time(|_, letters| {
                        for Letter { from, load, .. } in letters.flat_map(|letters| letters.drain(..)) {
                            taking.borrow_mut().take(from as usize, load);
                        }
                    });
                }
            });
            none.probe().0
        });
        Office { worker, input, probe, desk, tallies, agreements: 0, shared, traffic }
    }

    pub fn me(&self) -> usize {
        self.worker.index()
    }

    pub fn workers(&self) -> usize {
        self.worker.peers()
    }

    /// The worker that has the position of this key. It is the same on every machine and in every version.
    pub fn owner(&self, key: K) -> usize {
        (key.position().spread() % self.workers() as u64) as usize
    }

    pub fn traffic(&self) -> Traffic {
        self.traffic.get()
    }

    pub fn send(&mut self, to: usize, load: Load<K>) {
        let letters = count(&self.traffic, &load);
        self.input.send(Letter { from: self.me() as u32, to: to as u32, load });
        if letters.is_multiple_of(STRIDE) {
            self.post();
            self.breathe();
        }
    }

    /// Lets letters in and out.
    pub fn breathe(&mut self) {
        self.check();
        self.worker.step();
    }

    /// The same, waiting a moment for something to happen. What was sent is on its way.
    pub fn wait(&mut self) {
        self.post();
        self.check();
        self.worker.step_or_park(Some(NAP));
    }

    /// Sees to it that what was sent is on its way. Timely does so only when time goes on.
    fn post(&mut self) {
        let next = self.input.time() + 1;
        self.input.advance_to(next);
    }

    /// Gives up where another worker of this process has.
    fn check(&self) {
        if self.shared.gone.load(Ordering::Relaxed) {
            halt();
        }
    }

    /// Everything that was sent has arrived, with all workers.
    pub fn end_round(&mut self) {
        let next = (self.input.time() / ROUND + 1) * ROUND;
        self.input.advance_to(next);
        while self.probe.less_than(&next) {
            self.check();
            self.worker.step_or_park(Some(NAP));
        }
    }

    /// What all workers come to. `trouble` is this one's, if it has any.
    pub fn agree(&mut self, tally: Tally, trouble: Option<Trouble>) -> Result<Tally, Trouble> {
        let text = trouble.as_ref().map(ToString::to_string);
        let tally = Tally { trouble: text, ..tally };
        for to in 0..self.workers() {
            self.input.send(Letter {
                from: self.me() as u32,
                to: to as u32,
                load: Load::Tally { agreement: self.agreements, tally: tally.clone() },
            });
        }
        self.end_round();
        // Whoever was quicker may have something to say at the next agreement already.
        let own = self.agreements;
        self.agreements += 1;
        let mut tallies: Vec<(u64, usize, Tally)> =
            self.tallies.borrow_mut().extract_if(.., |tally| tally.0 == own).collect();
        if let Some(trouble) = trouble {
            return Err(trouble);
        }
        tallies.sort_by_key(|&(_, from, _)| from);
        let mut total = Tally::default();
        for (_, from, tally) in &tallies {
            if let Some(text) = &tally.trouble {
                return Err(Trouble::Peer(self.shared.says(*from, text)));
            }
            total.add(tally);
        }
        Ok(total)
    }
}

/// Letters that are being written, one for each other worker.
pub struct Outbox<T> {
    pages: Vec<Vec<T>>,
}

/// Lines to a letter.
pub const PAGE: usize = 1 << 12;

impl<T> Outbox<T> {
    pub fn new(workers: usize) -> Outbox<T> {
        Outbox { pages: (0..workers).map(|_| Vec::new()).collect() }
    }

    /// Adds a line; a page that is full is given back to be sent.
    pub fn add(&mut self, to: usize, line: T) -> Option<Vec<T>> {
        let page = &mut self.pages[to];
        page.push(line);
        (page.len() >= PAGE).then(|| std::mem::take(page))
    }

    /// What is left, with where it goes.
    pub fn rest(&mut self) -> Vec<(usize, Vec<T>)> {
        let pages = self.pages.iter_mut().map(std::mem::take).enumerate();
        pages.filter(|(_, page)| !page.is_empty()).collect()
    }
}
