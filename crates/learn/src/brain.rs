//! A brain: what the machine remembers of one game, and what can be done with it.

use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use plywood_rules::random::playout_states;
use plywood_rules::student::{Change, Ended, Finished, Lesson};
use plywood_rules::{Playable, Proved, Student, Turn, moves_or_outcomes};

use crate::Settings;
use crate::decide::{Chooser, best_edges, greedy};
use crate::error::BrainError;
use crate::graph::{Edge, Graph, NodeId};
use crate::memory::{Counters, Memory, Run};
use crate::place::{Place, Places};
use crate::store::{Access, Header, Store, StoreError};
use crate::view::{Loaded, Source, View};
use crate::walk::{End, Walk};

/// How much memory a brain may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// Bytes for the part of the graph that is in memory.
    pub graph: usize,
    /// Bytes for the store's own cache of pages.
    pub pages: usize,
}

impl Default for Room {
    fn default() -> Room {
        Room { graph: 1 << 30, pages: 128 << 20 }
    }
}

impl Room {
    /// So many bytes altogether, up to 4 GiB for each part.
    pub fn of(bytes: usize) -> Room {
        let most = u32::MAX as usize;
        Room { graph: (bytes / 8 * 7).min(most), pages: (bytes / 8).min(most) }
    }
}

/// What the machine remembers of one game. It is shared by all who play and learn with it at the same time.
pub struct Brain<G: Playable> {
    game: Arc<G>,
    header: Header,
    room: Room,
    /// Taken out only for the moment in which the file is opened anew.
    memory: RwLock<Option<Memory>>,
}

/// What is known of a move.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownMove<M> {
    /// The move.
    pub mv: M,
    /// What is known of it; `None` if nothing is.
    pub edge: Option<Edge>,
    /// The line the machine expects, beginning with the move.
    pub line: Vec<M>,
}

/// How long a line the machine tells at most, in plies.
const LONGEST_LINE: usize = 60;

impl<G: Playable> Brain<G> {
    /// Makes a new, empty brain.
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
        Brain::on(game, store, room)
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
        Brain::on(game, store, room)
    }

    fn on(game: Arc<G>, store: Store, room: Room) -> Result<Brain<G>, BrainError> {
        let header = store.header().clone();
        let memory = Memory::new(store, room.graph)?;
        Ok(Brain { game, header, room, memory: RwLock::new(Some(memory)) })
    }

    /// The game it is of.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// What it is of and how it learns.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// How it learns.
    pub fn settings(&self) -> &Settings {
        &self.header.settings
    }

    /// What it has lived through.
    pub fn counters(&self) -> Counters {
        self.read().memory().counters
    }

    /// The training run begun last, if there was one.
    pub fn run(&self) -> Option<Run> {
        self.read().memory().run.clone()
    }

    /// Bytes of the file.
    pub fn file_bytes(&self) -> u64 {
        self.read().memory().store().file_bytes()
    }

    /// Bytes in memory, the store's cache apart.
    pub fn memory_bytes(&self) -> usize {
        self.read().memory().bytes()
    }

    /// Makes sure that it can learn: opens the file for writing if it is open for reading only.
    ///
    /// # Errors
    /// If the file cannot be written or another process has it open.
    pub fn make_writable(&self) -> Result<(), BrainError> {
        let mut guard = self.write();
        let slot = guard.slot();
        let Some(memory) = slot.take() else { return Err(BrainError::Gone) };
        match memory.make_writable(self.room.pages) {
            Ok(memory) => {
                *slot = Some(memory);
                Ok(())
            }
            Err((error, memory)) => {
                *slot = memory;
                Err(error.into())
            }
        }
    }

    /// Reads the whole brain into memory if it fits there, which makes training faster.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn load_all(&self) -> Result<bool, BrainError> {
        Ok(self.write().memory()?.load_all()?)
    }

    /// Forgets everything; what it is of and how it learns stays.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn reset(&self) -> Result<(), BrainError> {
        Ok(self.write().memory()?.clear()?)
    }
}
