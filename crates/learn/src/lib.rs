//! The learning machine: a strategy graph that remembers every game it was told of.

mod brain;
mod codec;
mod decide;
mod error;
mod fingerprint;
mod graph;
mod learner;
mod lesson;
mod memory;
mod place;
mod settings;
mod shared;
mod store;
mod text;
mod trace;
mod train;
mod view;
mod walk;

pub use brain::{Brain, KnownMove, Room, Summary};
pub use decide::Aim;
pub use error::BrainError;
pub use graph::Edge;
pub use learner::Learner;
pub use memory::{Counters, CurvePoint, Run};
pub use settings::Settings;
pub use store::{Access, Header, Reader, Store, StoreError};
pub use text::game_of_text;
pub use train::{BuildBot, Opponent, Progress, Stage, Training};
