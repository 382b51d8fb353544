//! The part of a brain that is in memory, and the store behind it.
//!
//! Two graphs hold recently used nodes, a young one and an old one. A node that is looked up to be changed moves into the
//! young one. When that has filled its half of the memory, everything new is written to disk, the old graph is dropped as
//! a whole and the young one takes its place. Memory stays bounded this way, and nodes in use stay in it.

use std::sync::Weak;

use serde::{Deserialize, Serialize};

use crate::codec::{decode, encode};
use crate::error::BrainError;
use crate::graph::{StrategyGraph, StrategyNodeId};
use crate::kept_network::{KeptNetwork, OwnNote};
use crate::ntuple::{Changed, Network};
use crate::store::{Reader, Store, StoreError};
use crate::view::{GraphView, NodeSource, StoredNode};

/// The numbers of games, positions and moves that a brain has learnt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counters {
    /// Games learnt.
    pub games: u64,
    /// Positions known.
    pub nodes: u64,
    /// Moves known.
    pub edges: u64,
}

impl Counters {
    /// The counters after `games` more that were learnt in `view`.
    pub(crate) fn with(self, games: u64, view: &GraphView<'_>) -> Counters {
        let Counters { games: before, nodes, edges } = self;
        Counters { games: before + games, nodes: nodes + view.new_nodes, edges: edges + view.new_edges }
    }
}

/// A training run that was begun, and its progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedRun {
    /// The plan in words: the same words mean the same run.
    pub plan: String,
    /// Games of it that are learnt.
    pub done: u64,
    /// Games of the whole run.
    pub games: u64,
    /// Games the brain had learnt when the run began.
    pub before: u64,
    /// True if it is complete, with its last measurement.
    #[serde(default)]
    pub finished: bool,
}

/// The result of games against a fixed opponent, which are not learnt from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct CurvePoint {
    /// Games the brain had learnt.
    pub games: u64,
    /// The opponent's name.
    pub opponent: String,
    /// Games won, as first and as second player together.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

/// The notes under which the counters, the run and the learning curve are kept.
const COUNTERS: &str = "counters";
const RUN: &str = "run";
const CURVE: &str = "curve";

/// A note to be written together with nodes: its name, and its content or `None` to remove it.
type NoteChange<'a> = (&'a str, Option<&'a [u8]>);

/// A store and the recently used part of it.
pub(crate) struct BrainMemory {
    young: StrategyGraph,
    old: StrategyGraph,
    disk: StoreSnapshot,
    /// Another number whenever nodes of the young graph are gone.
    era: u64,
    /// True if everything on disk is also here.
    complete: bool,
    /// Bytes that the graphs may take.
    limit: usize,
    pub counters: Counters,
    /// The training run begun last.
    pub run: Option<RecordedRun>,
    /// Alive while that run is under way.
    pub run_owner: Weak<()>,
    /// The n-tuple network, if there is one.
    pub network: Option<KeptNetwork>,
}

/// The file, and a snapshot of what is in it.
struct StoreSnapshot {
    store: Store,
    /// `None` only while the file is compacted.
    reader: Option<Reader>,
}

impl StoreSnapshot {
    fn new(store: Store) -> Result<StoreSnapshot, StoreError> {
        Ok(StoreSnapshot { reader: Some(store.reader()?), store })
    }

    fn reader(&self) -> Result<&Reader, StoreError> {
        self.reader.as_ref().ok_or_else(|| StoreError::Closed { path: self.store.path().to_path_buf() })
    }

    /// Takes a new snapshot.
    fn renew(&mut self) -> Result<(), StoreError> {
        self.reader = None;
        self.reader = Some(self.store.reader()?);
        Ok(())
    }

    fn load(&self, key: &[u8], node: &mut StoredNode) -> Result<bool, StoreError> {
        let mut bytes = Vec::with_capacity(64);
        if !self.reader()?.get(key, &mut bytes)? {
            return Ok(false);
        }
        node.info = decode(&bytes, &mut node.edges).ok_or_else(|| damaged(&self.store, "a position"))?;
        Ok(true)
    }

    /// Hands every node to `f`, in the order of the keys, until it returns false; returns false then.
    fn each(&self, f: &mut dyn FnMut(&[u8], &StoredNode) -> bool) -> Result<bool, StoreError> {
        let mut node = StoredNode::default();
        let (mut sound, mut wanted) = (true, true);
        self.reader()?.each(&mut |key, value| {
            match decode(value, &mut node.edges) {
                Some(info) => {
                    node.info = info;
                    wanted = f(key, &node);
                }
                None => sound = false,
            }
            sound && wanted
        })?;
        if sound { Ok(wanted) } else { Err(damaged(&self.store, "a position")) }
    }

    fn network(&self) -> Result<Option<KeptNetwork>, StoreError> {
        KeptNetwork::read(self.reader()?, &|| damaged(&self.store, "its network"))
    }

    fn note<T: for<'a> Deserialize<'a>>(&self, name: &str) -> Result<Option<T>, StoreError> {
        let Some(bytes) = self.reader()?.note(name)? else { return Ok(None) };
        let sense = serde_json::from_slice(&bytes);
        sense.map(Some).map_err(|_| damaged(&self.store, &format!("its note '{name}'")))
    }
}

pub(crate) fn damaged(store: &Store, what: &str) -> StoreError {
    StoreError::Damaged { path: store.path().to_path_buf(), what: format!("{what} makes no sense") }
}

/// The source behind the young graph.
struct Backing<'a> {
    old: &'a StrategyGraph,
    disk: Option<&'a StoreSnapshot>,
}

impl NodeSource for Backing<'_> {
    fn load(&self, key: &[u8], node: &mut StoredNode) -> Result<bool, StoreError> {
        if copy(self.old, key, node) {
            return Ok(true);
        }
        self.disk.map_or(Ok(false), |disk| disk.load(key, node))
    }
}

fn copy(graph: &StrategyGraph, key: &[u8], node: &mut StoredNode) -> bool {
    let Some(id) = graph.find(key) else { return false };
    node.info = graph.info(id);
    node.edges.clear();
    node.edges.extend_from_slice(graph.edges(id));
    true
}

impl NodeSource for BrainMemory {
    fn load(&self, key: &[u8], node: &mut StoredNode) -> Result<bool, StoreError> {
        if copy(&self.young, key, node) || copy(&self.old, key, node) {
            return Ok(true);
        }
        if self.complete { Ok(false) } else { self.disk.load(key, node) }
    }
}

impl BrainMemory {
    /// The memory of a store, with at most `limit` bytes for its graphs.
    pub fn new(store: Store, limit: usize) -> Result<BrainMemory, StoreError> {
        let disk = StoreSnapshot::new(store)?;
        let counters: Counters = disk.note(COUNTERS)?.unwrap_or_default();
        let run = disk.note(RUN)?;
        let complete = disk.reader()?.len()? == 0;
        let (young, old) = (StrategyGraph::default(), StrategyGraph::default());
        let network = disk.network()?;
        let run_owner = Weak::new();
        Ok(BrainMemory { young, old, disk, era: 0, complete, limit, counters, run, run_owner, network })
    }

    pub fn store(&self) -> &Store {
        &self.disk.store
    }

    /// Bytes that the graphs take.
    pub fn bytes(&self) -> usize {
        self.young.bytes() + self.old.bytes()
    }

    /// Reads everything into memory, if it fits; false if it does not.
    pub fn load_all(&mut self) -> Result<bool, StoreError> {
        if self.complete {
            return Ok(true);
        }
        let (young, old, limit) = (&mut self.young, &self.old, self.limit);
        self.complete = self.disk.each(&mut |key, node| {
            let fits = young.bytes() + old.bytes() < limit / 2;
            if fits && young.find(key).is_none() && old.find(key).is_none() {
                let id = young.insert(key);
                young.set_edges(id, &node.edges);
                young.set_info_quietly(id, node.info);
            }
            fits
        })?;
        Ok(self.complete)
    }

    /// Lets `teach` change the graph in memory; nothing is written.
    pub fn change<T>(
        &mut self,
        teach: impl FnOnce(&mut GraphView<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let behind = Backing { old: &self.old, disk: (!self.complete).then_some(&self.disk) };
        let mut view = GraphView::of_memory(&mut self.young, self.era, &behind);
        let taught = teach(&mut view);
        self.counters.nodes += view.new_nodes;
        self.counters.edges += view.new_edges;
        taught
    }

    /// Lets `look` see the graph in memory; it changes only `own`.
    pub fn look<T>(&self, own: &mut StrategyGraph, look: impl FnOnce(&mut GraphView<'_>) -> T) -> T {
        let behind = Backing { old: &self.old, disk: (!self.complete).then_some(&self.disk) };
        look(&mut GraphView::beside(own, &self.young, self.era, &behind))
    }

    /// Returns true if [`BrainMemory::flush`] would drop nodes.
    pub fn is_full(&self) -> bool {
        self.young.bytes() > self.limit / 2
    }

    /// Writes every change and these notes in one durable transaction, and drops old nodes if memory is full.
    pub fn flush(&mut self, notes: &[NoteChange<'_>]) -> Result<(), StoreError> {
        let mut changed: Vec<(&StrategyGraph, StrategyNodeId)> =
            self.young.changed().map(|id| (&self.young, id)).collect();
        // A node that moved into the young graph counts as it is there.
        let moved = |id| self.young.find(self.old.key(id)).is_some();
        changed.extend(self.old.changed().filter(|&id| !moved(id)).map(|id| (&self.old, id)));
        let of_network = self.network.as_ref().map(KeptNetwork::notes).unwrap_or_default();
        commit(&self.disk.store, changed, self.counters, self.run.as_ref(), notes, &of_network)?;
        if let Some(network) = &mut self.network {
            network.set_written(&of_network);
        }
        self.young.set_clean();
        self.old.set_clean();
        self.disk.renew()?;
        self.make_room();
        Ok(())
    }

    /// Drops nodes that were not used recently if memory is full. Everything has to be on disk.
    fn make_room(&mut self) {
        if self.is_full() {
            self.complete &= self.old.len() == 0;
            self.old = std::mem::take(&mut self.young);
            self.era += 1;
        }
    }

    /// Writes a graph of changed nodes in one durable transaction, together with these counters and what `teach` changes in the
    /// network, and only then takes it over into memory.
    pub fn write(
        &mut self,
        graph: &StrategyGraph,
        counters: Counters,
        teach: &mut dyn FnMut(&mut Network) -> Result<(), BrainError>,
    ) -> Result<(), BrainError> {
        let unwritten = self.network.as_ref().is_some_and(|network| network.changed != Changed::Nothing);
        if unwritten || self.young.changed().next().is_some() || self.old.changed().next().is_some() {
            // The counters include these as well.
            self.flush(&[])?;
        }
        let changed = graph.changed().map(|id| (graph, id)).collect();
        let taught = self.network.as_deref_mut().map_or(Ok(()), teach);
        let of_network = self.network.as_ref().map(KeptNetwork::notes).unwrap_or_default();
        let written = taught.and_then(|()| {
            Ok(commit(&self.disk.store, changed, counters, self.run.as_ref(), &[], &of_network)?)
        });
        if written.is_err() && self.network.is_some() {
            // It has learnt what is not on disk.
            self.network = self.disk.network()?;
        }
        written?;
        if let Some(network) = &mut self.network {
            network.set_written(&of_network);
        }
        self.counters = counters;
        self.disk.renew()?;
        for id in graph.changed() {
            let key = graph.key(id);
            let own = self.young.find(key).unwrap_or_else(|| self.young.insert(key));
            self.young.set_edges(own, graph.edges(id));
            self.young.set_info_quietly(own, graph.info(id));
        }
        self.make_room();
        Ok(())
    }

    /// Forgets everything, on disk as well.
    pub fn clear(&mut self) -> Result<(), StoreError> {
        self.disk.store.clear()?;
        (self.young, self.old) = (StrategyGraph::default(), StrategyGraph::default());
        self.era += 1;
        self.disk.renew()?;
        self.complete = true;
        if let Some(network) = &mut self.network {
            network.clear();
        }
        (self.counters, self.run) = (Counters::default(), None);
        Ok(())
    }

    /// Opens the store for writing if it is open only for reading.
    pub fn make_writable(&mut self) -> Result<(), StoreError> {
        self.disk.reader = None;
        let made = self.disk.store.make_writable();
        // Either way the file may have been closed and opened again.
        self.disk.renew()?;
        made
    }

    /// Gives unused space in the file back to the system.
    pub fn compact(&mut self) -> Result<(), StoreError> {
        self.disk.reader = None;
        let compacted = self.disk.store.compact();
        self.disk.renew()?;
        compacted
    }

    /// Hands every node on disk to `f`, in the order of the keys, until it says no; false if it did.
    pub fn each(&self, f: &mut dyn FnMut(&[u8], &StoredNode) -> bool) -> Result<bool, StoreError> {
        self.disk.each(f)
    }

    /// The learning curve measured so far.
    pub fn curve(&self) -> Result<Vec<CurvePoint>, StoreError> {
        Ok(self.disk.note(CURVE)?.unwrap_or_default())
    }

    /// Adds points to the learning curve, on disk.
    pub fn add_to_curve(&mut self, points: &[CurvePoint]) -> Result<(), StoreError> {
        let mut curve = self.curve()?;
        curve.extend_from_slice(points);
        self.flush(&[(CURVE, Some(&note_bytes(&curve)))])
    }
}

/// A note's content as bytes.
fn note_bytes(note: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(note).expect("plain numbers and texts can be written")
}

/// One durable transaction, keys in order: a store takes them faster that way.
fn commit(
    store: &Store,
    mut changed: Vec<(&StrategyGraph, StrategyNodeId)>,
    counters: Counters,
    run: Option<&RecordedRun>,
    notes: &[NoteChange<'_>],
    of_network: &[OwnNote],
) -> Result<(), StoreError> {
    changed.sort_unstable_by(|a, b| a.0.key(a.1).cmp(b.0.key(b.1)));
    let (mut values, mut ends) = (Vec::new(), Vec::with_capacity(changed.len()));
    for &(graph, id) in &changed {
        encode(graph.info(id), graph.edges(id), &mut values);
        ends.push(values.len());
    }
    let counters = note_bytes(&counters);
    let run = run.map(note_bytes);
    let mut notes = notes.to_vec();
    notes.extend(of_network.iter().map(|(name, content)| (&name[..], content.as_deref())));
    notes.extend([(COUNTERS, Some(&counters[..])), (RUN, run.as_deref())]);
    let starts = std::iter::once(0).chain(ends.iter().copied());
    let mut nodes = changed
        .iter()
        .zip(starts.zip(&ends))
        .map(|(&(graph, id), (start, &end))| (graph.key(id), &values[start..end]));
    store.commit(&mut nodes, &notes)
}
