//! A proof of the version before: it is checked, and the same bytes are written today.

use plywood_rules::{Game, Run};
use plywood_solve::proof::{prove, write};
use plywood_verify::check;

use crate::common::line;

#[test]
fn a_proof_of_the_version_before_is_checked() {
    let (game, before) = (line("tictactoe"), include_bytes!("../data/tictactoe.proof"));
    let checked = check(&game, before, &Run::default()).unwrap();
    assert_eq!(checked.claims.len(), 2, "a draw: both players hold");
    let start = game.initial();
    let run = Run { memory: 1 << 24, ..Run::default() };
    let proof = prove(&game, &start, true, None, &run).unwrap();
    assert!(write::file(&game, &start, proof.merge, &proof.parts) == before, "other bytes");
}
