//! Positions as cells.

use plywood_rules::cells::{ObservedCells, random_states};
use plywood_rules::tree::WrittenTree;
use plywood_rules::{Cells, Game, Player};

#[test]
fn the_cells_of_a_tree_tell_its_nodes_apart() {
    let tree = WrittenTree::parse("(stay:1 go:+(left:3 right:-2))").expect("it is a tree");
    let cells = ObservedCells::new(&tree);
    let states = random_states(&tree, 20, 10);
    let mut row = vec![0; Cells::<WrittenTree>::contents(&cells).len()];
    let mut of_root = None;
    for state in &states {
        cells.read(&tree, state, Player::First, &mut row);
        if *state == tree.initial() {
            of_root = Some(row.clone());
        } else {
            assert_ne!(Some(&row), of_root.as_ref());
        }
    }
}
