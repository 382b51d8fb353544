//! Proof numbers, and the stored results of positions.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use plywood_rules::threads::lock;
use rustc_hash::FxHashMap;

/// The proof and disproof numbers of a position: lower bounds on the positions that have to be proved
/// (disproved) to prove (disprove) it. One of them is 0 exactly if the other is [`ProofNumbers::NEVER`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofNumbers {
    /// The attacker wins: 0 if that is proved.
    pub proof: u32,
    /// The attacker does not win: 0 if that is proved.
    pub disproof: u32,
}

impl ProofNumbers {
    /// More than any number that is not settled; sums of two of them do not overflow.
    pub const NEVER: u32 = u32::MAX / 2;
    /// Proved.
    pub const WON: ProofNumbers = ProofNumbers { proof: 0, disproof: ProofNumbers::NEVER };
    /// Disproved.
    pub const FAILED: ProofNumbers = ProofNumbers { proof: ProofNumbers::NEVER, disproof: 0 };

    /// Nothing is known.
    pub const UNKNOWN: ProofNumbers = ProofNumbers { proof: 1, disproof: 1 };
    /// Limits that only settled numbers reach.
    pub const UNLIMITED: ProofNumbers =
        ProofNumbers { proof: ProofNumbers::NEVER, disproof: ProofNumbers::NEVER };

    /// The same for the side to move, the attacker or not: its goal takes the place of the proof. Applied twice
    /// it changes nothing.
    #[inline]
    pub(super) fn seen_by(self, attacks: bool) -> ProofNumbers {
        if attacks { self } else { ProofNumbers { proof: self.disproof, disproof: self.proof } }
    }

    /// Returns true if a search can produce these numbers.
    pub(super) fn can_be(self) -> bool {
        let agree =
            |one: u32, other: u32| one <= ProofNumbers::NEVER && (one == 0) == (other == ProofNumbers::NEVER);
        agree(self.proof, self.disproof) && agree(self.disproof, self.proof)
    }

    /// Returns true if the position is settled.
    pub fn is_settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// A candidate move and its position.
pub(super) struct Branch<M> {
    pub mv: M,
    /// The key of its position; 0 until it is needed, as many branches are never visited.
    key: AtomicU64,
    /// The attacker has no forced sequence there.
    pub quiet: bool,
}

impl<M: Copy> Branch<M> {
    pub fn new(mv: M, quiet: bool) -> Branch<M> {
        Branch { mv, key: AtomicU64::new(0), quiet }
    }

    /// The key of the position it leads to, found in this way the first time.
    #[inline]
    pub fn key(&self, find: impl FnOnce() -> u64) -> u64 {
        let known = self.key.load(Ordering::Relaxed);
        if known != 0 {
            return known;
        }
        let key = find();
        self.key.store(key, Ordering::Relaxed);
        key
    }
}

/// An entry of the table.
#[derive(Clone, Copy)]
struct NumbersEntry {
    key: u64,
    numbers: ProofNumbers,
    /// Positions visited for it; 0 for a free entry.
    work: u64,
}

const FREE: NumbersEntry = NumbersEntry { key: 0, numbers: ProofNumbers::UNKNOWN, work: 0 };

impl NumbersEntry {
    fn holds(&self, key: u64) -> bool {
        self.key == key && self.work > 0
    }
}

/// Entries that a position may be in.
const WAYS: usize = 4;
/// Parts with a lock each.
const SHARDS: usize = 64;

/// Numbers of many positions in bounded memory: if there is no room, the entry with the least work is replaced.
/// Any number of threads may use it at the same time.
pub(super) struct NumbersTable {
    shards: Vec<Mutex<Shard>>,
    /// A filter: for each remainder of a key, a bit that is set if such a key may be stored. Most positions
    /// looked up have never been visited, and the filter is small enough for the cache.
    met: Vec<AtomicU64>,
}

/// Bits of [`NumbersTable::met`] for each entry of the table, and the greatest number of bits.
const MET: u64 = 8;
const MOST_MET: u64 = 1 << 26;

/// The initial number of buckets of a part: it grows as it fills, because memory that is touched for the first
/// time costs more than moving its contents.
const FIRST_BUCKETS: usize = 1 << 8;

struct Shard {
    /// Buckets of [`WAYS`] each, a power of two of them.
    entries: Vec<NumbersEntry>,
    used: usize,
    /// The most buckets.
    most: usize,
}

impl NumbersTable {
    /// A table of at most `bytes` bytes, with a minimum size.
    pub fn new(bytes: u64) -> NumbersTable {
        let most =
            (bytes / (SHARDS * WAYS * size_of::<NumbersEntry>()) as u64).clamp(1 << 4, 1 << 32) as usize;
        let count = if most.is_power_of_two() { most } else { most.next_power_of_two() / 2 };
        let shard = || Shard { entries: vec![FREE; count.min(FIRST_BUCKETS) * WAYS], used: 0, most: count };
        let bits = ((SHARDS * WAYS * count) as u64 * MET).min(MOST_MET);
        let met = (0..bits / 64).map(|_| AtomicU64::new(0)).collect();
        NumbersTable { shards: (0..SHARDS).map(|_| Mutex::new(shard())).collect(), met }
    }

    fn shard(&self, key: u64) -> MutexGuard<'_, Shard> {
        lock(&self.shards[(key >> 48) as usize % SHARDS])
    }

    /// The numbers of a position, if they are known.
    #[inline]
    pub fn numbers(&self, key: u64) -> Option<ProofNumbers> {
        let (word, bit) = self.met(key);
        let is_met = self.met[word].load(Ordering::Relaxed) & bit != 0;
        if is_met { self.numbers_and_work(key).map(|(numbers, _)| numbers) } else { None }
    }

    /// The same if it is settled.
    #[inline]
    pub fn settled(&self, key: u64) -> Option<ProofNumbers> {
        self.numbers(key).filter(|numbers| numbers.is_settled())
    }

    /// The numbers of a position, and the positions visited for it.
    pub fn numbers_and_work(&self, key: u64) -> Option<(ProofNumbers, u32)> {
        let mut shard = self.shard(key);
        let entry = shard.bucket(key).iter().find(|entry| entry.holds(key))?;
        Some((entry.numbers, entry.work.try_into().unwrap_or(u32::MAX)))
    }

    /// Forgets a position.
    pub fn forget(&self, key: u64) {
        let mut shard = self.shard(key);
        if let Some(entry) = shard.bucket(key).iter_mut().find(|entry| entry.holds(key)) {
            *entry = FREE;
            shard.used -= 1;
        }
    }

    /// Stores the numbers found by visiting `work` more positions.
    pub fn note(&self, key: u64, numbers: ProofNumbers, work: u64) {
        let (word, bit) = self.met(key);
        self.met[word].fetch_or(bit, Ordering::Relaxed);
        let mut shard = self.shard(key);
        shard.make_room(key);
        let bucket = shard.bucket(key);
        let known = bucket.iter().position(|entry| entry.holds(key));
        let at = known
            .unwrap_or_else(|| (0..WAYS).min_by_key(|at| bucket[*at].work).expect("a bucket has entries"));
        let entry = &mut bucket[at];
        let was_free = entry.work == 0;
        if known.is_none() {
            *entry = NumbersEntry { key, ..FREE };
        }
        if !entry.numbers.is_settled() {
            entry.numbers = numbers;
        }
        // A position that was never left counts as one visit.
        entry.work = entry.work.saturating_add(work).max(1);
        shard.used += usize::from(was_free);
    }

    /// Passes on all entries in batches: the key of each, its numbers and the positions visited for it.
    pub fn each<E>(
        &self,
        most: usize,
        mut told: impl FnMut(&[(u64, ProofNumbers, u64)]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut some = Vec::with_capacity(most);
        for shard in &self.shards {
            let shard = lock(shard);
            for &NumbersEntry { key, numbers, work } in shard.entries.iter().filter(|entry| entry.work > 0) {
                some.push((key, numbers, work));
                if some.len() == most {
                    told(&some)?;
                    some.clear();
                }
            }
        }
        if some.is_empty() { Ok(()) } else { told(&some) }
    }

    /// The word and the bit of a key.
    #[inline]
    fn met(&self, key: u64) -> (usize, u64) {
        let at = key as usize & (64 * self.met.len() - 1);
        (at / 64, 1 << (at % 64))
    }

    /// The share of the most entries that is in use, from 0 to 1.
    pub fn fill(&self) -> f64 {
        let fill = |shard: &Mutex<Shard>| {
            let shard = lock(shard);
            shard.used as f64 / (shard.most * WAYS) as f64
        };
        self.shards.iter().map(fill).sum::<f64>() / SHARDS as f64
    }
}

impl Shard {
    fn bucket(&mut self, key: u64) -> &mut [NumbersEntry] {
        let place = key as usize & (self.entries.len() / WAYS - 1);
        &mut self.entries[place * WAYS..][..WAYS]
    }

    /// Doubles the buckets for as long as this key would push out another one, up to as many as there may be.
    fn make_room(&mut self, key: u64) {
        let pushes = |entry: &NumbersEntry| entry.work > 0 && entry.key != key;
        while self.entries.len() < self.most * WAYS && self.bucket(key).iter().all(pushes) {
            let half = self.entries.len();
            self.entries.resize(2 * half, FREE);
            let (lower, upper) = self.entries.split_at_mut(half);
            // One more bit of a key decides if it moves to the new half: no bucket gets more than it had.
            for (entry, moved) in lower.iter_mut().zip(upper) {
                if entry.key as usize & (half / WAYS) != 0 {
                    std::mem::swap(entry, moved);
                }
            }
        }
    }
}

/// The branches of positions that were visited, in bounded memory: to find them again takes longer than anything else.
pub(super) struct Branches<M> {
    shards: Vec<Mutex<KnownShard<M>>>,
    /// Branches that each part may keep.
    most: usize,
}

struct KnownShard<M> {
    known: FxHashMap<u64, Arc<[Branch<M>]>>,
    count: usize,
}

impl<M> Branches<M> {
    /// A store of at most `bytes` bytes.
    pub fn new(bytes: u64) -> Branches<M> {
        let most = (bytes / (SHARDS * size_of::<Branch<M>>()) as u64).max(256) as usize;
        let shard = || Mutex::new(KnownShard { known: FxHashMap::default(), count: 0 });
        Branches { shards: (0..SHARDS).map(|_| shard()).collect(), most }
    }

    fn shard(&self, key: u64) -> MutexGuard<'_, KnownShard<M>> {
        lock(&self.shards[(key >> 48) as usize % SHARDS])
    }

    pub fn look(&self, key: u64) -> Option<Arc<[Branch<M>]>> {
        self.shard(key).known.get(&key).cloned()
    }

    pub fn keep(&self, key: u64, branches: &Arc<[Branch<M>]>) {
        let mut shard = self.shard(key);
        // The size of an entry: the branches, its price and its key.
        let size = branches.len() + 3;
        if shard.count + size > self.most {
            shard.known.clear();
            shard.count = 0;
        }
        shard.count += size;
        shard.known.insert(key, Arc::clone(branches));
    }
}

#[cfg(test)]
mod tests {
    use plywood_rules::random::mix;

    use super::*;

    fn numbers(n: u64) -> ProofNumbers {
        ProofNumbers { proof: n as u32 + 1, disproof: 1 }
    }

    fn entries(table: &NumbersTable) -> u64 {
        let entries = |shard: &Mutex<Shard>| shard.lock().unwrap().entries.len() as u64;
        table.shards.iter().map(entries).sum()
    }

    #[test]
    fn a_table_grows_without_losing_anything() {
        let table = NumbersTable::new(256 << 20);
        let before = entries(&table);
        for n in 0..2 * before {
            table.note(mix(n + 1), numbers(n), 1);
        }
        for n in 0..2 * before {
            assert_eq!(table.numbers(mix(n + 1)), Some(numbers(n)));
        }
        assert!(entries(&table) > 2 * before);
    }

    #[test]
    fn a_table_grows_no_larger_than_it_may() {
        let bytes = 16 << 20;
        let table = NumbersTable::new(bytes);
        let most = bytes / size_of::<NumbersEntry>() as u64;
        for n in 0..2 * most {
            table.note(mix(n + 1), numbers(n), 1);
        }
        assert!(entries(&table) <= most);
        assert!((0.9..=1.0).contains(&table.fill()), "{}", table.fill());
    }
}
