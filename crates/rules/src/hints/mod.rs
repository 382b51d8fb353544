//! Hints: optional knowledge of a game that makes searches and solvers faster and stronger.
//!
//! Every hint has a default that is right for every game and costs nothing; `impl NoHints for MyGame {}` takes
//! all of them. A game with better hints implements the traits itself, in a few bitboard operations:
//! [`ThreatHints`], [`PairingHints`] and [`OrderingHints`], and [`Specialized`] for searches of its own: together they are
//! [`Tactics`]. [`crate::laws`] checks them by trying all moves.

pub mod connecting;
mod connection_step;
pub mod forcing;
pub mod holding;
mod ordering;
pub mod pairing;
pub mod race;
mod ranking;
pub mod solver;
mod specialists;
mod threats;

use crate::Game;

pub use ordering::OrderingHints;
pub use pairing::PairingHints;
pub use ranking::{Ranked, Ranking, Spot};
pub use specialists::{
    Defences, EndgameTable, LastMoves, NewForcing, NewHolding, NewRanking, NewRootMoves, RootMoves,
    Specialists, Specialized, Unpaired,
};
pub use threats::{TacticalStatus, ThreatHints};

/// All hints: they change how many positions a search visits, never its result.
pub trait Tactics: ThreatHints + PairingHints + OrderingHints + Specialized {}

impl<G: ThreatHints + PairingHints + OrderingHints + Specialized + ?Sized> Tactics for G {}

/// A game that gives no hints: it implements all of their traits by their defaults.
pub trait NoHints: Game {}

impl<G: NoHints + ?Sized> ThreatHints for G {}
impl<G: NoHints + ?Sized> PairingHints for G {}
impl<G: NoHints + ?Sized> OrderingHints for G {}
impl<G: NoHints + ?Sized> Specialized for G {}
