//! A view of a graph through a smaller one.
//!
//! A node that a game changes is copied into the game's own graph, and only that copy is changed: the game
//! sees its own loops and discoveries, and no other game sees them before it is over.

use plywood_rules::Proved;

use crate::graph::{Edge, NodeInfo, StrategyGraph, StrategyNodeId};
use crate::store::StoreError;

/// A node as it comes out of a [`NodeSource`].
#[derive(Default)]
pub(crate) struct StoredNode {
    pub info: NodeInfo,
    pub edges: Vec<Edge>,
}

/// A source of nodes.
pub(crate) trait NodeSource: Sync {
    /// Copies the node of this key into `node`; false if there is none, and then `node` holds nothing of use.
    fn load(&self, key: &[u8], node: &mut StoredNode) -> Result<bool, StoreError>;
}

/// A node of the graph in memory, where it was found: it is there as long as the graph is of the same era.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FoundNode {
    era: u64,
    node: StrategyNodeId,
}

/// A graph to work in, filled from another source as nodes are asked for.
pub(crate) struct GraphView<'a> {
    own: &'a mut StrategyGraph,
    /// A graph whose nodes are read where they are. They are copied when they change.
    shared: Option<&'a StrategyGraph>,
    /// True if there are copies of shared nodes in the own graph.
    copied: bool,
    /// The era of the shared graph, or of the own one if it is in memory for longer than this view.
    era: Option<u64>,
    base: &'a dyn NodeSource,
    loaded: StoredNode,
    /// Nodes and edges that are new.
    pub new_nodes: u64,
    pub new_edges: u64,
}

impl<'a> GraphView<'a> {
    /// A view that copies every node it is asked for.
    pub fn new(own: &'a mut StrategyGraph, base: &'a dyn NodeSource) -> GraphView<'a> {
        let loaded = StoredNode::default();
        GraphView { own, shared: None, copied: false, era: None, base, loaded, new_nodes: 0, new_edges: 0 }
    }

    /// A view that changes the graph in memory, which is of this era.
    pub fn of_memory(own: &'a mut StrategyGraph, era: u64, base: &'a dyn NodeSource) -> GraphView<'a> {
        GraphView { era: Some(era), ..GraphView::new(own, base) }
    }

    /// A view that reads the graph in memory, which is of this era, and changes only its own.
    pub fn beside(
        own: &'a mut StrategyGraph,
        shared: &'a StrategyGraph,
        era: u64,
        base: &'a dyn NodeSource,
    ) -> GraphView<'a> {
        GraphView { shared: Some(shared), era: Some(era), ..GraphView::new(own, base) }
    }

    /// The node of this key; it is copied or made if it is in neither graph.
    pub fn node(&mut self, key: &[u8]) -> Result<StrategyNodeId, StoreError> {
        if let Some(id) = self.shared.and_then(|shared| shared.find(key)) {
            return Ok(id.shared());
        }
        if let Some(id) = self.own.find(key) {
            return Ok(id);
        }
        let known = self.base.load(key, &mut self.loaded)?;
        let id = self.own.insert(key);
        if known {
            self.own.set_edges(id, &self.loaded.edges);
            self.own.set_info_quietly(id, self.loaded.info);
        } else {
            self.new_nodes += 1;
        }
        Ok(id)
    }

    /// The same, for a node that may have been found before. It is looked up only if the graph is of another era by now.
    #[inline]
    pub fn node_found(
        &mut self,
        key: &[u8],
        found: &mut Option<FoundNode>,
    ) -> Result<StrategyNodeId, StoreError> {
        let shared = self.shared.is_some();
        if let Some(FoundNode { era, node }) = *found
            && self.era == Some(era)
        {
            return Ok(if shared { node.shared() } else { node });
        }
        let id = self.node(key)?;
        let node = if shared { id.in_shared() } else { Some(id) };
        *found = self.era.zip(node).map(|(era, node)| FoundNode { era, node });
        Ok(id)
    }

    /// The graph that a node is in, and its id there.
    #[inline]
    fn place_of(&self, id: StrategyNodeId) -> (&StrategyGraph, StrategyNodeId) {
        let (Some(shared), Some(node)) = (self.shared, id.in_shared()) else { return (self.own, id) };
        let copy = if self.copied { self.own.find(shared.key(node)) } else { None };
        copy.map_or((shared, node), |copy| (self.own, copy))
    }

    /// The node in the own graph, into which it is copied if it is not there.
    #[inline]
    fn changeable(&mut self, id: StrategyNodeId) -> StrategyNodeId {
        match (self.shared, id.in_shared()) {
            (Some(shared), Some(node)) => self.copy(shared, node),
            _ => id,
        }
    }

    fn copy(&mut self, shared: &StrategyGraph, node: StrategyNodeId) -> StrategyNodeId {
        let key = shared.key(node);
        self.own.find(key).unwrap_or_else(|| {
            let id = self.own.insert(key);
            self.own.set_edges(id, shared.edges(node));
            self.own.set_info_quietly(id, shared.info(node));
            self.copied = true;
            id
        })
    }

    /// As [`Graph::edges`].
    #[inline]
    pub fn edges(&self, id: StrategyNodeId) -> &[Edge] {
        let (graph, id) = self.place_of(id);
        graph.edges(id)
    }

    /// As [`Graph::info`].
    #[inline]
    pub fn info(&self, id: StrategyNodeId) -> NodeInfo {
        let (graph, id) = self.place_of(id);
        graph.info(id)
    }

    /// As [`Graph::proof`].
    #[inline]
    pub fn proof(&self, id: StrategyNodeId) -> Option<Proved> {
        let (graph, id) = self.place_of(id);
        graph.proof(id)
    }

    /// As [`Graph::place`].
    #[inline]
    pub fn place(&self, id: StrategyNodeId, mv: u16) -> Option<usize> {
        let (graph, id) = self.place_of(id);
        graph.place(id, mv)
    }

    /// Changes the knowledge about a node.
    #[inline]
    pub fn set_info(&mut self, id: StrategyNodeId, info: NodeInfo) {
        if self.info(id) != info {
            let id = self.changeable(id);
            self.own.set_info(id, info);
        }
    }

    /// An edge to change.
    #[inline]
    pub fn edge_mut(&mut self, id: StrategyNodeId, place: usize) -> &mut Edge {
        let id = self.changeable(id);
        self.own.edge_mut(id, place)
    }

    /// Gives a node an edge for a move that has none, and returns its place.
    pub fn add_edge(&mut self, id: StrategyNodeId, edge: Edge) -> usize {
        self.new_edges += 1;
        let id = self.changeable(id);
        self.own.add_edge(id, edge)
    }

    /// The place of a move among the edges of a node, with an edge of value 0 made for it if there is none.
    pub fn enter(&mut self, node: StrategyNodeId, mv: u16) -> usize {
        self.place(node, mv).unwrap_or_else(|| self.add_edge(node, Edge { mv, ..Edge::default() }))
    }
}
