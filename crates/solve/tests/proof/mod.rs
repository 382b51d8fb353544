//! Proofs, against plain solvers, checked by a checker that knows only the rules.

mod before;
mod changed;
mod checkpoint;
mod connections;
mod found;
mod graphs;
mod pikk_pakk;
mod shown;
mod walk;

use plywood_rules::{Playable, Run};
use plywood_solve::proof::ProofResult;
use plywood_solve::proof::cycles::settle;

use self::walk::check;

/// The winner, with proofs that were checked.
fn settled<G: Playable>(game: &G, start: &G::State) -> ProofResult {
    let settled = settle(game, start, &Run { memory: 1 << 28, ..Run::default() }).unwrap();
    for part in &settled.parts {
        check(game, start, settled.merge, part).unwrap();
    }
    settled
}
