//! Drawing a written tree: its upper part as a board, with the current node.

use super::node::{NodeId, Probability, WrittenKind};
use super::written::{ShownNodes, WrittenTree};
use crate::scene::{NodeKind, SceneNode};
use crate::{Board, Depict, Game, Motion, MoveNumber, Notation, Player, Scene};

/// The greatest number of nodes that the board shows: more than fit on a screen, and few enough to draw all of
/// them.
pub const MAX_SHOWN: usize = 2000;

impl ShownNodes {
    fn of(tree: &WrittenTree) -> ShownNodes {
        let mut nodes = vec![tree.initial()];
        let mut next = 0;
        while next < nodes.len() {
            let room = MAX_SHOWN - nodes.len();
            let children = tree.branches(nodes[next]).iter().map(|branch| NodeId(branch.child));
            nodes.extend(children.take(room));
            next += 1;
        }
        let places = nodes.iter().enumerate().map(|(place, &node)| (node, place)).collect();
        ShownNodes { nodes, places }
    }
}

impl WrittenTree {
    fn shown(&self) -> &ShownNodes {
        self.shown.get_or_init(|| ShownNodes::of(self))
    }

    /// The index of a node on the board, if it is shown there.
    fn place_on_board(&self, state: NodeId) -> Option<usize> {
        self.shown().places.get(&state).copied()
    }

    /// The node as the board shows it, none of its children being there yet.
    fn shown_node(&self, id: NodeId) -> SceneNode {
        let node = self.node(id);
        let branch = (id != self.initial()).then(|| &self.branches(NodeId(node.parent))[node.place as usize]);
        let (kind, value) = match node.kind {
            WrittenKind::Leaf(_) => (NodeKind::Leaf, self.subtree_text(id, usize::MAX)),
            inner => {
                let kind = match inner {
                    WrittenKind::Decision(Player::First) => NodeKind::First,
                    WrittenKind::Decision(Player::Second) => NodeKind::Second,
                    _ => NodeKind::Chance,
                };
                (kind, node.written.map_or(String::new(), |points| points.to_string()))
            }
        };
        SceneNode {
            parent: branch.and_then(|_| self.place_on_board(NodeId(node.parent))),
            label: branch.map_or(String::new(), |branch| branch.label.to_string()),
            kind,
            value,
            probability: branch.and_then(|branch| branch.probability).map(Probability::value),
            hidden: node.count as usize,
        }
    }
}

impl Depict for WrittenTree {
    /// The current node and the nodes below it, shortened if there are many.
    fn scene(&self, state: &NodeId) -> Scene {
        let mut facts = vec![
            ("node".to_string(), self.state_text(state)),
            ("tree".to_string(), self.subtree_text(*state, 160)),
        ];
        if let Some(points) = self.written_value(*state) {
            facts.push(("written value".to_string(), points.to_string()));
        }
        Scene { facts, node: self.place_on_board(*state), ..Scene::default() }
    }

    /// The tree itself, of a large one the first [`MAX_SHOWN`] nodes, breadth first.
    fn board(&self) -> Board {
        let mut nodes: Vec<SceneNode> = self.shown().nodes.iter().map(|&id| self.shown_node(id)).collect();
        for child in 1..nodes.len() {
            if let Some(parent) = nodes[child].parent {
                nodes[parent].hidden -= 1;
            }
        }
        Board { nodes, ..Board::default() }
    }

    /// Down to the node that the branch leads to, if the board shows it.
    fn motion(&self, state: &NodeId, mv: MoveNumber) -> Motion {
        self.place_on_board(self.child(state, mv)).map_or(Motion::Choice, Motion::Branch)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Leaves, RandomTree, random};
    use super::*;
    use crate::moves_or_outcomes;

    fn read(text: &str) -> WrittenTree {
        WrittenTree::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    fn nodes(tree: &WrittenTree) -> Vec<SceneNode> {
        tree.board().nodes
    }

    /// A node in short: its parent, label, kind and value.
    fn in_short(node: &SceneNode) -> (Option<usize>, &str, NodeKind, &str) {
        (node.parent, &node.label, node.kind, &node.value)
    }

    /// A move leads to the node of the next scene, or to none that is shown.
    fn moves_lead_to_nodes(tree: &WrittenTree) {
        let nodes = nodes(tree);
        for state in tree.states() {
            let place = tree.scene(&state).node;
            for mv in moves_or_outcomes(tree, &state) {
                let child = tree.scene(&tree.child(&state, mv)).node;
                assert_eq!(tree.motion(&state, mv), child.map_or(Motion::Choice, Motion::Branch));
                if let Some(child) = child {
                    assert_eq!(
                        (nodes[child].parent, &nodes[child].label),
                        (place, &tree.move_text(&state, mv))
                    );
                }
            }
        }
    }

    #[test]
    fn a_small_tree_is_shown_breadth_first() {
        let tree = read("(a:(b1:3 b2:12)~2.5 =:+(x:W y:-0.5) c:=)");
        let shown = nodes(&tree);
        let shown: Vec<_> = shown.iter().map(in_short).collect();
        use NodeKind::{First, Leaf, Second};
        let expected = [
            (None, "", First, ""),
            (Some(0), "a", Second, "2.5"),
            (Some(0), "=", First, ""),
            (Some(0), "c", Leaf, "="),
            (Some(1), "b1", Leaf, "3"),
            (Some(1), "b2", Leaf, "12"),
            (Some(2), "x", Leaf, "W"),
            (Some(2), "y", Leaf, "-0.5"),
        ];
        assert_eq!(shown, expected);
        let at = |text: &str| tree.scene(&tree.parse_state(text).unwrap()).node;
        assert_eq!((at("root"), at("="), at("a/b2")), (Some(0), Some(2), Some(5)));
        moves_lead_to_nodes(&tree);
    }

    #[test]
    fn chance_nodes_tell_how_likely_their_outcomes_are() {
        let tree = read("(safe:1 dare:{1/3 luck:W 2/3 L}~-0.25)");
        let nodes = nodes(&tree);
        assert_eq!(in_short(&nodes[2]), (Some(0), "dare", NodeKind::Chance, "-0.25"));
        assert_eq!(in_short(&nodes[3]), (Some(2), "luck", NodeKind::Leaf, "W"));
        assert_eq!(in_short(&nodes[4]), (Some(2), "2", NodeKind::Leaf, "L"));
        let probabilities: Vec<Option<f64>> = nodes.iter().map(|node| node.probability).collect();
        assert_eq!(probabilities, [None, None, None, Some(1.0 / 3.0), Some(2.0 / 3.0)]);
        moves_lead_to_nodes(&tree);
    }

    #[test]
    fn a_single_leaf_is_a_tree() {
        let nodes = nodes(&read("L"));
        assert_eq!(nodes.iter().map(in_short).collect::<Vec<_>>(), [(None, "", NodeKind::Leaf, "L")]);
        assert_eq!(nodes[0].hidden, 0);
    }

    /// Omitted nodes are counted, even in the middle of a node's children.
    #[test]
    fn large_trees_hide_what_is_far_down() {
        let tree = read(&format!("(({}) ({}))", "1 ".repeat(1500), "2 ".repeat(1500)));
        let shown = nodes(&tree);
        assert_eq!(shown.len(), MAX_SHOWN);
        // The root and its two children leave room for 1997: 1500 and 497.
        let hidden: Vec<usize> = shown[..4].iter().map(|node| node.hidden).collect();
        assert_eq!(hidden, [0, 0, 1003, 0]);
        let state = tree.parse_state("b").unwrap();
        let moves = moves_or_outcomes(&tree, &state);
        assert_eq!(tree.motion(&state, moves[496]), Motion::Branch(1999));
        assert_eq!(tree.motion(&state, moves[497]), Motion::Choice);
        assert_eq!(tree.scene(&tree.child(&state, moves[497])).node, None);
        moves_lead_to_nodes(&tree);
    }

    #[test]
    fn random_trees_are_shown_whole_or_counted() {
        use rand_core::SeedableRng;
        for seed in 0..20 {
            let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(seed);
            let leaves = Leaves::Mixed { size: 5 };
            let shape = RandomTree { chance: seed % 2 == 0, leaves, ..RandomTree::default() };
            let tree = random(&mut rng, shape);
            moves_lead_to_nodes(&tree);
            let shown = nodes(&tree);
            let all = shown.len() == tree.node_count();
            assert_eq!(all, shown.iter().all(|node| node.hidden == 0));
            let below = |(place, node): (usize, &SceneNode)| node.parent.is_some_and(|parent| parent < place);
            assert!(shown.iter().enumerate().skip(1).all(below));
        }
    }
}
