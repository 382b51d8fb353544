//! The rules of two-player games, and tools that work for any such game.
//!
//! [`Game`] is the rules. Everything else a game can offer is a further trait, a *capability*: [`Notation`]
//! (text), [`Symmetric`] (turns and reflections), [`Depict`] (a drawing), [`Evaluate`] (estimates), [`hints`].
//! A game that has them all is [`Playable`]. Built on these are [`perft`], [`reach`],
//! [`playout`](random::playout) and [`laws`], which checks that an implementation keeps the promises of the
//! traits.
//!
//! [`tree`] is a game given as text: a tree written out node by node.
//!
//! This crate does no input or output and contains neither games nor searches.

pub mod bot;
pub mod cells;
mod depict;
pub mod ending;
pub mod evaluate;
mod fingerprint;
mod flat_board;
pub mod forced;
mod game;
pub mod hints;
mod instant;
pub mod laws;
pub mod levels;
mod move_number;
pub mod notation;
pub mod observation;
pub mod options;
pub mod perft;
pub mod playable;
pub mod random;
pub mod reach;
mod repetition;
mod run;
pub mod scene;
mod stop;
pub mod student;
mod symmetry;
pub mod text;
pub mod threads;
mod throttle;
pub mod trace;
pub mod tree;
mod value;
pub mod wording;

pub use bot::{Alternative, Bot, Clock, Listener, Position, Report, Thought};
pub use cells::Cells;
pub use depict::Depict;
pub use evaluate::{Evaluate, ReplyEvaluator, Tunable, Weight};
pub use fingerprint::{fingerprint, fingerprint_of_ranks};
pub use flat_board::{FlatBoard, FlatCell, FlatRules, StoneGoal};
pub use game::{Game, Outcome, Player, Turn};
pub use hints::{
    NoHints, OrderingHints, PairingHints, Ranked, Ranking, Specialists, Specialized, Spot, TacticalStatus,
    Tactics, ThreatHints,
};
pub use instant::Instant;
#[cfg(target_family = "wasm")]
pub use instant::set_clock;
pub use move_number::MoveNumber;
pub use notation::{Notation, moves_or_outcomes};
pub use playable::Playable;
pub use repetition::{is_threefold, is_twice_before};
pub use run::{Run, one_by_one};
pub use scene::{Board, Motion, Scene};
pub use stop::{Interrupted, Stop};
pub use student::Student;
pub use symmetry::{Canonical, Symmetric, is_symmetric};
pub use throttle::Throttle;
pub use trace::Trace;
pub use value::{Proved, Value};
pub use wording::TextError;
