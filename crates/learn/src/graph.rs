//! The strategy graph in memory: nodes are positions, edges are moves with their values.
//!
//! Three long vectors hold everything (keys, nodes, edges): a node with one edge takes about sixty bytes, and a graph of
//! millions of nodes is dropped at once. Single nodes are never removed.

use std::hash::Hasher;

use hashbrown::HashTable;
use plywood_rules::Proved;
use rustc_hash::FxHasher;

use crate::proof::{PackedProof, proved_value};

/// The knowledge about one move in one position, from the view of the player who makes it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Edge {
    /// The move: its index among the legal moves of the node's own position.
    pub mv: u16,
    /// The number of times the learner itself played it against another player, up to 65535.
    pub tries: u16,
    /// Its value, from -1 (a sure loss) to 1 (a sure win).
    pub q: f32,
    /// The average result of these tries, from -1 to 1: the practical chance against earlier opponents.
    pub result: f32,
    /// The number of times any player played it.
    pub visits: u32,
    /// Its proof, in two bytes: see [`Edge::proof`].
    pub(crate) code: PackedProof,
}

impl Edge {
    /// The proof of the move, for the player who makes it. Plies are counted to the end of the game, with this move.
    #[inline]
    pub fn proof(&self) -> Option<Proved> {
        self.code.proof()
    }

    /// Enters a proof and its exact value: 1, 0 or -1. Of two distances the shorter one is kept: it is a quicker win.
    #[inline]
    pub(crate) fn prove(&mut self, proof: Proved) {
        let better = match (self.proof(), proof) {
            (None, _) => true,
            (Some(Proved::Win { plies: old }), Proved::Win { plies: new }) => new < old,
            (Some(Proved::Loss { plies: old }), Proved::Loss { plies: new }) => new < old,
            (Some(_), _) => false,
        };
        if better {
            self.code = PackedProof::of(proof);
            self.q = proved_value(proof);
        }
    }

    /// Adds the knowledge that another brain has of the same move.
    pub(crate) fn combine(&mut self, other: &Edge) {
        let average = |a: f32, b: f32, weights: [f64; 2]| {
            if a == b || weights == [0.0, 0.0] {
                return a;
            }
            let [left, right] = weights;
            ((f64::from(a) * left + f64::from(b) * right) / (left + right)) as f32
        };
        self.q = average(self.q, other.q, [self.visits, other.visits].map(f64::from));
        self.result = average(self.result, other.result, [self.tries, other.tries].map(f64::from));
        self.visits = self.visits.saturating_add(other.visits);
        self.tries = self.tries.saturating_add(other.tries);
        for proof in [self.proof(), other.proof()].into_iter().flatten() {
            self.prove(proof);
        }
    }
}

/// The highest value of these edges.
pub(crate) fn highest(edges: &[Edge]) -> Option<f32> {
    edges.iter().map(|edge| edge.q).reduce(f32::max)
}

/// The index of a node in its graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct StrategyNodeId(u32);

/// The bit of the ids of a graph that another one shares. A graph in memory has far fewer nodes.
const SHARED: u32 = 1 << 31;

impl StrategyNodeId {
    /// The same node, for one who has a graph of their own besides.
    #[inline]
    pub fn shared(self) -> StrategyNodeId {
        StrategyNodeId(self.0 | SHARED)
    }

    /// The node in the shared graph; `None` if this is the id of an own one.
    #[inline]
    pub fn in_shared(self) -> Option<StrategyNodeId> {
        (self.0 & SHARED != 0).then_some(StrategyNodeId(self.0 & !SHARED))
    }
}

/// A position of the graph.
#[derive(Clone, Copy, Debug)]
struct StrategyNode {
    key: u32,
    key_len: u16,
    /// Its first edge.
    first: u32,
    /// Its number of edges, and the number that it has space for.
    len: u16,
    room: u16,
    info: NodeInfo,
    /// True if it differs from the node on disk.
    changed: bool,
}

/// The knowledge about a position besides its edges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct NodeInfo {
    /// The number of legal moves; 0 if it is unknown.
    pub legal: u16,
    /// The plies within which a forced win of the side to move was searched for.
    pub searched: u8,
}

/// A graph, or a part of one.
#[derive(Default)]
pub(crate) struct StrategyGraph {
    table: HashTable<u32>,
    nodes: Vec<StrategyNode>,
    keys: Vec<u8>,
    edges: Vec<Edge>,
    changed: Vec<u32>,
}

#[inline(always)]
fn hash(key: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(key);
    hasher.finish()
}

#[inline(always)]
fn key_of<'a>(nodes: &[StrategyNode], keys: &'a [u8], id: u32) -> &'a [u8] {
    let node = &nodes[id as usize];
    &keys[node.key as usize..][..usize::from(node.key_len)]
}

impl StrategyGraph {
    /// Empties it and keeps its memory.
    pub fn clear(&mut self) {
        self.table.clear();
        self.nodes.clear();
        self.keys.clear();
        self.edges.clear();
        self.changed.clear();
    }

    /// The bytes it takes.
    pub fn bytes(&self) -> usize {
        // A hash table keeps a control byte beside each slot, and at most seven of eight slots are full.
        self.table.capacity() * 8 / 7 * (size_of::<u32>() + 1)
            + self.nodes.len() * size_of::<StrategyNode>()
            + self.keys.len()
            + self.edges.len() * size_of::<Edge>()
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The node of this key, if there is one.
    #[inline]
    pub fn find(&self, key: &[u8]) -> Option<StrategyNodeId> {
        let found = self.table.find(hash(key), |&id| key_of(&self.nodes, &self.keys, id) == key);
        found.copied().map(StrategyNodeId)
    }

    /// A new node without edges; there must be none of this key.
    ///
    /// # Panics
    /// If there are more nodes, edges or bytes of keys than 32 bits count, which the limit of the cache prevents.
    pub fn insert(&mut self, key: &[u8]) -> StrategyNodeId {
        let fits = |n: usize| u32::try_from(n).expect("a graph in memory stays below 4 GiB");
        let id = fits(self.nodes.len());
        let key_len = u16::try_from(key.len()).expect("a position takes less than 64 KiB");
        self.nodes.push(StrategyNode {
            key: fits(self.keys.len()),
            key_len,
            first: fits(self.edges.len()),
            len: 0,
            room: 0,
            info: NodeInfo::default(),
            changed: false,
        });
        self.keys.extend_from_slice(key);
        let (nodes, keys) = (&self.nodes, &self.keys);
        self.table.insert_unique(hash(key), id, |&id| hash(key_of(nodes, keys, id)));
        StrategyNodeId(id)
    }

    /// The key of a node.
    #[inline]
    pub fn key(&self, id: StrategyNodeId) -> &[u8] {
        key_of(&self.nodes, &self.keys, id.0)
    }

    /// The knowledge about a node.
    #[inline]
    pub fn info(&self, id: StrategyNodeId) -> NodeInfo {
        self.nodes[id.0 as usize].info
    }

    /// Changes the knowledge about a node.
    #[inline]
    pub fn set_info(&mut self, id: StrategyNodeId, info: NodeInfo) {
        if self.nodes[id.0 as usize].info != info {
            self.nodes[id.0 as usize].info = info;
            self.touch(id);
        }
    }

    /// Sets the knowledge about a node as it is on disk, without marking it as changed.
    pub fn set_info_quietly(&mut self, id: StrategyNodeId, info: NodeInfo) {
        self.nodes[id.0 as usize].info = info;
    }

    /// The edges of a node, in the order in which they were entered.
    #[inline]
    pub fn edges(&self, id: StrategyNodeId) -> &[Edge] {
        let node = &self.nodes[id.0 as usize];
        &self.edges[node.first as usize..][..usize::from(node.len)]
    }

    /// The proof that the edges of a node give for its mover: one win is enough, anything else needs all legal moves.
    #[inline]
    pub fn proof(&self, id: StrategyNodeId) -> Option<Proved> {
        let edges = self.edges(id);
        let best = edges.iter().filter_map(Edge::proof).max()?;
        let all = edges.len() == usize::from(self.info(id).legal);
        let proved =
            matches!(best, Proved::Win { .. }) || (all && edges.iter().all(|edge| edge.proof().is_some()));
        proved.then_some(best)
    }

    /// The place of a move among the edges of a node.
    #[inline]
    pub fn place(&self, id: StrategyNodeId, mv: u16) -> Option<usize> {
        self.edges(id).iter().position(|edge| edge.mv == mv)
    }

    /// An edge to change.
    #[inline]
    pub fn edge_mut(&mut self, id: StrategyNodeId, place: usize) -> &mut Edge {
        self.touch(id);
        let node = &self.nodes[id.0 as usize];
        &mut self.edges[node.first as usize..][..usize::from(node.len)][place]
    }

    /// Gives a node an edge for a move that has none, and returns its place.
    pub fn add_edge(&mut self, id: StrategyNodeId, edge: Edge) -> usize {
        self.touch(id);
        let place = self.nodes[id.0 as usize].len;
        self.make_room(id, place + 1);
        let node = &mut self.nodes[id.0 as usize];
        self.edges[node.first as usize + usize::from(place)] = edge;
        node.len += 1;
        usize::from(place)
    }

    /// Replaces a node's edges; there may be more or fewer than before.
    pub fn set_edges(&mut self, id: StrategyNodeId, edges: &[Edge]) {
        let len = u16::try_from(edges.len()).expect("a position has fewer than 65536 moves");
        self.make_room(id, len);
        let node = &mut self.nodes[id.0 as usize];
        node.len = len;
        self.edges[node.first as usize..][..edges.len()].copy_from_slice(edges);
    }

    /// Gives a node space for `wanted` edges. A full one moves to the end, with twice the space.
    fn make_room(&mut self, id: StrategyNodeId, wanted: u16) {
        let node = &mut self.nodes[id.0 as usize];
        if wanted <= node.room {
            return;
        }
        let end = self.edges.len();
        let held = node.first as usize..node.first as usize + usize::from(node.len);
        let at_end = node.first as usize + usize::from(node.room) == end;
        let room = if node.room == 0 { wanted } else { wanted.max(node.room.saturating_mul(2)) };
        if !at_end {
            node.first = u32::try_from(end).expect("a graph in memory stays below 4 GiB");
            self.edges.extend_from_within(held);
        }
        self.edges.resize(node.first as usize + usize::from(room), Edge::default());
        node.room = room;
    }

    #[inline]
    fn touch(&mut self, id: StrategyNodeId) {
        let node = &mut self.nodes[id.0 as usize];
        if !node.changed {
            node.changed = true;
            self.changed.push(id.0);
        }
    }

    /// The nodes that were changed since [`StrategyGraph::set_clean`].
    pub fn changed(&self) -> impl Iterator<Item = StrategyNodeId> + '_ {
        self.changed.iter().copied().map(StrategyNodeId)
    }

    /// Marks everything as being on disk.
    pub fn set_clean(&mut self) {
        for id in std::mem::take(&mut self.changed) {
            self.nodes[id as usize].changed = false;
        }
    }
}
