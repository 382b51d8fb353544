//! The tree in memory: the children of a node side by side and after it.

use plywood_rules::{Game, Position};

use super::node::{MctsNode, ROOT};
use super::nodes::Nodes;
use super::settings::TreeGrowth;

/// The results of a search, the root first.
pub(super) struct MctsTree<G: Game + ?Sized> {
    pub state: G::State,
    /// The number of states of the game before the root.
    ply: usize,
    pub growth: TreeGrowth,
    pub nodes: Nodes<G::Move>,
}

/// The depth to which a position without history is searched in the tree.
const UNKNOWN_PLIES: u32 = 2;

impl<G: Game + ?Sized> MctsTree<G> {
    /// Nothing but the root.
    pub fn new(game: &G, position: &Position<'_, G>, win_worth: f64, growth: TreeGrowth) -> MctsTree<G> {
        let root = MctsNode::new(None, game.turn(position.state), 1.0, win_worth);
        let (state, ply) = (position.state.clone(), position.history.len());
        MctsTree { state, ply, growth, nodes: Nodes::new(root) }
    }

    /// The node of `position`, if it is the root or the game reached it from there.
    pub fn find(&self, game: &G, position: &Position<'_, G>) -> Option<usize> {
        let Position { state, history, .. } = *position;
        if history.is_empty() && self.ply == 0 {
            return self.search(game, ROOT, &self.state, state, UNKNOWN_PLIES);
        }
        let mut line = history.iter().chain([state]).skip(self.ply);
        if line.next() != Some(&self.state) {
            return None;
        }
        let mut before = &self.state;
        line.try_fold(ROOT, |node, after| {
            let found = self.search(game, node, before, after, 1)?;
            before = after;
            (found != node).then_some(found)
        })
    }

    /// The node of `wanted` at or at most `plies` below `node`, whose state is `state`.
    fn search(
        &self,
        game: &G,
        node: usize,
        state: &G::State,
        wanted: &G::State,
        plies: u32,
    ) -> Option<usize> {
        if state == wanted {
            return Some(node);
        }
        let below = |child: usize| {
            let after = game.child(state, self.nodes[child].mv?);
            self.search(game, child, &after, wanted, plies - 1)
        };
        if plies == 0 { None } else { self.nodes[node].children().find_map(below) }
    }

    /// The subtree at `node`, the node of `position`: at most `room` nodes, the nearest positions first, and
    /// only while `go_on` returns true.
    pub fn keep(
        &self,
        node: usize,
        position: &Position<'_, G>,
        room: usize,
        go_on: impl Fn() -> bool,
    ) -> MctsTree<G> {
        let mut nodes = Nodes::new(MctsNode { mv: None, probability: 1.0, ..self.nodes[node].clone() });
        let mut next = Some(ROOT);
        let mut looked = 0;
        let mut has_time = true;
        while let Some(at) = next {
            let children = nodes[at].children();
            if nodes.count() - looked >= INTERVAL {
                looked = nodes.count();
                has_time = go_on();
            }
            if has_time && nodes.count() + children.len() <= room {
                let first = nodes.add(children.len(), self.nodes[children].iter().cloned());
                nodes[at].first = first as u32;
            } else {
                // It keeps its results, and may be expanded once more.
                (nodes[at].first, nodes[at].count) = (0, 0);
            }
            next = nodes.next(at);
        }
        let (state, ply) = (position.state.clone(), position.history.len());
        MctsTree { state, ply, growth: self.growth, nodes }
    }
}

/// The number of nodes kept between two checks of the clock.
const INTERVAL: usize = 4096;
