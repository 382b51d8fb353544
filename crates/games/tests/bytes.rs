//! Positions as bytes, in all families: their form, their length, and the handling of damaged ones.

use plywood_games::{Visitor, open};
use plywood_rules::Playable;
use plywood_rules::laws::unpack_holds;
use plywood_rules::random::below;
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// The questions of these tests to a game of any type.
trait Asked {
    /// The bytes of the position that `text` describes, of the opening where it is empty.
    fn packed(&self, text: &str) -> Vec<u8>;
    /// The bytes of the position after up to `plies` random moves.
    fn packed_after(&self, plies: usize, seed: u64) -> Vec<u8>;
    /// The result of [`Playable::unpack`] for the bytes, as text.
    fn unpacked(&self, bytes: &[u8]) -> Result<String, String>;
    /// [`unpack_holds`].
    fn holds(&self, bytes: &[u8]) -> bool;
}

impl<G: Playable> Asked for G {
    fn packed(&self, text: &str) -> Vec<u8> {
        let state = if text.is_empty() { self.initial() } else { self.parse_state(text).unwrap() };
        let mut bytes = Vec::new();
        self.pack(&state, &mut bytes);
        bytes
    }

    fn packed_after(&self, plies: usize, seed: u64) -> Vec<u8> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut state = self.initial();
        for _ in 0..plies {
            let moves = plywood_rules::moves_or_outcomes(self, &state);
            if moves.is_empty() {
                break;
            }
            self.play(&mut state, moves[below(&mut rng, moves.len())]);
        }
        let mut bytes = Vec::new();
        self.pack(&state, &mut bytes);
        bytes
    }

    fn unpacked(&self, bytes: &[u8]) -> Result<String, String> {
        self.unpack(bytes).map(|state| self.state_text(&state)).map_err(|error| error.to_string())
    }

    fn holds(&self, bytes: &[u8]) -> bool {
        unpack_holds(self, bytes)
    }
}

fn game(name: &str) -> Box<dyn Asked> {
    struct Boxed;
    impl Visitor for Boxed {
        type Output = Box<dyn Asked>;
        fn visit<G: Playable>(self, game: G) -> Box<dyn Asked> {
            Box::new(game)
        }
    }
    open(name, Boxed).unwrap_or_else(|error| panic!("{name}: {error}"))
}

const GAMES: [(&str, usize); 21] = [
    ("tictactoe", 2),
    ("mnk:m=1,n=1,k=1", 1),
    ("mnk:m=5,n=4,k=3,misere=on", 4),
    ("connect4", 9),
    ("mnk:m=7,n=6,k=3,exact=on", 9),
    ("mnk:m=13,n=5,k=5", 13),
    ("gomoku", 45),
    ("mnk:m=19,n=19,k=5", 73),
    ("cube3:centre=off", 6),
    ("cube3:opening=nocentre", 6),
    ("qubic", 13),
    ("cube:n=4,d=5", 205),
    ("pikkpakk", 18),
    ("pikkpakk:opening=placement", 18),
    ("pikkpakk:variant=capture", 18),
    ("pikkpakk:variant=rolling,opening=placement", 11),
    ("pikkpakk:size=3,variant=rolling-tie-win", 3),
    ("pikkpakk:size=9,variant=capture,opening=placement", 26),
    ("pig", 3),
    ("piglet", 2),
    ("pig:target=10000,die=100", 6),
];

#[test]
fn positions_take_few_bytes() {
    for (name, length) in GAMES {
        let game = game(name);
        for seed in 0..20 {
            assert_eq!(game.packed_after(3 * seed, seed as u64).len(), length, "{name}");
        }
    }
}

/// Stores on disk hold these bytes: they may not change.
#[test]
fn bytes_stay_what_they_are() {
    let cases: [(&str, &str, &[u8]); 7] = [
        ("tictactoe", "", &[0, 0]),
        // Cells a3 to c1 are the digits 1 2 1 2 0 and 2 1 0 0, the first one counting least.
        ("tictactoe", "xox/o1o/x2 x", &[1 + 2 * 3 + 9 + 2 * 27, 2 + 3]),
        ("connect4", "7/7/7/3o3/3x3/3x3 o", &[0, 0, 0, 27 + 81, 2, 0, 0, 0, 0]),
        // The target on c3, then from below: empty, 1bbw1, 1wtw1, 1wbb1, empty.
        ("pikkpakk:size=3", "", &[2 * 12, 0, 6 + 18 + 27, 3 + 27, 3 + 18 + 54, 0]),
        ("pikkpakk:size=3,opening=placement", "", &[2 * 25 + 1, 0, 0, 0, 0, 0]),
        // ((20 * 106 + 47) * 106 + 14) * 4
        ("pig", "20 47 14 first", &[0x50, 0x05, 0x0E]),
        ("piglet", "0 0 0 second rolling", &[3, 0]),
    ];
    for (name, text, expected) in cases {
        assert_eq!(game(name).packed(text), expected, "{name}: '{text}'");
    }
}

#[test]
fn what_is_no_position_is_refused_with_a_reason() {
    let cases: [(&str, &[u8], &str); 12] = [
        ("tictactoe", &[0], "a board of 9 cells is packed in 2 bytes, not 1"),
        ("tictactoe", &[1 + 3, 0], "these bytes do not say whose turn it is"),
        ("tictactoe", &[255, 0], "byte 0 of a packed board is 255, and five cells make at most 242"),
        ("tictactoe", &[0, 81], "a packed board has something beyond its 9 cells"),
        ("connect4", &[3, 0, 0, 0, 0, 0, 0, 0, 0], "the mark on a2 floats: under gravity a1 cannot be empty"),
        ("pikkpakk", &[], "a position of Pikk Pakk is not packed in 0 bytes"),
        ("pikkpakk:size=3", &[50, 0, 0, 0, 0, 0], "byte 0 of a packed position of this game cannot be 50"),
        (
            "pikkpakk:size=3,opening=placement",
            &[52, 0, 0, 0, 0, 0],
            "byte 0 of a packed position of this game cannot be 52",
        ),
        ("pikkpakk:size=3", &[0, 1, 0, 0, 0, 0], "a packed position has a ball where the target is"),
        ("pikkpakk:size=3", &[0, 0, 0, 0, 0, 0], "there are 0 light balls (w) instead of 4"),
        ("pig", &[0, 0], "a position of this game is packed in 3 bytes, not 2"),
        ("pig", &[255, 255, 255], "a packed position of this game cannot be number 16777215"),
    ];
    for (name, bytes, expected) in cases {
        assert_eq!(game(name).unpacked(bytes), Err(expected.to_string()), "{name}: {bytes:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        rng_seed: proptest::test_runner::RngSeed::Fixed(3),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn no_bytes_break_a_game(bytes in prop::collection::vec(any::<u8>(), 0..24)) {
        for (name, length) in GAMES.iter().filter(|(_, length)| *length < 24) {
            let game = game(name);
            game.holds(&bytes);
            let mut fitting = bytes.clone();
            fitting.resize(*length, 0);
            game.holds(&fitting);
        }
    }

    /// Bytes of a position with a few of them changed, so that some of the results are accepted.
    #[test]
    fn damaged_positions_are_positions_or_refused(
        chosen in 0..GAMES.len(),
        plies in 0usize..80,
        seed in any::<u64>(),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..3),
    ) {
        let game = game(GAMES[chosen].0);
        let mut bytes = game.packed_after(plies, seed);
        prop_assert!(game.holds(&bytes));
        for (place, byte) in damage {
            *place.get_mut(&mut bytes) = byte;
        }
        game.holds(&bytes);
    }
}
