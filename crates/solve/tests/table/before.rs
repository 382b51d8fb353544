//! Files of the version before: the same bytes are written today, and they open.

use plywood_games::{Visitor, open};
use plywood_rules::Playable;

use super::files::{bytes_of, opened, packed};

struct Compare(&'static [u8]);

impl Visitor for Compare {
    type Output = ();
    fn visit<G: Playable>(self, game: G) {
        let solved = packed(&game, &game.initial());
        assert!(bytes_of(&solved) == self.0, "{}: other bytes", game.name());
        let old = opened(&game, self.0.to_vec()).unwrap();
        old.check().unwrap();
        assert_eq!(old.counts(), solved.counts());
    }
}

#[test]
fn tables_are_those_of_the_version_before() {
    open("tictactoe", Compare(include_bytes!("../data/tictactoe.table"))).unwrap();
    open("pikkpakk:size=3,variant=rolling", Compare(include_bytes!("../data/pikkpakk.table"))).unwrap();
}
