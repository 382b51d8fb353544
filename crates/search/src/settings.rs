//! The settings of a search: its limits, its move ordering, and its choice among equal moves.

use std::time::Duration;

/// The limits of a search. The first one reached ends it.
///
/// With a depth alone (or nothing) there is one search of that depth (or to the end of the game). With a limit
/// of nodes or time the search is repeated, one ply deeper each time, until it reaches the limit or the depth,
/// or nothing is left to find; the result is that of the last finished search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The search depth, counting chance outcomes as plies; at least 1 is searched. `None`: to the end of the
    /// game, or [`Limits::DEEPEST`].
    pub depth: Option<u32>,
    /// Positions to visit. A search of fewer than two plies may visit each move once more.
    pub nodes: Option<u64>,
    /// Time to use.
    pub time: Option<Duration>,
}

impl Limits {
    /// The depth at which a search without a depth limit stops: it keeps endless games from overflowing the
    /// stack. No game that could be searched to its end is nearly as long.
    pub const DEEPEST: u32 = 500;

    /// This many plies, whatever it takes.
    pub fn depth(plies: u32) -> Limits {
        Limits { depth: Some(plies), ..Limits::default() }
    }

    /// This many positions.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// This much time.
    pub fn time(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::default() }
    }

    /// The plies of the deepest search allowed.
    pub(crate) fn plies(self) -> u32 {
        self.depth.unwrap_or(Limits::DEEPEST).clamp(1, Limits::DEEPEST)
    }

    /// Returns whether the search has to be repeated with growing depth.
    pub(crate) fn deepens(self) -> bool {
        self.nodes.is_some() || self.time.is_some()
    }
}

/// The choice among several equally good moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tie {
    /// [`Tie::Any`] in a selective search, else [`Tie::First`].
    #[default]
    Default,
    /// The first in the order of the legal moves.
    First,
    /// Whichever the search finds first, which is the quickest to find.
    Any,
    /// Any of them, each as likely as the others.
    Random,
}

/// The order in which alpha-beta tries moves. It changes the number of nodes, never the value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// As the game lists them.
    #[default]
    Natural,
    /// Those of the largest [`Evaluate::ordering_score`](plywood_rules::Evaluate::ordering_score) first, equal ones as the game
    /// lists them.
    Promising,
}

/// The pruning of alpha-beta at chance nodes. It changes neither values nor moves.
///
/// Star1 and Star2 rely on the evaluation's promise that no value exceeds
/// [`win_worth`](plywood_rules::Evaluate::win_worth), payoffs included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChancePruning {
    /// Nothing: every outcome is searched in full.
    #[default]
    Off,
    /// Prunes outcomes that cannot bring the mean back into the window, whatever their values.
    Star1,
    /// The same, after one move behind every outcome was searched to bound the outcome's value.
    Star2,
}

/// The settings of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// The limits.
    pub limits: Limits,
    /// The choice among equally good moves.
    pub tie: Tie,
    /// True to find the full value of every move of the root, not of the best alone. Minimax always does; a
    /// search that is repeated continues until all of them are known for sure.
    pub all: bool,
    /// The order in which moves are tried. Minimax tries all, in their natural order.
    pub order: Order,
    /// The pruning at chance nodes. Minimax leaves out nothing.
    pub chance_pruning: ChancePruning,
}

impl From<Limits> for Settings {
    fn from(limits: Limits) -> Settings {
        Settings { limits, ..Settings::default() }
    }
}
