//! A game spelled out as a tree in a small text, for lessons and for tests of searches.
//!
//! The tree of many textbooks, three moves for the first player and three answers to each:
//!
//! ```
//! use plywood_rules::tree::WrittenTree;
//! use plywood_rules::{Game, Notation};
//!
//! let text = "(a:(b1:3 b2:12 b3:8) b:(c1:2 c2:4 c3:6) c:(d1:14 d2:5 d3:2))";
//! let tree = WrittenTree::parse(text).unwrap();
//! assert_eq!(tree.node_count(), 13);
//! let state = tree.parse_state("c/d2").unwrap();
//! assert_eq!(tree.turn(&state).outcome().unwrap(), plywood_rules::Outcome::Payoff(5.0));
//! ```
//!
//! # The notation
//!
//! ```text
//! tree        = node ;
//! node        = leaf | decision | chance ;
//! leaf        = number | "W" | "L" | "=" ;
//! decision    = [ "+" | "-" ] "(" move { move } ")" [ "~" number ] ;
//! move        = [ label ":" ] node ;
//! chance      = "{" outcome { outcome } "}" [ "~" number ] ;
//! outcome     = probability [ label ":" ] node ;
//! probability = digits "/" digits | digits [ "." digits ] ;
//! number      = [ "+" | "-" ] digits [ "." digits ] ;
//! ```
//!
//! Parts are separated by any amount of white space, line breaks or commas; a `#` begins a comment that ends
//! with the line.
//!
//! **Leaves** are written from the first player's point of view: `W` is a win of the first player, `L` a win of
//! the second, `=` a draw, and a number is the amount that the second player pays the first, 10^12 at most.
//!
//! **Who moves.** The first player moves at the first decision, and after a decision it is the other player's
//! turn; a chance node in between changes nothing. To deviate, `+(` makes the first player (who maximises) move
//! here, `-(` the second (who minimises), and play alternates on from there. This is a tree in which the first
//! player moves twice:
//!
//! ```
//! # use plywood_rules::{Game, Notation, Player, Turn, tree::WrittenTree};
//! let tree = WrittenTree::parse("(stay:1 go:+(left:3 right:-2))").unwrap();
//! let state = tree.parse_state("go").unwrap();
//! assert_eq!(tree.turn(&state), Turn::Decision(Player::First));
//! ```
//!
//! **Chance.** The probabilities of a chance node are above 0 and sum to 1. Decimals have nine places at most;
//! other values are written as fractions:
//!
//! ```
//! # use plywood_rules::{Game, Turn, tree::WrittenTree};
//! let tree = WrittenTree::parse("(safe:1 dare:{ 1/3 luck:W 2/3 bad:L })").unwrap();
//! let dare = tree.child(&tree.initial(), tree.nth_move(&tree.initial(), 1));
//! assert_eq!(tree.turn(&dare), Turn::Chance);
//! ```
//!
//! **Labels** name the moves. They may hold any visible character but `( ) { } : , # / ~`, are 64 characters
//! long at most, and differ within a node; `root` is taken. A move without a label is called by its place: `a`,
//! `b`, ..., `z`, `aa`, ... at decisions, `1`, `2`, ... at chance nodes.
//!
//! **Written values.** A number after `~` is an estimate for the inner node before it, for searches that stop
//! there: `(3 (7 5)~6)`. The evaluation `written` returns it.
//!
//! **Other forms.** Nested lists, as in many programs and slides: `[[3,5],[1,2]]` is `((3 5) (1 2))`, and a minus sign may be a dash.
//! And games in extensive form by Gambit (`.efg`), if they are of two players with full information whose payoffs have the same sum at every end:
//! half of that sum is taken from each, so that payoffs are what the second player pays the first. Chance stays chance.
//!
//! A tree has at most [`MAX_NODES`] nodes, and no leaf is more than [`MAX_DEPTH`] plies from the root.
//!
//! A position is named by the labels that lead to it, `b/c2`; the first one is `root`.

mod build;
mod efg;
mod node;
mod parse;
mod print;
mod random;
mod scene;
mod words;
mod written;

pub use build::{MAX_DEPTH, MAX_NODES, Tree};
pub use node::{NodeId, Probability};
pub use random::{Leaves, RandomTree, random};
pub use scene::MAX_SHOWN;
pub use words::TreeError;
pub use written::{Written, WrittenTree};
