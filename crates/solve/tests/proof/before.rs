//! A proof of the version before: it is checked, and the same bytes are written today.

use plywood_games::{Visitor, open};
use plywood_rules::Playable;
use plywood_solve::proof::{ProofOptions, prove, write};
use plywood_verify::check;

struct Compare(&'static [u8]);

impl Visitor for Compare {
    type Output = ();
    fn visit<G: Playable>(self, game: G) {
        let checked = check(&game, self.0, &mut |_| true).unwrap();
        assert_eq!(checked.claims.len(), 2, "a draw: both players hold");
        let start = game.initial();
        let options = ProofOptions { memory: 1 << 24, threads: 1, write: true };
        let proof = prove(&game, &start, options, None, &mut |_| true).unwrap();
        assert!(write::file(&game, &start, proof.merge, &proof.parts) == self.0, "other bytes");
    }
}

#[test]
fn a_proof_of_the_version_before_is_checked() {
    open("tictactoe", Compare(include_bytes!("../data/tictactoe.proof"))).unwrap();
}
