//! Proofs of the versions before: they are checked, and where the format is the same, so are the bytes written today.

use plywood_games::hex::Hex;
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

/// Version 2 has connections and no captures.
#[test]
fn connections_of_the_version_before_are_checked() {
    let before = include_bytes!("../data/hex4.proof");
    assert!(before.starts_with(b"plywood proof 2\n"));
    let checked = check(&Hex::new(4).unwrap(), before, &Run::default()).unwrap();
    assert!(checked.to_string().starts_with("The first player wins"), "{checked}");
}
