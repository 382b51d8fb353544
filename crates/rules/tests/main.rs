//! The ground of all rules: laws, counts, random choices, written trees.

mod cells;
mod ground;
mod tree;
mod tree_forms;
