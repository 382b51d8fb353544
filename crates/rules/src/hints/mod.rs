//! Hints: optional knowledge of a game that makes searches and solvers faster and stronger.
//!
//! Every hint has a default that is right for every game and costs nothing; `impl NoHints for MyGame {}` takes
//! all of them. A game with better hints implements the traits itself, in a few bitboard operations:
//! [`ThreatHints`], [`PairingHints`] and [`OrderingHints`] for searches, together [`Tactics`], and
//! [`SolverHints`] for exact solutions. [`crate::laws`] checks them by trying all moves.

mod columns;
pub mod forcing;
pub mod holding;
mod ordering;
pub mod pairing;
mod race;
mod ranking;
mod threats;

use self::holding::Holding;
use crate::{Game, Player, Stop};

pub use columns::{AsColumns, Columns};
pub use ordering::OrderingHints;
pub use pairing::PairingHints;
pub use race::{AsRace, Race, RaceSpot};
pub use ranking::{Ranked, Ranking, Spot};
pub use threats::{TacticalStatus, ThreatHints};

/// All hints for searches: they change how many positions a search visits, never its result.
pub trait Tactics: ThreatHints + PairingHints + OrderingHints {}

impl<G: ThreatHints + PairingHints + OrderingHints + ?Sized> Tactics for G {}

/// Hints that let solvers store or value positions faster.
pub trait SolverHints: Game {
    /// The rules as a race of two scores in which a turn may gain nothing, if the game is one: such games are
    /// solved exactly within milliseconds.
    fn race(&self) -> Option<AsRace<Self>> {
        None
    }

    /// The rules as a board of columns in which marks fall, if the game is one that fits into 64 cells.
    fn columns(&self) -> Option<AsColumns<Self>> {
        None
    }

    /// A search of the game's own for whether `defender` keeps the opponent from winning, with tables of so many bytes, if the game
    /// has one. Proof search asks it first.
    fn holding(&self, _defender: Player, _memory: u64) -> Option<Box<dyn Holding<Self> + Send + '_>> {
        None
    }

    /// Ranks of the positions that may come after `start`, if enough of the ranks are used: a table of all
    /// positions then need not store their keys. The same for every call.
    fn ranking(&self, _start: &Self::State) -> Option<Box<dyn Ranking<Self>>> {
        None
    }

    /// True if a search from `start` to the end of the game takes longer than [`SolverHints::with_endgames`].
    fn needs_endgames(&self, _start: &Self::State) -> bool {
        false
    }

    /// The same game with a table of its last positions: they are over there, with the payoff of best play. `None`, the default, if
    /// there is no such table, or if it was stopped.
    fn with_endgames(&self, _stop: &Stop) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }
}

/// A game that gives no hints: it implements all of their traits by their defaults.
pub trait NoHints: Game {}

impl<G: NoHints + ?Sized> ThreatHints for G {}
impl<G: NoHints + ?Sized> PairingHints for G {}
impl<G: NoHints + ?Sized> OrderingHints for G {}
impl<G: NoHints + ?Sized> SolverHints for G {}
