//! Learning from games: a strategy graph on disk that remembers every game it was taught, and an n-tuple network that estimates
//! positions by patterns.
//!
//! A [`Brain`] is a learner's saved knowledge of one game: positions and their moves with values ([`Edge`]), or the weights of
//! tuples of cells, or both ([`MemoryKind`]). A [`Learner`]
//! is a bot that plays from a brain; if it learns, the program that runs the game teaches the finished game to the brain.
//! [`Training`] lets a brain play a schedule of games, against itself and against bots, and learn them.
//!
//! Inside, from the bottom: `store` is the file, `graph` nodes and edges, `view` a game's own copy of them, `memory` the part
//! of the file that is in memory; `place` finds the node of a position, `chooser` chooses a move, `trajectory` is the rule of
//! learning. `knowledge` and `rounds` (training's outer loop) are compiled once for all games; `brain`, `training`,
//! `lesson` and `learner` once a game. `ntuple` is the network, `kept_network` its place in
//! the file, `network_game` a game of training with it, `estimates` its use by bots and lessons. No module knows a particular game.

mod brain;
mod chooser;
mod codec;
mod current_run;
mod descent;
mod draft;
mod episode;
mod error;
mod estimates;
#[cfg_attr(target_family = "wasm", path = "wasm/files.rs")]
pub mod files;
mod fit;
mod graph;
mod graph_trace;
mod kept_network;
mod kind;
mod knowledge;
mod known;
mod learner;
mod lesson;
mod memory;
mod merge;
mod network_game;
mod ntuple;
mod open_brains;
mod place;
mod proof;
mod rounds;
mod settings;
#[cfg_attr(target_family = "wasm", path = "wasm/store.rs")]
mod store;
mod text;
mod training;
mod trajectory;
mod view;

pub use brain::Brain;
pub use chooser::Aim;
pub use error::BrainError;
pub use estimates::{NetworkExplanation, NetworkReason};
pub use fit::check_header;
pub use graph::Edge;
pub use kind::{MemoryKind, NetworkSettings};
pub use knowledge::{Knowledge, MemoryLimits, NetworkSize, Summary};
pub use known::LearntMove;
pub use learner::Learner;
pub use memory::{Counters, CurvePoint, RecordedRun};
pub use ntuple::NetworkEvaluation;
pub use open_brains::OpenBrains;
pub use rounds::TrainingProgress;
pub use settings::{LearnSettings, Loops, WantedSettings};
pub use store::{Access, Header, Reader, Store, StoreError};
pub use text::game_of_text;
pub use training::{BuildBot, Opponent, ROUND_OF_NETWORK, Training, TrainingRun, TrainingStage};
