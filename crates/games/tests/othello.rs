//! Othello against a plain twin on strings, published numbers, and the laws.

use plywood_games::othello::{Empties, Othello, State};
use plywood_rules::random::below;
use plywood_rules::scene::Effect;
use plywood_rules::{
    Depict, Game, Motion, Notation, Outcome, Player, Specialized, Turn, laws, moves_or_outcomes,
};
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::twin::{
    Twin, beats_random, composes, laws_hold, perft_holds, plays_alike, reads_moves, refusal, refuses,
};

/// The board as lines of text, the first rank first.
#[derive(Clone)]
struct Lines {
    ranks: Vec<Vec<char>>,
    mover: char,
    /// Cells that are free at the end count for the winner.
    is_for_winner: bool,
}

fn opponent(letter: char) -> char {
    if letter == 'x' { 'o' } else { 'x' }
}

impl Lines {
    fn new(size: usize) -> Lines {
        let mut ranks = vec![vec!['.'; size]; size];
        let middle = size / 2;
        (ranks[middle][middle - 1], ranks[middle - 1][middle]) = ('x', 'x');
        (ranks[middle - 1][middle - 1], ranks[middle][middle]) = ('o', 'o');
        Lines { ranks, mover: 'x', is_for_winner: true }
    }

    fn of_count(size: usize, is_for_winner: bool) -> Lines {
        Lines { is_for_winner, ..Lines::new(size) }
    }

    /// The points of the first player, if the game is over.
    fn points(&self) -> f64 {
        let count = |letter| self.ranks.iter().flatten().filter(|&&disc| disc == letter).count() as f64;
        let [x, o, free] = ['x', 'o', '.'].map(count);
        match x.total_cmp(&o) {
            std::cmp::Ordering::Greater if self.is_for_winner => x + free - o,
            std::cmp::Ordering::Less if self.is_for_winner => x - (o + free),
            _ => x - o,
        }
    }

    /// The cells that turn over, walking away from a free cell in each direction.
    fn turned(&self, rank: usize, file: usize, own: char) -> Vec<(usize, usize)> {
        let mut turned = Vec::new();
        if self.ranks[rank][file] != '.' {
            return turned;
        }
        for (up, right) in [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)] {
            let mut walked = Vec::new();
            let mut text = String::new();
            let (mut rank, mut file) = (rank as i32 + up, file as i32 + right);
            while let Some(&letter) = self.ranks.get(rank as usize).and_then(|line| line.get(file as usize)) {
                walked.push((rank as usize, file as usize));
                text.push(letter);
                if letter != opponent(own) {
                    break;
                }
                (rank, file) = (rank + up, file + right);
            }
            if text.len() > 1 && text.ends_with(own) {
                walked.pop();
                turned.extend(walked);
            }
        }
        turned
    }

    fn cells(&self, own: char) -> Vec<(usize, usize)> {
        let all = 0..self.ranks.len();
        let cells = all.clone().flat_map(|rank| all.clone().map(move |file| (rank, file)));
        cells.filter(|&(rank, file)| !self.turned(rank, file, own).is_empty()).collect()
    }

    fn over(&self) -> bool {
        self.cells('x').is_empty() && self.cells('o').is_empty()
    }
}

impl Twin for Lines {
    fn text(&self) -> String {
        let ranks = self.ranks.iter().rev().map(|rank| {
            let text = rank.iter().collect::<String>();
            (1..=rank.len()).rev().fold(text, |text, run| text.replace(&".".repeat(run), &run.to_string()))
        });
        format!("{} {}", ranks.collect::<Vec<_>>().join("/"), self.mover)
    }

    fn turn(&self) -> Turn {
        let player = if self.mover == 'x' { Player::First } else { Player::Second };
        if self.over() { Turn::Over(Outcome::Payoff(self.points())) } else { Turn::Decision(player) }
    }

    fn moves(&self) -> Vec<String> {
        let cells = self.cells(self.mover);
        if cells.is_empty() {
            return if self.over() { vec![] } else { vec!["pass".to_string()] };
        }
        let name = |&(rank, file): &(usize, usize)| format!("{}{}", &"abcdefghij"[file..=file], rank + 1);
        cells.iter().map(name).collect()
    }

    fn after(&self, mv: &str) -> Lines {
        let mut after = self.clone();
        if mv != "pass" {
            let file = "abcdefghij".find(&mv[..1]).unwrap();
            let rank = mv[1..].parse::<usize>().unwrap() - 1;
            for (rank, file) in self.turned(rank, file, self.mover) {
                after.ranks[rank][file] = self.mover;
            }
            after.ranks[rank][file] = self.mover;
        }
        after.mover = opponent(self.mover);
        after
    }
}

fn game(size: usize) -> Othello {
    Othello::new(size).unwrap()
}

fn plain_count(size: usize) -> Othello {
    game(size).with_empties(Empties::Nobody)
}

#[test]
fn the_laws_hold() {
    for (text, name, games) in [
        ("othello", "othello", 6),
        ("reversi", "othello", 1),
        ("othello:size=4", "othello:size=4", 40),
        ("othello:size=6", "othello:size=6", 20),
        ("othello:size=10", "othello:size=10", 3),
        ("othello:empties=winner,size=4", "othello:size=4", 1),
        ("othello:empties=none,size=4", "othello:size=4,empties=none", 20),
        ("reversi:empties=none", "othello:empties=none", 1),
    ] {
        laws_hold(text, name, games);
    }
}

#[test]
fn small_boards_agree_with_the_twin() {
    for (size, positions) in [(4, 60_000), (6, 40_000)] {
        plays_alike(&game(size), || Lines::new(size), positions, size as u64);
        plays_alike(&plain_count(size), || Lines::of_count(size, false), positions / 4, size as u64);
    }
}

#[test]
fn large_boards_agree_with_the_twin() {
    for (size, positions) in [(8, 20_000), (10, 8_000)] {
        plays_alike(&game(size), || Lines::new(size), positions, size as u64);
    }
}

#[test]
fn perft_counts_are_those_of_the_file() {
    let twin =
        |name: &str| Lines::new(name.strip_prefix("othello:size=").map_or(8, |size| size.parse().unwrap()));
    perft_holds(include_str!("perft/othello.txt"), twin, 10_000);
}

#[test]
fn one_ply_more_beats_random_play() {
    for (size, most) in [(6, 6), (8, 0)] {
        beats_random(&game(size), 2, 200, most);
    }
}

#[test]
fn wrong_sizes_are_refused() {
    for size in [0, 2, 3, 5, 7, 9, 11, 12, 1000] {
        let error = Othello::new(size).unwrap_err().to_string();
        assert!(error.ends_with(&format!("cannot be {size}; it has to be 4, 6, 8 or 10")), "{error}");
    }
    assert!(refusal("othello:size=5").contains("it has to be 4 or 6 or 8 or 10"));
}

#[test]
fn positions_that_cannot_be_are_refused() {
    refuses(
        &game(4),
        &[
            ("", "takes the board and the side to move, like 4/1xo1/1ox1/4 x"),
            ("4/1xo1/1ox1/4", "takes the board and the side to move"),
            ("4/1xo1/1ox1/4 x x", "takes the board and the side to move"),
            ("4/1xo1/1ox1/4 z", "the side to move cannot be 'z'; it has to be x or o"),
            ("4/1xo1/1ox1 x", "has 3 rows instead of 4"),
            ("4/1xo1/1ox/4 x", "row 3, '1ox', has 3 cells instead of 4"),
            ("4/1xo1/1ox12/4 x", "row 3, '1ox12', has 15 cells instead of 4"),
            ("4/1xo1/1ox1x/4 x", "has 5 cells instead of 4"),
            ("4/1xo1/1oz1/4 x", "has 'z': a row is made of x, o, and . or numbers for empty cells"),
            ("4/1xo1/1ox1/99999999999999999999 x", "instead of 4"),
        ],
    );
}

/// Handicaps and problems of any discs.
#[test]
fn composed_positions_are_read() {
    composes(
        &game(4),
        &[
            ("4/1xo1/1ox1/4 o", "four discs are the opening, which is '4/1xo1/1ox1/4 x'"),
            ("4/1ox1/1xo1/4 x", "four discs are the opening"),
            ("4/1x2/1xxx/4 x", "c3 has no disc, but the four cells in the middle always have one"),
            ("x3/2xx/1ox1/4 o", "b3 has no disc"),
            ("4/4/4/4 x", "b2 has no disc"),
        ],
    );
    composes(&game(6), &[("5x/6/2xo2/1xxx2/6/6 o", "lead from the one on f6 to the middle")]);
    composes(&game(8), &[("x6x/8/8/3xo3/3ox3/8/8/x6x o", "lead from the one on a1 to the middle")]);
}

#[test]
fn positions_are_read_as_people_write_them() {
    let game = game(4);
    for text in ["4/1xo1/1xx1/1x2 o", " 4/1XO1/1BX1/1x2  O ", "..../.bw./.bb./.b.. w"] {
        let state = game.parse_state(text).unwrap();
        assert_eq!(game.state_text(&state), "4/1xo1/1xx1/1x2 o");
    }
    // Either side may be to move when neither can.
    for mover in ["x", "o"] {
        let state = game.parse_state(&format!("4/1xx1/1xx1/1x2 {mover}")).unwrap();
        assert_eq!(game.turn(&state), Turn::Over(Outcome::Payoff(16.0)));
        assert_eq!(plain_count(4).turn(&state), Turn::Over(Outcome::Payoff(5.0)));
        assert_eq!(game.state_text(&state), format!("4/1xx1/1xx1/1x2 {mover}"));
    }
}

#[test]
fn moves_are_read_as_people_type_them() {
    let over = Err("the game is over");
    reads_moves(
        &game(4),
        "4/1xo1/1ox1/4 x",
        &[
            ("c4", Ok("c4")),
            ("D3", Ok("d3")),
            ("a1", Err("'a1' cannot be played: it would turn no disc over; moves are b1 a2 d3 c4")),
            ("b2", Err("the cell is taken")),
            ("pass", Err("you cannot pass while you can move; moves are b1 a2 d3 c4")),
            ("e1", Err("'e1' is not a cell of this board, which has a1 to d4")),
            ("", Err("is not a cell")),
        ],
    );
    reads_moves(&game(4), "4/1xx1/1xx1/1x2 o", &[("a1", over), ("pass", over)]);
    let passing = "4/1xo1/1oo1/oooo o";
    reads_moves(&game(4), passing, &[("Pass", Err("you cannot pass")), ("a4", Ok("a4"))]);
}

#[test]
fn a_player_without_moves_has_to_pass() {
    let game = game(4);
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut passes = 0;
    for _ in 0..200 {
        let mut state = game.initial();
        while game.turn(&state).outcome().is_none() {
            let moves = moves_or_outcomes(&game, &state);
            if game.move_text(&state, moves[0]) == "pass" {
                passes += 1;
                let reason = Err("no disc can be put anywhere; the only move is pass");
                let free = (0..16)
                    .find(|cell| Player::BOTH.iter().all(|&player| state.discs(player) >> cell & 1 == 0));
                let free =
                    free.map(|cell| format!("{}{}", &"abcd"[cell % 4..=cell % 4], cell / 4 + 1)).unwrap();
                reads_moves(&game, &game.state_text(&state), &[("PASS", Ok("pass")), (&free, reason)]);
                assert_eq!((moves.len(), game.motion(&state, moves[0])), (1, Motion::Choice));
            }
            game.play(&mut state, moves[below(&mut rng, moves.len())]);
        }
    }
    assert!(passes > 50, "{passes}");
}

/// Plain alpha-beta: the points of the player to move.
fn plain(game: &Othello, state: &State, mut alpha: f64, beta: f64) -> f64 {
    let player = match game.turn(state) {
        Turn::Over(Outcome::Payoff(points)) => return points * game.side_to_move(state).sign(),
        turn => turn.player().unwrap(),
    };
    for mv in moves_or_outcomes(game, state) {
        let child = game.child(state, mv);
        assert_eq!(game.side_to_move(&child), player.other());
        alpha = alpha.max(-plain(game, &child, -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// A position of a random game with this many free cells, if it comes to that.
fn with_free(game: &Othello, free: u32, rng: &mut ChaCha8Rng) -> Option<State> {
    let mut state = game.initial();
    while game.turn(&state).outcome().is_none() {
        let taken = state.discs(Player::First) | state.discs(Player::Second);
        if game.greatest_payoff() as u32 - taken.count_ones() == free {
            return Some(state);
        }
        let moves = moves_or_outcomes(game, &state);
        game.play(&mut state, moves[below(rng, moves.len())]);
    }
    None
}

#[test]
fn last_moves_are_worth_what_plain_search_finds() {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    for (size, least, positions) in [(4, 0, 300), (6, 7, 60), (8, 6, 40), (4, 1, 300)] {
        let game = if least == 1 { plain_count(size) } else { game(size) };
        let last = game.specialists().last_moves.unwrap();
        for number in 0..positions {
            let Some(state) = with_free(&game, least + number % 5, &mut rng) else { continue };
            let points = plain(&game, &state, f64::NEG_INFINITY, f64::INFINITY);
            for level in [-1000.0, points - 2.5, points.next_down(), points, 0.0, points + 0.5, 1000.0] {
                let (bound, nodes) = (last.bound)(&game, &state, level).unwrap();
                let holds = if bound > level { points >= bound } else { points <= bound };
                let text = game.state_text(&state);
                assert!(holds && (bound > level) == (points > level), "{text}: {points} {level} {bound}");
                assert!(nodes > 0);
            }
        }
    }
}

/// On other boards and earlier, the search is left to others.
#[test]
fn the_order_for_the_end_has_a_score_for_each_move() {
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    for size in [4, 6, 8, 10] {
        let game = game(size);
        let last = game.specialists().last_moves.unwrap();
        for free in 1..game.greatest_payoff() as u32 - 4 {
            let Some(state) = with_free(&game, free, &mut rng) else { continue };
            let (moves, mut scores) = (moves_or_outcomes(&game, &state), Vec::new());
            let is_scored = (last.scores)(&game, &state, &moves, &mut scores);
            let is_pass = game.move_text(&state, moves[0]) == "pass";
            assert_eq!(is_scored, size < 10 && free > 11 && !is_pass, "{size} {free}");
            assert_eq!(scores.len(), if is_scored { moves.len() } else { 0 });
            assert_eq!((last.bound)(&game, &state, 0.0).is_some(), size < 10 && free <= 11);
        }
    }
}

#[test]
fn discs_turn_from_the_new_one_outwards() {
    let game = game(8);
    let state = game.parse_state("8/8/8/3xooo1/3oo3/8/8/8 x").unwrap();
    let mv = game.parse_move(&state, "h5").unwrap();
    let Motion::Steps(steps) = game.motion(&state, mv) else { panic!() };
    let columns: Vec<usize> = steps
        .effects
        .iter()
        .map(|effect| match effect {
            Effect::Put(place) | Effect::Flip(place) => place.column,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(columns, [7, 6, 5, 4]);
}

proptest! {
    #[test]
    fn no_text_breaks_the_notation(text in "[0-9xo/ ]{0,40}|([xo0-4]{1,4}/){3}[xo0-4]{1,4} [xo]|([xo]{4}/){3}[xo]{4} [xo]") {
        laws::parse_holds(&game(4), &text);
        laws::parse_holds(&game(8), &text);
        let _ = game(4).parse_move(&game(4).initial(), &text);
    }
}
