//! A brain: a learner's saved knowledge of one game.

use std::ops::Deref;
use std::path::Path;
use std::sync::{Arc, Weak};

use plywood_rules::Playable;

use crate::error::{BrainError, check_rules};
use crate::fit::{fits, rules_of};
use crate::kept_network::KeptNetwork;
use crate::knowledge::{Knowledge, MemoryLimits};
use crate::ntuple::{Encoder, NetworkEvaluation};
use crate::place::Canonicalizer;
use crate::settings::LearnSettings;
use crate::store::{Access, Header, Store};

/// A learner's saved knowledge of one game. All who play and learn with it at the same time share it.
pub struct Brain<G: Playable> {
    game: Arc<G>,
    knowledge: Knowledge,
    /// The way its network reads positions, if it has one.
    encoder: Option<Encoder<G>>,
    /// Dropped when the file is closed, because fields are dropped in their order.
    is_open: Arc<()>,
}

impl<G: Playable> Deref for Brain<G> {
    type Target = Knowledge;

    fn deref(&self) -> &Knowledge {
        &self.knowledge
    }
}

impl<G: Playable> Brain<G> {
    /// Lives as long as the file is open, which is longer than the brain: closing it waits for the disk.
    pub(crate) fn is_open(&self) -> Weak<()> {
        Arc::downgrade(&self.is_open)
    }

    /// Makes a new, empty brain, open to learn.
    ///
    /// # Errors
    /// If the game has dice, if there is a file of this name already, or it cannot be written.
    pub fn create(
        game: Arc<G>,
        path: &Path,
        settings: LearnSettings,
        limits: MemoryLimits,
    ) -> Result<Brain<G>, BrainError> {
        let header = header(&*game, settings)?;
        let store = Store::create(path, &header, limits.pages)?;
        Brain::made(game, store, limits)
    }

    /// Makes a new, empty brain without a file, open to learn. It is gone when it is dropped, unless it is exported.
    ///
    /// # Errors
    /// If the game has dice, or the settings are out of range.
    pub fn in_memory(
        game: Arc<G>,
        settings: LearnSettings,
        limits: MemoryLimits,
    ) -> Result<Brain<G>, BrainError> {
        let store = Store::in_memory(&header(&*game, settings)?, limits.pages)?;
        Brain::made(game, store, limits)
    }

    /// Opens a brain, for learning or for reading.
    ///
    /// # Errors
    /// If the file cannot be opened, is no brain, or is a brain of another game or of other rules.
    pub fn open(
        game: Arc<G>,
        path: &Path,
        access: Access,
        limits: MemoryLimits,
    ) -> Result<Brain<G>, BrainError> {
        let rules = rules_of(&*game);
        // Opening a file to write changes it: one that is of another game is left as it is.
        if access == Access::Write
            && let Ok(store) = Store::open(path, Access::Read, limits.pages)
        {
            fits(&*game, rules, path, store.header())?;
        }
        let store = Store::open(path, access, limits.pages)?;
        fits(&*game, rules, path, store.header())?;
        Brain::of_store(game, store, limits)
    }

    /// A brain whose store is new.
    fn made(game: Arc<G>, store: Store, limits: MemoryLimits) -> Result<Brain<G>, BrainError> {
        let brain = Brain::of_store(game, store, limits)?;
        if brain.encoder.is_some() {
            // The shape of a network belongs to the brain from the beginning.
            brain.write().flush(&[])?;
        }
        Ok(brain)
    }

    fn of_store(game: Arc<G>, store: Store, limits: MemoryLimits) -> Result<Brain<G>, BrainError> {
        let knowledge = Knowledge::new(store, limits)?.of_game(game.name());
        let mut encoder = None;
        if knowledge.settings().kind.has_network() {
            let mut memory = knowledge.write();
            let network = memory.network.get_or_insert_with(|| KeptNetwork::new(Encoder::shape(&*game)));
            encoder = Encoder::new(&*game, network.shape(), knowledge.settings().gamma);
            if encoder.is_none() {
                let path = memory.store().path().to_path_buf();
                return Err(BrainError::OtherRules { path, game: game.name() });
            }
        }
        Ok(Brain { game, knowledge, encoder, is_open: Arc::default() })
    }

    /// The way its network reads positions, if it has one.
    pub(crate) fn encoder(&self) -> Option<&Encoder<G>> {
        self.encoder.as_ref()
    }

    /// Its network as it is now, as a static evaluation; `None` if it has none.
    pub fn evaluation(&self) -> Option<NetworkEvaluation<G>> {
        let memory = self.read();
        let network = memory.network.as_ref()?;
        let encoder = Encoder::new(&*self.game, network.shape(), self.settings().gamma)?;
        Some(NetworkEvaluation::new(encoder, network))
    }

    /// The game it is about.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The game it is about, to share.
    pub fn shared_game(&self) -> &Arc<G> {
        &self.game
    }

    pub(crate) fn places(&self) -> Canonicalizer<'_, G> {
        Canonicalizer::new(&self.game, self.settings().symmetry)
    }
}

/// The header of a new brain.
fn header<G: Playable>(game: &G, settings: LearnSettings) -> Result<Header, BrainError> {
    if game.has_chance() && settings.kind.has_graph() {
        return Err(BrainError::Dice(game.name()));
    }
    settings.check().map_err(BrainError::Settings)?;
    let rules = rules_of(game);
    check_rules()?;
    Ok(Header { game: game.name(), rules, settings })
}
