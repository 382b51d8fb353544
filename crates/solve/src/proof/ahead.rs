//! What other threads find out before the searcher wants to know it.
//!
//! To find out what there is to do at a position takes longest, and depends on nothing but the position ([`super::expand`]). So
//! there is one searcher, and helpers go on where it is going to be next, as it would itself: with another branch of a position
//! on its way. What numbers they come to there is a guess of theirs; what there is to do at the positions that they come by is
//! kept for the searcher. It comes to the same numbers in the same order as alone, and to the same proof. Searchers that share
//! a table of numbers find different ways to the same answers instead: no two proofs of theirs are the same, and all are
//! larger.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use plywood_rules::Game;

use super::expand::Expansion;
use super::lock;
use super::numbers::{Branch, Numbers};

/// A position that somebody works on until one of its numbers reaches its limit.
pub(super) struct Junction<G: Game> {
    pub state: G::State,
    pub key: u64,
    pub branches: Arc<[Branch<G::Move>]>,
    /// The move that is tried first.
    pub hint: Option<G::Move>,
    pub plies: u32,
    pub limits: Numbers,
}

/// A junction between the start and where the searcher is.
pub(super) struct Stand<G: Game> {
    pub junction: Arc<Junction<G>>,
    /// The branch that the searcher follows: its number in the order in which they are tried. [`LEFT`] when it has left.
    at: AtomicUsize,
    /// The one that it followed when somebody began to help here.
    helped: AtomicUsize,
    /// What it found last to answer a reply here.
    answer: Mutex<Option<G::Move>>,
}

/// No number of a branch.
const LEFT: usize = usize::MAX;

impl<G: Game> Stand<G> {
    /// What the searcher found last to answer a reply here.
    pub fn answer(&self) -> Option<G::Move> {
        *lock(&self.answer)
    }

    /// Whether the searcher still follows this branch.
    #[inline]
    pub fn is_at(&self, at: usize) -> bool {
        self.at.load(Ordering::Relaxed) == at
    }
}

/// Expansions that are kept at most, a power of two. The searcher comes to most of them soon or never.
const SLOTS: usize = 1 << 12;

/// Whoever waits looks so many times before others get their processor, and a hundred times as many before they sleep.
const LOOKS: u32 = 1 << 7;
const NAP: Duration = Duration::from_micros(50);

/// What a searcher and its helpers share.
pub(super) struct Ahead<G: Game> {
    path: Mutex<Vec<Arc<Stand<G>>>>,
    /// Counts where the searcher went.
    steps: AtomicU64,
    slots: Vec<Mutex<Slot<G::Move>>>,
    over: AtomicBool,
}

/// The expansion of one position. Each key has one place.
struct Slot<M> {
    key: u64,
    found: Found<M>,
}

enum Found<M> {
    Nothing,
    /// Somebody is at it.
    Soon,
    Ready(Expansion<M>),
}

/// Looks again and again until there is something.
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

impl<G: Game> Ahead<G> {
    pub fn new() -> Ahead<G> {
        let slot = || Mutex::new(Slot { key: 0, found: Found::Nothing });
        Ahead {
            path: Mutex::default(),
            steps: AtomicU64::new(0),
            slots: (0..SLOTS).map(|_| slot()).collect(),
            over: AtomicBool::new(false),
        }
    }

    /// The searcher begins, and is done when this is dropped.
    pub fn begin(&self) -> Working<'_, G> {
        self.over.store(false, Ordering::Relaxed);
        Working(self)
    }

    /// The searcher comes to a junction.
    fn enter(&self, junction: &Arc<Junction<G>>) -> Arc<Stand<G>> {
        let stand = Arc::new(Stand {
            junction: Arc::clone(junction),
            at: AtomicUsize::new(LEFT),
            helped: AtomicUsize::new(LEFT),
            answer: Mutex::new(None),
        });
        lock(&self.path).push(Arc::clone(&stand));
        stand
    }

    /// From the junction that it came to last and has not left it follows a branch.
    fn follow(&self, stand: &Stand<G>, at: usize, answer: Option<G::Move>) {
        *lock(&stand.answer) = answer;
        stand.at.store(at, Ordering::Relaxed);
        self.steps.fetch_add(1, Ordering::Release);
    }

    /// It leaves that junction.
    fn leave(&self, stand: &Stand<G>) {
        stand.at.store(LEFT, Ordering::Relaxed);
        lock(&self.path).pop();
    }

    /// Where to help next, and the branch that the searcher follows there: as near to the searcher as may be, where nobody has
    /// helped yet. Waits for such a place; `None` when the searcher is done.
    pub fn next(&self) -> Option<(Arc<Stand<G>>, usize)> {
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
            path.iter().rev().find_map(|stand| {
                let at = stand.at.load(Ordering::Relaxed);
                let is_new = at != LEFT && stand.helped.swap(at, Ordering::Relaxed) != at;
                is_new.then(|| Some((Arc::clone(stand), at)))
            })
        })
    }

    /// The expansion of the position with this key: what somebody has found, or will soon have found, or else what `find` finds.
    pub fn expand(&self, key: u64, find: impl FnOnce() -> Expansion<G::Move>) -> Expansion<G::Move> {
        let slot = &self.slots[key as usize % SLOTS];
        let known = wait(|| {
            let mut slot = lock(slot);
            match &slot.found {
                Found::Ready(expansion) if slot.key == key => return Some(Some(expansion.clone())),
                Found::Soon if slot.key == key => return None,
                _ => {}
            }
            *slot = Slot { key, found: Found::Soon };
            Some(None)
        });
        known.unwrap_or_else(|| {
            let mut claim = Claim { slot, key, found: Found::Nothing };
            let expansion = find();
            claim.found = Found::Ready(expansion.clone());
            expansion
        })
    }
}

/// The way of the searcher through a junction, which it leaves when this is dropped. Nobody is told where there are no helpers.
pub(super) struct Way<'a, G: Game>(Option<(&'a Ahead<G>, Arc<Stand<G>>)>);

impl<'a, G: Game> Way<'a, G> {
    pub fn new(ahead: Option<&'a Ahead<G>>, junction: &Arc<Junction<G>>) -> Way<'a, G> {
        Way(ahead.map(|ahead| (ahead, ahead.enter(junction))))
    }

    /// It follows this branch, having found that answer to the reply before.
    pub fn follow(&self, at: usize, answer: Option<G::Move>) {
        if let Some((ahead, stand)) = &self.0 {
            ahead.follow(stand, at, answer);
        }
    }
}

impl<G: Game> Drop for Way<'_, G> {
    fn drop(&mut self) {
        if let Some((ahead, stand)) = &self.0 {
            ahead.leave(stand);
        }
    }
}

/// Whoever is at an expansion. When this is dropped, they have found something or given up.
struct Claim<'a, M> {
    slot: &'a Mutex<Slot<M>>,
    key: u64,
    found: Found<M>,
}

impl<M> Drop for Claim<'_, M> {
    fn drop(&mut self) {
        let mut slot = lock(self.slot);
        // Others may have taken the place meanwhile.
        if slot.key == self.key {
            slot.found = std::mem::replace(&mut self.found, Found::Nothing);
        }
    }
}

/// A searcher at work.
pub(super) struct Working<'a, G: Game>(&'a Ahead<G>);

impl<G: Game> Drop for Working<'_, G> {
    fn drop(&mut self) {
        self.0.over.store(true, Ordering::Relaxed);
        // Whoever waits for a step looks again.
        self.0.steps.fetch_add(1, Ordering::Release);
    }
}
