//! What the rules of any game rest on: laws, counts, random choices, written trees.

mod ground;
mod tree;
