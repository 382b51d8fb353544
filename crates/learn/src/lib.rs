//! The learning machine: a strategy graph that remembers every game it was told of.

mod settings;
mod store;

pub use settings::Settings;
pub use store::{Access, Header, Reader, Store, StoreError};
