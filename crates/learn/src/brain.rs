//! A brain: what the machine remembers of one game, and what can be done with it.

use std::ops::Deref;
use std::path::Path;
use std::sync::Arc;

use plywood_rules::{Playable, fingerprint};

use crate::decide::{Aim, best_edges};
use crate::error::BrainError;
use crate::graph::Edge;
use crate::knowledge::{Knowledge, Room};
use crate::place::Places;
use crate::settings::Settings;
use crate::store::{Access, Header, Store, StoreError};
use crate::view::{Loaded, Source};

/// A learner's saved knowledge of one game. All who play and learn with it at the same time share it.
pub struct Brain<G: Playable> {
    game: Arc<G>,
    knowledge: Knowledge,
}

impl<G: Playable> Deref for Brain<G> {
    type Target = Knowledge;

    fn deref(&self) -> &Knowledge {
        &self.knowledge
    }
}

/// What is known of a move.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownMove<M> {
    /// The move.
    pub mv: M,
    /// What is known of it; `None` if nothing is.
    pub edge: Option<Edge>,
    /// The line the machine expects, beginning with the move; it ends where it knows nothing more.
    pub line: Vec<M>,
}

/// How long a line the machine tells at most, in plies.
pub(crate) const LONGEST_LINE: usize = 40;

impl<G: Playable> Brain<G> {
    /// Makes a new, empty brain, open to learn.
    ///
    /// # Errors
    /// If the game has dice, if there is a file of this name already, or it cannot be written.
    pub fn create(game: Arc<G>, path: &Path, settings: Settings, room: Room) -> Result<Brain<G>, BrainError> {
        if game.has_chance() {
            return Err(BrainError::Dice(game.name()));
        }
        settings.check().map_err(BrainError::Settings)?;
        let header = Header { game: game.name(), rules: fingerprint(&*game), settings };
        let store = Store::create(path, &header, room.pages)?;
        Ok(Brain { game, knowledge: Knowledge::new(store, room)? })
    }

    /// Opens a brain, to learn or only to look.
    ///
    /// # Errors
    /// If the file cannot be opened, is no brain, or is a brain of another game or of other rules.
    pub fn open(game: Arc<G>, path: &Path, access: Access, room: Room) -> Result<Brain<G>, BrainError> {
        let store = Store::open(path, access, room.pages)?;
        let header = store.header();
        let path = || path.display().to_string();
        if header.game != game.name() {
            let other = header.game.clone();
            return Err(BrainError::OtherGame { path: path(), other, wanted: game.name() });
        }
        if header.rules != fingerprint(&*game) {
            return Err(BrainError::OtherRules { path: path(), game: game.name() });
        }
        Ok(Brain { game, knowledge: Knowledge::new(store, room)? })
    }

    /// The game it is of.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// What is known of each legal move of a position, in their order; empty where nobody has to decide.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn known_moves(&self, state: &G::State) -> Result<Vec<KnownMove<G::Move>>, BrainError> {
        let places = self.places();
        let Some(place) = places.find(state) else { return Ok(Vec::new()) };
        let mut node = Loaded::default();
        if !self.read().load(&place.key, &mut node)? {
            node = Loaded::default();
        }
        let mut moves = Vec::new();
        self.game.legal_moves(state, &mut moves);
        let mut known = Vec::new();
        for mv in moves {
            let number = place.edge_of(&self.game, mv);
            let edge = node.edges.iter().find(|edge| Some(edge.mv) == number).copied();
            let mut line = vec![mv];
            if edge.is_some() {
                line.extend(self.expected_line(&self.game.child(state, mv), LONGEST_LINE)?);
            }
            known.push(KnownMove { mv, edge, line });
        }
        Ok(known)
    }

    /// The best known moves from a position on, as far as moves are known, the position does not recur and `longest`
    /// allows.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn expected_line(&self, state: &G::State, longest: usize) -> Result<Vec<G::Move>, StoreError> {
        let places = self.places();
        let memory = self.read();
        let (mut state, mut line, mut seen) = (state.clone(), Vec::new(), Vec::new());
        let (mut node, mut best) = (Loaded::default(), Vec::new());
        while line.len() < longest {
            let Some(place) = places.find(&state) else { break };
            if seen.contains(&place.key) || !memory.load(&place.key, &mut node)? {
                break;
            }
            best_edges(&node.edges, Aim::Value, &mut best);
            let Some(&edge) = best.first() else { break };
            let mut legal = Vec::new();
            self.game.legal_moves(&state, &mut legal);
            let Some(mv) = place.move_of(&self.game, &legal, node.edges[edge].mv) else { break };
            state = self.game.child(&state, mv);
            line.push(mv);
            seen.push(place.key);
        }
        Ok(line)
    }

    /// The game it is of, to share.
    pub fn shared_game(&self) -> &Arc<G> {
        &self.game
    }

    pub(crate) fn places(&self) -> Places<'_, G> {
        Places { game: &self.game, symmetry: self.settings().symmetry }
    }
}
