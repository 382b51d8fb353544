//! The part of a tree that is kept when the game goes on.

use plywood_rules::Tactics;

use super::PuctTree;
use super::edge::{NONE, PuctEdge, PuctNode};

impl<G: Tactics + ?Sized> PuctTree<G> {
    /// The tree below the position that these moves or outcomes of chance lead to; `None` if it was not visited. No evaluation may
    /// be under way.
    pub fn keep(&self, moves: &[G::Move]) -> Option<PuctTree<G>> {
        self.keep_by(moves, |edge, mv| edge.mv == *mv)
    }

    /// [`PuctTree::keep`] for the last one of these positions, which came one after the other.
    pub fn keep_along(&self, states: &[G::State]) -> Option<PuctTree<G>> {
        self.keep_by(states, |edge, state| {
            edge.child != NONE && self.nodes[edge.child as usize].state == *state
        })
    }

    fn keep_by<S>(&self, steps: &[S], leads: impl Fn(&PuctEdge<G::Move>, &S) -> bool) -> Option<PuctTree<G>> {
        let (mut node, mut past) = (0, self.past.clone());
        let (mut mean, mut visits) = (self.mean, self.visits);
        for step in steps {
            let here = &self.nodes[node as usize];
            let edge = self.edges[here.edges()].iter().find(|edge| leads(edge, step))?;
            past.push(here.state.clone());
            (node, mean, visits) = (edge.child, edge.mean, edge.visits);
            if node == NONE {
                return None;
            }
        }
        let root = PuctNode { parent: NONE, edge: NONE, ..self.nodes[node as usize].clone() };
        let (mut nodes, mut edges) = (vec![root], Vec::<PuctEdge<G::Move>>::new());
        let mut done = 0;
        while done < nodes.len() {
            let of_old = nodes[done].edges();
            let first = edges.len();
            edges.extend_from_slice(&self.edges[of_old]);
            nodes[done].first = first as u32;
            for (place, edge) in edges.iter_mut().enumerate().skip(first) {
                if edge.child != NONE {
                    let child = self.nodes[edge.child as usize].clone();
                    edge.child = nodes.len() as u32;
                    nodes.push(PuctNode { parent: done as u32, edge: place as u32, ..child });
                }
            }
            done += 1;
        }
        let (may_recur, moves, outcomes) = (self.may_recur, Vec::new(), Vec::new());
        Some(PuctTree { nodes, edges, past, may_recur, mean, visits, moves, outcomes })
    }
}
