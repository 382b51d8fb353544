//! The threads of this process: begun, watched, and given up together.

use std::any::Any;
use std::cell::OnceCell;
use std::net::TcpStream;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError};
use std::time::Duration;

use plywood_rules::{Playable, fingerprint};
use plywood_solve::table::{Codec, Phase, Progress, checksum};
use timely::WorkerConfig;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use timely::communication::{Hooks, WorkerGuards};

use crate::parts::Parts;
use crate::site::Site;
use crate::{Peers, Plan, SentKey, Solved, Trouble, cyclic, graded};

/// What the workers of this process know of each other.
#[derive(Debug)]
pub struct Shared {
    /// Somebody does not want to wait.
    pub stop: AtomicBool,
    /// A worker of this process ended before its work did.
    pub gone: AtomicBool,
    pub found: AtomicU64,
    pub valued: AtomicU64,
    /// 0 while positions are found, 1 while they are valued.
    pub phase: AtomicU32,
    /// The level that was done last and one more, or 0.
    pub level: AtomicU32,
    /// Bytes that each worker holds.
    pub bytes: Vec<AtomicU64>,
    peers: Option<Peers>,
}

impl Shared {
    fn new(plan: &Plan) -> Shared {
        Shared {
            stop: AtomicBool::new(false),
            gone: AtomicBool::new(false),
            found: AtomicU64::new(0),
            valued: AtomicU64::new(0),
            phase: AtomicU32::new(0),
            level: AtomicU32::new(0),
            bytes: (0..plan.workers).map(|_| AtomicU64::new(0)).collect(),
            peers: plan.peers.clone(),
        }
    }

    fn progress(&self) -> Progress {
        let get = |number: &AtomicU64| number.load(Ordering::Relaxed);
        Progress {
            phase: if self.phase.load(Ordering::Relaxed) == 0 { Phase::Find } else { Phase::Value },
            level: self.level.load(Ordering::Relaxed).checked_sub(1),
            found: get(&self.found),
            valued: get(&self.valued),
            // Workers do not count them.
            images: 0,
            bytes: self.bytes.iter().map(get).sum(),
        }
    }

    /// What `worker`, of any process, has to say.
    pub fn says(&self, worker: usize, text: &str) -> String {
        match &self.peers {
            Some(peers) => {
                let process = worker / self.bytes.len();
                format!("process {process} ({}): {text}", peers.hosts[process])
            }
            None => text.to_string(),
        }
    }
}

thread_local! {
    /// What the worker on this thread knows of the others.
    static OWN: OnceCell<Arc<Shared>> = const { OnceCell::new() };
}

/// Ends the worker on this thread in the middle: it tells the others of its process, and comes to a halt where it stands. It must
/// not unwind, because what timely drops then sends what was not sent yet, and panics again where that is not possible any more, which
/// would end the whole process. Nobody waits for it.
pub fn halt() -> ! {
    OWN.with(|own| {
        if let Some(shared) = own.get() {
            shared.gone.store(true, Ordering::Relaxed);
        }
    });
    loop {
        std::thread::park();
    }
}

/// Threads that were told that a connection is lost.
static LOST: Mutex<Vec<String>> = Mutex::new(Vec::new());

fn lost_threads() -> MutexGuard<'static, Vec<String>> {
    LOST.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Timely tells of a lost connection by panics, on all threads that have to do with it. They are told of in other
/// words, and workers halt.
fn hush() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let tell = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            let thread = std::thread::current();
            let name = thread.name().unwrap_or("");
            let payload = info.payload();
            let text = payload.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("");
            let lost = text.contains("timely communication error") || text.contains("MergeQueue poisoned");
            let passed_on = text.contains("thread panic") || text.contains("Worker panic");
            let known = name.starts_with("timely:") && (lost || passed_on);
            if known && lost {
                lost_threads().push(name.to_string());
            }
            if !known {
                tell(info);
            }
            if name.starts_with("timely:work-") {
                halt();
            }
        }));
    });
}

/// What all processes have to agree on, as a number.
fn task<G: Playable>(game: &G, start: &G::State, merged: bool, plan: &Plan, hosts: &[String]) -> u64 {
    let text = format!(
        "{}\n{}\n{:016x}\n{}\n{merged}\n{}\n{}",
        env!("CARGO_PKG_VERSION"),
        game.name(),
        fingerprint(game),
        game.state_text(start),
        plan.workers,
        hosts.len()
    );
    checksum(text.as_bytes())
}

type Builders = (Vec<AllocatorBuilder>, Box<dyn Any + Send>);

/// The threads' ways to each other.
fn build(plan: &Plan, sockets: Option<Vec<Option<TcpStream>>>) -> Result<Builders, Trouble> {
    let Hooks { refill, .. } = Hooks::default();
    let own = ProcessBuilder::new_typed_vector(plan.workers, refill, None);
    match (sockets, &plan.peers) {
        (Some(sockets), Some(peers)) => {
            let (all, guard) = initialize_networking_from_sockets(
                own,
                sockets,
                peers.process,
                plan.workers,
                Hooks::default(),
            )
            .map_err(|error| Trouble::Peer(format!("cannot talk to the other processes: {error}")))?;
            Ok((all.into_iter().map(AllocatorBuilder::Tcp).collect(), Box::new(guard)))
        }
        _ => Ok((own.into_iter().map(AllocatorBuilder::Process).collect(), Box::new(()))),
    }
}

/// How often those who wait are told how far it is.
const TICK: Duration = Duration::from_millis(100);

/// Solves with keys of type `K`.
pub fn run<G: Playable, K: SentKey>(
    game: &Arc<G>,
    start: &G::State,
    plan: &Plan,
    go_on: &mut dyn FnMut(Progress) -> bool,
) -> Result<Solved, Trouble> {
    let merged = Codec::new(&**game, start, plan.merge).merged;
    let hosts = plan.peers.as_ref().map_or(&[][..], |peers| &peers.hosts);
    let task = task(&**game, start, merged, plan, hosts);
    let everybody = plan.workers * hosts.len().max(1);
    let parts = match &plan.checkpoints {
        Some(folder) => {
            let process = plan.peers.as_ref().map_or(0, |peers| peers.process);
            Some(Parts::open(folder, &**game, start, merged, process, everybody)?)
        }
        None => None,
    };
    let sockets = plan.peers.as_ref().map(|peers| peers.connect(task)).transpose()?;
    hush();
    lost_threads().clear();
    let shared = Arc::new(Shared::new(plan));
    let (builders, others) = build(plan, sockets)?;
    let (done, results) = mpsc::channel();
    let done = Mutex::new(done);
    let (game, start, common) = (Arc::clone(game), start.clone(), Arc::clone(&shared));
    let memory = plan.memory / plan.workers as u64;
    let work = move |worker: &mut timely::worker::Worker| {
        OWN.with(|own| _ = own.set(Arc::clone(&common)));
        let done = done.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let parts = parts.as_ref().map(|parts| parts.of(worker.index()));
        let codec = Codec { game: &*game, merged };
        let site = Site { codec, start: &start, parts, shared: Arc::clone(&common), memory, trouble: None };
        let result = match game.stage(&start) {
            Some(_) => graded::solve::<G, K>(site, worker),
            None => cyclic::solve::<G, K>(site, worker),
        };
        // Whoever is not there to hear it has given up.
        let _ = done.send((worker.index(), result));
    };
    let guards = timely::execute::execute_from(builders, others, WorkerConfig::default(), work)
        .map_err(|error| Trouble::Peer(format!("cannot begin: {error}")))?;
    wait(guards, &results, &shared, plan.workers, go_on)
}

type Ended = (usize, Result<Solved, Trouble>);

/// Waits for all workers of this process.
fn wait(
    guards: WorkerGuards<()>,
    results: &mpsc::Receiver<Ended>,
    shared: &Shared,
    workers: usize,
    go_on: &mut dyn FnMut(Progress) -> bool,
) -> Result<Solved, Trouble> {
    let mut ended: Vec<Ended> = Vec::new();
    while ended.len() < workers {
        match results.recv_timeout(TICK) {
            Ok(end) => ended.push(end),
            Err(RecvTimeoutError::Timeout) if !shared.gone.load(Ordering::Relaxed) => {}
            Err(_) => break,
        }
        if !go_on(shared.progress()) {
            shared.stop.store(true, Ordering::Relaxed);
        }
    }
    if ended.len() < workers {
        // Threads that wait for whoever is lost may wait for long; nobody waits for them.
        std::mem::forget(guards);
        return Err(lost(shared));
    }
    // It is known how things went: what happens to the connections now does not matter any more, but the last words
    // have to get out.
    let (said, heard) = mpsc::channel();
    let farewell = std::thread::Builder::new().name("timely:end".to_string());
    let farewell = farewell.spawn(move || {
        let _ = catch_unwind(AssertUnwindSafe(|| drop(guards.join())));
        let _ = said.send(());
    });
    // A worker that has halted does not end, nor perhaps one that has lost its connection.
    while farewell.is_ok() && heard.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
        if shared.gone.load(Ordering::Relaxed) || !lost_threads().is_empty() {
            break;
        }
    }
    ended.sort_by_key(|&(worker, _)| worker);
    // What a worker itself has to say comes before what it heard from others.
    let mut first = None;
    for (_, result) in ended {
        match (&first, result) {
            (None, result) => first = Some(result),
            (Some(Err(Trouble::Peer(_))), Err(own @ (Trouble::Halt(_) | Trouble::Checkpoint(_)))) => {
                first = Some(Err(own))
            }
            _ => {}
        }
    }
    first.expect("there is a worker")
}

/// What is to be said where workers ended in the middle.
fn lost(shared: &Shared) -> Trouble {
    let lost = lost_threads();
    if lost.is_empty() {
        return Trouble::Peer(
            "a worker broke down, which is a fault of Plywood: please tell us how".to_string(),
        );
    }
    let who = lost.iter().find_map(|name| {
        let process: usize = name.strip_prefix("timely:recv-")?.parse().ok()?;
        Some(format!("process {process} ({})", shared.peers.as_ref()?.hosts.get(process)?))
    });
    let who = who.unwrap_or_else(|| "another process".to_string());
    Trouble::Peer(format!(
        "the connection to {who} is lost: with --checkpoint the same command, in all processes, goes on after the last \
         finished level"
    ))
}
