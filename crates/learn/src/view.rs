//! Looking at a graph through a smaller one.
//!
//! What a game touches is copied into a graph of its own, and only that is changed: the game under way sees its own
//! loops and discoveries, and nobody else sees anything before it is over.

use crate::graph::{About, Edge, Graph, NodeId};
use crate::store::StoreError;

/// A node as it comes out of a [`Source`].
#[derive(Default)]
pub(crate) struct Loaded {
    pub about: About,
    pub edges: Vec<Edge>,
}

/// Where nodes come from.
pub(crate) trait Source: Sync {
    /// Copies the node of this key into `node`; false if there is none, and then `node` holds nothing of use.
    fn load(&self, key: &[u8], node: &mut Loaded) -> Result<bool, StoreError>;
}

/// A graph to work in, filled from another source as nodes are asked for.
pub(crate) struct View<'a> {
    pub own: &'a mut Graph,
    base: &'a dyn Source,
    loaded: Loaded,
    /// Nodes and edges that were nowhere before.
    pub new_nodes: u64,
    pub new_edges: u64,
}

impl<'a> View<'a> {
    pub fn new(own: &'a mut Graph, base: &'a dyn Source) -> View<'a> {
        View { own, base, loaded: Loaded::default(), new_nodes: 0, new_edges: 0 }
    }

    /// The node of this key in the own graph, made there if it has to be.
    pub fn node(&mut self, key: &[u8]) -> Result<NodeId, StoreError> {
        if let Some(id) = self.own.find(key) {
            return Ok(id);
        }
        let known = self.base.load(key, &mut self.loaded)?;
        let id = self.own.insert(key);
        if known {
            self.own.set_edges(id, &self.loaded.edges);
            self.own.set_about_quietly(id, self.loaded.about);
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
