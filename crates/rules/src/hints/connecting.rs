//! Wins by connections: a list of steps says why a player joins two ends whatever the opponent plays.

pub use super::connection_step::ConnectionStep;
use super::solver::ExactSolver;
use crate::{Game, Player};

/// Steps and the player who wins by the last of them.
pub type Connections<'a> = (Player, &'a [ConnectionStep]);

/// The knowledge of a game in which players win by connections.
pub struct Connecting<G: Game + ?Sized> {
    /// True only if these steps derive that the player wins from a position that is not over, even if the opponent decides there. Proofs depend
    /// on it.
    pub holds: fn(&G, &G::State, Connections<'_>) -> bool,
    /// The move of the player, who decides, and has won by these steps an earlier position and made these moves since. `None` if
    /// the player made others, and the connection is broken.
    pub answer: fn(&G, &G::State, Connections<'_>) -> Option<G::Move>,
    /// The moves of the opponent, who decides, into the connection: after any other move it is whole.
    pub intrusions: fn(&G, &G::State, Connections<'_>) -> Vec<G::Move>,
    /// A solver that says [why](ExactSolver::connections), with a table of so many bytes. `None` if positions are too large for it.
    #[allow(clippy::type_complexity)]
    pub prover: fn(&G, usize) -> Option<Box<dyn ExactSolver<G>>>,
}

impl<G: Game + ?Sized> Clone for Connecting<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game + ?Sized> Copy for Connecting<G> {}
