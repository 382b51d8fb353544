//! The transposition table: what was found of positions that other lines lead to as well.
//!
//! Entries of 16 bytes in buckets of four, a cache line each. Threads share them without locks: an entry is two words, and the
//! first is stored mixed with the second, so that halves of two different entries do not fit together (Hyatt and
//! Mann, "A Lock-less Transposition-Table Implementation for Parallel Search", ICGA Journal 25, 2002).
//!
//! An entry is found by the low bits of the key and told from others by the highest 36. Two positions are taken for
//! each other about once in 10^10 look-ups; whoever needs certainty checks a proof.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use plywood_rules::trace::Bound;

use super::value_basis::ValueBasis;

/// What was found of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Entry {
    /// For the player who decides there; wins count from there.
    pub score: f64,
    pub bound: Bound,
    /// Plies that were looked ahead.
    pub depth: u32,
    /// What the score rests on.
    pub basis: ValueBasis,
    /// The best move, by a number that `order.rs` makes and reads.
    pub hint: Option<usize>,
}

/// How one entry lies in its first word, from the lowest bit: hint + 1, depth, bound, basis, age; then the
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

/// Makes scores that differ, in whatever bits, differ in the bits that tell keys apart: halves of two entries of one
/// position with nearly the same score must not fit together either.
#[inline]
fn spread(score: u64) -> u64 {
    score.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl Entry {
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

    fn read([word, score]: [u64; 2]) -> Option<Entry> {
        let word = word ^ spread(score);
        let bound = match part(word, BOUND_AT, BOUND_BITS) {
            1 => Bound::Exact,
            2 => Bound::Lower,
            3 => Bound::Upper,
            _ => return None,
        };
        Some(Entry {
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

#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([[AtomicU64; 2]; WAYS]);

/// The table. Searches of one bot share it, from move to move.
#[derive(Debug)]
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    /// Counts searches, modulo 8: what older ones left gives way first.
    age: u64,
}

impl Table {
    /// The bytes of the smallest table.
    pub const LEAST: usize = size_of::<Bucket>() * 1024;

    /// A table of at most `bytes`, but at least [`Table::LEAST`].
    pub fn new(bytes: usize) -> Table {
        let count = (bytes.max(Table::LEAST) / size_of::<Bucket>() + 1).next_power_of_two() / 2;
        Table { buckets: std::iter::repeat_with(Bucket::default).take(count).collect(), age: 0 }
    }

    pub fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket>()
    }

    /// A new search begins.
    pub fn begin_search(&mut self) {
        self.age = (self.age + 1) % (1 << AGE_BITS);
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        // The number of buckets is a power of two.
        &self.buckets[key as usize & (self.buckets.len() - 1)]
    }

    /// What is known of the position of this key.
    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<Entry> {
        for slot in &self.bucket(key).0 {
            let words = [slot[0].load(Relaxed), slot[1].load(Relaxed)];
            if (words[0] ^ spread(words[1])) >> CHECK_AT == key >> CHECK_AT {
                return Entry::read(words);
            }
        }
        None
    }

    /// Remembers `entry`, in place of what is known of the same position, or else of what is oldest and was looked
    /// into least deeply.
    #[inline]
    pub(super) fn store(&self, key: u64, mut entry: Entry) {
        let bucket = self.bucket(key);
        let (mut victim, mut least) = (0, u64::MAX);
        for (way, slot) in bucket.0.iter().enumerate() {
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
        bucket.0[victim][0].store(words[0], Relaxed);
        bucket.0[victim][1].store(words[1], Relaxed);
    }

    /// The share of entries that the newest search wrote, from a sample.
    pub fn usage(&self) -> f64 {
        let sample = self.buckets.len().min(256);
        let used = |slot: &&[AtomicU64; 2]| {
            let word = slot[0].load(Relaxed) ^ spread(slot[1].load(Relaxed));
            part(word, BOUND_AT, BOUND_BITS) != 0 && part(word, AGE_AT, AGE_BITS) == self.age
        };
        let slots = self.buckets[..sample].iter().flat_map(|bucket| &bucket.0);
        slots.filter(used).count() as f64 / (sample * WAYS) as f64
    }
}

#[cfg(test)]
mod tests {
    use plywood_rules::random::mix;

    use super::*;

    fn entry(n: u64) -> Entry {
        Entry {
            score: (n as f64) * 0.37 - 100.0,
            bound: [Bound::Exact, Bound::Lower, Bound::Upper][(n % 3) as usize],
            depth: (n % 512) as u32,
            basis: ValueBasis::from_bits((n % 16) as u8),
            hint: (!n.is_multiple_of(7)).then_some((n % 1023) as usize),
        }
    }

    #[test]
    fn entries_come_back_as_they_were() {
        let table = Table::new(1 << 20);
        for n in 0..1000 {
            table.store(mix(n), entry(n));
            assert_eq!(table.probe(mix(n)), Some(entry(n)));
        }
        assert_eq!((0..1000).filter(|&n| table.probe(mix(n)) == Some(entry(n))).count(), 1000);
        assert_eq!(table.probe(mix(5000)), None);
    }

    #[test]
    fn a_known_position_is_overwritten_and_keeps_its_move() {
        let table = Table::new(0);
        let (first, second) = (Entry { hint: Some(3), ..entry(1) }, Entry { hint: None, ..entry(2) });
        table.store(77, first);
        table.store(77, second);
        assert_eq!(table.probe(77), Some(Entry { hint: Some(3), ..second }));
    }

    #[test]
    fn the_old_and_the_shallow_give_way() {
        let mut table = Table::new(0);
        let mask = table.buckets.len() as u64;
        // Keys of one bucket.
        let key = |n: u64| n << 40 | (mask * n) & !(mask - 1);
        let deep = |depth| Entry { depth, ..entry(1) };
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
        let table = Table::new(0);
        table.store(5, entry(8));
        let slot = &table.buckets[5].0[0];
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
            let table = Table::new(bytes);
            assert!(table.bytes() <= bytes.max(Table::LEAST) && 2 * table.bytes() > bytes, "{bytes}");
        }
        assert_eq!(Table::new(0).usage(), 0.0);
    }
}
