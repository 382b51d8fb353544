//! A brain: a learner's saved knowledge of one game.

use std::ops::Deref;
use std::path::Path;
use std::rc::Rc;
use std::sync::{Arc, Weak};

use plywood_rules::{Playable, Turn, fingerprint};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::chooser::{Aim, best_edges};
use crate::error::BrainError;
use crate::estimates::Thinking;
use crate::graph::Edge;
use crate::kept_network::KeptNetwork;
use crate::knowledge::{Knowledge, MemoryLimits};
use crate::ntuple::{Encoder, NetworkEvaluation};
use crate::place::{Place, Places};
use crate::settings::LearnSettings;
use crate::store::{Access, Header, Store, StoreError};
use crate::view::{Source, StoredNode};

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

/// A legal move with the knowledge about it.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownMove<M> {
    /// The move.
    pub mv: M,
    /// The knowledge about it, if there is any.
    pub edge: Option<Edge>,
    /// The value that the network gives it, for the player who makes it, if there is a network.
    pub value: Option<f32>,
    /// The expected line, beginning with the move; it ends in an unknown position.
    pub line: Vec<M>,
}

/// The greatest length of an expected line, in plies.
pub(crate) const LONGEST_LINE: usize = 40;

/// The greatest length of a line that a network expects: it goes on for ever.
const LONGEST_ESTIMATED: usize = 10;

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
        let rules = fingerprint(&*game);
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
        let knowledge = Knowledge::new(store, limits)?;
        let mut encoder = None;
        if knowledge.settings().kind.has_network() {
            let mut memory = knowledge.write();
            let network = memory.network.get_or_insert_with(|| KeptNetwork::new(Encoder::shape(&*game)));
            encoder = Encoder::new(&*game, network.shape());
            if encoder.is_none() {
                let path = memory.store().path().display().to_string();
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
        Some(NetworkEvaluation::new(Encoder::new(&*self.game, network.shape())?, network))
    }

    /// The game it is about.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The legal moves of a position, in their order, each with the knowledge about it; empty where no player decides.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn known_moves(&self, state: &G::State) -> Result<Vec<KnownMove<G::Move>>, BrainError> {
        let Turn::Decision(mover) = self.game.turn(state) else { return Ok(Vec::new()) };
        let mut moves = Vec::new();
        self.game.legal_moves(state, &mut moves);
        let estimates =
            self.estimates(&self.read(), (state, &[]), mover, &moves, &mut Thinking::default())?;
        let places = self.places();
        let place = self.settings().kind.has_graph().then(|| places.of(state, mover));
        let mut node = StoredNode::default();
        if let Some(place) = &place
            && !self.read().load(&place.key, &mut node)?
        {
            node = StoredNode::default();
        }
        let mut known = Vec::new();
        for (number, mv) in moves.into_iter().enumerate() {
            let edge = place.as_ref().and_then(|place| place.edge_of(&self.game, mv));
            let edge = node.edges.iter().find(|known| Some(known.mv) == edge).copied();
            let value = estimates.as_ref().map(|found| found.values[number]);
            let mut line = vec![mv];
            if edge.is_some() || value.is_some() {
                line.extend(self.expected_line(&self.game.child(state, mv), LONGEST_LINE)?);
            }
            known.push(KnownMove { mv, edge, value, line });
        }
        Ok(known)
    }

    /// The best known moves from a position on, up to `longest` of them. The line ends at an unknown or a repeated position.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn expected_line(&self, state: &G::State, longest: usize) -> Result<Vec<G::Move>, StoreError> {
        if self.encoder().is_some() {
            return self.estimated_line(state, longest.min(LONGEST_ESTIMATED));
        }
        let places = self.places();
        let memory = self.read();
        let (mut state, mut line, mut seen) = (state.clone(), Vec::new(), Vec::<Rc<Place<G>>>::new());
        let (mut node, mut best) = (StoredNode::default(), Vec::new());
        while line.len() < longest {
            let Some(place) = places.find(&state) else { break };
            if seen.iter().any(|seen| seen.key == place.key) || !memory.load(&place.key, &mut node)? {
                break;
            }
            best_edges(&node.edges, Aim::Value, &mut best);
            let Some(&edge) = best.first() else { break };
            let mut legal = Vec::new();
            self.game.legal_moves(&state, &mut legal);
            let Some(mv) = place.move_of(&self.game, &legal, node.edges[edge].mv) else { break };
            state = self.game.child(&state, mv);
            line.push(mv);
            seen.push(place);
        }
        Ok(line)
    }

    /// The same by a network: it ends where chance decides or the game is over.
    fn estimated_line(&self, state: &G::State, longest: usize) -> Result<Vec<G::Move>, StoreError> {
        let memory = self.read();
        let (mut thinking, mut history, mut line) = (Thinking::default(), Vec::new(), Vec::new());
        let mut state = state.clone();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        while line.len() < longest
            && let Turn::Decision(mover) = self.game.turn(&state)
        {
            let mut legal = Vec::new();
            self.game.legal_moves(&state, &mut legal);
            let found = self.estimates(&memory, (&state, &history), mover, &legal, &mut thinking)?;
            let Some(found) = found else { break };
            let mv = legal[found.best(&mut rng)];
            line.push(mv);
            let child = self.game.child(&state, mv);
            history.push(std::mem::replace(&mut state, child));
        }
        Ok(line)
    }

    /// The game it is about, to share.
    pub fn shared_game(&self) -> &Arc<G> {
        &self.game
    }

    pub(crate) fn places(&self) -> Places<'_, G> {
        Places::new(&self.game, self.settings().symmetry)
    }
}

/// The header of a new brain.
fn header<G: Playable>(game: &G, settings: LearnSettings) -> Result<Header, BrainError> {
    if game.has_chance() && settings.kind.has_graph() {
        return Err(BrainError::Dice(game.name()));
    }
    settings.check().map_err(BrainError::Settings)?;
    Ok(Header { game: game.name(), rules: fingerprint(game), settings })
}

/// Checks that a brain is of this game and of its rules as they are now, which have this fingerprint.
fn fits<G: Playable>(game: &G, rules: u64, path: &Path, header: &Header) -> Result<(), BrainError> {
    let path = || path.display().to_string();
    if header.game != game.name() {
        return Err(BrainError::OtherGame { path: path(), other: header.game.clone(), wanted: game.name() });
    }
    if header.rules != rules {
        return Err(BrainError::OtherRules { path: path(), game: game.name() });
    }
    Ok(())
}
