//! The part of a brain that does not depend on the game's type: it is compiled once for all games.

use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use plywood_rules::{Proved, Stop};

use crate::error::BrainError;
use crate::files::FileId;
use crate::graph::{Edge, NodeInfo, highest};
use crate::memory::{BrainMemory, Counters, CurvePoint, RecordedRun};
use crate::settings::{LearnSettings, WantedSettings};
use crate::store::{Access, Header, Store};

/// The memory that a brain may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryLimits {
    /// Bytes for the part of the graph that is in memory.
    pub graph: usize,
    /// Bytes for the store's own cache of pages.
    pub pages: usize,
}

impl Default for MemoryLimits {
    fn default() -> MemoryLimits {
        MemoryLimits::of(1 << 30)
    }
}

impl MemoryLimits {
    /// This many bytes in total, up to 4 GiB for the graph.
    pub fn of(bytes: u64) -> MemoryLimits {
        let most = u32::MAX.into();
        MemoryLimits { graph: (bytes - bytes / 8).min(most) as usize, pages: (bytes / 8).min(most) as usize }
    }
}

/// Counts over a whole brain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Moves that are proved to win.
    pub proved_wins: u64,
    /// Moves that are proved to draw.
    pub proved_draws: u64,
    /// Moves that are proved to lose.
    pub proved_losses: u64,
    /// Moves that were played.
    pub played: u64,
    /// The sum of the visits of all moves.
    pub visits: u64,
    /// Positions in which the best known move has a value above 0.
    pub good: u64,
    /// Positions in which every known move has a value below 0.
    pub bad: u64,
}

/// The size of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetworkSize {
    /// Its tuples of cells.
    pub tuples: usize,
    /// Its weights, and those of them that were ever learnt.
    pub weights: usize,
    /// See `weights`.
    pub learnt: usize,
}

/// Everything that a [`Brain`](crate::Brain) knows, by keys of positions and numbers of moves.
pub struct Knowledge {
    header: Header,
    limits: MemoryLimits,
    memory: RwLock<BrainMemory>,
}

impl Knowledge {
    pub(crate) fn new(store: Store, limits: MemoryLimits) -> Result<Knowledge, BrainError> {
        let header = store.header().clone();
        Ok(Knowledge { header, limits, memory: RwLock::new(BrainMemory::new(store, limits.graph)?) })
    }

    pub(crate) fn open(path: &Path, access: Access, limits: MemoryLimits) -> Result<Knowledge, BrainError> {
        Knowledge::new(Store::open(path, access, limits.pages)?, limits)
    }

    /// The same under the present name of its game.
    pub(crate) fn of_game(mut self, name: String) -> Knowledge {
        self.header.game = name;
        self
    }

    /// The game it is of and how it learns.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The settings it learns with.
    pub fn settings(&self) -> &LearnSettings {
        &self.header.settings
    }

    /// Checks that it learns with the settings that are wanted: values learnt one way mean nothing another way.
    ///
    /// # Errors
    /// If it learns with others.
    pub fn check_settings(&self, wanted: WantedSettings) -> Result<(), BrainError> {
        let own = *self.settings();
        let wanted = wanted.or(own);
        if wanted == own {
            return Ok(());
        }
        Err(BrainError::OtherSettings { path: self.path(), own, wanted })
    }

    /// The memory it may take.
    pub fn limits(&self) -> MemoryLimits {
        self.limits
    }

    /// The file, as its path was given.
    pub fn path(&self) -> PathBuf {
        self.read().store().path().to_path_buf()
    }

    /// Its file; `None` if it has none.
    pub(crate) fn file(&self) -> Option<FileId> {
        self.read().store().file()
    }

    /// The numbers of games, positions and moves learnt.
    pub fn counters(&self) -> Counters {
        self.read().counters
    }

    /// The size of its network, if it has one.
    pub fn network_size(&self) -> Option<NetworkSize> {
        let memory = self.read();
        let network = memory.network.as_ref()?;
        let (weights, learnt) = network.size();
        Some(NetworkSize { tuples: network.tuples(), weights, learnt })
    }

    /// The training run begun last, if there was one.
    pub fn run(&self) -> Option<RecordedRun> {
        self.read().run.clone()
    }

    /// The results against fixed opponents, in the order in which they were measured.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn curve(&self) -> Result<Vec<CurvePoint>, BrainError> {
        Ok(self.read().curve()?)
    }

    /// Adds measurements to the curve, on disk.
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

    /// Makes sure that it can learn: a brain that was opened for reading is opened for writing.
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

    /// Forgets all positions, counters and runs; the header stays.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn reset(&self) -> Result<(), BrainError> {
        let mut memory = self.write();
        memory.clear()?;
        Ok(memory.compact()?)
    }

    /// Gives unused space in the file back to the system.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn compact(&self) -> Result<(), BrainError> {
        Ok(self.write().compact()?)
    }

    /// Reads the whole brain and counts; `None` if it was stopped.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn summary(&self, stop: &Stop) -> Result<Option<Summary>, BrainError> {
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
            !stop.is_raised()
        })?;
        Ok(done.then_some(sum))
    }

    /// Adds knowledge of one position: visits add up, values are averaged by their visits, proofs stay.
    pub(crate) fn add(&self, key: &[u8], info: NodeInfo, edges: &[Edge]) -> Result<(), BrainError> {
        let mut memory = self.write();
        memory.change(|view| {
            let node = view.node(key)?;
            let own = view.info(node);
            let legal = if own.legal > 0 { own.legal } else { info.legal };
            view.set_info(node, NodeInfo { legal, searched: own.searched.max(info.searched) });
            for edge in edges {
                match view.place(node, edge.mv) {
                    Some(place) => view.edge_mut(node, place).combine(edge),
                    None => drop(view.add_edge(node, *edge)),
                }
            }
            Ok(())
        })?;
        if memory.is_full() {
            memory.flush(&[])?;
        }
        Ok(())
    }

    /// A thread that panicked while it changed the graph in memory has not written anything; the graph is sound, if not
    /// complete.
    pub(crate) fn read(&self) -> RwLockReadGuard<'_, BrainMemory> {
        self.memory.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn write(&self) -> RwLockWriteGuard<'_, BrainMemory> {
        self.memory.write().unwrap_or_else(PoisonError::into_inner)
    }
}
