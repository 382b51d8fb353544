//! Every search against plain minimax, and what each says of itself.

mod against_minimax;
mod common;
mod engine;
mod limits;
mod mcts;
mod published;
mod puct;
mod root_moves;
mod rule_based;
mod star;
mod traces;
mod values;
mod within;
