//! The learning machine: a strategy graph that remembers every game it was told of, on disk.
//!
//! A [`Brain`] is what the machine remembers of one game: positions, and what it knows of the moves from them
//! ([`Edge`]). A [`Learner`] is a bot that plays from a brain; if it learns, whoever runs the game tells the brain how it
//! ended. [`Training`] lets a brain play a schedule of games, against itself and against bots, and learn them.
//!
//! Inside, from the bottom: `store` is the file, `memory` the part of it that is in memory, `graph` the nodes and edges,
//! `view` a game's own look at them; `place` finds the node of a position, `decide` chooses a move, `walk` is the rule of
//! learning, and `trace`, `train`, `lesson` and `learner` bring them together. The games are those without dice; nothing
//! here knows any of them.

mod brain;
mod codec;
mod decide;
mod draft;
mod episode;
mod error;
mod graph;
mod knowledge;
mod learner;
mod lesson;
mod memory;
mod merge;
mod place;
mod proof;
mod rounds;
mod settings;
mod shared;
mod shown;
mod store;
mod text;
mod training;
mod view;
mod walk;

pub use brain::{Brain, KnownMove};
pub use decide::Aim;
pub use error::BrainError;
pub use graph::Edge;
pub use knowledge::{Knowledge, Room, Summary};
pub use learner::Learner;
pub use memory::{Counters, CurvePoint, Run};
pub use rounds::Progress;
pub use settings::Settings;
pub use store::{Access, Header, Reader, Store, StoreError};
pub use text::game_of_text;
pub use training::{BuildBot, Opponent, Stage, Training};
