//! A game of one type, with everything that its workshop keeps for all games.

use std::sync::Arc;

use plywood_learn::OpenBrains;

use crate::open_proofs::OpenProofs;
use crate::solved::SolvedGames;
use crate::text_bot::AddedBot;

/// The caches and open files of a workshop, and the bots that were added to it.
#[derive(Default)]
pub(crate) struct Shared {
    pub added: Vec<AddedBot>,
    pub solved: SolvedGames,
    pub proofs: OpenProofs,
    pub brains: OpenBrains,
}

/// A game that a workshop opened.
pub(crate) struct Opened<G> {
    pub rules: Arc<G>,
    pub shared: Arc<Shared>,
}

impl<G> Clone for Opened<G> {
    fn clone(&self) -> Opened<G> {
        Opened { rules: Arc::clone(&self.rules), shared: Arc::clone(&self.shared) }
    }
}
