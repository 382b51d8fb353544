//! Breakthrough against a plain twin on a map of pieces, published numbers, and the laws.

use std::collections::BTreeMap;

use plywood_games::breakthrough::Breakthrough;
use plywood_rules::{Game, Notation, Outcome, Playable, Player, Turn, laws};
use proptest::prelude::*;

use crate::twin::{
    Twin, beats_random, composes, laws_hold, perft_holds, plays_alike, reads_moves, refusal, refuses,
};

/// The pieces by file and rank, both from 1.
#[derive(Clone)]
struct Pieces {
    m: i32,
    n: i32,
    at: BTreeMap<(i32, i32), char>,
    mover: char,
}

impl Pieces {
    fn new(m: i32, n: i32) -> Pieces {
        let depth = if n < 6 { 1 } else { 2 };
        let mut at = BTreeMap::new();
        for file in 1..=m {
            for rank in 1..=depth {
                at.insert((file, rank), 'w');
                at.insert((file, n + 1 - rank), 'b');
            }
        }
        Pieces { m, n, at, mover: 'w' }
    }

    fn winner(&self) -> Option<char> {
        let far = |letter, rank| self.at.iter().any(|(&place, &piece)| place.1 == rank && piece == letter);
        let gone = |letter| self.at.values().all(|&piece| piece != letter);
        if far('w', self.n) || gone('b') {
            Some('w')
        } else if far('b', 1) || gone('w') {
            Some('b')
        } else {
            None
        }
    }
}

fn name((file, rank): (i32, i32)) -> String {
    format!("{}{rank}", char::from(b'`' + file as u8))
}

fn place(name: &str) -> (i32, i32) {
    (i32::from(name.as_bytes()[0] - b'`'), name[1..].parse().unwrap())
}

impl Twin for Pieces {
    fn text(&self) -> String {
        let mut ranks = Vec::new();
        for rank in (1..=self.n).rev() {
            let cells = (1..=self.m).map(|file| self.at.get(&(file, rank)).copied().unwrap_or(' '));
            let mut text = cells.collect::<String>();
            for run in (1..=10).rev() {
                text = text.replace(&" ".repeat(run), &run.to_string());
            }
            ranks.push(text);
        }
        format!("{} {}", ranks.join("/"), self.mover)
    }

    fn turn(&self) -> Turn {
        let player = |letter| if letter == 'w' { Player::First } else { Player::Second };
        match self.winner() {
            Some(winner) => Turn::Over(Outcome::Win(player(winner))),
            None => Turn::Decision(player(self.mover)),
        }
    }

    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if self.winner().is_some() {
            return moves;
        }
        let ahead = if self.mover == 'w' { 1 } else { -1 };
        for (&(file, rank), _) in self.at.iter().filter(|(_, piece)| **piece == self.mover) {
            for to in [(file - 1, rank + ahead), (file, rank + ahead), (file + 1, rank + ahead)] {
                if to.0 < 1 || to.0 > self.m {
                    continue;
                }
                match self.at.get(&to) {
                    None => moves.push(format!("{}-{}", name((file, rank)), name(to))),
                    Some(&piece) if piece != self.mover && to.0 != file => {
                        moves.push(format!("{}x{}", name((file, rank)), name(to)));
                    }
                    Some(_) => {}
                }
            }
        }
        moves
    }

    fn after(&self, mv: &str) -> Pieces {
        let mut after = self.clone();
        let (from, to) = mv.split_once(['-', 'x']).unwrap();
        let piece = after.at.remove(&place(from)).unwrap();
        after.at.insert(place(to), piece);
        after.mover = if self.mover == 'w' { 'b' } else { 'w' };
        after
    }
}

fn game(m: usize, n: usize) -> Breakthrough {
    Breakthrough::new(m, n).unwrap()
}

#[test]
fn the_laws_hold() {
    for (text, name, games) in [
        ("breakthrough", "breakthrough", 4),
        ("breakthrough:m=8,n=8", "breakthrough", 1),
        ("breakthrough:m=3,n=3", "breakthrough:m=3,n=3", 60),
        ("breakthrough:n=4,m=3", "breakthrough:m=3,n=4", 40),
        ("breakthrough:m=5,n=5", "breakthrough:m=5,n=5", 15),
        ("breakthrough:m=4,n=10", "breakthrough:m=4,n=10", 4),
        ("breakthrough:m=10,n=6", "breakthrough:m=10,n=6", 3),
        ("breakthrough:m=10,n=10", "breakthrough:m=10,n=10", 2),
    ] {
        laws_hold(text, name, games);
    }
}

#[test]
fn all_sizes_agree_with_the_twin() {
    for m in 3..=10 {
        for n in 3..=10 {
            plays_alike(&game(m, n), || Pieces::new(m as i32, n as i32), 2000, (10 * m + n) as u64);
        }
    }
}

#[test]
fn perft_counts_are_those_of_the_file() {
    let twin = |name: &str| {
        let mut size = [8, 8];
        for option in name.split([':', ',']).skip(1) {
            let (key, value) = option.split_once('=').unwrap();
            size[usize::from(key == "n")] = value.parse().unwrap();
        }
        Pieces::new(size[0], size[1])
    };
    perft_holds(include_str!("perft/breakthrough.txt"), twin, 12_000);
}

#[test]
fn one_ply_more_beats_random_play() {
    for (m, n, most) in [(5, 5, 1), (8, 8, 0)] {
        beats_random(&game(m, n), 2, 200, most);
    }
}

#[test]
fn wrong_sizes_are_refused() {
    for (m, n, wrong) in [(2, 8, 2), (8, 11, 11), (0, 0, 0), (3, 1000, 1000)] {
        let error = Breakthrough::new(m, n).unwrap_err().to_string();
        assert!(error.ends_with(&format!("cannot have {wrong} rows or columns; it has 3 to 10")), "{error}");
    }
    assert!(refusal("breakthrough:m=2").contains("it has to be 3 to 10"));
}

#[test]
fn positions_that_cannot_be_are_refused() {
    refuses(
        &game(4, 6),
        &[
            ("", "takes the board and the side to move, like bbbb/bbbb/4/4/wwww/wwww w"),
            ("bbbb/bbbb/4/4/wwww/wwww", "takes the board and the side to move"),
            ("bbbb/bbbb/4/4/wwww/wwww w w", "takes the board and the side to move"),
            ("bbbb/bbbb/4/4/wwww/wwww t", "the side to move cannot be 't'; it has to be w or b"),
            ("bbbb/bbbb/4/4/wwww w", "has 5 rows instead of 6"),
            ("bbbb/bbbb/5/4/wwww/wwww w", "row 3, '5', has 5 cells instead of 4"),
            ("bbbb/bbbb/4/4/wwtw/wwww w", "has 't': a row is made of w, b, and . or numbers for empty cells"),
            ("wbbb/bbbb/4/4/1www/wwww w", "w has won already, so that b would be to move"),
            ("4/4/4/4/4/4 w", "w has won already"),
            ("4/4/4/4/4/3b b", "b has won already, so that w would be to move"),
            ("ww2/bbbb/4/4/4/4 b", "2 pieces are on the far rank, but the first one there ends the game"),
        ],
    );
    composes(&game(4, 6), &[("bbbb/bbbb/b3/4/wwww/wwww w", "9 pieces b, but the game begins with 8")]);
}

#[test]
fn positions_are_read_as_people_write_them() {
    let game = game(4, 6);
    for text in ["bbbb/bbbb/1w2/4/w1ww/wwww b", "BBBB/oobb/.w../4/x1xx/wwww  O"] {
        assert_eq!(game.state_text(&game.parse_state(text).unwrap()), "bbbb/bbbb/1w2/4/w1ww/wwww b");
    }
    // The last piece is gone.
    let state = game.parse_state("4/4/1w2/4/4/4 b").unwrap();
    assert_eq!(game.turn(&state), Turn::Over(Outcome::Win(Player::First)));
}

#[test]
fn moves_are_read_as_people_type_them() {
    reads_moves(
        &game(4, 6),
        "bbbb/1bbb/4/bw2/ww1w/wwww w",
        &[
            ("b3-a4", Ok("b3-a4")),
            ("B3A4", Ok("b3-a4")),
            ("b2-a3", Ok("b2xa3")),
            ("b2xa3", Ok("b2xa3")),
            ("a2-a3", Err("a piece captures diagonally only")),
            ("a2-b3", Err("your own piece is on b3")),
            ("a2-c3", Err("a piece steps one rank forward, straight or diagonally")),
            ("c2-c3", Err("you have no piece on c2")),
            ("a3-a2", Err("you have no piece on a3")),
            ("e2-e3", Err("'e2' is not a cell of this board, which has a1 to d6")),
            ("a2", Err("write both cells, like a2-b3 or a2xb3")),
            ("", Err("write both cells")),
            ("ä2-ö3", Err("is not a cell")),
        ],
    );
    reads_moves(&game(4, 6), "4/4/1w2/4/4/4 b", &[("a2-a1", Err("the game is over"))]);
}

/// The evaluation counts a race as won only if it is.
#[test]
fn races_are_won() {
    let game = game(4, 6);
    let evaluation = game.evaluation(None).unwrap().evaluation;
    let worth = |text: &str| evaluation.evaluate(&game, &game.parse_state(text).unwrap());
    // Light is free on a4 and needs two steps, as dark does on d3: the side to move wins.
    assert!(worth("3b/4/w3/3b/4/4 w") > 8000.0);
    assert!(worth("3b/4/w3/3b/4/4 b") < -8000.0);
    // A piece that can still be stopped has not won.
    assert!(worth("2b1/4/w3/4/4/4 w").abs() < 8000.0);
}

proptest! {
    #[test]
    fn no_text_breaks_the_notation(text in "[0-9wb/ ]{0,40}|([wb0-4]{1,4}/){4}[wb0-4]{1,4} [wb]|([wb.]{3}/){2}[wb.]{3} [wb]") {
        laws::parse_holds(&game(4, 5), &text);
        laws::parse_holds(&game(3, 3), &text);
        let _ = game(4, 5).parse_move(&game(4, 5).initial(), &text);
    }
}
