//! Proving the winner: the search for a proof, and the file that holds it.

use plywood_games::short_name;
use plywood_rules::{Playable, Player, Run, TextError};
pub use plywood_solve::proof::ProofNumbers;
pub use plywood_solve::proof::ProofProgress;
pub use plywood_solve::proof::checkpoint::CheckpointStore as ProofKeeper;
pub use plywood_solve::proof::cycles::ProofPhase;
use plywood_solve::proof::write::file;
use plywood_solve::proof::{self, ProofError, ProofResult};
pub use plywood_solve::proof::{ProofClaim, ProofGoal};

use crate::trouble::Trouble;

/// The result of a proof search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofReport {
    /// The proved claims: one player wins; one does not lose; or, for a draw, both do not lose.
    pub claims: Vec<ProofClaim>,
    /// The winner, or `Some(None)` for a draw, if that is known.
    pub outcome: Option<Option<Player>>,
    /// Positions visited, those on forced sequences included.
    pub nodes: u64,
    /// The file, if it was to be written and something is sure.
    pub file: Option<Vec<u8>>,
    /// Positions of the proof.
    pub positions: u64,
    /// True if it was stopped before the outcome was known.
    pub interrupted: bool,
}

/// Proves as much as possible about `state`, which has a player to move.
pub(crate) fn prove<G: Playable>(
    game: &G,
    state: &G::State,
    write: bool,
    keeper: Option<&mut dyn ProofKeeper>,
    run: &Run<'_, ProofProgress>,
) -> Result<ProofReport, Trouble> {
    let found = proof::prove(game, state, write, keeper, run).map_err(|error| match error {
        ProofError::Checkpoint(trouble) => Trouble::failed(trouble.to_string()),
        error => {
            TextError::new(format!("nothing of {} is proved in this way: {error}", short_name(&game.name())))
                .into()
        }
    })?;
    let outcome = found.outcome();
    let ProofResult { claims, parts, merge, nodes, interrupted } = found;
    Ok(ProofReport {
        claims,
        outcome,
        nodes,
        positions: parts.iter().map(|part| part.positions).sum(),
        file: (!parts.is_empty()).then(|| file(game, state, merge, &parts)),
        interrupted,
    })
}
