//! Positions by number, in few bytes each.

use std::hash::Hasher;

use hashbrown::HashTable;
use plywood_rules::{Notation, Symmetric};
use rustc_hash::FxHasher;

/// The positions found, up to symmetry, numbered in the order of discovery.
///
/// A position always represents its images here, even if the start is not symmetric: the winner is the same for
/// all of them.
pub(super) struct NumberedPositions {
    /// All of them packed, one behind the other.
    packed: Vec<u8>,
    /// The end of each of them.
    ends: Vec<u32>,
    /// Their numbers, by packed position.
    numbers: HashTable<u32>,
    /// Room to pack one.
    one: Vec<u8>,
}

impl NumberedPositions {
    pub fn new() -> NumberedPositions {
        NumberedPositions { packed: Vec::new(), ends: Vec::new(), numbers: HashTable::new(), one: Vec::new() }
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns true if there are numbers left for many more.
    pub fn has_room(&self) -> bool {
        self.packed.len() < u32::MAX as usize / 2 && self.ends.len() < u32::MAX as usize / 2
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        (self.packed.capacity() + self.ends.capacity() * 4 + self.numbers.capacity() * 5) as u64
    }

    /// The number of a position, if it was found.
    pub fn find<G: Symmetric + Notation>(&mut self, game: &G, state: &G::State) -> Option<u32> {
        let hash = self.pack(game, state);
        let NumberedPositions { packed, ends, numbers, one } = self;
        numbers.find(hash, |&at| bytes_of(packed, ends, at) == one.as_slice()).copied()
    }

    /// The number of a position, a new one if need be, and whether it is new.
    pub fn number<G: Symmetric + Notation>(&mut self, game: &G, state: &G::State) -> (u32, bool) {
        let hash = self.pack(game, state);
        let NumberedPositions { packed, ends, numbers, one } = self;
        if let Some(&at) = numbers.find(hash, |&at| bytes_of(packed, ends, at) == one.as_slice()) {
            return (at, false);
        }
        let at = ends.len() as u32;
        packed.extend_from_slice(one);
        ends.push(packed.len() as u32);
        numbers.insert_unique(hash, at, |&at| hash_of(bytes_of(packed, ends, at)));
        (at, true)
    }

    /// The position of this number, or one of its images; `None` only for a game that cannot read its own
    /// packed positions.
    pub fn state<G: Notation>(&self, game: &G, at: u32) -> Option<G::State> {
        game.unpack(bytes_of(&self.packed, &self.ends, at)).ok()
    }

    fn pack<G: Symmetric + Notation>(&mut self, game: &G, state: &G::State) -> u64 {
        self.one.clear();
        if game.symmetries() > 1 {
            game.pack(&game.canonical(state).state, &mut self.one);
        } else {
            game.pack(state, &mut self.one);
        }
        hash_of(&self.one)
    }
}

fn bytes_of<'a>(packed: &'a [u8], ends: &[u32], at: u32) -> &'a [u8] {
    let at = at as usize;
    let start = if at == 0 { 0 } else { ends[at - 1] as usize };
    &packed[start..ends[at] as usize]
}

fn hash_of(bytes: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(bytes);
    hasher.finish()
}
