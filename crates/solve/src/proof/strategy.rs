//! Strategies, as a proof writes them down.

use plywood_rules::hints::connecting::ConnectionStep;
use plywood_rules::hints::forcing::Answers;
use plywood_rules::{Interrupted, Playable, TacticalStatus};

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
    /// All are answered by connections, in a game that knows them, and in proofs that merge no positions.
    Connections(Vec<ConnectionStep>),
}

/// A strategy of one side, the prover.
pub trait Strategy<G: Playable> {
    /// The choice in `state`, `plies` plies after the start, at a decision of the prover.
    ///
    /// # Errors
    /// If it is stopped while searching.
    fn choose(&mut self, game: &G, state: &G::State, plies: u32) -> Result<Choice<G::Move>, Interrupted>;

    /// The version of the format that it needs: 3 if it answers by connections.
    fn version(&self) -> u32 {
        1
    }

    /// The answers to the moves of the opponent, who decides in `state`.
    fn defend(&mut self, _game: &G, _state: &G::State) -> Defence<G::Move> {
        Defence::Each
    }
}

/// The choice of a prover who decides in `state`, if it needs no search: pairs, a move that wins, or the only candidate. Otherwise
/// the candidates.
pub(super) fn obvious<G: Playable>(
    game: &G,
    state: &G::State,
    defence: Defence<G::Move>,
) -> Result<Choice<G::Move>, Vec<G::Move>> {
    if let Defence::Pairs(pairs) = defence {
        return Ok(Choice::Pairs(pairs));
    }
    let mut moves = Vec::new();
    let status = game.candidates(state, &mut moves);
    if status != TacticalStatus::Open || moves.len() == 1 { Ok(Choice::Move(moves[0])) } else { Err(moves) }
}
