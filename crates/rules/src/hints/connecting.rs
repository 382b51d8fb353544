//! Wins by connections: a list of steps says why a player joins two ends whatever the opponent plays.

use super::solver::ExactSolver;
use crate::{Game, Player};

/// A step that derives a connection, by the rules of Anshelevich (2000). It needs stones, and cells that must not be the opponent's:
/// its carrier. Ends are cells, by the codes of moves, and the two edges of the player, by the two numbers after the last cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConnectionStep {
    /// These ends, if they are cells, are stones beside each other, or one beside the edge.
    Touch([usize; 2]),
    /// The connections of these two steps meet in an end.
    And([usize; 2]),
    /// Moves to cells, each of which makes the connection of a step. All of these have the same ends.
    Or(Vec<(usize, usize)>),
}

/// Steps and the player who wins by the last of them.
pub type Connections<'a> = (Player, &'a [ConnectionStep]);

/// The knowledge of a game in which players win by connections.
pub struct Connecting<G: Game + ?Sized> {
    /// True only if these steps derive that the player wins from a position that is not over, whoever decides there. Proofs depend
    /// on it.
    pub holds: fn(&G, &G::State, Connections<'_>) -> bool,
    /// The move of the player, who decides, and has won by these steps an earlier position and made these moves since. `None` if
    /// the player made others, and the connection is broken.
    pub answer: fn(&G, &G::State, Connections<'_>) -> Option<G::Move>,
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
