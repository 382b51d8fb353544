//! A largest matching in any graph (Edmonds, "Paths, Trees, and Flowers", Canad. J. Math. 17, 1965).

use std::collections::VecDeque;

/// The number of pairs of a largest matching among `n` nodes, where `joins` says which of them may be joined.
pub fn largest(n: usize, joins: &dyn Fn(usize, usize) -> bool) -> usize {
    let edges: Vec<Vec<usize>> =
        (0..n).map(|a| (0..n).filter(|&b| b != a && joins(a, b)).collect()).collect();
    let mut mates = vec![None; n];
    // A matching that needs no search makes most searches superfluous.
    for a in 0..n {
        if mates[a].is_none()
            && let Some(&b) = edges[a].iter().find(|&&b| mates[b].is_none())
        {
            (mates[a], mates[b]) = (Some(b), Some(a));
        }
    }
    for root in 0..n {
        if mates[root].is_none() {
            Forest::new(&edges, &mates).augment(root, &mut mates);
        }
    }
    mates.iter().flatten().count() / 2
}

/// The search for a path from a single node to another along which the matching can grow by one pair: edges outside of the matching
/// and inside of it in turn. Cycles of odd length (blossoms) are taken as one node, the node where they are entered.
struct Forest<'a> {
    edges: &'a [Vec<usize>],
    /// The node where the blossom of each node is entered; the node itself outside of blossoms.
    entry: Vec<usize>,
    /// The node from which each node with a mate was reached.
    parent: Vec<Option<usize>>,
    /// Nodes from which the search goes on.
    is_outer: Vec<bool>,
    queue: VecDeque<usize>,
    mates: Vec<Option<usize>>,
}

impl<'a> Forest<'a> {
    fn new(edges: &'a [Vec<usize>], mates: &[Option<usize>]) -> Forest<'a> {
        let n = edges.len();
        Forest {
            edges,
            entry: (0..n).collect(),
            parent: vec![None; n],
            is_outer: vec![false; n],
            queue: VecDeque::new(),
            mates: mates.to_vec(),
        }
    }

    /// Adds a pair to `mates` if there is a path from `root`.
    fn augment(&mut self, root: usize, mates: &mut [Option<usize>]) {
        self.is_outer[root] = true;
        self.queue.push_back(root);
        while let Some(node) = self.queue.pop_front() {
            for &next in &self.edges[node] {
                if self.entry[node] == self.entry[next] || self.mates[node] == Some(next) {
                    continue;
                }
                let next_is_outer = self.is_outer[next];
                if next_is_outer {
                    self.contract(node, next);
                } else if self.parent[next].is_none() {
                    self.parent[next] = Some(node);
                    match self.mates[next] {
                        Some(mate) => {
                            self.is_outer[mate] = true;
                            self.queue.push_back(mate);
                        }
                        None => return self.flip(next, mates),
                    }
                }
            }
        }
    }

    /// Exchanges the edges of the path that ends at `end`.
    fn flip(&self, end: usize, mates: &mut [Option<usize>]) {
        let mut end = Some(end);
        while let Some(node) = end {
            let Some(parent) = self.parent[node] else { return };
            end = self.mates[parent];
            (mates[node], mates[parent]) = (Some(parent), Some(node));
        }
    }

    /// Takes the cycle that the edge from `a` to `b` closes as one node.
    fn contract(&mut self, a: usize, b: usize) {
        let entry = self.common(a, b);
        let mut in_blossom = vec![false; self.edges.len()];
        self.mark(a, b, entry, &mut in_blossom);
        self.mark(b, a, entry, &mut in_blossom);
        for node in 0..self.edges.len() {
            if in_blossom[self.entry[node]] {
                self.entry[node] = entry;
                if !self.is_outer[node] {
                    self.is_outer[node] = true;
                    self.queue.push_back(node);
                }
            }
        }
    }

    /// The last node that the ways from the root to `a` and to `b` have in common.
    fn common(&self, a: usize, b: usize) -> usize {
        let up = |node: usize| Some(self.entry[self.parent[self.mates[node]?]?]);
        let mut above_a = vec![false; self.edges.len()];
        let mut at = Some(self.entry[a]);
        while let Some(node) = at {
            above_a[node] = true;
            at = up(node);
        }
        let mut node = self.entry[b];
        while !above_a[node] {
            match up(node) {
                Some(next) => node = next,
                None => break,
            }
        }
        node
    }

    /// Marks the nodes from `node` up to `entry`, and lets each of them be reached from the other side of the cycle.
    fn mark(&mut self, mut node: usize, mut from: usize, entry: usize, in_blossom: &mut [bool]) {
        while self.entry[node] != entry {
            let Some(mate) = self.mates[node] else { return };
            in_blossom[self.entry[node]] = true;
            in_blossom[self.entry[mate]] = true;
            self.parent[node] = Some(from);
            from = mate;
            let Some(parent) = self.parent[mate] else { return };
            node = parent;
        }
    }
}
