//! Tables in memory, by key.

use plywood_rules::{Notation, Symmetric};

use crate::values::{Codec, Counts, Exact, Key, Levels, end_of, level_of};

/// The exact values of all positions of a game, by key.
#[derive(Clone, Debug)]
pub struct Table<K> {
    /// True if one position represents all its images.
    pub merged: bool,
    /// The positions, sorted, and their values: level by level where every move raises the stage, otherwise all in one
    /// level.
    pub levels: Levels<K>,
    /// The stage of the first level, if the game has stages.
    pub first_stage: Option<u32>,
    /// The number of positions of each kind.
    pub counts: Counts,
}

impl<K: Key> Table<K> {
    /// The value of `state`; `None` if it is not one of the positions that were found.
    pub fn lookup<G: Symmetric + Notation + ?Sized>(&self, game: &G, state: &G::State) -> Option<Exact> {
        if let Some(exact) = end_of(game, state) {
            return Some(exact);
        }
        let key: K = Codec { game, merged: self.merged }.key(state, false, &mut Vec::new()).ok()?;
        let (keys, codes) = self.levels.get(level_of(game, state, self.first_stage)?)?;
        let at = keys.binary_search_by_key(&key, |key| key.position()).ok()?;
        codes[at].exact()
    }
}
