//! A brain: what the machine remembers of one game, and what can be done with it.

use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use plywood_rules::{Playable, Proved, fingerprint};

use crate::decide::{Aim, best_edges};
use crate::error::BrainError;
use crate::graph::{Edge, highest};
use crate::memory::{Counters, CurvePoint, Memory, Run};
use crate::place::Places;
use crate::store::{Access, Header, Store};
use crate::view::{Loaded, Source};
use crate::{Settings, StoreError};

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
        Room::of(1 << 30)
    }
}

impl Room {
    /// So many bytes altogether, up to 4 GiB for the graph.
    pub fn of(bytes: usize) -> Room {
        let most = u32::MAX as usize;
        Room { graph: (bytes - bytes / 8).min(most), pages: (bytes / 8).min(most) }
    }
}

/// What the machine remembers of one game. All who play and learn with it at the same time share it.
pub struct Brain<G: Playable> {
    game: Arc<G>,
    header: Header,
    room: Room,
    memory: RwLock<Memory>,
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

/// A summary of all that is in a brain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Moves known, by what is proved of them.
    pub proved_wins: u64,
    /// Draws on the board.
    pub proved_draws: u64,
    /// Moves that lose.
    pub proved_losses: u64,
    /// Moves that were played.
    pub played: u64,
    /// The sum of how often each was played.
    pub visits: u64,
    /// Positions in which the best known move is better than nothing.
    pub good: u64,
    /// Positions in which every known move is worse than nothing.
    pub bad: u64,
}

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
        Ok(Brain { game, header, room, memory: RwLock::new(Memory::new(store, room.graph)?) })
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
        self.read().counters
    }

    /// The training run begun last, if there was one.
    pub fn run(&self) -> Option<Run> {
        self.read().run.clone()
    }

    /// How it did against fixed opponents, in the order in which that was measured.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn curve(&self) -> Result<Vec<CurvePoint>, BrainError> {
        Ok(self.read().curve()?)
    }

    /// Adds measurements to the curve, for good.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add_to_curve(&self, points: &[CurvePoint]) -> Result<(), BrainError> {
        Ok(self.write().add_to_curve(points)?)
    }

    /// Bytes of the file.
    pub fn file_bytes(&self) -> u64 {
        self.read().store().file_bytes()
    }

    /// Bytes of the graph in memory.
    pub fn memory_bytes(&self) -> usize {
        self.read().bytes()
    }

    /// Makes sure that it can learn: a brain that is open only to look is opened for writing.
    ///
    /// # Errors
    /// If the file cannot be written or another process has it open.
    pub fn make_writable(&self) -> Result<(), BrainError> {
        Ok(self.write().make_writable()?)
    }

    /// Reads the whole brain into memory if it fits there, which makes training faster.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn load_all(&self) -> Result<bool, BrainError> {
        Ok(self.write().load_all()?)
    }

    /// Forgets everything; what it is of and how it learns stays.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn reset(&self) -> Result<(), BrainError> {
        let mut memory = self.write();
        memory.clear()?;
        Ok(memory.compact()?)
    }

    /// Gives back the room in the file that nothing uses.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn compact(&self) -> Result<(), BrainError> {
        Ok(self.write().compact()?)
    }

    /// Reads all of it and counts. `go_on` is asked now and then and stops it by saying no; then the result is `None`.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn summary(&self, go_on: &mut dyn FnMut() -> bool) -> Result<Option<Summary>, BrainError> {
        let mut sum = Summary::default();
        let done = self.read().each(&mut |_, node| {
            for edge in &node.edges {
                match edge.proof() {
                    Some(Proved::Win { .. }) => sum.proved_wins += 1,
                    Some(Proved::Draw) => sum.proved_draws += 1,
                    Some(Proved::Loss { .. }) => sum.proved_losses += 1,
                    None => {}
                }
                sum.played += u64::from(edge.visits > 0);
                sum.visits += u64::from(edge.visits);
            }
            match highest(&node.edges) {
                Some(best) if best > 0.0 => sum.good += 1,
                Some(best) if best < 0.0 => sum.bad += 1,
                _ => {}
            }
            go_on()
        })?;
        Ok(done.then_some(sum))
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

    /// How much memory it may take.
    pub fn room(&self) -> Room {
        self.room
    }

    pub(crate) fn places(&self) -> Places<'_, G> {
        Places { game: &self.game, symmetry: self.header.settings.symmetry }
    }

    /// Whoever panicked while changing the graph in memory has not written anything; what is there is sound, if not
    /// complete.
    pub(crate) fn read(&self) -> RwLockReadGuard<'_, Memory> {
        self.memory.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn write(&self) -> RwLockWriteGuard<'_, Memory> {
        self.memory.write().unwrap_or_else(PoisonError::into_inner)
    }
}
