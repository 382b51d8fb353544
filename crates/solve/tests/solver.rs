//! Connect four's solver against tables of all positions, published values, and play.

use std::sync::Arc;

use plywood_games::dots_and_boxes::DotsAndBoxes;
use plywood_games::line::{LineGame, LineRules, LineState};
use plywood_rules::hints::solver::ExactSolver;
use plywood_rules::random::below;
use plywood_rules::{Bot, Game, Position, Proved, Run, Specialized, Stop, Turn, Value};
use plywood_solve::ExactPlayer;
use plywood_solve::perfect::{Perfect, PerfectKnowledge};
use plywood_solve::table;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::common::reported;

fn board(columns: usize, rows: usize, k: usize) -> LineGame {
    LineGame::mnk(columns, rows, k).gravity().build().unwrap()
}

fn solver(game: &LineGame, bytes: usize, threads: usize) -> Box<dyn ExactSolver<LineGame>> {
    (game.specialists().solver.unwrap())(game, bytes, threads)
}

/// A position after this many random moves of a game that is not over.
fn after(game: &LineGame, plies: usize, rng: &mut ChaCha8Rng) -> LineState<1> {
    'again: loop {
        let mut state = game.initial();
        for _ in 0..plies {
            let mv = game.nth_move(&state, below(rng, game.count_moves(&state)));
            game.play(&mut state, mv);
            if let Turn::Over(_) = game.turn(&state) {
                continue 'again;
            }
        }
        return state;
    }
}

#[test]
fn values_are_those_of_a_table_of_all_positions() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    // Few and many rows, odd and even; short and long lines; from the start, or from later positions of larger boards.
    let boards = [
        (4, 4, 4, 0, 1),
        (4, 4, 3, 0, 1),
        (5, 3, 3, 0, 1),
        (3, 6, 3, 0, 1),
        (4, 3, 2, 0, 1),
        (5, 5, 4, 12, 2),
        (7, 5, 4, 21, 4),
        (5, 7, 4, 21, 4),
        (6, 4, 4, 11, 2),
        (6, 6, 5, 23, 2),
        (7, 6, 4, 27, 4),
        (8, 7, 4, 43, 2),
        (19, 2, 4, 25, 2),
        (3, 19, 4, 43, 2),
    ];
    for (columns, rows, k, plies, starts) in boards {
        let game = board(columns, rows, k);
        let solver = solver(&game, 1 << 20, 1);
        for _ in 0..starts {
            let start = after(&game, plies, &mut rng);
            let table = table::solve_packed(&game, &start, false, &Run::default()).unwrap();
            for _ in 0..100 {
                let mut state = start;
                while let Turn::Decision(player) = game.turn(&state) {
                    let known = table.lookup(&game, &state).unwrap().unwrap().proved(player);
                    let found = solver.solve(&state, &Run::default());
                    assert_eq!(
                        (found.value, found.exact_plies),
                        (Some(Value::Proved(known)), true),
                        "{state:?}"
                    );
                    let mv = game.nth_move(&state, below(&mut rng, game.count_moves(&state)));
                    game.play(&mut state, mv);
                }
            }
        }
    }
}

#[test]
fn empty_boards_have_their_published_values() {
    // J. Tromp, "John's Connect Four Playground", and C. Steininger's c4 for the distances.
    let lost = |plies| Some(Proved::Loss { plies });
    let boards = [
        (4, 5, Some(Proved::Draw)),
        (5, 4, Some(Proved::Draw)),
        (5, 6, Some(Proved::Draw)),
        (6, 5, Some(Proved::Draw)),
        (6, 4, lost(24)),
    ];
    for (columns, rows, known) in boards {
        let game = board(columns, rows, 4);
        for threads in [1, 2] {
            let found = solver(&game, 1 << 24, threads).solve(&game.initial(), &Run::default());
            assert_eq!(found.value, known.map(Value::Proved), "{columns} x {rows}, {threads} threads");
        }
    }
}

#[test]
fn play_takes_as_long_as_it_says() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let game = board(7, 6, 4);
    let mut player = ExactPlayer::new(solver(&game, 1 << 22, 1));
    for _ in 0..12 {
        let mut state = after(&game, 20, &mut rng);
        let report = player.choose(&game, Position::new(&state), &mut rng, &Stop::never());
        let Some(Value::Proved(value)) = report.value else { panic!("nothing stops it") };
        assert!(report.exact_plies && report.pv[0] == report.best);
        for &mv in &report.pv {
            let mut legal = Vec::new();
            game.legal_moves(&state, &mut legal);
            assert!(legal.contains(&mv));
            game.play(&mut state, mv);
        }
        if let Some(plies) = value.plies() {
            assert_eq!(report.pv.len(), plies as usize);
            assert!(matches!(game.turn(&state), Turn::Over(outcome) if outcome.winner().is_some()));
        }
    }
}

/// The boxes of the line are those of the value, also where a player moves again.
#[test]
fn lines_of_games_with_points_come_to_the_value() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let game = DotsAndBoxes::new(3, 2).unwrap();
    let mut player = ExactPlayer::new((game.specialists().solver.unwrap())(&game, 1 << 20, 1));
    for plies in [0, 0, 3, 5, 7, 9, 11, 13] {
        let mut state = game.initial();
        for _ in 0..plies {
            state = game.child(&state, game.nth_move(&state, below(&mut rng, game.count_moves(&state))));
        }
        let Turn::Decision(mover) = game.turn(&state) else { continue };
        let report = player.choose(&game, Position::new(&state), &mut rng, &Stop::never());
        let end = report.pv.iter().fold(state, |state, &mv| game.child(&state, mv));
        let Turn::Over(outcome) = game.turn(&end) else { panic!("{state:?} leads to {end:?}") };
        assert_eq!(report.value, Some(outcome.value(mover)), "{state:?}");
    }
}

#[test]
fn who_is_stopped_says_what_is_known() {
    let game = board(8, 7, 4);
    let run = Run::default();
    let (found, reports) = reported(&run, 1, |run| solver(&game, 1 << 24, 2).solve(&game.initial(), run));
    assert!(reports.len() == 1 && reports[0].value.is_none() && reports[0].nodes > 0, "{reports:?}");
    assert_eq!((found.value, found.exact_plies), (None, false));
    let mut player = ExactPlayer::new(solver(&game, 1 << 24, 1));
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let report = player.choose(&game, Position::new(&game.initial()), &mut rng, &run.stop);
    assert!(report.value.is_none() && report.moves.iter().any(|mv| mv.mv == report.best));
}

/// A player with a limit stops as soon as one without.
#[test]
fn who_may_give_up_is_stopped_at_once() {
    let game = board(8, 7, 4);
    let player = ExactPlayer::new(solver(&game, 1 << 24, 1));
    let mut player = player.giving_up(Some(1 << 40));
    let stop = Stop::never();
    let raised = stop.clone();
    player.listen(Some(Box::new(move |_| raised.raise())));
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let report = player.choose(&game, Position::new(&game.initial()), &mut rng, &stop);
    assert!(report.value.is_none() && report.nodes < 300_000, "{} positions", report.nodes);
}

#[test]
fn only_boards_that_fit_have_a_solver() {
    let has = |rules: LineRules| rules.build::<1>().unwrap().specialists().solver.is_some();
    for (columns, rows, k, fits) in
        [(7, 6, 4, true), (8, 7, 4, true), (8, 8, 4, false), (3, 19, 19, true), (3, 3, 1, false)]
    {
        assert_eq!(has(LineGame::mnk(columns, rows, k).gravity()), fits, "{columns} {rows} {k}");
    }
    assert!(!has(LineGame::mnk(5, 4, 3)));
    assert!(!has(LineGame::mnk(5, 4, 3).gravity().misere()));
    assert!(!has(LineGame::mnk(5, 4, 3).gravity().exact()));
    assert!(LineGame::mnk(9, 8, 4).gravity().build::<4>().unwrap().specialists().solver.is_none());
}

#[test]
fn a_perfect_player_who_solves_knows_what_one_with_a_table_knows() {
    let game = board(4, 4, 3);
    let whole = table::solve_packed(&game, &game.initial(), false, &Run::default()).unwrap();
    let mut with_table = Perfect::new(PerfectKnowledge::Tablebase(Arc::new(whole)), false);
    let mut solving = Perfect::new(PerfectKnowledge::Solver(Arc::from(solver(&game, 1 << 20, 1))), false);
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for plies in 0..60 {
        let state = after(&game, plies % 8, &mut rng);
        let position = || Position::new(&state);
        let known = with_table.choose(&game, position(), &mut rng, &Stop::never());
        let found = solving.choose(&game, position(), &mut rng, &Stop::never());
        assert_eq!((found.best, found.value), (known.best, known.value));
        assert_eq!(found.moves, known.moves);
    }
}
