//! The solver of Hex against a search that knows nothing but the rules.

use std::collections::HashMap;

use plywood_games::hex::Hex;
use plywood_rules::hints::RootMoves;
use plywood_rules::hints::solver::ExactSolver;
use plywood_rules::random::below;
use plywood_rules::{Game, Notation, Proved, Run, Specialized, Stop, Turn, Value, moves_or_outcomes};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

type State = <Hex as Game>::State;

fn solver(game: &Hex) -> Box<dyn ExactSolver<Hex>> {
    (game.specialists().solver.unwrap())(game, 1 << 24, 1)
}

/// Not a win: Hex has no draws.
const DRAW: Value = Value::Proved(Proved::Draw);

/// Values by trying all moves.
#[derive(Default)]
struct Plain {
    wins: HashMap<State, bool>,
    plies: HashMap<State, u32>,
}

impl Plain {
    /// True if the player to move wins.
    fn wins(&mut self, game: &Hex, state: &State) -> bool {
        if game.turn(state).outcome().is_some() {
            return false;
        }
        if let Some(&known) = self.wins.get(state) {
            return known;
        }
        let wins =
            moves_or_outcomes(game, state).into_iter().any(|mv| !self.wins(game, &game.child(state, mv)));
        self.wins.insert(*state, wins);
        wins
    }

    /// The plies of best play: a win as soon as can be, a loss as late.
    fn plies(&mut self, game: &Hex, state: &State) -> u32 {
        if game.turn(state).outcome().is_some() {
            return 0;
        }
        if let Some(&known) = self.plies.get(state) {
            return known;
        }
        let wins = self.wins(game, state);
        let children: Vec<State> =
            moves_or_outcomes(game, state).into_iter().map(|mv| game.child(state, mv)).collect();
        let lost: Vec<State> = children.into_iter().filter(|child| self.wins(game, child) != wins).collect();
        let plies = lost.iter().map(|child| 1 + self.plies(game, child));
        let plies = if wins { plies.min() } else { plies.max() }.unwrap();
        self.plies.insert(*state, plies);
        plies
    }

    fn value(&mut self, game: &Hex, state: &State) -> Proved {
        let plies = self.plies(game, state);
        if self.wins(game, state) { Proved::Win { plies } } else { Proved::Loss { plies } }
    }
}

/// Checks that the moves to which a search keeps at its root win, or that all the others lose. Returns how often it was which. `loses` says
/// if the player to move loses.
fn root_moves_agree(
    game: &Hex,
    free: usize,
    positions: usize,
    mut loses: impl FnMut(&State) -> bool,
) -> [usize; 2] {
    let (find, mut rng) = (game.specialists().root_moves.unwrap(), ChaCha8Rng::seed_from_u64(5));
    let mut found = [0, 0];
    for _ in 0..positions {
        let state = after_random_moves(game, game.side() * game.side() - free, &mut rng);
        let text = game.state_text(&state);
        assert_eq!(find(game, &state, 10, &Stop::never()), None, "there is no time for it");
        for work in [250, 2000] {
            let Some(RootMoves { moves, wins }) = find(game, &state, work, &Stop::never()) else { continue };
            assert!(!moves.is_empty() && moves.is_sorted(), "{text}");
            assert!(wins.is_none_or(|plies| plies % 2 == 1 && plies as usize <= free), "{text}");
            for mv in moves_or_outcomes(game, &state) {
                if moves.contains(&mv) == wins.is_some() {
                    let child = game.child(&state, mv);
                    let is_won = game.turn(&child).outcome().is_some() || loses(&child);
                    assert_eq!(is_won, wins.is_some(), "{text}: {mv:?}");
                }
            }
            found[usize::from(wins.is_none())] += 1;
        }
    }
    found
}

#[test]
fn root_moves_are_those_that_matter() {
    let (five, eleven) = (Hex::new(5).unwrap(), Hex::new(11).unwrap());
    let solver = solver(&five);
    let small = root_moves_agree(&five, 22, 20, |state| {
        solver.is_at_most(state, DRAW, u64::MAX, &Run::default()).0.unwrap()
    });
    let mut plain = Plain::default();
    let large = root_moves_agree(&eleven, 8, 2, |state| !plain.wins(&eleven, state));
    assert!(small[0] > 10 && small[1] > 2 && large[0] > 0, "{small:?} {large:?}");
    let (swap, never) = (Hex::new(5).unwrap().with_swap(), Stop::never());
    assert_eq!((swap.specialists().root_moves.unwrap())(&swap, &swap.initial(), 100_000, &never), None);
}

/// A position after this many random moves that is not over.
fn after_random_moves(game: &Hex, moves: usize, rng: &mut ChaCha8Rng) -> State {
    loop {
        let mut state = game.initial();
        for _ in 0..moves {
            if let Turn::Decision(_) = game.turn(&state) {
                let all = moves_or_outcomes(game, &state);
                game.play(&mut state, all[below(rng, all.len())]);
            }
        }
        if let Turn::Decision(_) = game.turn(&state) {
            return state;
        }
    }
}

/// Compares the winners of positions with so many free cells, and their distances if asked for.
fn agrees(game: &Hex, free: usize, positions: usize, distances: bool, seed: u64) {
    let (solver, mut rng) = (solver(game), ChaCha8Rng::seed_from_u64(seed));
    for _ in 0..positions {
        let state = after_random_moves(game, game.side() * game.side() - free, &mut rng);
        let text = game.state_text(&state);
        let mut plain = Plain::default();
        let wins = plain.wins(game, &state);
        let (is_no_win, _) = solver.is_at_most(&state, DRAW, u64::MAX, &Run::default());
        assert_eq!(is_no_win, Some(!wins), "{text}");
        let winning = solver.winning_move(&state, &Run::default());
        assert_eq!(
            winning.map(|mv| plain.wins(game, &game.child(&state, mv))),
            wins.then_some(false),
            "{text}"
        );
        if distances {
            let value = plain.value(game, &state);
            let found = solver.solve(&state, &Run::default());
            assert_eq!((found.value, found.exact_plies), (Some(Value::Proved(value)), true), "{text}");
            for plies in 1..=free as u32 {
                for other in [Proved::Win { plies }, Proved::Loss { plies }] {
                    let (answer, _) =
                        solver.is_at_most(&state, Value::Proved(other), u64::MAX, &Run::default());
                    assert_eq!(answer, Some(value <= other), "{text}: {other:?}");
                }
            }
        }
    }
}

#[test]
fn random_positions_have_the_value_of_plain_search() {
    let game = Hex::new(5).unwrap();
    agrees(&game, 9, 30, true, 1);
    agrees(&game, 11, 15, false, 2);
    agrees(&Hex::new(6).unwrap(), 11, 10, false, 3);
    agrees(&Hex::new(8).unwrap(), 10, 5, false, 4);
}

/// The winning openings of 5x5, which the second player takes over.
#[test]
fn openings_have_their_known_winner() {
    let known = ["xoooo", "xxxxo", "oxxxo", "oxxxx", "oooox"].concat();
    let (game, swap) = (Hex::new(5).unwrap(), Hex::new(5).unwrap().with_swap());
    let solvers = [solver(&game), solver(&swap)];
    let run = Run::default();
    for (at, winner) in known.chars().enumerate() {
        let cell = (4 - at / 5) * 5 + at % 5;
        let [open, swapped] = [&game, &swap].map(|game| game.child(&game.initial(), cell.into()));
        let (loses, _) = solvers[0].is_at_most(&open, DRAW, u64::MAX, &run);
        assert_eq!(loses, Some(winner == 'x'), "{}", game.state_text(&open));
        let best = solvers[1].winning_move(&swapped, &run).unwrap();
        assert_eq!(swap.move_text(&swapped, best) == "swap", winner == 'x');
    }
    let (value, run) = (|state| solvers[1].solve(state, &Run::default()).value, &run);
    assert!(matches!(value(&swap.initial()), Some(Value::Proved(Proved::Loss { .. }))));
    assert_eq!(solvers[1].is_at_most(&swap.initial(), DRAW, 1, run).0, Some(true));
}

/// Puzzles of HexWiki that have one winning move: by Eric Demer, from a table of 5x5, and by Bert Enderton. The stones of each player,
/// and the move.
fn puzzles_are_solved(puzzles: &[(usize, [&str; 2], &str)]) {
    for &(side, stones, unique) in puzzles {
        let game = Hex::new(side).unwrap();
        let cells = |stones: &str| stones.split(' ').map(|cell| cell.to_string()).collect::<Vec<_>>();
        let [light, dark] = stones.map(cells);
        let row = |rank: usize| {
            let at = |file: usize| format!("{}{rank}", (b'a' + file as u8) as char);
            let stone = |cell| {
                if light.contains(&cell) {
                    'x'
                } else if dark.contains(&cell) {
                    'o'
                } else {
                    '.'
                }
            };
            (0..side).map(|file| stone(at(file))).collect::<String>()
        };
        let rows: Vec<String> = (1..=side).rev().map(row).collect();
        let mover = if light.len() > dark.len() { "o" } else { "x" };
        let state = game.parse_state(&format!("{} {mover}", rows.join("/"))).unwrap();
        let solver = solver(&game);
        let wins = |&mv: &plywood_rules::MoveNumber| {
            let (is_lost, _) = solver.is_at_most(&game.child(&state, mv), DRAW, u64::MAX, &Run::default());
            is_lost == Some(true)
        };
        let winning = moves_or_outcomes(&game, &state).into_iter().filter(wins);
        let winning: Vec<String> = winning.map(|mv| game.move_text(&state, mv)).collect();
        assert_eq!(winning, [unique], "{}", game.state_text(&state));
    }
}

#[test]
fn published_puzzles_have_their_solution() {
    puzzles_are_solved(&[
        (5, ["e4 a2", "c3 b2"], "a3"),
        (5, ["d5 e1", "a2"], "d2"),
        (5, ["e5 a1", "e1 c1"], "d2"),
        (7, ["c4 e5 a6", "c3 f3 d4 c5"], "b4"),
    ]);
}

#[test]
#[ignore = "a minute"]
fn hard_published_puzzles_have_their_solution() {
    puzzles_are_solved(&[
        (5, ["a4 e3", "d1"], "b2"),
        (6, ["a3 b2", "d1 e1 f1"], "c4"),
        (6, ["f4", "c2"], "c3"),
    ]);
}

#[test]
#[ignore = "minutes"]
fn many_random_positions_have_the_value_of_plain_search() {
    let game = Hex::new(5).unwrap();
    agrees(&game, 11, 100, true, 5);
    for (free, positions) in [(12, 400), (14, 300), (16, 200), (18, 100)] {
        agrees(&game, free, positions, false, free as u64);
    }
    agrees(&Hex::new(6).unwrap(), 16, 100, false, 6);
    agrees(&Hex::new(7).unwrap(), 15, 100, false, 7);
}
