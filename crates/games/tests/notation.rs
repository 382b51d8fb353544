//! The letters that readers of positions and moves take for others: those of `book/src/reference/notations.md`, and no more.

use std::collections::BTreeSet;

use plywood_games::{Visitor, open};
use plywood_rules::random::below;
use plywood_rules::{Playable, moves_or_outcomes};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// Every character of a text replaced by every other one, or left out, as long as the reader takes it for the same. Capitals
/// for small letters are `Aa`.
fn alike(text: &str, is_same: impl Fn(&str) -> bool, found: &mut BTreeSet<String>) {
    for (at, c) in text.char_indices() {
        let (before, after) = (&text[..at], &text[at + c.len_utf8()..]);
        if is_same(&format!("{before}{after}")) && c != ' ' {
            found.insert(format!("without {c}"));
        }
        for other in (' '..='~').chain("−–×↑↓←→●○".chars()).filter(|&other| other != c) {
            if is_same(&format!("{before}{other}{after}")) {
                let is_case = other.eq_ignore_ascii_case(&c);
                found.insert(if is_case { "Aa".to_string() } else { format!("{c} as {other}") });
            }
        }
    }
}

/// The texts that are read alike in positions, and in moves.
struct Alike;

impl Visitor for Alike {
    type Output = [String; 2];

    fn visit<G: Playable>(self, game: G) -> [String; 2] {
        let mut found = [BTreeSet::new(), BTreeSet::new()];
        for seed in 0..3 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut state = game.initial();
            for ply in 0..14 {
                let text = game.state_text(&state);
                if ply % 4 == seed {
                    let is_same = |text: &str| game.parse_state(text).is_ok_and(|other| other == state);
                    alike(&text, is_same, &mut found[0]);
                }
                let moves = moves_or_outcomes(&game, &state);
                if moves.is_empty() {
                    break;
                }
                let mv = moves[below(&mut rng, moves.len())];
                let is_same = |text: &str| game.parse_move(&state, text) == Ok(mv);
                alike(&game.move_text(&state, mv), is_same, &mut found[1]);
                game.play(&mut state, mv);
            }
        }
        found.map(|found| found.into_iter().collect::<Vec<_>>().join(", "))
    }
}

#[test]
fn slow_what_is_read_alike_is_in_the_reference() {
    let cases = [
        ("tictactoe", "1 as ., Aa, o as  , without o, without x, x as  ", "Aa"),
        (
            "connect4",
            "1 as ., Aa, o as  , without o, without x, x as  ",
            "Aa, a as 1, b as 2, c as 3, d as 4, e as 5, f as 6, g as 7",
        ),
        ("cube3", "1 as ., Aa, o as  , without o, without x, x as  ", ""),
        ("pikkpakk:size=5", "", "+ as ↑, + as →, - as ←, - as ↓, Aa"),
        ("pig", "", ""),
        ("piglet", "", ""),
        ("nim", "Aa", "Aa"),
        ("othello:size=6", "1 as ., Aa, o as W, o as w, x as B, x as b", "Aa"),
        (
            "breakthrough:m=5,n=5",
            "1 as ., Aa, b as O, b as o, w as X, w as x",
            "- as X, - as x, Aa, without -, without x, x as -",
        ),
        ("hex:size=4,swap=on", "1 as ., Aa, o as B, o as b, x as W, x as w", "Aa"),
        ("kalah:houses=3,seeds=2", "Aa", ""),
        ("dotsandboxes:m=2,n=2", "Aa", "Aa"),
        ("einstein", "Aa", "- as X, - as x, Aa, without -, without x, x as -"),
        ("ultimate", "1 as ., Aa", "Aa"),
        ("morris", "1 as ., Aa, b as O, b as o, w as X, w as x", "Aa, without -"),
    ];
    let mut wrong = String::new();
    for (game, positions, moves) in cases {
        let found = open(game, Alike).unwrap();
        if found != [positions, moves] {
            wrong += &format!("{game}: {found:?}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
