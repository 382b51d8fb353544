//! A view of a graph through a smaller one.
//!
//! Every node that a game visits is copied into the game's own graph, and only that copy is changed: the game
//! sees its own loops and discoveries, and no other game sees them before it is over.

use crate::graph::{Edge, Graph, NodeId, NodeInfo};
use crate::store::StoreError;

/// A node as it comes out of a [`Source`].
#[derive(Default)]
pub(crate) struct StoredNode {
    pub info: NodeInfo,
    pub edges: Vec<Edge>,
}

/// A source of nodes.
pub(crate) trait Source: Sync {
    /// Copies the node of this key into `node`; false if there is none, and then `node` holds nothing of use.
    fn load(&self, key: &[u8], node: &mut StoredNode) -> Result<bool, StoreError>;
}

/// A graph to work in, filled from another source as nodes are asked for.
pub(crate) struct View<'a> {
    pub own: &'a mut Graph,
    base: &'a dyn Source,
    loaded: StoredNode,
    /// Nodes and edges that are new.
    pub new_nodes: u64,
    pub new_edges: u64,
}

impl<'a> View<'a> {
    pub fn new(own: &'a mut Graph, base: &'a dyn Source) -> View<'a> {
        View { own, base, loaded: StoredNode::default(), new_nodes: 0, new_edges: 0 }
    }

    /// The node of this key in the own graph; it is copied or made if it is not there.
    pub fn node(&mut self, key: &[u8]) -> Result<NodeId, StoreError> {
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

    /// The place of a move among the edges of a node, with an edge of value 0 made for it if there is none.
    pub fn enter(&mut self, node: NodeId, mv: u16) -> usize {
        self.own.place(node, mv).unwrap_or_else(|| {
            self.new_edges += 1;
            self.own.add_edge(node, Edge { mv, ..Edge::default() })
        })
    }
}
