//! Strategies, as a proof writes them down.

use plywood_rules::Playable;
use plywood_rules::hints::forcing::Answers;

use super::error::Interrupted;

/// Two cells (moves) of which the prover takes one when the opponent takes the other.
pub type Pairs<M> = Vec<(M, M)>;

/// The choice of a prover who is to move.
#[derive(Clone, Debug)]
pub enum Choice<M> {
    /// Plays a move.
    Move(M),
    /// Holds by answering in pairs from here on.
    Pairs(Pairs<M>),
}

/// The answer of a prover to the moves of the opponent.
#[derive(Clone, Debug)]
pub enum Defence<M> {
    /// Each of them is examined.
    Each,
    /// Some are answered by sequences; each of the others is examined.
    Answers(Answers<M>),
    /// All are answered in pairs.
    Pairs(Pairs<M>),
}

/// A strategy of one side, the prover.
pub trait Strategy<G: Playable> {
    /// The choice in `state`, `plies` plies after the start, at a decision of the prover.
    ///
    /// # Errors
    /// If it is stopped while searching.
    fn choose(&mut self, game: &G, state: &G::State, plies: u32) -> Result<Choice<G::Move>, Interrupted>;

    /// The answers to the moves of the opponent, who decides in `state`.
    fn defend(&mut self, _game: &G, _state: &G::State) -> Defence<G::Move> {
        Defence::Each
    }
}
