//! A workshop for two-player game trees: write the rules of a game once and get players of every classic kind, an
//! opponent that learns, exact answers with proofs, fair matches, pictures of the tree, and a place to play.
//!
//! This crate re-exports the crates of Plywood under one name. It adds nothing of its own.
//!
//! | module | what it has | feature |
//! |---|---|---|
//! | [`rules`] | what a game is: [`Game`](rules::Game), [`Turn`](rules::Turn), [`Value`](rules::Value), laws, perft | always |
//! | `games` | k in a row on any board, Pikk Pakk, Pig, Othello, Hex and more | `games` |
//! | `search` | minimax, alpha-beta, the engine, Monte Carlo tree search | `search` |
//! | `solve` | the value of every position, bounds, proofs | `solve` |
//! | `verify` | checking proof files | `verify` |
//! | `learn` | the opponent that learns | `learn` |
//! | `arena` | matches and their statistics | `arena` |
//! | `draw` | trees, boards and curves as SVG | `draw` |
//! | `cluster` | tables by several threads, processes or machines | `cluster` |
//! | `workshop`, `erased` | games and bots by name; any game as text | `workshop` |
//! | `play` | a game under way: seats, clocks, offers, takebacks, the record | `play` |
//! | `server` | the web server and its page | `server` |
//! | `cli` | the commands of the program `plywood`, for your games too | `cli` |
//!
//! All up to `draw` are on by default.
//!
//! # Tutorial
//!
//! ## A game in about 40 lines
//!
//! The rules, names for moves and positions, and defaults for the rest:
//!
//! ```
#![doc = include_str!("heap.rs")]
//! ```
#![doc = include_str!("tutorial.md")]

pub use plywood_rules as rules;

#[cfg(feature = "arena")]
pub use plywood_arena as arena;
#[cfg(feature = "cli")]
pub use plywood_cli as cli;
#[cfg(feature = "draw")]
pub use plywood_draw as draw;
#[cfg(feature = "workshop")]
pub use plywood_erased as erased;
#[cfg(feature = "games")]
pub use plywood_games as games;
#[cfg(feature = "learn")]
pub use plywood_learn as learn;
#[cfg(feature = "play")]
pub use plywood_page::play;
#[cfg(feature = "search")]
pub use plywood_search as search;
#[cfg(feature = "server")]
pub use plywood_server as server;
#[cfg(feature = "solve")]
pub use plywood_solve as solve;
#[cfg(feature = "cluster")]
pub use plywood_solve::cluster;
#[cfg(feature = "verify")]
pub use plywood_verify as verify;
#[cfg(feature = "workshop")]
pub use plywood_workshop as workshop;

/// The names that most programs need: `use plywood::prelude::*;`.
pub mod prelude {
    pub use rand_core::{Rng, SeedableRng};
    pub use rand_xoshiro::Xoshiro256PlusPlus;

    pub use crate::rules::bot::{Bot, Position, Random, Report};
    pub use crate::rules::laws::{self, Effort};
    pub use crate::rules::options::{Kind, Options, Parameter};
    pub use crate::rules::playable::{NamedEvaluation, OwnBot};
    pub use crate::rules::random::below;
    pub use crate::rules::{
        Depict, Evaluate, Game, NoHints, Notation, Outcome, Playable, Player, Proved, Run, Stop, Symmetric,
        Tactics, TextError, Turn, Value,
    };

    #[cfg(feature = "arena")]
    pub use crate::arena::{Contestant, Match};
    #[cfg(feature = "learn")]
    pub use crate::learn::{Brain, Learner, Training};
    #[cfg(feature = "search")]
    pub use crate::search::{AlphaBeta, Engine, Expectiminimax, Limits, Mcts, Minimax, RuleBased};
    #[cfg(feature = "workshop")]
    pub use crate::workshop::Workshop;
}

/// The Rust code of documents outside this crate, as tests.
#[cfg(all(doctest, feature = "cli"))]
mod documents {
    #[doc = include_str!("../../../README.md")]
    struct Readme;
    #[doc = include_str!("../../../book/src/course/2-minimax.md")]
    struct CourseMinimax;
    #[doc = include_str!("../../../book/src/course/3-alpha-beta.md")]
    struct CourseAlphaBeta;
    #[doc = include_str!("../../../book/src/course/5-chance.md")]
    struct CourseChance;
    #[doc = include_str!("../../../book/src/tutorials/write-a-game.md")]
    struct WriteAGame;
    #[doc = include_str!("../../../book/src/tutorials/write-a-bot.md")]
    struct WriteABot;
}
