//! Hints: optional knowledge of a game that makes searches and solvers faster and stronger.
//!
//! Every hint has a default that is right for every game and costs nothing; `impl NoHints for MyGame {}` takes all of them.
//! A game that knows better implements the traits itself, in a few bitboard operations: [`ThreatHints`], [`PairingHints`] and
//! [`OrderingHints`] for searches, together [`Tactics`], and [`SolverHints`] for exact solutions. [`crate::laws`] checks what
//! they say by trying all moves.

pub mod forcing;
mod ordering;
pub mod pairing;
mod race;
mod ranking;
mod threats;

use crate::Game;

pub use ordering::OrderingHints;
pub use pairing::PairingHints;
pub use race::{AsRace, Race, RaceSpot};
pub use ranking::{Ranked, Ranking, Spot};
pub use threats::{TacticalStatus, ThreatHints};

/// All hints for searches: they change how many positions a search visits, never what is true.
pub trait Tactics: ThreatHints + PairingHints + OrderingHints {}

impl<G: ThreatHints + PairingHints + OrderingHints + ?Sized> Tactics for G {}

/// Hints that let solvers store or value positions faster.
pub trait SolverHints: Game {
    /// The rules as a race of two scores in which a turn may come to nothing, if the game is one: such games are solved exactly
    /// in no time.
    fn race(&self) -> Option<AsRace<Self>> {
        None
    }

    /// Numbers for the positions that may come after `start`, where a good part of the numbers would be positions that do: then
    /// tables of all of them may leave out which positions they are of. The same each time.
    fn ranking(&self, _start: &Self::State) -> Option<Box<dyn Ranking<Self>>> {
        None
    }
}

/// A game that gives no hints: it implements all of their traits by their defaults.
pub trait NoHints: Game {}

impl<G: NoHints + ?Sized> ThreatHints for G {}
impl<G: NoHints + ?Sized> PairingHints for G {}
impl<G: NoHints + ?Sized> OrderingHints for G {}
impl<G: NoHints + ?Sized> SolverHints for G {}
