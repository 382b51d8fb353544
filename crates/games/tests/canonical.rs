//! Canonical forms, which every family finds in a way of its own, against the plain way to find them.

use plywood_games::{Visitor, open};
use plywood_rules::random::below;
use plywood_rules::{Canonical, Playable, moves_or_outcomes};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// Goes through this many positions of random games.
struct Compare(usize);

impl Visitor for Compare {
    type Output = ();
    fn visit<G: Playable>(self, game: G) {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut state = game.initial();
        for _ in 0..self.0 {
            let images: Vec<G::State> =
                (0..game.symmetries()).map(|map| game.map_state(&state, map)).collect();
            let least = images.iter().min().unwrap();
            let first = images.iter().position(|image| image == least).unwrap();
            let ways = images.iter().filter(|image| *image == least).count();
            let expected = Canonical { state: least.clone(), map: first, orbit: images.len() / ways };
            assert_eq!(game.canonical(&state), expected, "{}: {state:?}", game.name());
            let moves = moves_or_outcomes(&game, &state);
            match moves.len() {
                0 => state = game.initial(),
                n => game.play(&mut state, moves[below(&mut rng, n)]),
            }
        }
    }
}

#[test]
fn the_canonical_form_is_the_least_image() {
    for (name, positions) in [
        ("tictactoe", 300),
        ("mnk:m=1,n=1,k=1", 5),
        ("mnk:m=4,n=4,k=4", 300),
        ("mnk:m=5,n=4,k=3", 200),
        ("mnk:m=8,n=8,k=8", 200),
        ("connect4", 200),
        ("mnk:m=9,n=9,k=5", 100),
        ("gomoku", 50),
        ("cube3", 200),
        ("cube:n=2,d=3", 50),
        ("qubic", 150),
        ("tesseract", 10),
        ("pikkpakk", 300),
        ("pikkpakk:size=3", 300),
        ("pikkpakk:size=5,opening=placement", 300),
        ("pikkpakk:size=9,variant=capture", 200),
        ("pikkpakk:variant=rolling-tie-win,opening=placement", 200),
        ("pig", 50),
    ] {
        open(name, Compare(positions)).unwrap();
    }
}
