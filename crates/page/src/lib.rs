//! The answers to everything that the page asks for, apart from how questions and answers travel.
//!
//! [`protocol`] has all types of the wire. A [`Catalogue`](catalogue::Catalogue) turns names into games, bots, brains and proofs;
//! [`wish`] reads wishes for a game, [`look`] shows positions, [`tree`] grows trees, [`review`] looks back at a game, [`lines`] has the best lines of a position, [`replies`] why a player is safe there; [`play`] is a live game, [`shown`] the same as people see it, and
//! [`Bots`](bots::Bots) and [`questions`] search for its players. The server answers over HTTP and WebSockets, `web` in a browser.

pub mod bots;
pub mod catalogue;
pub mod driver;
pub mod ids;
pub mod lines;
pub mod look;
pub mod names;
pub mod play;
pub mod problem;
pub mod proofs;
pub mod protocol;
pub mod questions;
pub mod replies;
pub mod requests;
pub mod review;
pub mod shown;
pub mod tree;
pub mod view;
pub mod wish;
