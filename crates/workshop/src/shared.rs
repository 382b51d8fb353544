//! A game of one type, with everything that its workshop keeps for all games.

use std::sync::{Arc, Mutex};

use plywood_learn::OpenBrains;
use plywood_rules::threads::lock;
use plywood_rules::{Playable, Stop};

use crate::open_proofs::OpenProofs;
use crate::programs::AllowedPrograms;
use crate::solved::SolvedGames;
use crate::text_bot::AddedBot;

/// The caches and open files of a workshop, and the bots that were added to it.
#[derive(Default)]
pub(crate) struct Shared {
    pub added: Vec<AddedBot>,
    pub programs: AllowedPrograms,
    pub solved: SolvedGames,
    pub proofs: OpenProofs,
    pub brains: OpenBrains,
}

/// A game that a workshop opened.
pub(crate) struct Opened<G> {
    pub rules: Arc<G>,
    pub shared: Arc<Shared>,
    /// The same rules with a table of the last positions, once a search has asked for it.
    endgames: Arc<Mutex<Option<Arc<G>>>>,
}

impl<G> Clone for Opened<G> {
    fn clone(&self) -> Opened<G> {
        let Opened { rules, shared, endgames } = self;
        Opened { rules: Arc::clone(rules), shared: Arc::clone(shared), endgames: Arc::clone(endgames) }
    }
}

impl<G: Playable> Opened<G> {
    /// A game with what its workshop keeps.
    pub fn new(rules: Arc<G>, shared: Arc<Shared>) -> Opened<G> {
        Opened { rules, shared, endgames: Arc::default() }
    }

    /// The rules for a search from `start` to the end of the game: with a table of the last positions where that is quicker.
    pub fn to_the_end(&self, start: &G::State, stop: &Stop) -> Arc<G> {
        let plain = Arc::clone(&self.rules);
        if !self.rules.needs_endgames(start) {
            return plain;
        }
        let mut known = lock(&self.endgames);
        if known.is_none() {
            *known = self.rules.with_endgames(&mut || !stop.is_raised()).map(Arc::new);
        }
        // A position of the table is over there, and cannot be searched.
        known.clone().filter(|game| game.turn(start).outcome().is_none()).unwrap_or(plain)
    }
}
