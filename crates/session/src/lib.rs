//! Where types end: every game, whatever its type, behind two object-safe traits that speak text.
//!
//! [`Registry`] opens games by name. An [`AnyGame`] is the rules: it tells about itself, holds matches and
//! checks its laws. A [`Session`] is a game being played: where it stands, who sits where, what was played,
//! undo and redo, and what bots think of it. A [`Record`] is a played game as text. All code that is
//! generic over games is instantiated here, once.

mod bots;
mod erased;
mod matches;
mod play;
mod record;
mod registry;

pub use plywood_arena::stats::wilson;
pub use plywood_arena::{Elo, Standing, Tally};

pub use bots::{BOTS, BotInfo, default_opponent};
pub use erased::{AnyGame, Details, EvaluationInfo};
pub use matches::{GameReport, MatchError, MatchPlan, MatchReport, OpeningBook};
pub use play::{Analysis, Ending, Evaluated, MoveValue, Session};
pub use record::{Record, RecordError};
pub use registry::{FamilyInfo, OpenError, Registry};
