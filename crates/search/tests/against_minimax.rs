//! Every search and every setting against plain minimax, on thousands of hashed trees: the same values to the last
//! bit, the same proofs and distances, the same moves.

use crate::common::{Hashed, HashedGuess, ask, bits};
use plywood_rules::{Game, Proved, Report, Turn, Value};
use plywood_search::{AlphaBeta, ChancePruning, Limits, Minimax, Order, Settings, Tie};

const PRUNINGS: [ChancePruning; 3] = [ChancePruning::Off, ChancePruning::Star1, ChancePruning::Star2];

/// All kinds of trees, one kind a seed.
fn hashed(seed: u64) -> Hashed {
    let pick = |part: u64, of: [u64; 4]| of[(plywood_rules::random::part_seed(seed, part) % 4) as usize];
    Hashed {
        seed,
        longest: 3 + (seed % 5) as u32,
        chance: pick(1, [0, 0, 20, 50]),
        again: pick(2, [0, 0, 30, 60]),
        over: pick(3, [0, 10, 25, 45]),
        payoffs: pick(4, [0, 0, 30, 100]),
        draws: pick(5, [0, 20, 50, 90]),
        joins: false,
    }
}

fn all_settings(depth: u32) -> impl Iterator<Item = Settings> {
    let limits = if depth == 7 { Limits::default() } else { Limits::depth(depth) };
    let ties = [Tie::First, Tie::Random].into_iter();
    ties.flat_map(move |tie| {
        [false, true].into_iter().flat_map(move |all| {
            [Order::Natural, Order::Promising].into_iter().flat_map(move |order| {
                PRUNINGS.map(|chance_pruning| Settings { limits, tie, all, order, chance_pruning })
            })
        })
    })
}

/// Plays the line out: its moves must be legal, and it must end where the value comes from.
fn check_line(game: &Hashed, report: &Report<u8>, depth: u32, context: &str) {
    let mut state = game.initial();
    assert_eq!(report.pv[0], report.best, "{context}");
    for &mv in &report.pv {
        assert!(game.turn(&state).player().is_some(), "{context}: the line goes on past {state:?}");
        let mut moves = Vec::new();
        game.legal_moves(&state, &mut moves);
        assert!(moves.contains(&mv), "{context}");
        state = game.child(&state, mv);
    }
    let value = report.value.unwrap();
    let plies = report.pv.len() as u32;
    match game.turn(&state) {
        Turn::Chance => assert!(plies <= depth, "{context}"),
        Turn::Decision(_) => {
            assert_eq!(plies, depth, "{context}: the line ends early");
            let guess = plywood_rules::Evaluate::evaluate(&HashedGuess, game, &state);
            assert_eq!(value.points(7.3), guess, "{context}");
        }
        // The first player decides at the root of every hashed tree.
        Turn::Over(outcome) => match value {
            Value::Proved(Proved::Win { plies: n } | Proved::Loss { plies: n }) => {
                assert_eq!(n, plies, "{context}");
                assert_eq!(
                    outcome.utility(plywood_rules::Player::First) > 0,
                    value.compare(&Value::Exact(0.0)).is_gt(),
                    "{context}"
                );
            }
            number => match outcome {
                plywood_rules::Outcome::Payoff(points) => assert_eq!(number.points(7.3), points, "{context}"),
                plywood_rules::Outcome::Draw => assert_eq!(number.points(7.3), 0.0, "{context}"),
                win => panic!("{context}: {win:?} at the end of a line worth {number}"),
            },
        },
    }
}

#[test]
fn slow_alpha_beta_finds_what_minimax_finds() {
    let mut kinds = [0; 5];
    for seed in 0..1500 {
        let game = hashed(seed);
        for depth in [1 + seed as u32 % 6, 7] {
            for settings in all_settings(depth) {
                let context = format!("{game:?} {settings:?}");
                let state = game.initial();
                let expected = ask(&mut Minimax::new(Box::new(HashedGuess), settings), &game, &state, seed);
                let report = ask(&mut AlphaBeta::new(Box::new(HashedGuess), settings), &game, &state, seed);
                assert_eq!(bits(report.value), bits(expected.value), "{context}");
                assert_eq!(report.best, expected.best, "{context}");
                for (move_found, move_expected) in report.moves.iter().zip(&expected.moves) {
                    let must_be_known = settings.all || move_found.mv == report.best;
                    if must_be_known || move_found.value.is_some() {
                        assert_eq!(bits(move_found.value), bits(move_expected.value), "{context}");
                    }
                    assert_eq!(move_found.mv, move_expected.mv, "{context}");
                }
                assert!(report.depth <= expected.depth, "{context}");
                check_line(&game, &expected, depth, &context);
                check_line(&game, &report, depth, &context);
                kinds[match expected.value.unwrap() {
                    Value::Proved(Proved::Win { .. }) => 0,
                    Value::Proved(Proved::Draw) => 1,
                    Value::Proved(Proved::Loss { .. }) => 2,
                    Value::Exact(_) => 3,
                    Value::Estimated(_) => 4,
                }] += 1;
            }
        }
    }
    assert!(kinds.iter().all(|&n| n > 1000), "every kind of value is met often: {kinds:?}");
}
