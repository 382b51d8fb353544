//! The table of positions of a game's own solver: bounds of scores, 8 bytes each.
//!
//! Keys are mixed by steps that can be undone. The low bits are the place of a bucket and the rest is stored, so that no two
//! positions are ever confused. Threads share entries without locks, as each is one word.
//!
//! To clear memory takes longer than an easy position. The table is small at first, and is replaced by one of eight times the size
//! whenever the positions need it; all entries go there.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use plywood_rules::threads::lock;
use plywood_rules::{Interrupted, Value};

/// Entries of a bucket: half a cache line.
const WAYS: usize = 4;

const BUCKET: usize = 8 * WAYS;

/// The bits of a bucket's place used at first: half a MiB.
const AT_FIRST: u32 = 14;

/// Entries for each position searched, where most searches are worth keeping.
pub(crate) const ENTRIES_EACH: f64 = 2.0;

/// The bits of an entry that hold the work.
const WORK_BITS: u32 = 6;

/// An odd number with about as many ones as zeros.
const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

/// The bounds of a score, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ScoreBounds {
    pub least: i32,
    pub most: i32,
}

/// The least worth of what is left of a game, of which a player can still gain all or lose all, that is more than `value` together with
/// this lead. Worths are even if what is left is.
pub fn least_above(value: Value, lead: i32, left: i32) -> Option<i32> {
    let goal = value.points(f64::INFINITY);
    (-left..=left).step_by(2).find(|&worth| f64::from(lead + worth) > goal)
}

impl ScoreBounds {
    /// The bounds that follow from both.
    #[inline(always)]
    pub fn and(self, other: ScoreBounds) -> ScoreBounds {
        ScoreBounds { least: self.least.max(other.least), most: self.most.min(other.most) }
    }

    /// The bound that tells if the score is at least `level`, if one does.
    #[inline(always)]
    pub fn decides(self, level: i32) -> Option<i32> {
        if self.least >= level {
            Some(self.least)
        } else if self.most < level {
            Some(self.most)
        } else {
            None
        }
    }

    /// The same after a search whose result is at least `level`, and then a lower bound, or below, and then an upper one.
    #[inline(always)]
    pub fn found(self, score: i32, level: i32) -> ScoreBounds {
        let ScoreBounds { least, most } = self;
        if score >= level {
            ScoreBounds { least: least.max(score), most }
        } else {
            ScoreBounds { least, most: most.min(score) }
        }
    }
}

/// The table of one solver, which grows. Scores are stored in this many bits.
pub(crate) struct ScoreTable<const BITS: u32> {
    entries: Mutex<Arc<ScoreEntries<BITS>>>,
    /// The bits of a bucket's place in the largest table.
    most_bits: u32,
    /// Positions searched with the table.
    positions: AtomicU64,
    /// Entries for each of them: the table grows if it has fewer.
    entries_each: f64,
}

impl<const BITS: u32> ScoreTable<BITS> {
    /// A table of at most `bytes`, for keys of this many bits, but never too small for the rest of a key to fit into an entry:
    /// for keys of 64 bits and scores of 6 it takes 16 MiB.
    pub fn new(bytes: usize, key_bits: u32, entries_each: f64) -> ScoreTable<BITS> {
        let least_bits = (key_bits + ScoreEntries::<BITS>::KEY_AT + 1).saturating_sub(64).max(10);
        let most_bits = (bytes / BUCKET).checked_ilog2().unwrap_or(0).max(least_bits);
        let least_bits = least_bits.max(most_bits.min(AT_FIRST));
        let entries = ScoreEntries::new(least_bits, least_bits, key_bits);
        ScoreTable {
            entries: Mutex::new(Arc::new(entries)),
            most_bits,
            positions: AtomicU64::new(0),
            entries_each,
        }
    }

    /// The entries as they are now. Those who keep them for long store where nobody looks any more.
    pub fn entries(&self) -> Arc<ScoreEntries<BITS>> {
        Arc::clone(&lock(&self.entries))
    }

    /// Counts the positions since the last look of a search, and brings its entries up to date.
    ///
    /// # Errors
    /// If `go_on` returns false.
    pub fn look(
        &self,
        positions: u64,
        entries: &mut Arc<ScoreEntries<BITS>>,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<(), Interrupted> {
        self.count(positions, go_on);
        *entries = self.entries();
        if go_on() { Ok(()) } else { Err(Interrupted) }
    }

    /// Counts positions that were searched, and grows if they need it. To move a large table takes seconds: it is left as it is when
    /// `go_on` returns false.
    pub fn count(&self, positions: u64, go_on: &mut dyn FnMut() -> bool) {
        let all = self.positions.fetch_add(positions, Relaxed) + positions;
        let mut entries = lock(&self.entries);
        let used = entries.bits;
        if used < self.most_bits
            && all as f64 * self.entries_each > (WAYS << used) as f64
            && let Some(grown) = entries.grown((used + 3).min(self.most_bits), go_on)
        {
            *entries = Arc::new(grown);
        }
    }
}

/// The entries of a table of one size. From the lowest bit: both bounds, the work and the rest of the key.
pub(crate) struct ScoreEntries<const BITS: u32> {
    entries: Vec<AtomicU64>,
    /// The place of the first entry of the first bucket, which begins a bucket's length of memory.
    first: usize,
    /// The bits of a key that are the place of a bucket.
    bits: u32,
    /// Those that are not stored: the place of a bucket in the smallest table.
    least_bits: u32,
    key_bits: u32,
}

impl<const BITS: u32> ScoreEntries<BITS> {
    const WORK_AT: u32 = 2 * BITS;
    const KEY_AT: u32 = Self::WORK_AT + WORK_BITS;

    /// Added to a bound to store it.
    const OFFSET: i32 = 1 << (BITS - 1);

    fn new(bits: u32, least_bits: u32, key_bits: u32) -> ScoreEntries<BITS> {
        let zeros = vec![0; WAYS * ((1 << bits) + 1)];
        let entries: Vec<AtomicU64> = zeros.into_iter().map(AtomicU64::new).collect();
        let first = entries.as_ptr().addr().wrapping_neg() % BUCKET / 8;
        ScoreEntries { entries, first, bits, least_bits, key_bits }
    }

    /// The same entries in a larger table, or `None` if `go_on`, which is asked now and then, returns false.
    fn grown(&self, bits: u32, go_on: &mut dyn FnMut() -> bool) -> Option<ScoreEntries<BITS>> {
        const ASK_EVERY: usize = 1 << 12;
        let grown = ScoreEntries::new(bits, self.least_bits, self.key_bits);
        let least = (1 << self.least_bits) - 1;
        for (place, bucket) in
            self.entries[self.first..].as_chunks::<WAYS>().0.iter().enumerate().take(1 << self.bits)
        {
            if place % ASK_EVERY == ASK_EVERY - 1 && !go_on() {
                return None;
            }
            for (way, entry) in bucket.iter().enumerate() {
                let entry = entry.load(Relaxed);
                if entry != 0 {
                    // Whatever shares a bucket there shared one here, so that each has a place.
                    let mixed = ((entry >> Self::KEY_AT) - 1) << self.least_bits | place as u64 & least;
                    grown.bucket(mixed)[way].store(entry, Relaxed);
                }
            }
        }
        Some(grown)
    }

    /// The mixed key.
    #[inline(always)]
    pub fn mix(&self, key: u64) -> u64 {
        let mask = u64::MAX >> (64 - self.key_bits);
        let half = self.key_bits / 2;
        let mixed = key.wrapping_mul(FACTOR) & mask;
        let mixed = (mixed ^ mixed >> half).wrapping_mul(FACTOR) & mask;
        mixed ^ mixed >> half
    }

    #[inline(always)]
    fn bucket(&self, mixed: u64) -> &[AtomicU64; WAYS] {
        let (buckets, _) = self.entries[self.first..].as_chunks();
        &buckets[mixed as usize & ((1 << self.bits) - 1)]
    }

    /// The stored part of a key, which is never 0.
    #[inline(always)]
    fn rest(&self, mixed: u64) -> u64 {
        (mixed >> self.least_bits) + 1
    }

    /// Any word of the bucket: to read those of several buckets one after the other brings all of them closer at the time that
    /// one takes.
    #[inline(always)]
    pub fn touch(&self, mixed: u64) -> u64 {
        self.bucket(mixed)[0].load(Relaxed)
    }

    /// The stored bounds of the position with this mixed key.
    #[inline(always)]
    pub fn find(&self, mixed: u64) -> Option<ScoreBounds> {
        let rest = self.rest(mixed);
        let entry = self
            .bucket(mixed)
            .iter()
            .map(|entry| entry.load(Relaxed))
            .find(|entry| entry >> Self::KEY_AT == rest)?;
        let bound = |at: u32| (entry >> at & ((1 << BITS) - 1)) as i32 - Self::OFFSET;
        Some(ScoreBounds { least: bound(0), most: bound(BITS) })
    }

    /// Stores bounds that took this many positions, in place of those of the same position or of the least work.
    #[inline(always)]
    pub fn store(&self, mixed: u64, ScoreBounds { least, most }: ScoreBounds, work: u64) {
        let rest = self.rest(mixed);
        let bucket = self.bucket(mixed);
        let worth = |entry: &AtomicU64| match entry.load(Relaxed) {
            same if same >> Self::KEY_AT == rest => 0,
            // Free entries are 0.
            other => 1 + (other >> Self::WORK_AT & ((1 << WORK_BITS) - 1)),
        };
        let bounds = (least + Self::OFFSET) as u64 | ((most + Self::OFFSET) as u64) << BITS;
        let work = u64::from(u64::BITS - work.leading_zeros()) << Self::WORK_AT;
        if let Some(entry) = bucket.iter().min_by_key(|entry| worth(entry)) {
            entry.store(rest << Self::KEY_AT | work | bounds, Relaxed);
        }
    }
}
