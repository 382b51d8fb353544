//! Where types end: every game, whatever its type, behind two object-safe traits that speak text.
//!
//! [`Registry`] opens games by name. An [`AnyGame`] is the rules: it tells about itself, holds matches and
//! checks its laws. A [`Session`] is a game being played: where it stands, who sits where, what was played,
//! undo and redo, and what bots think of it. A [`Record`] is a played game as text. An [`AnyBrain`] is what the
//! learning machine remembers of a game. [`Grows`] shows trees, [`compare`] sets searches
//! side by side. All code that is
//! generic over games is instantiated here, once.

mod benchmark;
mod bots;
mod brains;
mod comparison;
mod counting;
mod erased;
mod exact;
mod guides;
mod iterate;
mod levels;
mod made_of;
mod matches;
mod play;
mod proof;
mod record;
mod registry;
mod solve;
mod tables;
mod told;
mod trees;
mod tuning;

pub use plywood_arena::stats::wilson;
pub use plywood_arena::{Elo, GRACE, Spent, Sprt, Standing, Tally, Verdict};
pub use plywood_draw::Tree as TreePicture;
pub use plywood_learn::{
    Access, BrainError, Counters, CurvePoint, Header, Room, Run, Settings as LearnSettings, Store,
    StoreError, Summary, game_of_text,
};
pub use plywood_rules::levels::Level as TreeLevel;
pub use plywood_rules::{Clock, Weight};
pub use plywood_verify::{Checked, Goal, Progress as CheckProgress, Refusal};

pub use benchmark::{Benchmark, BenchmarkError};
pub use bots::{BOTS, BotError, BotInfo, NamedBot, default_opponent};
pub use brains::{
    AnyBrain, BrainStats, Known, KnownMove, Measuring, StagePlan, TrainingEvent, TrainingPlan, TrainingReport,
};
pub use comparison::{Comparison, ComparisonPlan, Deepening, DeepeningStep, compare};
pub use counting::Counting;
pub use erased::{AnyGame, Details, EvaluationInfo};
pub use exact::{
    AgainstHold, Counts as PositionCounts, Enumeration, EnumerationPlan, Exact, Meeting, Peers, Phase,
    RacePlan, RaceReport, SolveProgress, Solves, Team, Traffic, claim,
};
pub use guides::{AnyProof, proof_game};
pub use iterate::{IteratedMove, IterationProgress, IterationReport};
pub use levels::{LEVELS, Level};
pub use matches::{GameReport, MatchError, MatchPlan, MatchReport, OpeningBook, Tested};
pub use play::{Call, Ending, Session};
pub use proof::{
    ProofClaim, ProofGoal, ProofKeeper, ProofNumbers, ProofPhase, ProofPlan, ProofProgress, ProofReport,
};
pub use record::{Record, RecordError, date};
pub use registry::{FamilyInfo, OpenError, Registry};
pub use solve::{ForcedWin, Solution, SolvePlan};
pub use told::{Analysis, Evaluated, Learnt, LiveListener, LiveThought, MoveValue, NewChoice};
pub use trees::{
    Boards, EndsBy, Grows, StrategySize, TreeNode, TreePlan, TreeProof, TreeQuestion, TreeReport, TreeSearch,
    TreeView, bound_sign, bound_text, value_text, window_text,
};
pub use tuning::{Tuning, TuningPlan};
