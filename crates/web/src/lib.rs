//! Plywood in a browser, without a server.
//!
//! Two kinds of workers run this module. The *host* has the live games, the records and the brains: an [`WorkerEngine`] that hears
//! messages of the page and answers as a server does. Whatever takes long it gives away as [`Work`](work::LongTask), which another
//! worker does, so that it can be stopped at any time: that worker is terminated. Text goes both ways as JSON, and everything
//! that the module needs from outside is handed in as [`Outside`].

mod context;
mod engine;
#[cfg(target_family = "wasm")]
mod exports;
mod messages;
mod outside;
mod requests;
mod rows;
mod table;
pub mod work;

pub use engine::WorkerEngine;
pub use messages::{EngineEvent, EngineMessage};
pub use outside::Outside;
