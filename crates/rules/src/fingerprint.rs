//! Telling by a number whether the rules are still those that a file was made with.

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::random::below;
use crate::{Playable, Ranked, Ranking, Turn, moves_or_outcomes};

/// The number of random games, and their greatest length in plies.
const GAMES: u64 = 4;
const PLIES: usize = 30;

/// A number that changes when the rules do, or the notation, the order of moves, the packing or the symmetries: all
/// that the meaning of a stored position rests on. It is taken from a few games that are the same every time.
pub fn fingerprint<G: Playable>(game: &G) -> u64 {
    let mut hash = Fnv::new();
    walk(game, &game.initial(), |state, moves| {
        let mut packed = Vec::new();
        game.pack(&game.canonical(state).state, &mut packed);
        hash.add(game.state_text(state).as_bytes());
        hash.add(&packed);
        hash.add(format!("{:?}", game.turn(state)).as_bytes());
        for &mv in moves {
            hash.add(game.move_text(state, mv).as_bytes());
        }
    });
    hash.0
}

/// The same for ranks: a number that changes when positions after `start` are numbered in another way.
pub fn fingerprint_of_ranks<G: Playable>(game: &G, ranking: &dyn Ranking<G>, start: &G::State) -> u64 {
    let mut hash = Fnv::new();
    for stage in ranking.stages() {
        hash.add(&stage.end.to_le_bytes());
    }
    walk(game, start, |state, _| {
        if let Some(Ranked { rank, image }) = ranking.place(state) {
            hash.add(&rank.to_le_bytes());
            hash.add(&[image]);
        }
    });
    hash.0
}

/// Plays a few games from `start`, the same every time, and shows each position with its moves.
fn walk<G: Playable>(game: &G, start: &G::State, mut each: impl FnMut(&G::State, &[G::Move])) {
    for seed in 0..GAMES {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut state = start.clone();
        for _ in 0..PLIES {
            let moves = moves_or_outcomes(game, &state);
            each(&state, &moves);
            if matches!(game.turn(&state), Turn::Over(_)) || moves.is_empty() {
                break;
            }
            state = game.child(&state, moves[below(&mut rng, moves.len())]);
        }
    }
}

/// FNV-1a, 64 bits: simple, and the same in every version and on every machine.
struct Fnv(u64);

impl Fnv {
    fn new() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }

    /// Adds some bytes and their length.
    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes.iter().chain(&[0xff]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
