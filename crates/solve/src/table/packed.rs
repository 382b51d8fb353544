//! Positions by rank as bytes: a bit for each rank, set where something is known of it, and then as few bits as there have to be
//! for each of those. Bits follow each other from the lowest of the first byte on, ranks in 64 of them at a time.

use std::any::Any;
use std::sync::Arc;

use plywood_rules::{Playable, Ranking, fingerprint_of_ranks};

use super::dense::{DenseTable, exact_of};
use super::header::Form;
use super::known::{Code, Exact};

/// Ranks of which it is counted how many before them are known.
const BLOCK: u64 = 512;
/// Bytes of a word.
const WORD: usize = size_of::<u64>();

/// Where positions stand among all bytes of a book.
#[derive(Clone, Debug)]
pub(super) struct Packed {
    /// The `Box<dyn Ranking<G>>` of the game that it is a table of.
    ranking: Arc<dyn Any + Send + Sync>,
    ranks: u64,
    codes: Vec<Code>,
    /// Where the bits of ranks begin, and those of codes.
    marks_at: usize,
    codes_at: usize,
    /// By block: how many ranks before it are known.
    before: Vec<u64>,
}

/// How many bits tell so many codes apart.
fn bits_for(codes: usize) -> u32 {
    codes.saturating_sub(1).checked_ilog2().map_or(0, |highest| highest + 1)
}

/// Bytes of the bits of ranks.
fn marks_bytes(ranks: u64) -> u64 {
    ranks.div_ceil(64) * WORD as u64
}

/// The eight bytes at a place, as a number.
fn word(bytes: &[u8], at: usize) -> u64 {
    bytes.get(at..at + WORD).map_or(0, |word| u64::from_le_bytes(word.try_into().expect("eight bytes")))
}

/// The body of a table of `game` from `start` on, and what the header says of it.
pub(super) fn pack<G: Playable>(
    game: &G,
    ranking: &dyn Ranking<G>,
    start: &G::State,
    table: &DenseTable,
) -> (Form, Vec<u8>) {
    let ranks = table.ranks();
    let known = |rank: &u64| table.code(*rank) != Code::UNKNOWN;
    let (mut used, mut count) = (vec![false; 1 << 16], 0u64);
    let mut body = vec![0; marks_bytes(ranks) as usize];
    for rank in (0..ranks).filter(known) {
        body[(rank / 8) as usize] |= 1 << (rank % 8);
        used[usize::from(table.code(rank).0)] = true;
        count += 1;
    }
    let codes: Vec<Code> = (0..=u16::MAX).filter(|&code| used[usize::from(code)]).map(Code).collect();
    let mut numbers = vec![0u64; 1 << 16];
    for (number, code) in (0..).zip(&codes) {
        numbers[usize::from(code.0)] = number;
    }
    let bits = bits_for(codes.len());
    body.reserve_exact((count * u64::from(bits)).div_ceil(8) as usize);
    let (mut waiting, mut filled) = (0u64, 0);
    for rank in (0..ranks).filter(known) {
        waiting |= numbers[usize::from(table.code(rank).0)] << filled;
        filled += bits;
        while filled >= 8 {
            body.push(waiting as u8);
            waiting >>= 8;
            filled -= 8;
        }
    }
    if filled > 0 {
        body.push(waiting as u8);
    }
    let numbering = fingerprint_of_ranks(game, ranking, start);
    (Form::Ranks { numbering, ranks, known: count, codes }, body)
}

impl Packed {
    /// Reads what follows a header that says these numbers, the bytes from place `from` on; says what is wrong with them.
    pub fn read<G: Playable>(
        game: &G,
        start: &G::State,
        bytes: &[u8],
        from: usize,
        (numbering, ranks, known): (u64, u64, u64),
        codes: Vec<Code>,
    ) -> Result<Packed, &'static str> {
        let ranking = game.ranking(start).ok_or("positions from its start have no ranks")?;
        if ranking.stages().last().map_or(0, |stage| stage.end) != ranks
            || fingerprint_of_ranks(game, &*ranking, start) != numbering
        {
            return Err("positions are numbered in another way than this program does: solve the game again");
        }
        if codes.first().is_none_or(|&code| code == Code::UNKNOWN)
            || !codes.is_sorted_by(|one, next| one < next)
        {
            return Err("its codes are not in order");
        }
        let code_bits = known.checked_mul(bits_for(codes.len()).into()).ok_or("it has too many positions")?;
        if (bytes.len() - from) as u64 != marks_bytes(ranks) + code_bits.div_ceil(8) {
            return Err("it does not have as many positions as it says");
        }
        let codes_at = from + marks_bytes(ranks) as usize;
        let mut before = Vec::new();
        let mut sum = 0u64;
        for (number, marks) in bytes[from..codes_at].chunks(WORD).enumerate() {
            if number.is_multiple_of(BLOCK as usize / 64) {
                before.push(sum);
            }
            sum += marks.iter().map(|byte| u64::from(byte.count_ones())).sum::<u64>();
        }
        if sum != known {
            return Err("it does not have as many positions as it says");
        }
        Ok(Packed { ranking: Arc::new(ranking), ranks, codes, marks_at: from, codes_at, before })
    }

    /// What is known of a position that is not over, or of an image of it.
    pub fn lookup<G: Playable>(&self, bytes: &[u8], state: &G::State) -> Option<Exact> {
        let ranking = self.ranking.downcast_ref::<Box<dyn Ranking<G>>>()?;
        let place = ranking.place(state)?;
        let code = self.code(bytes, place.rank)?;
        exact_of(&**ranking, code, place.image)
    }

    fn code(&self, bytes: &[u8], rank: u64) -> Option<Code> {
        if rank >= self.ranks {
            return None;
        }
        let marks = |number: u64| word(bytes, self.marks_at + number as usize * WORD);
        let (own, bit) = (rank / 64, rank % 64);
        if marks(own) >> bit & 1 == 0 {
            return None;
        }
        let block = rank / BLOCK;
        let words = (block * BLOCK / 64..own).map(|number| u64::from(marks(number).count_ones()));
        let below = u64::from((marks(own) & ((1 << bit) - 1)).count_ones());
        let number = self.before[block as usize] + words.sum::<u64>() + below;
        let bits = bits_for(self.codes.len());
        let at = number * u64::from(bits);
        // Eight bytes of checksum follow the last code, so that there is always a whole word to take it from.
        let code = word(bytes, self.codes_at + (at / 8) as usize) >> (at % 8) & ((1 << bits) - 1);
        self.codes.get(code as usize).copied()
    }
}
