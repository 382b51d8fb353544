//! Hex against a plain second writing of its rules, published numbers, and the laws.

use std::collections::{HashMap, HashSet};

use plywood_games::hex::Hex;
use plywood_rules::laws;
use plywood_rules::random::{below, playout};
use plywood_rules::scene::Effect;
use plywood_rules::{Depict, Game, Motion, Notation, Outcome, PairingHints, Player, Turn, moves_or_outcomes};
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::twin::{
    Twin, beats_random, composes, laws_hold, perft_holds, plays_alike, reads_moves, refusal, refuses,
};

type State = <Hex as Game>::State;

fn hex(side: usize, swap: bool) -> Hex {
    let hex = Hex::new(side).unwrap();
    if swap { hex.with_swap() } else { hex }
}

#[test]
fn the_laws_hold() {
    for (text, name, games) in [
        ("hex:size=2", "hex:size=2", 30),
        ("hex:size=2,swap=on", "hex:size=2,swap=on", 30),
        ("hex:size=3", "hex:size=3", 30),
        ("hex:size=3,swap=on", "hex:size=3,swap=on", 30),
        ("hex:swap=on,size=4", "hex:size=4,swap=on", 20),
        ("hex:size=5,swap=off", "hex:size=5", 15),
        ("hex:size=8", "hex:size=8", 3),
        ("hex", "hex", 1),
        ("hex:swap=on", "hex:swap=on", 1),
        ("hex:size=13", "hex:size=13", 1),
    ] {
        laws_hold(text, name, games);
    }
}

#[test]
fn options_that_do_not_fit_are_refused() {
    for (text, part) in [
        ("hex:size=1", "'size' of game 'hex' cannot be '1'; it has to be 2 to 19"),
        ("hex:size=20", "it has to be 2 to 19"),
        ("hex:swap=yes", "it has to be off or on"),
        ("hex:m=3", "it takes size, swap"),
    ] {
        let error = refusal(text);
        assert!(error.contains(part), "{text}: {error}");
    }
    assert_eq!(Hex::new(20).unwrap_err().to_string(), "the size of Hex cannot be 20; it has to be 2 to 19");
}

/// Hex with stones at points of the plane, in half cells to the right and whole rows up: two cells touch if one is
/// two halves beside the other, or one half and one row.
#[derive(Clone)]
struct Points {
    side: i32,
    swap: bool,
    stones: HashMap<(i32, i32), char>,
    plies: usize,
    over: bool,
}

impl Points {
    fn new(side: usize, swap: bool) -> Points {
        Points { side: side as i32, swap, stones: HashMap::new(), plies: 0, over: false }
    }

    fn mover(&self) -> char {
        if self.plies.is_multiple_of(2) { 'x' } else { 'o' }
    }

    fn points(&self) -> impl Iterator<Item = (i32, i32)> + use<> {
        let side = self.side;
        (0..side).flat_map(move |rank| (0..side).map(move |file| (2 * file + rank, rank)))
    }

    fn connects(&self, colour: char) -> bool {
        let along = |(x, rank): (i32, i32)| if colour == 'x' { rank } else { (x - rank) / 2 };
        let own = |point: &(i32, i32)| self.stones.get(point) == Some(&colour);
        let mut waiting: Vec<_> = self.points().filter(|&point| along(point) == 0 && own(&point)).collect();
        let mut seen: HashSet<_> = waiting.iter().copied().collect();
        while let Some((x, rank)) = waiting.pop() {
            if along((x, rank)) == self.side - 1 {
                return true;
            }
            for (dx, dy) in [(2, 0), (-2, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
                let next = (x + dx, rank + dy);
                if own(&next) && seen.insert(next) {
                    waiting.push(next);
                }
            }
        }
        false
    }
}

impl Twin for Points {
    fn text(&self) -> String {
        let mut rows = Vec::new();
        for rank in (0..self.side).rev() {
            let cell = |file| self.stones.get(&(2 * file + rank, rank)).copied().unwrap_or('.');
            let mut row: String = (0..self.side).map(cell).collect();
            for run in (1..=self.side as usize).rev() {
                row = row.replace(&".".repeat(run), &run.to_string());
            }
            rows.push(row);
        }
        format!("{} {}", rows.join("/"), self.mover())
    }

    fn turn(&self) -> Turn {
        let [mover, other] = if self.mover() == 'x' { Player::BOTH } else { [Player::Second, Player::First] };
        if self.over { Turn::Over(Outcome::Win(other)) } else { Turn::Decision(mover) }
    }

    fn moves(&self) -> Vec<String> {
        if self.over {
            return Vec::new();
        }
        let free = self.points().filter(|point| !self.stones.contains_key(point));
        let mut moves: Vec<String> = free.map(name).collect();
        if self.swap && self.plies == 1 {
            moves.push("swap".to_string());
        }
        moves
    }

    fn after(&self, mv: &str) -> Points {
        let mut after = self.clone();
        after.plies += 1;
        if mv == "swap" {
            let (&(x, rank), _) = self.stones.iter().next().unwrap();
            let file = (x - rank) / 2;
            after.stones = HashMap::from([((2 * rank + file, file), 'o')]);
        } else {
            let point = self.points().find(|&point| name(point) == mv).unwrap();
            after.stones.insert(point, self.mover());
            after.over = after.connects(self.mover());
        }
        after
    }
}

fn name((x, rank): (i32, i32)) -> String {
    format!("{}{}", char::from(b'a' + ((x - rank) / 2) as u8), rank + 1)
}

#[test]
fn small_boards_agree_with_a_plain_twin() {
    for (side, positions) in [(2, 12_000), (3, 20_000), (4, 20_000)] {
        for swap in [false, true] {
            plays_alike(&hex(side, swap), || Points::new(side, swap), positions, 2);
        }
    }
}

#[test]
fn large_boards_agree_with_a_plain_twin() {
    for side in [5, 6, 7, 8, 9, 11, 13, 16, 17, 19] {
        for swap in [false, true] {
            plays_alike(&hex(side, swap), || Points::new(side, swap), 1800, 3);
        }
    }
}

#[test]
fn perft_counts_are_those_of_the_file() {
    let twin = |name: &str| {
        let side = name.trim_start_matches("hex:size=").trim_end_matches(",swap=on").parse().unwrap();
        Points::new(side, name.ends_with("swap=on"))
    };
    perft_holds(include_str!("perft/hex.txt"), twin, 20_000);
}

/// The values computed so far: true if the first player wins.
struct Solver {
    game: Hex,
    values: HashMap<State, bool>,
}

impl Solver {
    fn new(game: Hex) -> Solver {
        Solver { game, values: HashMap::new() }
    }

    fn first_wins(&mut self, state: &State) -> bool {
        let mover = match self.game.turn(state) {
            Turn::Over(outcome) => return outcome.winner() == Some(Player::First),
            turn => turn.player().unwrap(),
        };
        if let Some(&value) = self.values.get(state) {
            return value;
        }
        let wins = moves_or_outcomes(&self.game, state)
            .into_iter()
            .any(|mv| self.first_wins(&self.game.child(state, mv)) == (mover == Player::First));
        let value = wins == (mover == Player::First);
        self.values.insert(*state, value);
        value
    }
}

/// Nash: the first player wins; with the swap the second one does.
#[test]
fn small_boards_have_their_known_winner() {
    for (side, swap) in [(2, false), (3, false), (2, true), (3, true), (4, false)] {
        let mut solver = Solver::new(hex(side, swap));
        let start = solver.game.initial();
        assert_eq!(solver.first_wins(&start), !swap, "{side} {swap}");
    }
}

/// Every claim of pairs against the solved positions.
#[test]
fn pairs_are_sound() {
    let mut held = 0;
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    for (side, swap, games) in [(2, true, 50), (3, false, 300), (3, true, 300), (4, false, 150)] {
        let mut solver = Solver::new(hex(side, swap));
        for _ in 0..games {
            let mut state = solver.game.initial();
            // Small boards from the beginning, larger ones when some stones are there.
            for ply in 0.. {
                let moves = moves_or_outcomes(&solver.game, &state);
                if moves.is_empty() {
                    break;
                }
                for player in Player::BOTH {
                    if (side < 4 || ply > 4) && solver.game.cannot_lose(&state, player) {
                        held += 1;
                        let text = solver.game.state_text(&state);
                        assert_eq!(solver.first_wins(&state), player == Player::First, "{text}");
                    }
                }
                state = solver.game.child(&state, moves[below(&mut rng, moves.len())]);
            }
        }
    }
    assert!(held > 500, "{held}");
}

#[test]
fn bridges_hold() {
    let game = hex(3, false);
    let holds = |text: &str| {
        let state = game.parse_state(text).unwrap();
        Player::BOTH.map(|player| game.pairing(&state, player).map(|pairs| pairs.len()))
    };
    // The centre of 3 x 3 is a bridge away from each edge; the other two neighbours are not on one.
    assert_eq!(holds("3/1x1/3 o"), [Some(2), None]);
    assert_eq!(holds("3/ox1/3 x"), [Some(2), None]);
    assert_eq!(holds("3/3/1x1 o"), [None, None]);
    assert_eq!(holds("1o1/1x1/3 x"), [None, None]);
    // A stone that may be taken over holds nothing.
    let swap = hex(3, true);
    let state = swap.parse_state("3/1x1/3 o").unwrap();
    assert!(!swap.cannot_lose(&state, Player::First));
    let state = swap.parse_state("3/1o1/3 x").unwrap();
    assert!(swap.cannot_lose(&state, Player::Second));
}

#[test]
fn the_evaluation_beats_random_play() {
    for side in [4, 7, 11] {
        beats_random(&hex(side, false), 1, 6, 0);
    }
}

#[test]
fn positions_that_cannot_be_are_refused() {
    let cases = [
        ("", "takes the board and the side to move, like 3/3/3 x"),
        ("3/3/3", "takes the board"),
        ("3/3/3 x now", "takes the board"),
        ("3/3/3 z", "the side to move cannot be 'z'; it has to be x or o"),
        ("3/3/3 xo", "the side to move cannot be 'xo'"),
        ("3/3 x", "'3/3' has 2 rows instead of 3"),
        ("3/2/3 x", "row 2, '2', has 2 cells instead of 3"),
        ("3/xx2/3 x", "row 2, 'xx2', has 4 cells"),
        ("3/4/3 x", "has 4 cells instead of 3"),
        ("3/x1y/3 x", "has 'y': a row is made of x, o, and . or numbers for empty cells"),
        ("3/3/99999999999999999999999 x", "has 1000 cells"),
        ("1xo/1xo/1x1 x", "x is connected, so the game was over before the last move"),
        ("ooo/xx1/2x o", "o is connected, so the game was over before the last move"),
    ];
    refuses(&hex(3, false), &cases);
    let cases = [
        ("3/3/3 o", "0 x and 0 o with o to move, but x begins"),
        ("3/1x1/3 x", "1 x and 0 o with x to move"),
        ("3/1o1/3 x", "0 x and 1 o with x to move"),
        ("3/1xo/3 o", "1 x and 1 o with o to move"),
        ("x1x/x1x/3 o", "4 x and 0 o with o to move"),
    ];
    composes(&hex(3, false), &cases);
    let error = hex(3, false).parse_state("oxo/1x1/ox1 x").unwrap_err().to_string();
    assert!(error.contains("x is connected, so the game was over before the last move"), "{error}");
    let swap = hex(3, true);
    assert!(swap.parse_state("3/1o1/3 x").is_ok());
    assert!(swap.parse_state("3/1ox/3 o").is_ok());
    composes(
        &swap,
        &[("3/3/3 o", "0 x and 0 o"), ("3/2o/1o1 x", "0 x and 2 o"), ("3/1o1/3 o", "0 x and 1 o")],
    );
    // Only a stone of the first player can be taken over.
    let state = swap.parse_state("3/1o1/3 o").unwrap();
    assert!(swap.parse_move(&state, "swap").is_err() && swap.count_moves(&state) == 8);
}

/// Both chains of the first player are complete without the other, so the game was over a move earlier.
#[test]
fn a_game_does_not_go_on_after_its_end() {
    let error = hex(4, false).parse_state("xoxo/xoxo/xoxo/xox1 o").unwrap_err().to_string();
    assert!(error.contains("x is connected whichever stone came last"), "{error}");
    let last = hex(4, false).parse_state("xoxo/xo1o/xoxo/xox1 x");
    assert!(last.is_err());
}

#[test]
fn positions_are_read_as_people_write_them() {
    let game = hex(3, false);
    for (text, printed) in [
        ("  .../.X./3  O ", "3/1x1/3 o"),
        ("3/1x1/3 o", "3/1x1/3 o"),
        ("1.1/.x./3 o", "3/1x1/3 o"),
        ("o1x/ox1/x2 o", "o1x/ox1/x2 o"),
    ] {
        let state = game.parse_state(text).unwrap();
        assert_eq!(game.state_text(&state), printed);
    }
    let big = hex(19, false);
    assert!(big.state_text(&big.initial()).starts_with("19/19/"));
}

#[test]
fn moves_are_read_as_people_type_them() {
    let game = hex(3, true);
    let check = |state: &str, text: &str, expected: Result<&str, &str>| {
        reads_moves(&game, state, &[(text, expected)]);
    };
    check("3/3/3 x", "b2", Ok("b2"));
    check("3/3/3 x", " C1 ", Ok("c1"));
    check("3/3/3 x", "d1", Err("'d1' is not a cell of this board, which has a1 to c3"));
    check("3/3/3 x", "a0", Err("is not a cell"));
    check("3/3/3 x", "a+1", Err("is not a cell"));
    check("3/3/3 x", "ä1", Err("is not a cell"));
    check("3/3/3 x", "", Err("is not a cell"));
    check("3/3/3 x", "swap", Err("only the first stone may be taken over"));
    check("3/1x1/3 o", "Swap", Ok("swap"));
    check("3/1x1/3 o", "b2", Err("the cell is taken"));
    check("1x1/oxo/1x1 o", "a1", Err("the game is over"));
    let plain = hex(3, false);
    let state = plain.parse_state("3/1x1/3 o").unwrap();
    assert!(plain.parse_move(&state, "swap").unwrap_err().to_string().contains("swap=on has it"));
}

#[test]
fn the_swap_mirrors_the_stone() {
    let game = hex(4, true);
    for (cell, mirrored) in [("a3", "c1"), ("b2", "b2"), ("d1", "a4")] {
        let start = game.initial();
        let state = game.child(&start, game.parse_move(&start, cell).unwrap());
        let swap = game.parse_move(&state, "swap").unwrap();
        let Motion::Steps(steps) = game.motion(&state, swap) else { panic!("{cell}") };
        assert_eq!(matches!(steps.effects[..], [Effect::Flip(_)]), cell == mirrored);
        let after = game.child(&state, swap);
        let taken = game.parse_move(&after, mirrored).unwrap_err().to_string();
        assert!(taken.contains("the cell is taken"), "{taken}");
        assert_eq!(game.turn(&after), Turn::Decision(Player::First));
        assert_eq!(game.count_moves(&after), 15);
    }
}

/// One of the players connects, and never both.
#[test]
fn there_are_no_draws() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    for side in [2, 5, 8, 9, 12, 19] {
        let game = hex(side, false);
        for _ in 0..40 {
            let (turn, plies) = playout(&game, &game.initial(), 1000, &mut rng);
            assert!(matches!(turn, Turn::Over(Outcome::Win(_))), "{turn:?} after {plies}");
        }
    }
}

#[test]
fn a_state_stays_small() {
    assert_eq!(size_of::<State>(), 104);
}

proptest! {
    #[test]
    fn no_text_breaks_the_notation(text in "[0-9xoXO/. a-z+-]{0,24}|([xo1-3.]{1,3}/){2}[xo1-3.]{1,3} [xo]") {
        for swap in [false, true] {
            let game = hex(3, swap);
            laws::parse_holds(&game, &text);
            let _ = game.parse_move(&game.initial(), &text);
        }
    }

    #[test]
    fn no_bytes_break_the_packing(bytes in proptest::collection::vec(0u8..243, 0..4)) {
        laws::unpack_holds(&hex(3, true), &bytes);
    }
}
