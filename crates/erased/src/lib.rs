//! Any game, whatever its type, behind two object-safe traits that speak text.
//!
//! [`AnyRules`] is the rules of a game, [`Playthrough`] one game being played: a position, the moves that led there, undo and
//! redo, and the end. [`TypedRules`] and [`TypedPlaythrough`] implement them for every [`plywood_rules::Playable`]. The other
//! types say in text what bots and brains find out: [`Analysis`], [`SearchInfo`], [`Evaluated`], [`KnownMove`], [`Learnt`]; and a
//! [`Record`] is a played game, maybe with [`SideLine`]s. A [`TextBot`] is a bot that plays every game.

mod analysis;
#[cfg(feature = "arrays")]
mod any_position;
#[cfg(feature = "arrays")]
mod arrays;

pub mod foreign;
mod lesson;
mod move_list;
mod playthrough;
mod record;
mod rules;
mod side_lines;
mod text_bot;
mod typed;
#[cfg(feature = "arrays")]
mod typed_position;

pub use plywood_rules::ending::{Call, Ending};

pub use analysis::{Analysis, Evaluated, MoveValue, SearchInfo, SearchListener};
#[cfg(feature = "arrays")]
pub use arrays::{Arrays, GameBatch, Playouts, SavedBatch};
pub use lesson::{Estimate, Known, KnownMove, Learnt, NewChoice};
#[cfg(feature = "arrays")]
pub use playthrough::AnyPosition;
pub use playthrough::Playthrough;
pub use record::{Record, RecordError, date, turn_starts};
pub use rules::{AnyRules, BotInfo, Details, EvaluationInfo};
pub use side_lines::{SideLine, moves_with_side_lines};
pub use text_bot::{TextAnswer, TextBot, TextTurn};
pub use typed::{TypedPlaythrough, TypedRules, line_in_text, play_line, position_after, read_position};
#[cfg(feature = "arrays")]
pub use typed_position::{TypedPosition, typed_position};
