//! EinStein würfelt nicht! against a plain second writing of its rules, published numbers, and the laws.

use plywood_games::einstein::Einstein;
use plywood_rules::laws;
use plywood_rules::scene::Square;
use plywood_rules::{Depict, Game, Motion, Notation, Outcome, Player, Turn, moves_or_outcomes};
use proptest::prelude::*;

use crate::twin::{Twin, beats_random, laws_hold, perft_holds, plays_alike, reads_moves, refusal, refuses};

#[test]
fn the_laws_hold() {
    for (text, name) in [
        ("einstein", "einstein"),
        ("einstein:size=5", "einstein"),
        ("einstein:size=4", "einstein:size=4"),
        ("einstein:size=6", "einstein:size=6"),
        ("einstein:size=7", "einstein:size=7"),
    ] {
        laws_hold(text, name, 25);
    }
}

#[test]
fn options_that_do_not_fit_are_refused() {
    for (text, part) in [
        ("einstein:size=3", "'size' of game 'einstein' cannot be '3'; it has to be 4 to 7"),
        ("einstein:size=8", "it has to be 4 to 7"),
        ("einstein:m=5", "it takes size"),
    ] {
        let error = refusal(text);
        assert!(error.contains(part), "{text}: {error}");
    }
    let error = Einstein::new(3).unwrap_err().to_string();
    assert_eq!(error, "the size of EinStein cannot be 3; it has to be 4 to 7");
}

/// The board as a table of words: the owner's sign and the number of the cube, or nothing.
#[derive(Clone)]
struct Table {
    board: Vec<Vec<String>>,
    plies: usize,
    die: Option<usize>,
}

impl Table {
    fn new(side: usize) -> Table {
        let mut board = vec![vec![String::new(); side]; side];
        for (rank, numbers) in ["123", "45", "6"].iter().enumerate() {
            for (file, number) in numbers.chars().enumerate() {
                board[rank][file] = format!("+{number}");
                board[side - 1 - rank][side - 1 - file] = format!("-{number}");
            }
        }
        Table { board, plies: 0, die: None }
    }

    fn sign(&self) -> char {
        if self.plies.is_multiple_of(2) { '+' } else { '-' }
    }

    fn find(&self, sign: char, number: usize) -> Option<(usize, usize)> {
        let side = self.board.len();
        let name = format!("{sign}{number}");
        (0..side)
            .flat_map(|rank| (0..side).map(move |file| (rank, file)))
            .find(|&(r, f)| self.board[r][f] == name)
    }

    fn winner(&self) -> Option<char> {
        let last = self.board.len() - 1;
        let any = |sign: char| self.board.iter().flatten().any(|cube| cube.starts_with(sign));
        if self.board[last][last].starts_with('+') || !any('-') {
            Some('+')
        } else if self.board[0][0].starts_with('-') || !any('+') {
            Some('-')
        } else {
            None
        }
    }

    /// The names of moves and faces with what they lead to.
    fn children(&self) -> Vec<(String, Table)> {
        if self.winner().is_some() {
            return Vec::new();
        }
        let Some(die) = self.die else {
            return (1..=6)
                .map(|face| (face.to_string(), Table { die: Some(face), ..self.clone() }))
                .collect();
        };
        let sign = self.sign();
        let left: Vec<usize> = (1..=6).filter(|&number| self.find(sign, number).is_some()).collect();
        let numbers: Vec<usize> = if left.contains(&die) {
            vec![die]
        } else {
            let lower = left.iter().copied().filter(|&number| number < die).max();
            let higher = left.iter().copied().filter(|&number| number > die).min();
            lower.into_iter().chain(higher).collect()
        };
        let mut children = Vec::new();
        for number in numbers {
            let (rank, file) = self.find(sign, number).unwrap();
            for (up, right) in [(0, 1), (1, 1), (1, 0)] {
                let step =
                    |from: usize, by: usize| if sign == '+' { Some(from + by) } else { from.checked_sub(by) };
                let (Some(to_rank), Some(to_file)) = (step(rank, up), step(file, right)) else { continue };
                if to_rank >= self.board.len() || to_file >= self.board.len() {
                    continue;
                }
                let mut child = self.clone();
                let cube = std::mem::take(&mut child.board[rank][file]);
                let captured = std::mem::replace(&mut child.board[to_rank][to_file], cube);
                child.plies += 1;
                child.die = None;
                let by = if captured.is_empty() { '-' } else { 'x' };
                children.push((format!("{}{by}{}", name(rank, file), name(to_rank, to_file)), child));
            }
        }
        children
    }
}

impl Twin for Table {
    fn text(&self) -> String {
        let cubes = |sign: char| {
            let cell =
                |number| self.find(sign, number).map_or("-".to_string(), |(rank, file)| name(rank, file));
            (1..=6).map(cell).collect::<Vec<_>>().join(",")
        };
        let side = if self.sign() == '+' { "first" } else { "second" };
        let die = self.die.map_or(String::new(), |die| format!(" {die}"));
        format!("{} {} {side}{die}", cubes('+'), cubes('-'))
    }

    fn turn(&self) -> Turn {
        let player = |sign: char| if sign == '+' { Player::First } else { Player::Second };
        match (self.winner(), self.die) {
            (Some(winner), _) => Turn::Over(Outcome::Win(player(winner))),
            (None, None) => Turn::Chance,
            (None, Some(_)) => Turn::Decision(player(self.sign())),
        }
    }

    fn moves(&self) -> Vec<String> {
        self.children().into_iter().map(|child| child.0).collect()
    }

    fn after(&self, mv: &str) -> Table {
        self.children().into_iter().find(|child| child.0 == mv).unwrap().1
    }
}

fn name(rank: usize, file: usize) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

#[test]
fn play_agrees_with_a_plain_twin() {
    for (side, positions) in [(4, 25_000), (5, 40_000), (6, 32_000), (7, 28_000)] {
        plays_alike(&Einstein::new(side).unwrap(), || Table::new(side), positions, 2);
    }
}

#[test]
fn perft_counts_are_those_of_the_file() {
    let twin =
        |name: &str| Table::new(name.strip_prefix("einstein:size=").map_or(5, |side| side.parse().unwrap()));
    perft_holds(include_str!("perft/einstein.txt"), twin, 10_000);
}

/// A cube that is gone is replaced by its neighbours, and by one of them if there is no other.
#[test]
fn the_die_chooses_cubes() {
    let game = Einstein::new(5).unwrap();
    let moves = |text: &str| {
        let state = game.parse_state(text).unwrap();
        let names = moves_or_outcomes(&game, &state).into_iter().map(|mv| game.move_text(&state, mv));
        names.collect::<Vec<_>>().join(" ")
    };
    let second = "e5,d5,c5,e4,d4,e3";
    assert_eq!(moves(&format!("-,b1,c1,-,e2,a3 {second} first 1")), "b1xc1 b1-c2 b1-b2");
    assert_eq!(moves(&format!("-,b1,c1,-,e2,a3 {second} first 4")), "c1-d1 c1-d2 c1-c2 e2xe3");
    assert_eq!(moves(&format!("-,b5,c1,-,-,- {second} first 6")), "c1-d1 c1-d2 c1-c2");
    assert_eq!(moves("a1,b1,c1,a2,b2,a3 -,-,-,a4,-,- second 6"), "a4xa3");
}

#[test]
fn both_ways_to_win_end_the_game() {
    let game = Einstein::new(5).unwrap();
    let after = |text: &str, mv: &str| {
        let mut state = game.parse_state(text).unwrap();
        let mv = game.parse_move(&state, mv).unwrap();
        game.play(&mut state, mv);
        (game.turn(&state), game.state_text(&state))
    };
    let (turn, text) = after("d4,-,-,-,-,- -,d5,-,-,-,- first 2", "d4e5");
    assert_eq!(
        (turn, &text[..]),
        (Turn::Over(Outcome::Win(Player::First)), "e5,-,-,-,-,- -,d5,-,-,-,- second")
    );
    let (turn, _) = after("d4,-,-,-,-,- -,d5,-,-,-,- first 2", "d4xd5");
    assert_eq!(turn, Turn::Over(Outcome::Win(Player::First)));
    let (turn, _) = after("d4,-,-,-,-,- -,b1,-,-,-,- second 6", "B1-A1");
    assert_eq!(turn, Turn::Over(Outcome::Win(Player::Second)));
    let (turn, _) = after("c3,d4,-,-,-,- -,b1,-,-,-,- first 1", "c3xd4");
    assert_eq!(turn, Turn::Chance);
}

#[test]
fn the_evaluation_beats_random_play() {
    beats_random(&Einstein::new(5).unwrap(), 1, 200, 30);
}

#[test]
fn positions_that_cannot_be_are_refused() {
    let game = Einstein::new(5).unwrap();
    let (first, second) = ("a1,b1,c1,a2,b2,a3", "e5,d5,c5,e4,d4,e3");
    let cases = [
        (
            String::new(),
            "takes the cells of both players' cubes, the side to move and, once it is rolled, the die",
        ),
        (format!("{first} {second}"), "the die, like a1,b1,c1,a2,b2,a3 e5,d5,c5,e4,d4,e3 first"),
        (format!("{first} {second} first 3 now"), "is not a position of EinStein"),
        (format!("{first} {second} third"), "the side to move cannot be 'third'; it is first or second"),
        (format!("{first} {second} first 7"), "the die cannot show '7'; it has to be 1 to 6"),
        (format!("{first} {second} first 0"), "the die cannot show '0'"),
        (format!("{first} {second} first +1"), "the die cannot show '+1'"),
        (
            format!("a1,b1 {second} first"),
            "'a1,b1' names 2 cells for the cubes of the first player; it takes 6",
        ),
        (format!("{first} e5,d5,c5,e4,d4,e3,e2 first"), "names 7 cells for the cubes of the second player"),
        (format!("a1,b1,c1,a2,b2,f3 {second} first"), "'f3' is not a cell of this board, which has a1 to e5"),
        (format!("a1,b1,c1,a2,b2,a1 {second} first"), "two cubes are on a1"),
        (format!("a1,b1,c1,a2,b2,e4 {second} first"), "two cubes are on e4"),
        (format!("a1,a1,c1,a2,b2,a3 {second} first"), "two cubes are on a1"),
        (
            format!("b3,a1,c1,a2,b2,a3 {second} first"),
            "cube 2 of the first player cannot be on a1: it comes from b1",
        ),
        (
            format!("{first} e5,d5,c5,e4,e1,d4 first"),
            "cube 5 of the second player cannot be on e1: it comes from d4",
        ),
        ("-,-,-,-,-,- -,-,-,-,-,- first".to_string(), "both players have won"),
        ("e5,-,-,-,-,- a1,-,-,-,-,- first".to_string(), "both players have won"),
        (
            "e5,-,-,-,-,- d5,-,-,-,-,- first".to_string(),
            "a finished position ends with 'second', without a die",
        ),
        ("e5,-,-,-,-,- d5,-,-,-,-,- second 3".to_string(), "a finished position ends with 'second'"),
        (
            format!("-,-,-,-,-,- {second} second"),
            "the second player has won; a finished position ends with 'first'",
        ),
    ];
    for (text, reason) in cases {
        refuses(&game, &[(&text, reason)]);
    }
    let read = game.parse_state("  A1,b1,c1,a2,b2,a3\te5,d5,c5,e4,D4,e3  Second 6").unwrap();
    assert_eq!(game.state_text(&read), format!("{first} {second} second 6"));
}

#[test]
fn moves_are_read_as_people_type_them() {
    let game = Einstein::new(5).unwrap();
    let start = "a1,b1,c1,a2,b2,a3 e5,d5,c5,e4,d4,e3";
    let check = |die: &str, text: &str, expected: Result<&str, &str>| {
        reads_moves(&game, &format!("{start} first{die}"), &[(text, expected)]);
    };
    check(" 6", "a3-b4", Ok("a3-b4"));
    check(" 6", " A3B4", Ok("a3-b4"));
    check(" 6", "a3xb4", Ok("a3-b4"));
    check(" 1", "a1-b1", Ok("a1xb1"));
    check(" 6", "a1-b1", Err("'a1-b1' is not a move with a 6; one of these is: a3-b3 a3-b4 a3-a4"));
    check(" 6", "6", Err("is not a move with a 6"));
    check("", "6", Ok("6"));
    check("", "7", Err("'7' is not a face of the die; it has to be 1 to 6"));
    check("", "-6", Err("is not a face of the die"));
    let over = game.parse_state("e5,-,-,-,-,- d5,-,-,-,-,- second").unwrap();
    assert!(game.parse_move(&over, "6").unwrap_err().to_string().contains("the game is over"));
}

#[test]
fn the_scene_shows_cubes_and_die() {
    let game = Einstein::new(5).unwrap();
    let state = game.parse_state("a1,b1,c1,a2,b2,a3 e5,d5,c5,e4,d4,e3 first 3").unwrap();
    let scene = game.scene(&state);
    assert_eq!(scene.facts, [("die".to_string(), "3".to_string())]);
    let pieces = scene.grids[0].squares.iter().flatten().filter(|square| matches!(square, Square::Taken(..)));
    assert_eq!(pieces.count(), 12);
    let start = game.initial();
    let faces: Vec<Motion> =
        moves_or_outcomes(&game, &start).into_iter().map(|mv| game.motion(&start, mv)).collect();
    assert_eq!(faces, (1..=6).map(Motion::Face).collect::<Vec<_>>());
    assert_eq!(size_of_val(&state), 14);
}

proptest! {
    #[test]
    fn no_text_breaks_the_notation(
        text in "[a-h0-9, -]{0,30}|(([a-e][1-5]|-),){5}([a-e][1-5]|-) (([a-e][1-5]|-),){5}([a-e][1-5]|-) (first|second)( [0-7])?",
    ) {
        let game = Einstein::new(5).unwrap();
        laws::parse_holds(&game, &text);
        let _ = game.parse_move(&game.initial(), &text);
    }

    #[test]
    fn no_bytes_break_the_packing(bytes in proptest::collection::vec(0u8..20, 12..15)) {
        laws::unpack_holds(&Einstein::new(4).unwrap(), &bytes);
    }
}
