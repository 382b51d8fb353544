//! Random choices from a generator that the caller provides.
//!
//! A seed must give the same games in every later version, so the few lines that turn generator output into
//! choices are ours and never change.

use rand_core::Rng;

use crate::{Game, Turn};

/// A uniform number below `n`, without bias (Lemire, "Fast random integer generation in an interval", ACM
/// TOMACS 29(1), 2019).
///
/// # Panics
/// If `n` is 0 or does not fit 32 bits.
pub fn below(rng: &mut (impl Rng + ?Sized), n: usize) -> usize {
    let n = u32::try_from(n).expect("a choice among at most 2^32 things");
    assert_ne!(n, 0, "a choice among nothing");
    let mut product = u64::from(rng.next_u32()) * u64::from(n);
    if (product as u32) < n {
        let threshold = n.wrapping_neg() % n;
        while (product as u32) < threshold {
            product = u64::from(rng.next_u32()) * u64::from(n);
        }
    }
    (product >> 32) as usize
}

/// A number below `n` from the highest bits of `word`, which keeps what is left of it: cheaper than [`below`] for several small numbers
/// one after the other.
///
/// They are uniform but for a relative error below `p / 2^64`, where `p` is the product of their ranges so far (the batches of
/// Brackett-Rozinsky and Lemire, "Batched Ranged Random Integer Generation", Software: Practice and Experience 55(1), 2025, without
/// rejection).
#[inline]
pub fn draw(word: &mut u64, n: usize) -> usize {
    let product = u128::from(*word) * n as u128;
    *word = product as u64;
    (product >> 64) as usize
}

/// A uniform number from 0 up to but not including 1, with 53 random bits.
pub fn unit(rng: &mut (impl Rng + ?Sized)) -> f64 {
    (rng.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
}

/// Draws one of the outcomes of the chance node `state` by its probability.
///
/// # Panics
/// If the game gives no outcomes there, which [`crate::laws`] would report.
pub fn chance_outcome<G: Game + ?Sized>(
    game: &G,
    state: &G::State,
    outcomes: &mut Vec<(G::Move, f64)>,
    rng: &mut (impl Rng + ?Sized),
) -> G::Move {
    outcomes.clear();
    game.chance_outcomes(state, outcomes);
    let mut left = unit(rng);
    for &(outcome, probability) in outcomes.iter() {
        left -= probability;
        if left < 0.0 {
            return outcome;
        }
    }
    // Rounding can leave a sliver above the sum of the probabilities: it belongs to the last outcome.
    outcomes.last().expect("a chance node has outcomes").0
}

/// Plays one random game from `state` to its end, or for `max_plies` plies, move by move, and returns the last turn and the
/// plies played. Moves are uniform, chance outcomes follow their probabilities.
///
/// [`Playable::playout`](crate::Playable::playout) does the same, faster in some games.
pub fn playout<G: Game + ?Sized>(
    game: &G,
    state: &G::State,
    max_plies: u32,
    rng: &mut (impl Rng + ?Sized),
) -> (Turn, u32) {
    let mut state = state.clone();
    let mut outcomes = Vec::new();
    for ply in 0..max_plies {
        let mv = match game.turn(&state) {
            Turn::Over(outcome) => return (Turn::Over(outcome), ply),
            Turn::Chance => chance_outcome(game, &state, &mut outcomes, rng),
            Turn::Decision(_) => game.nth_move(&state, below(rng, game.count_moves(&state))),
        };
        game.play(&mut state, mv);
    }
    (game.turn(&state), max_plies)
}

/// The seed of part number `part` of a run with `seed`: a fixed mixer (splitmix64), so that parts can be done
/// in any order, by any number of threads, and give the same.
#[inline]
pub fn part_seed(seed: u64, part: u64) -> u64 {
    let mut z = seed.wrapping_add(part.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Spreads a number over all 64 bits, one to one: the finalizer of MurmurHash3 (Appleby) in the constants of Stafford's
/// variant 13.
#[inline]
pub fn mix(key: u64) -> u64 {
    let key = (key ^ (key >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let key = (key ^ (key >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    key ^ (key >> 31)
}

/// Both halves of the product of two numbers, one laid over the other: the mixing step of `wyhash` (Wang Yi, 2019).
#[inline]
pub fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}
