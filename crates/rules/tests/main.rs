//! The ground of all rules: laws, counts, random choices, written trees.

mod ground;
mod tree;
