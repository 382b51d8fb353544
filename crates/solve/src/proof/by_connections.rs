//! The strategy of a player who wins by connections, by the game's own solver.

use plywood_rules::hints::solver::ExactSolver;
use plywood_rules::{Interrupted, Playable, Run};

use super::strategy::{Choice, Defence, Strategy};

/// The strategy by which a player wins: by the solver's moves, until it knows the connections.
pub struct ByConnections<'s, G: Playable> {
    pub solver: &'s dyn ExactSolver<G>,
    /// Receives the positions visited by the solver.
    pub run: &'s Run<'s, u64>,
}

impl<G: Playable> Strategy<G> for ByConnections<'_, G> {
    fn choose(&mut self, _: &G, state: &G::State, _: u32) -> Result<Choice<G::Move>, Interrupted> {
        self.solver.winning_move(state, self.run).map(Choice::Move).ok_or(Interrupted)
    }

    fn version(&self) -> u32 {
        3
    }

    fn defend(&mut self, _: &G, state: &G::State) -> Defence<G::Move> {
        self.solver.connections(state, self.run).map_or(Defence::Each, Defence::Connections)
    }
}
