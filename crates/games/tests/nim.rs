//! Nim against a plain second writing of its rules, Bouton's theory, and the laws.

use std::collections::HashMap;

use plywood_games::nim::Nim;
use plywood_rules::laws;
use plywood_rules::{Depict, Game, Motion, Notation, Outcome, Playable, Player, Turn};
use proptest::prelude::*;

use crate::twin::{Twin, beats_random, laws_hold, perft_holds, plays_alike, reads_moves, refusal, refuses};

#[test]
fn the_laws_hold() {
    for (text, name, games) in [
        ("nim", "nim", 50),
        ("nim:misere=on", "nim:misere=on", 50),
        ("nim:heaps=3-4-5,misere=off", "nim", 10),
        ("nim:heaps=1-3-5-7", "nim:heaps=1-3-5-7", 20),
        ("nim:heaps=4-2-4-0-2-4,misere=on", "nim:heaps=4-2-4-0-2-4,misere=on", 20),
        ("nim:heaps=2-2-2-2-2-2-2-2", "nim:heaps=2-2-2-2-2-2-2-2", 10),
        ("nim:heaps=1", "nim:heaps=1", 2),
        ("nim:heaps=63-63", "nim:heaps=63-63", 4),
        ("nim:heaps=63-63-63-63-63-63-63-63", "nim:heaps=63-63-63-63-63-63-63-63", 1),
    ] {
        laws_hold(text, name, games);
    }
}

#[test]
fn options_that_do_not_fit_are_refused() {
    for (text, part) in [
        (
            "nim:heaps=64",
            "a heap cannot be '64'; heaps are numbers from 0 to 63 joined by dashes, like 3-4-5",
        ),
        ("nim:heaps=3--5", "a heap cannot be ''"),
        ("nim:heaps=x", "a heap cannot be 'x'"),
        ("nim:heaps=0-0", "all heaps are empty"),
        ("nim:heaps=1-1-1-1-1-1-1-1-1", "there cannot be 9 heaps; it has to be 1 to 8"),
        ("nim:misere=yes", "it has to be off or on"),
        ("nim:size=3", "it takes heaps, misere"),
    ] {
        let error = refusal(text);
        assert!(error.contains(part), "{text}: {error}");
    }
}

/// Heaps as rows of stars.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Stars {
    rows: Vec<String>,
    first_to_move: bool,
    misere: bool,
}

impl Stars {
    fn new(heaps: &[usize], misere: bool) -> Stars {
        Stars { rows: heaps.iter().map(|&heap| "*".repeat(heap)).collect(), first_to_move: true, misere }
    }

    fn named(name: &str) -> Stars {
        let heaps = name.split(['=', ',']).nth(1).filter(|_| name.contains("heaps=")).unwrap_or("3-4-5");
        let heaps: Vec<usize> = heaps.split('-').map(|heap| heap.parse().unwrap()).collect();
        Stars::new(&heaps, name.contains("misere=on"))
    }

    /// True if the side to move wins, by trying everything.
    fn wins(&self, known: &mut HashMap<Vec<String>, bool>) -> bool {
        let mut rows = self.rows.clone();
        rows.sort();
        if let Some(&wins) = known.get(&rows) {
            return wins;
        }
        let moves = self.moves();
        let wins =
            if moves.is_empty() { self.misere } else { moves.iter().any(|mv| !self.after(mv).wins(known)) };
        known.insert(rows, wins);
        wins
    }
}

impl Twin for Stars {
    fn text(&self) -> String {
        let heaps: Vec<String> = self.rows.iter().map(|row| row.len().to_string()).collect();
        format!("{} {}", heaps.join("-"), if self.first_to_move { "first" } else { "second" })
    }

    fn turn(&self) -> Turn {
        let [mover, other] = if self.first_to_move { Player::BOTH } else { [Player::Second, Player::First] };
        match self.rows.concat().is_empty() {
            false => Turn::Decision(mover),
            true => Turn::Over(Outcome::Win(if self.misere { mover } else { other })),
        }
    }

    fn moves(&self) -> Vec<String> {
        let row = |(row, name): (&String, char)| (1..=row.len()).map(move |taken| format!("{name}{taken}"));
        self.rows.iter().zip('a'..).flat_map(row).collect()
    }

    fn after(&self, mv: &str) -> Stars {
        let mut after = self.clone();
        let row = &mut after.rows["abcdefgh".find(&mv[..1]).unwrap()];
        for _ in 0..mv[1..].parse::<usize>().unwrap() {
            row.pop().unwrap();
        }
        after.first_to_move = !self.first_to_move;
        after
    }
}

#[test]
fn play_agrees_with_a_plain_twin() {
    for (heaps, positions) in
        [(&[3, 4, 5][..], 40_000), (&[1, 3, 5, 7], 40_000), (&[9, 0, 2, 2, 9], 40_000), (&[63; 8], 5_500)]
    {
        for misere in [false, true] {
            let game = Nim::new(heaps).unwrap();
            let game = if misere { game.misere() } else { game };
            let heaps: Vec<usize> = heaps.iter().map(|&heap| heap.into()).collect();
            plays_alike(&game, || Stars::new(&heaps, misere), positions / 2, 1);
        }
    }
}

#[test]
fn perft_counts_are_those_of_the_file() {
    perft_holds(include_str!("perft/nim.txt"), Stars::named, 30_000);
}

/// Bouton's theory, against trying everything.
#[test]
fn the_exclusive_or_tells_the_winner() {
    for misere in [false, true] {
        let game = Nim::new(&[4, 4, 3, 2]).unwrap();
        let game = if misere { game.misere() } else { game };
        let mut known = HashMap::new();
        for heaps in 0..5 * 5 * 4 * 3 {
            let heaps = [heaps % 5, heaps / 5 % 5, heaps / 25 % 4, heaps / 100];
            let twin = Stars::new(&heaps, misere);
            let state = game.parse_state(&twin.text()).unwrap();
            let winner = if twin.wins(&mut known) { Player::First } else { Player::Second };
            assert_eq!(game.winner(&state), winner, "{} misere {misere}", twin.text());
            assert_eq!(usize::from(game.grundy(&state)), heaps.iter().fold(0, |sum, heap| sum ^ heap));
        }
    }
}

/// The side that wins by theory wins against random play, by evaluating only its own moves.
#[test]
fn the_evaluation_plays_perfectly() {
    for game in [Nim::new(&[1, 3, 5, 7]).unwrap(), Nim::new(&[3, 4, 6]).unwrap().misere()] {
        beats_random(&game, 2, 100, 0);
    }
}

#[test]
fn positions_that_cannot_be_are_refused() {
    let game = Nim::new(&[3, 4, 5]).unwrap();
    refuses(
        &game,
        &[
            ("", "it takes the heaps and the side to move, like 3-4-5 first"),
            ("3-4-5", "it takes the heaps and the side to move"),
            ("3 4 5 first", "it takes the heaps and the side to move"),
            ("3-4 first", "there are 2 heaps instead of 3"),
            ("4-4-5 first", "heap a cannot have 4 objects; it began with 3"),
            ("3-4-64 first", "a heap cannot be '64'"),
            ("3-4-+5 first", "a heap cannot be '+5'"),
            ("3-4-5 third", "the side to move cannot be 'third'; it is first or second"),
        ],
    );
    assert_eq!(game.state_text(&game.parse_state("  03-0-5\t Second ").unwrap()), "3-0-5 second");
}

#[test]
fn moves_that_cannot_be_are_refused() {
    let game = Nim::new(&[3, 4, 5]).unwrap();
    let state = game.parse_state("3-0-2 first").unwrap();
    let cases = [
        ("", "it is the letter of a heap, a to c, and the objects to take, like a1"),
        ("d1", "it is the letter of a heap, a to c"),
        ("é1", "it is the letter of a heap"),
        ("b1", "heap b is empty"),
        ("c3", "heap c allows c1 to c2"),
        ("c0", "heap c allows c1 to c2"),
        ("c+1", "heap c allows c1 to c2"),
    ];
    reads_moves(&game, &game.state_text(&state), &cases.map(|(text, reason)| (text, Err(reason))));
    assert_eq!(game.parse_move(&state, "C2"), game.parse_move(&state, "c2"));
    let over = game.parse_state("0-0-0 first").unwrap();
    assert!(game.parse_move(&over, "a1").unwrap_err().to_string().ends_with("the game is over"));
}

/// Pointing at an object takes it and all to its right.
#[test]
fn objects_are_taken_from_the_right() {
    let game = Nim::new(&[3, 4, 5]).unwrap();
    let state = game.parse_state("3-4-4 first").unwrap();
    let Motion::Steps(steps) = game.motion(&state, game.parse_move(&state, "c3").unwrap()) else {
        panic!("taking is done in steps")
    };
    let at = |place: &plywood_rules::scene::Place| (place.row, place.column);
    assert_eq!((steps.touched.iter().map(at).collect::<Vec<_>>(), steps.effects.len()), (vec![(2, 1)], 3));
}

proptest! {
    #[test]
    fn no_text_breaks_the_notation(text in "[0-9 a-z+-]{0,30}|[0-9]-[0-9]-[0-9] (first|second)|[a-d][0-9]") {
        for game in [Nim::new(&[3, 4, 5]).unwrap(), Nim::new(&[9, 9, 9]).unwrap().misere()] {
            laws::parse_holds(&game, &text);
            if let Ok(mv) = game.parse_move(&game.initial(), &text) {
                prop_assert_eq!(game.move_text(&game.initial(), mv), text.clone());
            }
            prop_assert!(game.how_to_play().contains("last"));
        }
    }
}

#[test]
fn the_exclusive_or_explains_the_value() {
    let told = |nim: Nim| nim.explanation(&nim.initial()).unwrap();
    let nim = |heaps: &[u8]| Nim::new(heaps).unwrap();
    assert_eq!(told(nim(&[3, 4, 5])), "3 xor 4 xor 5 = 2, not 0, so first wins by a2, which makes it 0");
    assert_eq!(
        told(nim(&[1, 3, 5, 7])),
        "1 xor 3 xor 5 xor 7 = 0, and every move makes it another number, so first loses"
    );
    assert_eq!(
        told(nim(&[3, 1]).misere()),
        "3 xor 1 = 2, not 0, so first wins by a3: that leaves 0, or at the end an odd number of ones"
    );
    assert_eq!(
        told(nim(&[1, 1]).misere()),
        "no heap has more than 1, so the parity of the heaps decides, and first wins"
    );
}
