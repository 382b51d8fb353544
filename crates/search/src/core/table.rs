//! The transposition table: results for positions that several lines reach.
//!
//! Entries of 16 bytes in buckets of four, a cache line each. Threads share them without locks: an entry is two
//! words, and the first is stored XORed with the second, so that halves of two different entries do not match
//! (Hyatt and Mann, "A Lock-less Transposition-Table Implementation for Parallel Search", ICGA Journal 25,
//! 2002).
//!
//! An entry is found by the low bits of the key and verified by the highest 36. Two positions are confused
//! about once in 10^10 look-ups; a proof gives certainty.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use plywood_rules::trace::Bound;

use super::value_basis::ValueBasis;

/// An entry of the table: the result for a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TableEntry {
    /// From the point of view of the side to move; the plies of wins count from there, and points may leave out the
    /// payoff so far.
    pub score: f64,
    pub bound: Bound,
    /// The depth of the search.
    pub depth: u32,
    /// The basis of the score.
    pub basis: ValueBasis,
    /// The best move, by a number that `order.rs` makes and reads.
    pub hint: Option<usize>,
}

/// The parts of the first word of an entry, from the lowest bit: hint + 1, depth, bound, basis, age; then the
/// part of the key.
const HINT_BITS: u32 = 10;
const DEPTH_BITS: u32 = 9;
const BOUND_BITS: u32 = 2;
const BASIS_BITS: u32 = 4;
const AGE_BITS: u32 = 3;
const DEPTH_AT: u32 = HINT_BITS;
const BOUND_AT: u32 = DEPTH_AT + DEPTH_BITS;
const BASIS_AT: u32 = BOUND_AT + BOUND_BITS;
const AGE_AT: u32 = BASIS_AT + BASIS_BITS;
const CHECK_AT: u32 = AGE_AT + AGE_BITS;

fn part(word: u64, at: u32, bits: u32) -> u64 {
    word >> at & ((1 << bits) - 1)
}

/// Spreads a difference of two scores to the bits that verify keys: halves of two entries of one position with
/// nearly the same score must not match either.
#[inline]
fn spread(score: u64) -> u64 {
    score.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl TableEntry {
    /// Hints are less than this.
    pub const HINTS: usize = (1 << HINT_BITS) - 1;

    fn words(self, key: u64, age: u64) -> [u64; 2] {
        let hint = self.hint.map_or(0, |hint| hint as u64 + 1);
        let hint = if hint < 1 << HINT_BITS { hint } else { 0 };
        let depth = u64::from(self.depth.min((1 << DEPTH_BITS) - 1));
        let word = key >> CHECK_AT << CHECK_AT
            | hint
            | depth << DEPTH_AT
            | (self.bound as u64 + 1) << BOUND_AT
            | u64::from(self.basis.bits()) << BASIS_AT
            | age << AGE_AT;
        let score = self.score.to_bits();
        [word ^ spread(score), score]
    }

    fn read([word, score]: [u64; 2]) -> Option<TableEntry> {
        let word = word ^ spread(score);
        let bound = match part(word, BOUND_AT, BOUND_BITS) {
            1 => Bound::Exact,
            2 => Bound::Lower,
            3 => Bound::Upper,
            _ => return None,
        };
        Some(TableEntry {
            score: f64::from_bits(score),
            bound,
            depth: part(word, DEPTH_AT, DEPTH_BITS) as u32,
            basis: ValueBasis::from_bits(part(word, BASIS_AT, BASIS_BITS) as u8),
            hint: (part(word, 0, HINT_BITS) as usize).checked_sub(1),
        })
    }
}

/// Entries that one key can go to.
const WAYS: usize = 4;

/// The words of a bucket: a cache line.
const WORDS: usize = 2 * WAYS;

/// The bytes of a bucket.
const BUCKET: usize = size_of::<[AtomicU64; WORDS]>();

/// The share of used entries at which more of a large table is put to use.
const CROWDED: f64 = 0.75;

/// The table. Searches of one bot share it, from move to move.
///
/// The system clears memory when it is first touched, which takes longer than most searches for a large table.
/// Of a table of more than [`TranspositionTable::AT_ONCE`] only that part is used at first, and the part doubles whenever it
/// is crowded. Half of the entries are not found any more then, and are replaced in time.
#[derive(Debug)]
pub(crate) struct TranspositionTable {
    words: Vec<AtomicU64>,
    /// The place of the first word of the first bucket, which begins a cache line.
    first: usize,
    /// The number of buckets, and how many of them are in use: powers of two.
    buckets: usize,
    used: AtomicUsize,
    /// Counts searches, modulo 8: entries of older ones give way first.
    age: u64,
}

impl TranspositionTable {
    /// The bytes of the smallest table.
    pub const LEAST: usize = BUCKET * 1024;

    /// The bytes of the part that is used from the start.
    pub const AT_ONCE: usize = 64 << 20;

    /// A table of at most `bytes`, but at least [`TranspositionTable::LEAST`].
    pub fn new(bytes: usize) -> TranspositionTable {
        TranspositionTable::of(bytes, TranspositionTable::AT_ONCE)
    }

    fn of(bytes: usize, at_once: usize) -> TranspositionTable {
        let buckets = (bytes.max(TranspositionTable::LEAST) / BUCKET + 1).next_power_of_two() / 2;
        // The zeros come from the system, which clears pages when they are touched; they become atomic in
        // place.
        let zeros = vec![0; WORDS * (buckets + 1)];
        let words: Vec<AtomicU64> = zeros.into_iter().map(AtomicU64::new).collect();
        let first = words.as_ptr().addr().wrapping_neg() % BUCKET / size_of::<AtomicU64>();
        let used = AtomicUsize::new(buckets.min(at_once / BUCKET));
        TranspositionTable { words, first, buckets, used, age: 0 }
    }

    /// The bytes it may use.
    pub fn bytes(&self) -> usize {
        self.buckets * BUCKET
    }

    /// A new search begins.
    pub fn begin_search(&mut self) {
        self.age = (self.age + 1) % (1 << AGE_BITS);
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[[AtomicU64; 2]] {
        let at = self.first + WORDS * (key as usize & (self.used.load(Relaxed) - 1));
        self.words[at..at + WORDS].as_chunks().0
    }

    /// Doubles the part of the table in use, if it is crowded.
    #[cold]
    fn widen(&self, used: usize) {
        if self.usage() > CROWDED {
            // Another thread may have been quicker.
            let _ = self.used.compare_exchange(used, 2 * used, Relaxed, Relaxed);
        }
    }

    /// Returns the entry of the position with this key, if there is one.
    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<TableEntry> {
        for slot in self.bucket(key) {
            let words = [slot[0].load(Relaxed), slot[1].load(Relaxed)];
            if (words[0] ^ spread(words[1])) >> CHECK_AT == key >> CHECK_AT {
                return TableEntry::read(words);
            }
        }
        None
    }

    /// Stores `entry`, replacing the entry of the same position, or else the oldest one of the least depth.
    #[inline]
    pub(super) fn store(&self, key: u64, mut entry: TableEntry) {
        let bucket = self.bucket(key);
        let (mut victim, mut least) = (0, u64::MAX);
        for (way, slot) in bucket.iter().enumerate() {
            let words = [slot[0].load(Relaxed), slot[1].load(Relaxed)];
            let word = words[0] ^ spread(words[1]);
            let empty = part(word, BOUND_AT, BOUND_BITS) == 0;
            if !empty && word >> CHECK_AT == key >> CHECK_AT {
                if entry.hint.is_none() {
                    entry.hint = (part(word, 0, HINT_BITS) as usize).checked_sub(1);
                }
                victim = way;
                break;
            }
            let age = self.age.wrapping_sub(part(word, AGE_AT, AGE_BITS)) % (1 << AGE_BITS);
            let depth = part(word, DEPTH_AT, DEPTH_BITS);
            // An entry ages by four plies a search.
            let worth = if empty { 0 } else { 1 + (32 + depth).saturating_sub(4 * age) };
            if worth < least {
                (victim, least) = (way, worth);
            }
        }
        let words = entry.words(key, self.age);
        bucket[victim][0].store(words[0], Relaxed);
        bucket[victim][1].store(words[1], Relaxed);
        // Now and then.
        let used = self.used.load(Relaxed);
        if used < self.buckets && key >> 50 == 0 {
            self.widen(used);
        }
    }

    /// The share of entries that the newest search wrote, from a sample.
    pub fn usage(&self) -> f64 {
        const SAMPLE: usize = 256 * WORDS;
        let used = |slot: &&[AtomicU64; 2]| {
            let word = slot[0].load(Relaxed) ^ spread(slot[1].load(Relaxed));
            part(word, BOUND_AT, BOUND_BITS) != 0 && part(word, AGE_AT, AGE_BITS) == self.age
        };
        let slots: &[[AtomicU64; 2]] = self.words[self.first..self.first + SAMPLE].as_chunks().0;
        slots.iter().filter(used).count() as f64 / slots.len() as f64
    }
}

#[cfg(test)]
mod tests {
    use plywood_rules::random::mix;

    use super::*;

    fn entry(n: u64) -> TableEntry {
        TableEntry {
            score: (n as f64) * 0.37 - 100.0,
            bound: [Bound::Exact, Bound::Lower, Bound::Upper][(n % 3) as usize],
            depth: (n % 512) as u32,
            basis: ValueBasis::from_bits((n % 16) as u8),
            hint: (!n.is_multiple_of(7)).then_some((n % 1023) as usize),
        }
    }

    #[test]
    fn entries_come_back_as_they_were() {
        let table = TranspositionTable::new(1 << 20);
        for n in 0..1000 {
            table.store(mix(n), entry(n));
            assert_eq!(table.probe(mix(n)), Some(entry(n)));
        }
        assert_eq!((0..1000).filter(|&n| table.probe(mix(n)) == Some(entry(n))).count(), 1000);
        assert_eq!(table.probe(mix(5000)), None);
    }

    #[test]
    fn a_known_position_is_overwritten_and_keeps_its_move() {
        let table = TranspositionTable::new(0);
        let (first, second) =
            (TableEntry { hint: Some(3), ..entry(1) }, TableEntry { hint: None, ..entry(2) });
        table.store(77, first);
        table.store(77, second);
        assert_eq!(table.probe(77), Some(TableEntry { hint: Some(3), ..second }));
    }

    #[test]
    fn the_old_and_the_shallow_give_way() {
        let mut table = TranspositionTable::new(0);
        let mask = table.buckets as u64;
        // Keys of one bucket.
        let key = |n: u64| n << 40 | (mask * n) & !(mask - 1);
        let deep = |depth| TableEntry { depth, ..entry(1) };
        for n in 0..4 {
            table.store(key(n + 1), deep(10 + n as u32));
        }
        table.store(key(9), deep(1));
        assert_eq!(table.probe(key(1)), None, "the least deep of five has gone");
        assert!(table.probe(key(2)).is_some() && table.probe(key(9)).is_some());
        for _ in 0..3 {
            table.begin_search();
        }
        table.store(key(10), deep(2));
        table.store(key(11), deep(2));
        table.store(key(12), deep(2));
        assert!(table.probe(key(10)).is_some(), "what is new stays before what is old and deeper");
        assert_eq!(table.probe(key(9)), None);
    }

    #[test]
    fn halves_of_different_entries_do_not_fit() {
        let table = TranspositionTable::new(0);
        table.store(5, entry(8));
        let slot = &table.bucket(5)[0];
        slot[1].store(entry(9).score.to_bits(), Relaxed);
        assert_eq!(table.probe(5), None);
        slot[1].store(entry(8).score.to_bits() + 1, Relaxed);
        assert_eq!(table.probe(5), None, "not even if the scores are nearly the same");
        slot[1].store(entry(8).score.to_bits(), Relaxed);
        assert_eq!(table.probe(5), Some(entry(8)));
    }

    #[test]
    fn tables_are_as_large_as_asked_and_no_larger() {
        for bytes in [0, 1 << 16, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, 100 << 20] {
            let table = TranspositionTable::new(bytes);
            assert!(
                table.bytes() <= bytes.max(TranspositionTable::LEAST) && 2 * table.bytes() > bytes,
                "{bytes}"
            );
        }
        assert_eq!(TranspositionTable::new(0).usage(), 0.0);
    }

    #[test]
    fn a_large_table_is_put_to_use_as_it_fills() {
        let table = TranspositionTable::of(2 * TranspositionTable::LEAST, TranspositionTable::LEAST);
        let used = || table.used.load(Relaxed) * BUCKET;
        let mut keys = (0..).map(mix);
        keys.by_ref().take(1000).for_each(|key| table.store(key, entry(key)));
        assert_eq!(
            (used(), table.bytes()),
            (TranspositionTable::LEAST, 2 * TranspositionTable::LEAST),
            "it is a quarter full"
        );
        keys.by_ref().take(200_000).for_each(|key| table.store(key, entry(key)));
        assert_eq!(used(), 2 * TranspositionTable::LEAST);
        assert!(table.usage() > 0.9);
        for key in keys.take(100) {
            table.store(key, entry(key));
            assert_eq!(table.probe(key), Some(entry(key)));
        }
    }
}
