//! N-tuple networks: value functions that generalise from patterns.
//!
//! A [`Network`] values a position by the contents of tuples of its cells: each tuple selects one weight of its table, and the
//! value is the hyperbolic tangent of their sum, for the side to move. Tuples that are images of each other under the symmetries of
//! the game share a table, and so do both sides if the players can be exchanged. After Bledsoe and Browning ("Pattern recognition
//! and reading by machine", 1959); for games Lucas ("Learning to play Othello with n-tuple systems", 2008) and Thill, Koch and
//! Konen ("Reinforcement learning with n-tuples on the game Connect-4", 2012).
//!
//! From the bottom: `shape` is which cells make up which tuples, `choice` how they are found for a game, `finder` finds the indices of
//! weights, `network` has the weights, `codec` and `lines` them as bytes and text; `targets` is what a finished game teaches; `encoder` reads positions of a game,
//! `evaluation` is the network as a static evaluation.

mod choice;
mod codec;
mod encoder;
mod evaluation;
mod finder;
mod frozen;
mod lines;
mod network;
mod shape;
mod targets;

pub(crate) use encoder::{EncodedSides, Encoder};
pub use evaluation::NetworkEvaluation;
pub(crate) use lines::NetworkLine;
pub(crate) use network::{Changed, LearningRate, Network};
pub(crate) use shape::NetworkShape;
pub(crate) use targets::{Followed, Targets};
