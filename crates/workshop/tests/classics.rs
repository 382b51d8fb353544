//! Published values of the classic games, those that are computed in about a second.

use plywood_rules::random::below;
use plywood_rules::{Proved, Run, Stop, Value};
use plywood_workshop::{Solution, Workshop};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// The search to the end of the game from its opening or from a position.
fn solved(game: &str, position: Option<&str>) -> Solution {
    let session = Workshop::standard().open(game).unwrap().session(position, "", 1).unwrap();
    session.solve(None, &Run::default()).unwrap()
}

/// The points of the opening for the first player: +1 or -1 for a win or a loss without points.
fn points(game: &str) -> f64 {
    let value = solved(game, None).value.unwrap_or_else(|| panic!("{game} is not solved"));
    assert!(!matches!(value, Value::Estimated(_)), "{game}");
    value.points(1.0)
}

/// Irving, Donkers and Uiterwijk, "Solving Kalah", ICGA Journal 23 (2000): houses down, seeds across.
#[test]
fn small_kalah_is_worth_what_was_published() {
    for (houses, row) in (1..).zip(["DLWLWD", "WLLLWW", "DWWWWL", "WWWW"]) {
        for (seeds, expected) in (1..).zip(row.chars()) {
            let name = format!("kalah:houses={houses},seeds={seeds}");
            let points = points(&name);
            let found = if points > 0.0 {
                'W'
            } else if points < 0.0 {
                'L'
            } else {
                'D'
            };
            assert_eq!(found, expected, "{name}: {points}");
        }
    }
    // Published as a draw, which it is if a last seed is captured opposite an empty house as well (`bench/classics.md`).
    assert_eq!(points("kalah:houses=5,seeds=2"), 2.0);
    // The bound on the length of this game is above the deepest search.
    assert_eq!(points("kalah:houses=6,seeds=1"), 2.0);
}

/// Nim needs no search: its exclusive or says who cannot lose, and there are no draws.
#[test]
fn large_nim_takes_a_glance() {
    let solution = solved("nim:heaps=63-63-63-63-63-63-63-63", None);
    assert!(matches!(solution.value, Some(Value::Proved(Proved::Loss { .. }))), "{solution:?}");
    assert!(solution.analysis.nodes < 1_000_000, "{solution:?}");
}

/// The order of moves for the end, the last moves and the questions at the root, beside a search that has none of them.
#[test]
fn random_othello_is_worth_what_plain_search_finds() {
    let game = Workshop::standard().open("othello:size=6").unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    for free in [8, 9, 10, 11, 12, 12, 12, 14, 14] {
        let mut session = game.session(None, "", 1).unwrap();
        while session.ending().is_none() && session.position().matches(['x', 'o']).count() < 37 - free {
            let moves = session.moves();
            session.play(&moves[below(&mut rng, moves.len())]).unwrap();
        }
        if session.ending().is_some() {
            continue;
        }
        let position = session.position();
        let plain = session.analyse("expectiminimax:depth=40", false, 1, &Stop::never()).unwrap();
        assert_eq!(solved("othello:size=6", Some(&position)).value, plain.value, "{position}");
    }
}

/// Positions of the endgame tests of the French federation, first rank first, with the best move, its score for the side to
/// move as every program has it, and that of the plain count.
#[test]
fn slow_othello_scores_are_those_of_other_programs() {
    for (board, side, best, score, plain) in [
        ("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--", "x", "g8", 18.0, 18.0),
        ("-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX-", "x", "a4", 10.0, 10.0),
        ("---O-XOX----XXOX---XXOOXO-XXOXOXXXXOOXOX-XOOXXXXXOOOXX-XOOOOOOO-", "o", "b3", 30.0, 29.0),
    ] {
        let ranks: Vec<&str> = (0..8).rev().map(|rank| &board[8 * rank..8 * rank + 8]).collect();
        let position = format!("{} {side}", ranks.join("/").replace('-', "."));
        for (game, score) in [("othello", score), ("othello:empties=none", plain)] {
            let solution = solved(game, Some(&position));
            assert_eq!(solution.payoff, Some(score), "{position} {game}");
            assert_eq!(solution.analysis.best, best, "{position} {game}");
        }
    }
}

/// Othello 4 as published; the others as measured (`bench/classics.md`).
#[test]
fn small_boards_have_their_scores() {
    assert_eq!(points("othello:size=4"), -10.0);
    assert_eq!(points("othello:size=4,empties=none"), -8.0);
    assert_eq!(points("dotsandboxes:m=2,n=2"), 2.0);
    assert_eq!(points("dotsandboxes:m=3,n=3"), -3.0);
    // The first player wins on every board (Nash), and with the swap the second one.
    for size in 2..=4 {
        assert_eq!(points(&format!("hex:size={size}")), 1.0, "{size}");
    }
    assert_eq!(points("hex:size=3,swap=on"), -1.0);
}
