//! Proof numbers: of positions that were searched, in a table, and estimates for the others.

use std::iter::successors;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use plywood_rules::threads::lock;

use super::super::board::{KalahBoard, MOST_HOUSES, filled, seeds_in};

/// The numbers of a question, from the view of the player who moves: about how much work it takes to answer it with yes, and with no.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct QuestionNumbers {
    pub proof: u32,
    pub disproof: u32,
}

/// The number of what is impossible.
pub(super) const IMPOSSIBLE: u32 = (1 << NUMBER_BITS) - 1;

impl QuestionNumbers {
    pub const PROVED: QuestionNumbers = QuestionNumbers { proof: 0, disproof: IMPOSSIBLE };
    pub const DISPROVED: QuestionNumbers = QuestionNumbers { proof: IMPOSSIBLE, disproof: 0 };

    /// Those of the opposite question.
    #[inline]
    pub fn reversed(self) -> QuestionNumbers {
        QuestionNumbers { proof: self.disproof, disproof: self.proof }
    }

    /// True if there is an answer.
    #[inline]
    pub fn is_answered(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// The numbers of positions that were never searched: the more seeds are left the greater, and the farther the question is from what a
/// look at the houses promises.
pub(super) struct QuestionEstimates {
    board: KalahBoard,
    /// Houses with as many seeds as they have here end in the store.
    to_store: u64,
    /// By seeds in the houses.
    size: Vec<f32>,
    /// By quarters of a seed that the question is too hard, beginning with the greatest ease.
    hardness: Vec<f32>,
    easiest: i32,
}

/// The number of a question without seeds that is neither hard nor easy.
const SMALLEST: f32 = 4.0;

/// The growth of numbers with each seed.
const GROWTH_BY_SEED: f32 = 1.11;

/// The growth of numbers with each quarter of a seed.
const GROWTH_BY_QUARTER: f32 = 1.043;

/// The greatest estimate.
const GREATEST: f32 = 1e6;

/// The quarters of a seed that moving next is worth.
const TEMPO: i32 = 8;

/// The quarters of a seed that each move which ends in the store is worth.
const EXTRA_MOVE: i32 = 8;

/// To disprove a question takes all moves, which have much in common: the roots of their numbers.
const BY_MOVES: [f32; MOST_HOUSES + 1] = [1.0, 1.0, 1.41, 1.73, 2.0, 2.24, 2.45, 2.65, 2.83];

impl QuestionEstimates {
    /// Those for positions with at most so many seeds.
    pub fn new(board: KalahBoard, seeds: u8) -> QuestionEstimates {
        let size =
            successors(Some(SMALLEST), |size| Some(size * GROWTH_BY_SEED)).take(usize::from(seeds) + 1);
        // Four quarters for each seed of the question, and one for each on the board.
        let easiest = 5 * i32::from(seeds) + TEMPO + EXTRA_MOVE * board.houses as i32;
        let growth = successors(Some(1.0), |growth: &f32| Some(growth * GROWTH_BY_QUARTER));
        let half: Vec<f32> = growth.take(easiest as usize + 1).collect();
        let hardness = half.iter().rev().map(|growth| 1.0 / growth).chain(half[1..].iter().copied());
        let to_store = (0..board.houses).fold(0, |all, house| all << 8 | (house as u64 + 1));
        QuestionEstimates { board, to_store, size: size.collect(), hardness: hardness.collect(), easiest }
    }

    /// The numbers of the question if the player whose houses come first still gains at least `level` by moving next.
    #[inline]
    pub fn numbers(&self, rows: [u64; 2], level: i32) -> QuestionNumbers {
        let [own, other] = rows.map(|row| i32::from(seeds_in(row)));
        let extra_moves = self.board.houses as i32 - filled(rows[0] ^ self.to_store).count_ones() as i32;
        let hard = 4 * level - (own - other) - TEMPO - EXTRA_MOVE * extra_moves;
        let size = self.size[(own + other) as usize];
        let number = |size: f32, hard: i32| {
            (size * self.hardness[(self.easiest + hard) as usize]).clamp(1.0, GREATEST) as u32
        };
        let moves = filled(rows[0]).count_ones() as usize;
        QuestionNumbers { proof: number(size, hard), disproof: number(size * BY_MOVES[moves], -hard) }
    }
}

/// Bits of a number in the table.
const NUMBER_BITS: u32 = 29;

/// Entries of a bucket: a cache line.
const WAYS: usize = 4;

/// An odd number with about as many ones as zeros.
const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

/// The numbers of one position's questions, by key of the question. Most are of small searches, which take little to repeat: a small table,
/// which the caches hold, does as well as a large one, and it grows only with the search.
pub(super) struct ProofTable {
    entries: Mutex<Arc<ProofEntries>>,
    /// Numbers stored.
    stored: AtomicUsize,
    most: usize,
}

/// Numbers stored for each entry, before the table grows.
const STORED_EACH: usize = 4;

/// How many times larger it is then.
const GROWTH: usize = 4;

impl ProofTable {
    /// A table of at most so many bytes, or of the least that it needs.
    pub fn new(bytes: usize) -> ProofTable {
        const AT_FIRST: usize = 1 << 12;
        let most = (bytes / size_of::<ProofEntry>()).checked_ilog2().map_or(0, |bits| 1 << bits);
        let entries = Mutex::new(Arc::new(ProofEntries::new(AT_FIRST)));
        ProofTable { entries, stored: AtomicUsize::new(0), most }
    }

    /// The entries as they are now. Those who keep them for long store where nobody looks any more.
    pub fn entries(&self) -> Arc<ProofEntries> {
        Arc::clone(&lock(&self.entries))
    }

    /// Counts numbers that were stored since the last look, grows if there are many, and brings the entries of a search up to date.
    pub fn look(&self, stored: usize, entries: &mut Arc<ProofEntries>) {
        let all = self.stored.fetch_add(stored, Relaxed) + stored;
        let mut newest = lock(&self.entries);
        if all > STORED_EACH * newest.len() && newest.len() < self.most {
            *newest = Arc::new(newest.grown((GROWTH * newest.len()).min(self.most)));
        }
        *entries = Arc::clone(&newest);
    }
}

/// The entries of a table of one size. Threads share them without locks.
pub(super) struct ProofEntries {
    words: Vec<AtomicU64>,
    /// The place of the first word of the first bucket, which begins a cache line.
    first: usize,
}

/// From the lowest bit of the second word both numbers and the work, and in the first one that and a key and one more, by exclusive or:
/// of an entry that two threads stored at once neither key is found.
type ProofEntry = [AtomicU64; 2];

impl ProofEntries {
    fn new(length: usize) -> ProofEntries {
        // Memory for zeros comes cleared, page by page as it is used.
        let zeros = vec![0; 2 * (length + WAYS)];
        let words: Vec<AtomicU64> = zeros.into_iter().map(AtomicU64::new).collect();
        let first = words.as_ptr().addr().wrapping_neg() % size_of::<[ProofEntry; WAYS]>() / size_of::<u64>();
        ProofEntries { words, first }
    }

    fn len(&self) -> usize {
        self.words.len() / 2 - WAYS
    }

    /// The same numbers in a larger table.
    fn grown(&self, length: usize) -> ProofEntries {
        let grown = ProofEntries::new(length);
        for entry in self.words[self.first..].as_chunks::<2>().0 {
            let [mixed, data] = entry.each_ref().map(|word| word.load(Relaxed));
            if mixed != 0 {
                grown.insert(mixed ^ data, data);
            }
        }
        grown
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[ProofEntry; WAYS] {
        let mixed = key.wrapping_mul(FACTOR);
        let entries = self.words[self.first..].as_chunks::<2>().0;
        &entries.as_chunks().0[(mixed ^ mixed >> 29) as usize & (self.len() / WAYS - 1)]
    }

    /// A word of the bucket, to bring it closer.
    #[inline]
    pub fn touch(&self, key: u64) -> u64 {
        self.bucket(key)[0][0].load(Relaxed)
    }

    /// The stored numbers of a question.
    #[inline]
    pub fn find(&self, key: u64) -> Option<QuestionNumbers> {
        let found = |[mixed, data]: &ProofEntry| {
            let data = data.load(Relaxed);
            (mixed.load(Relaxed) ^ data == key + 1).then_some(data)
        };
        let data = self.bucket(key).iter().find_map(found)?;
        let number = |at: u32| (data >> at) as u32 & IMPOSSIBLE;
        Some(QuestionNumbers { proof: number(0), disproof: number(NUMBER_BITS) })
    }

    /// Stores numbers that took this many positions, in place of those of the same question or of the least work.
    pub fn store(&self, key: u64, numbers: QuestionNumbers, work: u64) {
        let work = u64::from(u64::BITS - work.leading_zeros());
        let numbers = u64::from(numbers.proof) | u64::from(numbers.disproof) << NUMBER_BITS;
        self.insert(key + 1, work << (2 * NUMBER_BITS) | numbers);
    }

    fn insert(&self, key: u64, data: u64) {
        let worth = |entry: &&ProofEntry| match entry.each_ref().map(|word| word.load(Relaxed)) {
            [mixed, data] if mixed ^ data == key => 0,
            // Free entries have worked least.
            [mixed, data] => 1 + u64::from(mixed != 0) + (data >> (2 * NUMBER_BITS)),
        };
        if let Some([mixed, place]) = self.bucket(key - 1).iter().min_by_key(worth) {
            mixed.store(key ^ data, Relaxed);
            place.store(data, Relaxed);
        }
    }
}
