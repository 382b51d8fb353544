//! Proofs, against plain solvers, checked by a checker that knows only the rules.

mod before;
mod changed;
mod checkpoint;
mod found;
mod graphs;
mod pikk_pakk;
mod shown;
mod walk;

use plywood_rules::Playable;
use plywood_solve::Limits;
use plywood_solve::proof::ProofResult;
use plywood_solve::proof::cycles::settle;

use self::walk::check;

/// The winner, with proofs that were checked.
fn settled<G: Playable>(game: &G, start: &G::State) -> ProofResult {
    let settled = settle(game, start, Limits { memory: 1 << 28, go_on: &mut |_| true }).unwrap();
    for part in &settled.parts {
        check(game, start, settled.merge, part).unwrap();
    }
    settled
}
