//! Games and bots by name, and all operations on them.
//!
//! A [`Workshop`] opens games by name, and owns the open brains and proofs and the solved games. An [`AnyGame`]
//! is a game: its rules ([`plywood_erased::AnyRules`]), its bots, matches, brains and proofs. A [`Session`] is
//! a position ([`plywood_erased::Playthrough`]) with its analysis by bots and solvers. [`SeatedBots`] play a
//! game under way. An [`AnyBrain`] is a learner's saved knowledge of a game. A [`Question`]
//! is asked about a session. [`Grows`] shows trees, [`compare`] sets searches side by side, [`puzzles`] makes
//! puzzles, [`grade`] measures moves against exact values. All code that is generic over games is instantiated here, once.

mod advice;
mod answers;
mod any_game;
#[cfg(feature = "onnx")]
mod attention;
#[cfg(feature = "arrays")]
mod batch_bot;
mod benchmark;
mod bot_factory;
mod bot_guess;
mod bot_list;
mod bot_names;
mod bots;
mod brains;
mod comparison;
mod counting;
mod enumeration;
#[cfg(feature = "arrays")]
mod evaluated;
mod exact;
mod exact_moves;
mod explanation;
mod grade_figures;
mod grading;
#[cfg(feature = "onnx")]
mod guided;
mod iterate;
mod knowledge;
mod levels;
mod lines;
mod loss;
mod matches;
mod networks;
#[cfg(feature = "onnx")]
mod onnx;
mod open_proofs;
mod openings;
mod position_judge;
mod position_values;
mod positions;
mod programs;
mod proof;
mod puzzles;
mod questions;
mod replies;
mod review;
mod seated_bots;
mod session;
mod shared;
mod solve;
mod solved;
mod tables;
mod text_bot;
pub mod tournament;
mod trees;
mod trouble;
mod tuning;
mod typed;
mod values;
mod workshop;
mod wrappers;

pub use plywood_arena::stats::wilson;
pub use plywood_arena::{Adjudication, Elo, GRACE, Spent, Sprt, SprtVerdict, Standing, Tally, WorkPart};
pub use plywood_draw::TreePicture;
pub use plywood_erased::{TextAnswer, TextBot, TextTurn};
pub use plywood_learn::{
    Access, BrainError, Counters, CurvePoint, Header, LearnSettings, Loops, MemoryKind as Memory,
    MemoryLimits, NetworkSize, RecordedRun, Store, StoreError, Summary, WantedSettings, files as brain_files,
    game_of_text,
};
#[cfg(not(target_family = "wasm"))]
pub use plywood_outside::{ProcessLimits, Program, Programs};
pub use plywood_rules::hints::race::Meeting;
pub use plywood_rules::levels::TreeLevel;
pub use plywood_rules::{Clock, Weight};
pub use plywood_verify::{CheckProgress, Checked, Goal, Refusal};

pub use advice::{Advice, KNOWS, MOMENT};
pub use answers::{
    AgainstHold, FoundBy, IterationReport, RaceReport, SolveMethod, Solved, SolvedMove, Solving, Worth,
};
pub use any_game::AnyGame;
#[cfg(feature = "arrays")]
pub use batch_bot::BatchBot;
pub use benchmark::{Benchmark, BenchmarkError};
pub use bot_factory::BotFactory;
pub use bot_list::BOTS;
pub use bot_names::former_bot;
pub use bots::{NamedBot, Scale, adviser, default_bot, default_search};
pub use brains::{
    AnyBrain, BrainStats, Measuring, PlayedGame, StageOptions, TrainingEvent, TrainingOptions, TrainingReport,
};
pub use comparison::{Comparison, ComparisonOptions, Deepening, DeepeningStep, compare};
pub use counting::Counting;
pub use enumeration::{Enumeration, EnumerationOptions, Team};
#[cfg(feature = "arrays")]
pub use evaluated::EvaluatedSearch;
pub use exact::{Exact, Peers, Phase, PositionCounts, RaceOptions, SolveProgress, Solves, Traffic, claim};
pub use exact_moves::{GRADING_NODES, TruthSource};
pub use explanation::{Explanation, Reason, ReasonCell};
pub use grade_figures::{Blunders, GradeFigures, SampleMean, Share};
pub use grading::{
    GradeOptions, GradePositions, GradeReport, GradedPlayer, GradedPortion, GradedPosition, KindFigures,
    PhaseCut, PhaseFigures, PlayerGrade, SampleOptions, WorstMove, ask_moves, grade, grade_part,
    merge_grades,
};
pub use iterate::IterationProgress;
pub use levels::{LEVELS, Level, level_of, next_in_series};
pub use lines::{BestLine, BestLines, LinesOptions, best_lines};
pub use loss::MoveLoss;
pub use matches::{GameReport, MatchOptions, MatchReport, OpeningBook, Tested};
pub use networks::{AnyNetwork, NetworkOpinion};
pub use open_proofs::{AnyProof, UnusableProof, proof_game};
pub use openings::all_openings;
pub use plywood_games::{Card, Puzzles, short_name};
pub use position_judge::MadeMove;
pub use positions::{ListsPositions, ValuedPosition, ValuedPositions};
pub use proof::{ProofClaim, ProofGoal, ProofKeeper, ProofNumbers, ProofPhase, ProofProgress, ProofReport};
pub use puzzles::{
    Puzzle, PuzzleGame, PuzzleGames, PuzzleGoal, PuzzleOptions, PuzzleReport, puzzles, puzzles_from,
};
pub use questions::{FinishedValue, OptionUse, Question, Solve};
pub use replies::{MoveMotion, ReplyReason, SafeReplies};
pub use review::{Judgement, Review, ReviewOptions, ReviewedMove, ReviewedSide, review};
pub use seated_bots::SeatedBots;
pub use session::Session;
pub use solve::{ForcedWin, Solution};
pub use solved::SolvedGames;
pub use tables::{is_part_in, parts_of_table};
pub use trees::{
    Boards, EndsBy, Grows, StrategySize, TreeNode, TreeOptions, TreeProof, TreeQuestion, TreeReport,
    TreeSearch, TreeView, ValueScale, bound_sign, bound_text, game_title, value_text, window_text,
};
pub use trouble::Trouble;
pub use tuning::{TunedOption, Tuning, TuningOptions};
pub use values::{Holder, Hosts, Tolerance, Whole};
#[cfg(not(target_family = "wasm"))]
pub use workshop::NamedProgram;
pub use workshop::{FamilyInfo, OpenError, Workshop};
pub use wrappers::Blundering;
