//! The settings of the engine.

use crate::core::Techniques;

/// The searches that may take steps that risk something for the sake of depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Selective {
    /// With a limit of time or nodes, and to a depth of more than [`EngineSettings::FULL_WIDTH`] plies that
    /// does not reach the end of the game. Searches of smaller depth find exactly the values of minimax.
    #[default]
    Auto,
    /// Never: always the values of minimax at the same depth.
    Off,
    /// Always.
    On,
}

/// The settings of the engine, besides [`Settings`](crate::Settings).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineSettings {
    /// The techniques it uses.
    pub techniques: Techniques,
    /// The condition for selective search, which is unsound.
    pub selective: Selective,
    /// Threads to search with, at least 1. With one, the same seed gives the same result.
    pub threads: usize,
    /// Bytes that the table may grow to.
    pub table: usize,
    /// The depth of a search without a limit and without a clock. `None`: to the end of the game.
    pub default_depth: Option<u32>,
    /// Positions after which a search to the end of the game is given up. Unlike [`Limits::nodes`](crate::Limits::nodes) it is
    /// no amount to make the best of: the search goes about its work as if there was no limit.
    pub give_up: Option<u64>,
}

impl EngineSettings {
    /// Searches to a fixed depth of at most this many plies are full-width.
    pub const FULL_WIDTH: u32 = 7;
}

impl Default for EngineSettings {
    fn default() -> EngineSettings {
        EngineSettings {
            techniques: Techniques::ALL,
            selective: Selective::Auto,
            threads: 1,
            table: 64 << 20,
            default_depth: None,
            give_up: None,
        }
    }
}
