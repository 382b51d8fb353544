//! The threads of the bots: few, and every game gets a fair share of them.
//!
//! Every game (and every connection that asks for a hint) is a *flow*. The flow that has used the least search time is served
//! next: start-time fair queueing, after Goyal, Vin and Cheng, "Start-time fair queueing" (1996), with the seconds that a
//! search really took as its length. A game against a quick bot thus never waits behind the long searches of others
//! for more than one of them; and it does not even wait for that one, because some threads take only searches that
//! are expected to be quick. Expectations come from earlier searches of the same kind.
//!
//! Threads for long searches run only on idle processors. A bot whose clock runs cannot wait for that: on a machine that is busy
//! with other things it would lose on time without a search. An equal number of threads of normal priority therefore takes
//! searches against the clock alone.
//!
//! A thread on an otherwise idle processor still takes what processors share: caches, memory, the other half of a core. So long
//! searches wait at a [`Throttle`] while the server is overloaded (`overload.rs`): before they begin, and wherever they check
//! their [`Stop`].
//!
//! Among flows that have used equally little, those with the shortest searches are first. That is more than a detail: a new flow
//! in a busy pool gets the start tag of the search that runs, and so do all others that came meanwhile. In the order of coming, a
//! quick game would wait there behind every long search that was asked for before.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use plywood_rules::{Stop, Throttle};

use crate::metrics::Metrics;

/// Expected seconds of a search about which nothing is known.
const UNKNOWN: f64 = 1.0;
/// Searches that are expected to take no longer than this are quick.
const QUICK: f64 = 0.010;
/// However overloaded the server is, long searches run for this time in every period: 4 %.
const TURN: Duration = Duration::from_millis(20);
const TURN_EVERY: Duration = Duration::from_millis(500);
/// The period in which those who wait at [`Pool::idle`] would have turns, if there were any.
const NO_TURN_IN: Duration = Duration::from_secs(1);
/// The stack of a thread, for deep game trees.
pub(crate) const STACK: usize = 16 << 20;
/// Flows that are remembered though nothing of theirs is waiting.
const FLOWS_KEPT: usize = 20_000;
/// The niceness of threads for long searches, relative to the rest of the server (0 to 19).
#[cfg(unix)]
const NICE: i32 = 10;

/// The owner of searches that share processor time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Flow(pub u64);

/// The expected cost of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchClass {
    /// Searches of one name take about as long.
    pub name: String,
    /// True if the first of its name is expected to be quick.
    pub hopeful: bool,
    /// True if a clock runs meanwhile.
    pub timed: bool,
}

impl SearchClass {
    /// The searches of this bot at this game.
    pub fn of_bot(game: &str, bot: &str) -> SearchClass {
        // Bots that do not search, or only a ply or two.
        let hopeful =
            ["random", "first", "hold", "rules", "learner"].iter().any(|quick| bot.starts_with(quick));
        SearchClass { name: format!("{bot} at {game}"), hopeful, timed: false }
    }
}

/// The cost of a search, in seconds.
#[derive(Clone, Copy)]
struct MeasuredCost {
    elapsed: f64,
    /// On a processor.
    worked: Option<f64>,
}

impl MeasuredCost {
    /// The expected cost of the next search of its kind. On a busy machine even a short search may wait for long, which says
    /// little about the search. One that waits for disks does so every time.
    fn worth(self) -> f64 {
        self.worked.map_or(self.elapsed, |worked| worked.max(self.elapsed / 4.0))
    }
}

struct SearchJob {
    flow: Flow,
    kind: String,
    stop: Stop,
    /// True if it waits while the server is overloaded.
    gated: bool,
    asked: Instant,
    run: Box<dyn FnOnce(&Stop) + Send>,
}

/// A place in the queue: by start tag, then by what is expected of it, then in the order of asking.
#[derive(Clone, Copy, PartialEq)]
struct Ticket {
    start: f64,
    expected: f64,
    number: u64,
}

impl Eq for Ticket {}

impl PartialOrd for Ticket {
    fn partial_cmp(&self, other: &Ticket) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ticket {
    fn cmp(&self, other: &Ticket) -> std::cmp::Ordering {
        let by_time = self.start.total_cmp(&other.start).then(self.expected.total_cmp(&other.expected));
        by_time.then(self.number.cmp(&other.number))
    }
}

/// The queue of a search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum QueueClass {
    Quick,
    Long,
    TimedQuick,
    TimedLong,
}

/// The purpose of a thread.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WorkerClass {
    Quick,
    Long,
    Timed,
}

impl WorkerClass {
    const ALL: [WorkerClass; 3] = [WorkerClass::Quick, WorkerClass::Long, WorkerClass::Timed];

    /// The queues that it serves, the first one first.
    fn lines(self) -> [QueueClass; 2] {
        match self {
            WorkerClass::Quick => [QueueClass::TimedQuick, QueueClass::Quick],
            WorkerClass::Long => [QueueClass::Long, QueueClass::Quick],
            WorkerClass::Timed => [QueueClass::TimedLong, QueueClass::TimedQuick],
        }
    }

    fn name(self) -> &'static str {
        match self {
            WorkerClass::Quick => "think-quick-",
            WorkerClass::Long => "think-",
            WorkerClass::Timed => "think-timed-",
        }
    }
}

#[derive(Default)]
struct Queue {
    lines: [BinaryHeap<Reverse<Ticket>>; 4],
    jobs: HashMap<u64, SearchJob>,
    /// The search time, in seconds, after which the next search of a flow may start.
    finished: HashMap<Flow, f64>,
    /// The start tag of what was taken last.
    now: f64,
    number: u64,
    /// Searches that run.
    running: usize,
    /// The expected seconds of a search of each kind.
    expected: HashMap<String, f64>,
    closed: bool,
}

impl Queue {
    /// The expected seconds of a search.
    fn expect(&self, kind: &SearchClass) -> f64 {
        let unknown = if kind.hopeful { 0.0 } else { UNKNOWN };
        self.expected.get(&kind.name).copied().unwrap_or(unknown)
    }

    /// Takes the next one for a thread of this kind.
    fn take(&mut self, hand: WorkerClass) -> Option<SearchJob> {
        loop {
            let Reverse(ticket) =
                hand.lines().into_iter().find_map(|line| self.lines[line as usize].pop())?;
            // Cancelled ones are skipped.
            if let Some(job) = self.jobs.remove(&ticket.number).filter(|job| !job.stop.is_cancelled()) {
                self.now = self.now.max(ticket.start);
                return Some(job);
            }
        }
    }

    /// Notes the cost of a search that ended, or was cut short.
    fn done(&mut self, flow: Flow, kind: String, took: MeasuredCost, cut_short: bool) {
        *self.finished.entry(flow).or_insert(0.0) += took.elapsed;
        let seconds = took.worth();
        if !cut_short {
            let expected = self.expected.entry(kind).or_insert(seconds);
            // Up at once, down slowly.
            *expected = (0.8 * *expected + 0.2 * seconds).max(0.5 * seconds);
        } else if let Some(expected) = self.expected.get_mut(&kind) {
            // It would have taken longer, by an unknown time.
            *expected = expected.max(0.5 * seconds);
        }
        if self.finished.len() > FLOWS_KEPT {
            let now = self.now;
            self.finished.retain(|_, finish| *finish > now);
        }
        if self.expected.len() > FLOWS_KEPT {
            self.expected.clear();
        }
    }
}

/// The threads of the bots.
pub struct Pool {
    shared: Arc<PoolState>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

struct PoolState {
    queue: Mutex<Queue>,
    /// Holds long searches back.
    throttle: Arc<Throttle>,
    /// Holds everything back that is done only while no search runs or waits.
    idle: Arc<Throttle>,
    /// Long searches that run, or wait at the throttle.
    gated: AtomicUsize,
    /// Flows that were handed out.
    flows: AtomicU64,
    /// One for each [`WorkerClass`].
    bells: [Condvar; 3],
    metrics: Metrics,
}

impl PoolState {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pool {
    /// Starts `long` threads for any searches, as many for searches against the clock, and `quick` threads for quick ones.
    pub fn start(long: usize, quick: usize, metrics: &Metrics) -> std::io::Result<Pool> {
        let metrics = metrics.clone();
        let throttle = Arc::new(Throttle::new(TURN, TURN_EVERY));
        let idle = Arc::new(Throttle::new(Duration::ZERO, NO_TURN_IN));
        idle.shut();
        let gated = AtomicUsize::new(0);
        let shared = Arc::new(PoolState {
            queue: Mutex::default(),
            throttle,
            idle,
            gated,
            flows: AtomicU64::new(0),
            bells: Default::default(),
            metrics,
        });
        let mut threads = Vec::new();
        for (hand, count) in
            [(WorkerClass::Long, long), (WorkerClass::Timed, long), (WorkerClass::Quick, quick)]
        {
            for number in 0..count {
                let shared = Arc::clone(&shared);
                let thread = std::thread::Builder::new()
                    .name(format!("{}{number}", hand.name()))
                    .stack_size(STACK)
                    .spawn(move || work(&shared, hand))?;
                threads.push(thread);
            }
        }
        Ok(Pool { shared, threads: Mutex::new(threads) })
    }

    /// A new flow, not shared with any other caller.
    pub fn new_flow(&self) -> Flow {
        Flow(self.shared.flows.fetch_add(1, Relaxed))
    }

    /// Queues a search of `flow`. It is never begun once `stop` was raised, and is handed its stop, behind the throttle if it is
    /// a long one without a clock.
    pub fn submit(
        &self,
        flow: Flow,
        kind: SearchClass,
        stop: Stop,
        run: impl FnOnce(&Stop) + Send + 'static,
    ) {
        let mut queue = self.shared.queue();
        if queue.closed {
            return;
        }
        queue.number += 1;
        let number = queue.number;
        let start = queue.finished.get(&flow).copied().unwrap_or(0.0).max(queue.now);
        queue.finished.insert(flow, start);
        let expected = queue.expect(&kind);
        let line = match (kind.timed, expected <= QUICK) {
            (false, true) => QueueClass::Quick,
            (false, false) => QueueClass::Long,
            (true, true) => QueueClass::TimedQuick,
            (true, false) => QueueClass::TimedLong,
        };
        queue.lines[line as usize].push(Reverse(Ticket { start, expected, number }));
        let (gated, asked) = (line == QueueClass::Long, Instant::now());
        let job = SearchJob { flow, kind: kind.name, stop, gated, asked, run: Box::new(run) };
        queue.jobs.insert(number, job);
        self.shared.metrics.searches_waiting.set(queue.jobs.len() as f64);
        drop(queue);
        self.shared.idle.shut();
        for hand in WorkerClass::ALL.into_iter().filter(|hand| hand.lines().contains(&line)) {
            self.shared.bells[hand as usize].notify_one();
        }
    }

    /// Holds long searches without a clock back. It stays open until it is closed.
    pub fn throttle(&self) -> &Throttle {
        &self.shared.throttle
    }

    /// Holds back what may be done only while nobody searches. A search shuts it; it stays shut until it is opened.
    pub fn idle(&self) -> &Arc<Throttle> {
        &self.shared.idle
    }

    /// True if no search runs or waits.
    pub fn is_idle(&self) -> bool {
        let queue = self.shared.queue();
        queue.running == 0 && queue.jobs.is_empty()
    }

    /// True if a search runs that the throttle may hold back.
    pub fn has_long_searches(&self) -> bool {
        self.shared.gated.load(Relaxed) > 0
    }

    /// Takes no more searches and forgets those that wait. Those that run go on until their stops are raised.
    pub fn close(&self) {
        let mut queue = self.shared.queue();
        queue.closed = true;
        queue.jobs.clear();
        drop(queue);
        self.shared.bells.iter().for_each(Condvar::notify_all);
    }

    /// Waits for all threads to end, after [`Pool::close`].
    pub fn join(&self) {
        for thread in self.threads.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
            let _ = thread.join();
        }
    }
}

fn work(shared: &PoolState, hand: WorkerClass) {
    if hand == WorkerClass::Long {
        step_back();
    }
    loop {
        let mut queue = shared.queue();
        let job = loop {
            if queue.closed {
                return;
            }
            match queue.take(hand) {
                Some(job) => break job,
                None => {
                    let bell = &shared.bells[hand as usize];
                    queue = bell.wait(queue).unwrap_or_else(PoisonError::into_inner);
                }
            }
        };
        queue.running += 1;
        drop(queue);
        let gated = usize::from(job.gated);
        shared.gated.fetch_add(gated, Relaxed);
        search(shared, job);
        shared.gated.fetch_sub(gated, Relaxed);
        shared.queue().running -= 1;
    }
}

/// Runs a search, and notes its cost.
fn search(shared: &PoolState, job: SearchJob) {
    let stop = if job.gated { job.stop.behind(&shared.throttle) } else { job.stop };
    // Here it may have to wait already, and be cancelled meanwhile.
    if job.gated && stop.is_raised() {
        return;
    }
    let held = stop.held();
    shared.metrics.search_wait.record(job.asked.elapsed());
    let (begun, worked) = (Instant::now(), processor_time());
    // The caller reports a bot that panics; the thread continues.
    let _ = catch_unwind(AssertUnwindSafe(|| (job.run)(&stop)));
    // Time held back is no work.
    let took = begun.elapsed().saturating_sub(stop.held() - held);
    shared.metrics.search.record(took);
    if job.gated {
        shared.metrics.search_held.record(stop.held());
    }
    let worked = processor_time().zip(worked).map(|(after, before)| after - before);
    let took = MeasuredCost { elapsed: took.as_secs_f64(), worked };
    let cut_short = stop.is_cancelled() || stop.held() > held;
    shared.queue().done(job.flow, job.kind, took, cut_short);
}

/// Lets the other threads of the server go first.
pub(crate) fn step_back() {
    // Niceness is not enough on Linux: a thread that wakes up waits until the nice one has had its slice of some milliseconds, and
    // a move goes through several threads. A thread that is idle by policy gives way at once.
    #[cfg(target_os = "linux")]
    {
        use thread_priority::{
            NormalThreadSchedulePolicy, ThreadPriority, ThreadSchedulePolicy, set_thread_priority_and_policy,
            thread_native_id,
        };
        let policy = ThreadSchedulePolicy::Normal(NormalThreadSchedulePolicy::Idle);
        if set_thread_priority_and_policy(thread_native_id(), ThreadPriority::Min, policy).is_ok() {
            return;
        }
    }
    #[cfg(windows)]
    {
        use thread_priority::{ThreadPriority, set_current_thread_priority};
        let _ = set_current_thread_priority(ThreadPriority::Min);
    }
    // On Linux this means the thread. Where it cannot be had, all threads are treated alike.
    #[cfg(unix)]
    let _ = rustix::process::setpriority_process(None, NICE);
}

/// Processor time of this thread, in seconds; `None` where the system does not say.
pub(crate) fn processor_time() -> Option<f64> {
    #[cfg(unix)]
    {
        use rustix::time::{ClockId, clock_gettime};
        let time = clock_gettime(ClockId::ThreadCPUTime);
        Some(time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9)
    }
    #[cfg(not(unix))]
    {
        None
    }
}

#[cfg(test)]
mod tests;
