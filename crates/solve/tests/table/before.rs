//! Files of the version before: the same bytes are written today, and they open.

use plywood_rules::Playable;

use super::files::{bytes_of, opened, packed};
use crate::common::{line, pikk_pakk};

fn compare<G: Playable>(game: &G, bytes: &[u8]) {
    let solved = packed(game, &game.initial());
    assert!(bytes_of(&solved) == bytes, "{}: other bytes", game.name());
    let old = opened(game, bytes.to_vec()).unwrap();
    old.check().unwrap();
    assert_eq!(old.counts(), solved.counts());
}

#[test]
fn tables_are_those_of_the_version_before() {
    compare(&line("tictactoe"), include_bytes!("../data/tictactoe.table"));
    compare(&pikk_pakk("pikkpakk:size=3,variant=rolling"), include_bytes!("../data/pikkpakk.table"));
}
