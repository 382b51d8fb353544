//! The solver of Kalah against plain search by the rules, and published values.

use std::collections::HashMap;

use plywood_games::kalah::{Kalah, State};
use plywood_rules::hints::solver::ExactSolver;
use plywood_rules::random::below;
use plywood_rules::{Game, Notation, Run, Specialized, Stop, Turn, Value};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::kalah::gains;

fn solver(game: &Kalah, threads: usize) -> Box<dyn ExactSolver<Kalah>> {
    (game.specialists().solver.unwrap())(game, 1 << 24, threads)
}

fn thorough() -> bool {
    std::env::var_os("PLYWOOD_THOROUGH").is_some()
}

/// A position with so many seeds in houses at random, whether or not play leads there.
fn scattered(game: &Kalah, left: usize, rng: &mut ChaCha8Rng) -> State {
    let houses = game.houses();
    loop {
        let mut seeds = vec![0_usize; 2 * houses];
        (0..left).for_each(|_| seeds[below(rng, 2 * houses)] += 1);
        let in_stores = 2 * houses * usize::from(game.seeds()) - left;
        let store = below(rng, in_stores + 1);
        let row = |row: &[usize]| row.iter().map(usize::to_string).collect::<Vec<_>>().join("-");
        let (first, second) = (row(&seeds[..houses]), row(&seeds[houses..]));
        let side = ["first", "second"][below(rng, 2)];
        let text = format!("{first} {store} {second} {} {side}", in_stores - store);
        // Unless a row is empty.
        if let Ok(state) = game.parse_state(&text) {
            return state;
        }
    }
}

/// Positions with few seeds, which the solver's table has, and with more. With `PLYWOOD_THOROUGH=1` ten thousand.
#[test]
fn positions_have_the_values_of_plain_search() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let games = [
        (1, 9, 1..19, 50),
        (2, 9, 1..37, 150),
        (3, 5, 1..17, 60),
        (3, 5, 17..21, 40),
        (6, 4, 1..9, 100),
        (8, 3, 2..8, 30),
    ];
    for (houses, seeds, left, count) in games {
        let game = Kalah::new(houses, seeds).unwrap();
        let (solver, mut known) = (solver(&game, 1), HashMap::new());
        for _ in 0..if thorough() { 24 * count } else { count } {
            let left = left.start + below(&mut rng, left.len());
            let state = scattered(&game, left.max(2), &mut rng);
            let (text, Turn::Decision(mover)) = (game.state_text(&state), game.turn(&state)) else {
                panic!("{state:?} is over")
            };
            let lead = i32::from(state.store(mover)) - i32::from(state.store(mover.other()));
            let points = f64::from(lead + gains(&game, &state, &mut known));
            let found = solver.solve(&state, &Run::default());
            assert_eq!((found.value, found.exact_plies), (Some(Value::Exact(points)), true), "{text}");
            let at_most =
                |points| solver.is_at_most(&state, Value::Exact(points), u64::MAX, &Run::default()).0;
            assert_eq!([points, points.next_down()].map(at_most), [Some(true), Some(false)], "{text}");
        }
    }
}

/// The points that the search of any game found. Irving, Donkers and Uiterwijk, "Solving Kalah", ICGA Journal 23(3), 2000, have the
/// same winners, but for 5 houses with 2 seeds, a draw there. Several threads help where the question takes long.
#[test]
fn whole_games_have_their_values() {
    let games: &[(u32, &[i32], &[i32])] = &[
        (1, &[0, -2, 6, -2, 2, 0], &[]),
        (2, &[2, -2, -2, -10, 6, 8], &[]),
        (3, &[0, 4, 2, 2, 6, -8], &[]),
        (4, &[2, 6, 6, 2], &[4, 0]),
        (5, &[0, 2, 6, 10], &[]),
        (6, &[2, 6], &[2, 8]),
    ];
    for &(houses, quick, slow) in games {
        let slow = if thorough() { slow } else { &[] };
        for (seeds, &points) in (1..).zip(quick.iter().chain(slow)) {
            for threads in [1, 3] {
                let game = Kalah::new(houses, seeds).unwrap();
                let found = solver(&game, threads).solve(&game.initial(), &Run::default());
                let points = Value::Exact(points.into());
                assert_eq!(found.value, Some(points), "{houses} houses with {seeds} seeds");
            }
        }
    }
}

#[test]
fn the_solver_stops_when_asked() {
    let game = Kalah::new(6, 4).unwrap();
    let (stop, state) = (Stop::never(), game.initial());
    let run = Run { progress: &|_| stop.raise(), ..Run::until(&stop) };
    for threads in [1, 3] {
        assert_eq!(solver(&game, threads).solve(&state, &run).value, None);
    }
    let (answer, nodes) = solver(&game, 1).is_at_most(&state, Value::Exact(8.0), 5000, &Run::default());
    assert!(answer.is_none() && nodes < 20_000, "{answer:?} after {nodes}");
    assert!(Kalah::new(4, 8).unwrap().specialists().solver.is_none(), "too large");
}
