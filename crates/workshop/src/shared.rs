//! A game of one type, with everything that its workshop keeps for all games.

use std::sync::{Arc, Mutex};

use plywood_learn::OpenBrains;
use plywood_rules::hints::solver::ExactSolver;
use plywood_rules::playable::NamedEvaluation;
use plywood_rules::threads::lock;
use plywood_rules::{Playable, Stop};

use crate::networks::NamedNetwork;
use crate::open_proofs::OpenProofs;
use crate::programs::AllowedPrograms;
use crate::solved::SolvedGames;
use crate::tables::OpenTables;
use crate::text_bot::AddedBot;
use crate::trouble::Trouble;

/// The caches and open files of a workshop, and the bots that were added to it.
#[derive(Default)]
pub(crate) struct SharedCaches {
    pub added: Vec<AddedBot>,
    pub programs: AllowedPrograms,
    pub solved: SolvedGames,
    pub proofs: OpenProofs,
    pub tables: OpenTables,
    pub brains: OpenBrains,
}

/// A game that a workshop opened.
pub(crate) struct Opened<G> {
    pub rules: Arc<G>,
    pub shared: Arc<SharedCaches>,
    /// The same rules with a table of the last positions, once a search has asked for it.
    endgames: Arc<Mutex<Option<Arc<G>>>>,
    solver: Arc<Mutex<KeptSolver<G>>>,
}

/// The game's own solver for many positions, once it was asked for, and the bytes that its table may grow to.
type KeptSolver<G> = Option<(usize, SharedSolver<G>)>;

/// A solver of a game, whose table is kept from position to position.
pub(crate) type SharedSolver<G> = Arc<dyn ExactSolver<G>>;

impl<G> Clone for Opened<G> {
    fn clone(&self) -> Opened<G> {
        let Opened { rules, shared, endgames, solver } = self;
        Opened {
            rules: Arc::clone(rules),
            shared: Arc::clone(shared),
            endgames: Arc::clone(endgames),
            solver: Arc::clone(solver),
        }
    }
}

impl<G: Playable> Opened<G> {
    /// A game with what its workshop keeps.
    pub fn new(rules: Arc<G>, shared: Arc<SharedCaches>) -> Opened<G> {
        Opened { rules, shared, endgames: Arc::default(), solver: Arc::default() }
    }

    /// The game's own solver for many positions, if it has one. Its table may grow to at least these `bytes`.
    pub fn solver(&self, bytes: usize) -> Option<SharedSolver<G>> {
        let new = self.rules.specialists().solver?;
        let mut known = lock(&self.solver);
        if known.as_ref().is_none_or(|(most, _)| *most < bytes) {
            *known = Some((bytes, Arc::from(new(&self.rules, bytes, 1))));
        }
        known.as_ref().map(|(_, solver)| Arc::clone(solver))
    }

    /// The static evaluation of this name: one of the game, or a [network](plywood_rules::options::NetworkFile) as it is now.
    ///
    /// # Errors
    /// If there is no such evaluation, or the file cannot be read or has no network of the game.
    pub fn evaluation(&self, name: Option<&str>) -> Result<NamedEvaluation<G>, Trouble> {
        match self.network(name)? {
            None => Ok(self.rules.evaluation(name)?),
            Some(network) => {
                let (name, about) = network.about();
                Ok(NamedEvaluation { name, about, evaluation: network.evaluation() })
            }
        }
    }

    /// The network of a file, if this evaluation is one.
    ///
    /// # Errors
    /// If the file cannot be read or has no network of the game.
    pub fn network(&self, evaluation: Option<&str>) -> Result<Option<NamedNetwork<G>>, Trouble> {
        let read = |name| NamedNetwork::read(&self.rules, &self.shared.brains, name);
        Ok(evaluation.map(read).transpose()?.flatten())
    }

    /// The rules for a search from `start` to the end of the game: with a table of the last positions where that is quicker.
    pub fn to_the_end(&self, start: &G::State, stop: &Stop) -> Arc<G> {
        let plain = Arc::clone(&self.rules);
        let endgames = self.rules.specialists().endgames.filter(|endgames| (endgames.pays)(&plain, start));
        let Some(endgames) = endgames else { return plain };
        let mut known = lock(&self.endgames);
        if known.is_none() {
            *known = (endgames.make)(&plain, stop).map(Arc::from);
        }
        // A position of the table is over there, and cannot be searched.
        known.clone().filter(|game| game.turn(start).outcome().is_none()).unwrap_or(plain)
    }
}
