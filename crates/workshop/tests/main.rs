//! The workshop by names and text, as the program and the server use it.

mod advice;
mod agreement;
mod benchmark;
mod classics;
mod common;
mod composed;
mod exact_values;
mod foreign;
mod grading;
mod live;
mod mcts;
mod move_lists;
mod no_time;
#[cfg(feature = "onnx")]
mod onnx;
mod position_values;
mod positions;
mod puzzles;
mod review;
mod sessions;
mod slow_levels;
mod slow_strength;
mod slow_tuning;
mod solved;
mod text_bots;
mod textbook;
mod tournament;
mod trees;
mod workshops;
mod wrappers;
