//! Prefetching: other threads expand positions before the searcher needs them.
//!
//! Expanding a position takes most of the time, and depends only on the position ([`super::expand`]). There is
//! one searcher, and helpers search near it, in another branch of a position on its path. Their numbers are
//! only estimates for their own use; their expansions are kept for the searcher. It finds the same numbers in
//! the same order as alone, and the same proof. Searchers that share a table of numbers would instead find
//! different ways to the same answers: all their proofs differ, and all are larger.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use plywood_rules::Game;
use plywood_rules::threads::lock;

use super::expand::Expansion;
use super::numbers::{Branch, ProofNumbers};

/// A position that is worked on until one of its numbers reaches its limit.
pub(super) struct OpenNode<G: Game> {
    pub state: G::State,
    pub key: u64,
    pub branches: Arc<[Branch<G::Move>]>,
    /// The move that is tried first.
    pub hint: Option<G::Move>,
    pub plies: u32,
    pub limits: ProofNumbers,
}

/// An open node on the path from the start to the searcher.
pub(super) struct PathNode<G: Game> {
    pub node: Arc<OpenNode<G>>,
    /// The branch that the searcher follows: its number in the order in which they are tried. [`LEFT`] when it has left.
    at: AtomicUsize,
    /// The branch that it followed when a helper came here.
    helped: AtomicUsize,
    /// The answer to a reply here that it found last.
    answer: Mutex<Option<G::Move>>,
}

/// No number of a branch.
const LEFT: usize = usize::MAX;

impl<G: Game> PathNode<G> {
    /// The answer to a reply here that the searcher found last.
    pub fn answer(&self) -> Option<G::Move> {
        *lock(&self.answer)
    }

    /// Returns true if the searcher still follows this branch.
    #[inline]
    pub fn is_at(&self, at: usize) -> bool {
        self.at.load(Ordering::Relaxed) == at
    }
}

/// The greatest number of stored expansions, a power of two. The searcher needs most of them soon or never.
const SLOTS: usize = 1 << 12;

/// The number of attempts before a waiting thread yields its processor; it sleeps after a hundred times as
/// many.
const LOOKS: u32 = 1 << 7;
const NAP: Duration = Duration::from_micros(50);

/// The state that a searcher and its helpers share.
pub(super) struct Prefetch<G: Game> {
    path: Mutex<Vec<Arc<PathNode<G>>>>,
    /// Counts the steps of the searcher.
    steps: AtomicU64,
    slots: Vec<Mutex<PrefetchSlot<G::Move>>>,
    over: AtomicBool,
}

/// The expansion of one position. Each key has one place.
struct PrefetchSlot<M> {
    key: u64,
    found: PrefetchState<M>,
}

enum PrefetchState<M> {
    Nothing,
    /// A thread is expanding it.
    Soon,
    Ready(Expansion<M>),
}

/// Tries again until there is a result.
fn wait<T>(mut look: impl FnMut() -> Option<T>) -> T {
    for looks in 0u32.. {
        if let Some(seen) = look() {
            return seen;
        }
        match looks {
            ..LOOKS => std::hint::spin_loop(),
            _ if looks < 100 * LOOKS => std::thread::yield_now(),
            _ => std::thread::sleep(NAP),
        }
    }
    unreachable!("it looks for ever")
}

impl<G: Game> Prefetch<G> {
    pub fn new() -> Prefetch<G> {
        let slot = || Mutex::new(PrefetchSlot { key: 0, found: PrefetchState::Nothing });
        Prefetch {
            path: Mutex::default(),
            steps: AtomicU64::new(0),
            slots: (0..SLOTS).map(|_| slot()).collect(),
            over: AtomicBool::new(false),
        }
    }

    /// The searcher begins, and is done when this is dropped.
    pub fn begin(&self) -> SearchGuard<'_, G> {
        self.over.store(false, Ordering::Relaxed);
        SearchGuard(self)
    }

    /// The next node to help at, and the branch that the searcher follows there: as near to the searcher as
    /// possible, among those without help so far. Waits for such a node; `None` when the searcher is done.
    pub fn next(&self) -> Option<(Arc<PathNode<G>>, usize)> {
        let mut tried = None;
        wait(|| {
            if self.over.load(Ordering::Relaxed) {
                return Some(None);
            }
            let steps = self.steps.load(Ordering::Acquire);
            if tried == Some(steps) {
                return None;
            }
            tried = Some(steps);
            let path = lock(&self.path);
            path.iter().rev().find_map(|path_node| {
                let at = path_node.at.load(Ordering::Relaxed);
                let is_new = at != LEFT && path_node.helped.swap(at, Ordering::Relaxed) != at;
                is_new.then(|| Some((Arc::clone(path_node), at)))
            })
        })
    }

    /// The expansion of the position with this key: a stored one, one that another thread is about to finish,
    /// or else the result of `find`.
    pub fn expand(&self, key: u64, find: impl FnOnce() -> Expansion<G::Move>) -> Expansion<G::Move> {
        let slot = &self.slots[key as usize % SLOTS];
        let known = wait(|| {
            let mut slot = lock(slot);
            match &slot.found {
                PrefetchState::Ready(expansion) if slot.key == key => return Some(Some(expansion.clone())),
                PrefetchState::Soon if slot.key == key => return None,
                _ => {}
            }
            *slot = PrefetchSlot { key, found: PrefetchState::Soon };
            Some(None)
        });
        known.unwrap_or_else(|| {
            let mut claim = SlotClaim { slot, key, found: PrefetchState::Nothing };
            let expansion = find();
            claim.found = PrefetchState::Ready(expansion.clone());
            expansion
        })
    }
}

/// The searcher's visit of a node, which ends when this is dropped. Nothing is recorded if there are no helpers.
pub(super) struct PathGuard<'a, G: Game>(Option<(&'a Prefetch<G>, Arc<PathNode<G>>)>);

impl<'a, G: Game> PathGuard<'a, G> {
    /// The searcher enters a node.
    pub fn new(prefetch: Option<&'a Prefetch<G>>, node: &Arc<OpenNode<G>>) -> PathGuard<'a, G> {
        PathGuard(prefetch.map(|prefetch| {
            let path_node = Arc::new(PathNode {
                node: Arc::clone(node),
                at: AtomicUsize::new(LEFT),
                helped: AtomicUsize::new(LEFT),
                answer: Mutex::new(None),
            });
            lock(&prefetch.path).push(Arc::clone(&path_node));
            (prefetch, path_node)
        }))
    }

    /// It follows this branch, having found that answer to the reply before.
    pub fn follow(&self, at: usize, answer: Option<G::Move>) {
        if let Some((prefetch, path_node)) = &self.0 {
            *lock(&path_node.answer) = answer;
            path_node.at.store(at, Ordering::Relaxed);
            prefetch.steps.fetch_add(1, Ordering::Release);
        }
    }
}

impl<G: Game> Drop for PathGuard<'_, G> {
    fn drop(&mut self) {
        if let Some((prefetch, path_node)) = &self.0 {
            path_node.at.store(LEFT, Ordering::Relaxed);
            lock(&prefetch.path).pop();
        }
    }
}

/// An expansion under way. When this is dropped, it is finished or given up.
struct SlotClaim<'a, M> {
    slot: &'a Mutex<PrefetchSlot<M>>,
    key: u64,
    found: PrefetchState<M>,
}

impl<M> Drop for SlotClaim<'_, M> {
    fn drop(&mut self) {
        let mut slot = lock(self.slot);
        // Others may have taken the place meanwhile.
        if slot.key == self.key {
            slot.found = std::mem::replace(&mut self.found, PrefetchState::Nothing);
        }
    }
}

/// A searcher at work; it is done when this is dropped.
pub(super) struct SearchGuard<'a, G: Game>(&'a Prefetch<G>);

impl<G: Game> Drop for SearchGuard<'_, G> {
    fn drop(&mut self) {
        self.0.over.store(true, Ordering::Relaxed);
        // Threads that wait for a step try again.
        self.0.steps.fetch_add(1, Ordering::Release);
    }
}
