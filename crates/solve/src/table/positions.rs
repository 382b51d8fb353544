//! All positions that can be reached, one after the other.

use std::hash::BuildHasher;
use std::sync::Arc;

use hashbrown::HashSet;
use plywood_rules::{Playable, Turn};
use rustc_hash::FxBuildHasher;

use crate::values::{Codec, Key, SolveError};

/// Parts of the set of positions: each grows by itself, so that growing never takes long.
const PARTS: usize = 64;

/// The positions that can be reached from a start, each once, in the order of breadth-first search: the same order every time.
///
/// It holds the keys of the positions. Where every move raises the [stage](plywood_rules::Game::stage), those of two plies suffice.
pub struct ReachablePositions<G: Playable> {
    game: Arc<G>,
    staged: bool,
    ply: u32,
    layer: Vec<u128>,
    /// The number of positions of this ply that were given.
    given: usize,
    following: Vec<u128>,
    seen: Vec<HashSet<u128, FxBuildHasher>>,
    /// Memory that is used again for every position.
    moves: Vec<G::Move>,
    bytes: Vec<u8>,
}

/// A position that can be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached<S> {
    /// The position.
    pub state: S,
    /// The plies of the shortest way there.
    pub ply: u32,
    /// The number of legal moves; 0 if the game is over.
    pub moves: usize,
}

impl<G: Playable> ReachablePositions<G> {
    /// The positions from `start` on.
    ///
    /// # Errors
    /// If a position has too many bytes to be held.
    pub fn new(game: Arc<G>, start: &G::State) -> Result<ReachablePositions<G>, SolveError> {
        let first = Codec { game: &*game, merged: false }.key(start, false, &mut Vec::new())?;
        let mut positions = ReachablePositions {
            staged: game.stage(start).is_some(),
            ply: 0,
            layer: vec![first],
            given: 0,
            following: Vec::new(),
            seen: vec![HashSet::default(); PARTS],
            moves: Vec::new(),
            bytes: Vec::new(),
            game,
        };
        positions.is_new(first);
        Ok(positions)
    }

    /// The next position; `None` if there is none.
    ///
    /// # Errors
    /// If the game has chance, or a position has too many bytes to be held.
    pub fn next_position(&mut self) -> Result<Option<Reached<G::State>>, SolveError> {
        if self.given == self.layer.len() {
            self.layer.clear();
            std::mem::swap(&mut self.layer, &mut self.following);
            (self.given, self.ply) = (0, self.ply + 1);
            if self.staged {
                self.seen.iter_mut().for_each(HashSet::clear);
            }
        }
        let Some(&key) = self.layer.get(self.given) else { return Ok(None) };
        self.given += 1;
        let game = Arc::clone(&self.game);
        let codec = Codec { game: &*game, merged: false };
        let (state, _) = codec.state(key, &mut self.bytes);
        self.moves.clear();
        match game.turn(&state) {
            Turn::Over(_) => {}
            Turn::Chance => return Err(codec.chance()),
            Turn::Decision(_) => game.legal_moves(&state, &mut self.moves),
        }
        for at in 0..self.moves.len() {
            let child = game.child(&state, self.moves[at]);
            let key = codec.key(&child, false, &mut self.bytes)?;
            if self.is_new(key) {
                self.following.push(key);
            }
        }
        Ok(Some(Reached { state, ply: self.ply, moves: self.moves.len() }))
    }

    /// Bytes held, approximately.
    pub fn bytes(&self) -> u64 {
        let keys = self.layer.capacity() + self.following.capacity();
        let seen: usize = self.seen.iter().map(HashSet::allocation_size).sum();
        (keys * u128::SIZE + seen) as u64
    }

    fn is_new(&mut self, key: u128) -> bool {
        // The hash of a set is used from both ends: the part is chosen by other bits.
        let part = (FxBuildHasher.hash_one(key) >> 32) as usize % PARTS;
        self.seen[part].insert(key)
    }
}
