//! Watching a check: what the proof says, in the order of the walk.

use plywood_rules::Game;
use plywood_rules::hints::connecting::ConnectionStep;

use crate::claim::Claim;

/// Receives what a proof says, in the order of the walk through the game. By default it is ignored.
///
/// Positions are entered and left like nested folders: everything concerns the one entered last that was not left yet.
pub trait ProofVisitor<G: Game> {
    /// The walk for a claim begins at `start`.
    fn claim(&mut self, _claim: Claim, _start: &G::State) {}
    /// `state`, which is not over, is entered for the first time, `ply` plies after the start. From now on
    /// its key is `key`: itself, or the representative of its images.
    fn enter(&mut self, _state: &G::State, _key: &G::State, _ply: u32) {}
    /// The prover plays this.
    fn play(&mut self, _mv: G::Move) {}
    /// From here on the prover holds by these pairs.
    fn hold(&mut self, _pairs: &[(G::Move, G::Move)]) {}
    /// From here on the prover wins by these connections.
    fn connect(&mut self, _steps: &[ConnectionStep]) {}
    /// The opponent's replies at these places of the order of moves are answered by this line.
    fn answer(&mut self, _replies: &[usize], _line: &[LineStep]) {}
    /// The position entered last is complete. If the claim is a win, it is won from there within `plies`
    /// plies.
    fn leave(&mut self, _plies: u32) {}
}

/// A step of a line: codes of moves ([`OrderingHints::move_code`](plywood_rules::OrderingHints::move_code)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineStep {
    /// The prover's move.
    pub mv: u32,
    /// The move that wins at once after the opponent's reply, unless the reply prevents it: then the next step follows.
    /// `None` where the move itself wins.
    pub threat: Option<u32>,
}

/// Ignores everything.
impl<G: Game> ProofVisitor<G> for () {}
