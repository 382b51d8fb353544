//! The engine against plain minimax, whatever it uses: the same values to the last bit, the same proofs and
//! distances, the same moves.

use crate::common::{Hashed, HashedGuess, ask, bits};
use plywood_rules::{Game, Report, Turn, Value};
use plywood_search::{
    ChancePruning, Engine, EngineSettings, Limits, Minimax, Selective, Settings, Techniques, Tie,
};

/// All kinds of trees, one kind a seed; in every other one lines meet again.
fn hashed(seed: u64) -> Hashed {
    let pick = |part: u64, of: [u64; 4]| of[(plywood_rules::random::part_seed(seed, part) % 4) as usize];
    Hashed {
        seed,
        longest: 3 + (seed % 6) as u32,
        chance: pick(1, [0, 0, 20, 50]),
        again: pick(2, [0, 0, 30, 60]),
        over: pick(3, [0, 5, 15, 40]),
        payoffs: pick(4, [0, 0, 30, 100]),
        draws: pick(5, [0, 20, 50, 90]),
        joins: seed.is_multiple_of(2),
    }
}

fn engine(
    settings: Settings,
    techniques: Techniques,
    threads: usize,
    selective: Selective,
) -> Engine<Hashed> {
    let engine =
        EngineSettings { techniques, threads, selective, table: 1 << 18, ..EngineSettings::default() };
    Engine::new(Box::new(HashedGuess), settings, engine)
}

fn minimax(settings: Settings) -> Minimax<Hashed> {
    Minimax::new(Box::new(HashedGuess), settings)
}

/// The part that must be the same.
fn check(report: &Report<u8>, expected: &Report<u8>, all: bool, context: &str) {
    assert_eq!(bits(report.value), bits(expected.value), "{context}");
    assert_eq!(report.best, expected.best, "{context}");
    for (found, expected) in report.moves.iter().zip(&expected.moves) {
        assert_eq!(found.mv, expected.mv, "{context}");
        if all || found.mv == report.best || found.value.is_some() {
            assert_eq!(bits(found.value), bits(expected.value), "{context}: move {}", found.mv);
        }
    }
    assert!(report.depth <= expected.depth, "{context}");
    assert!(report.exact_plies && expected.exact_plies, "{context}");
}

/// The line expected is legal, and it ends where the value comes from.
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
            assert_eq!(plies, depth, "{context}: the line ends early: {:?}", report.pv);
            let guess = plywood_rules::Evaluate::evaluate(&HashedGuess, game, &state);
            assert_eq!(value.points(7.3), guess, "{context}");
        }
        Turn::Over(outcome) => match value {
            Value::Proved(proved) => {
                assert_eq!(proved.plies().unwrap_or(plies), plies, "{context}");
                let utility = f64::from(outcome.utility(plywood_rules::Player::First));
                assert_eq!(value.points(1.0), utility, "{context}");
            }
            number => match outcome {
                plywood_rules::Outcome::Payoff(points) => assert_eq!(number.points(7.3), points, "{context}"),
                outcome => assert_eq!(
                    number.points(7.3),
                    f64::from(outcome.utility(plywood_rules::Player::First)) * 7.3,
                    "{context}"
                ),
            },
        },
    }
}

fn settings(depth: u32, tie: Tie, all: bool, chance_pruning: ChancePruning) -> Settings {
    let limits = if depth == 9 { Limits::default() } else { Limits::depth(depth) };
    Settings { limits, tie, all, chance_pruning, ..Settings::default() }
}

#[test]
fn slow_whatever_it_uses_it_finds_what_minimax_finds() {
    let mut kinds = [0; 5];
    for seed in 0..2000 {
        let game = hashed(seed);
        let state = game.initial();
        for (turn, depth) in [1 + seed as u32 % 7, 9].into_iter().enumerate() {
            let tie = if (seed / 2) % 2 == 0 { Tie::First } else { Tie::Random };
            let all = (seed / 4) % 4 == 0;
            let pruning =
                [ChancePruning::Off, ChancePruning::Star1, ChancePruning::Star2][seed as usize / 3 % 3];
            let settings = settings(depth, tie, all, pruning);
            let expected = ask(&mut minimax(settings), &game, &state, seed);
            let mut every = vec![("all", Techniques::ALL), ("none", Techniques::NONE)];
            for name in Techniques::NAMES {
                let mut techniques = Techniques::ALL;
                *techniques.switch(name).unwrap() = false;
                every.push((name, techniques));
            }
            for (name, techniques) in every {
                let context = format!("{game:?} {settings:?} without {name}");
                let report = ask(&mut engine(settings, techniques, 1, Selective::Off), &game, &state, seed);
                check(&report, &expected, all, &context);
                check_line(&game, &report, depth, &context);
            }
            if turn == 0 || seed % 8 == 0 {
                let context = format!("{game:?} {settings:?} with two threads");
                let report =
                    ask(&mut engine(settings, Techniques::ALL, 2, Selective::Off), &game, &state, seed);
                check(&report, &expected, all, &context);
            }
            kinds[match expected.value.unwrap() {
                Value::Proved(plywood_rules::Proved::Win { .. }) => 0,
                Value::Proved(plywood_rules::Proved::Draw) => 1,
                Value::Proved(plywood_rules::Proved::Loss { .. }) => 2,
                Value::Exact(_) => 3,
                Value::Estimated(_) => 4,
            }] += 1;
        }
    }
    assert!(kinds.iter().all(|&n| n > 100), "every kind of value is met often: {kinds:?}");
}

#[test]
fn slow_what_it_remembers_from_other_depths_and_positions_does_not_mislead_it() {
    for seed in 0..400 {
        let game = Hashed { joins: true, longest: 8, ..hashed(seed) };
        for depth in 1..=6 {
            // One engine all along a game, at every depth in turn.
            let pruning = [ChancePruning::Star1, ChancePruning::Star2][seed as usize / 3 % 2];
            let settings = settings(depth, Tie::First, false, pruning);
            let mut engine = engine(settings, Techniques::ALL, 1, Selective::Off);
            let mut state = game.initial();
            while let Turn::Decision(_) = game.turn(&state) {
                let report = ask(&mut engine, &game, &state, seed);
                let expected = ask(&mut minimax(settings), &game, &state, seed);
                check(&report, &expected, false, &format!("{game:?} depth {depth} at {state:?}"));
                state = game.child(&state, report.best);
            }
        }
    }
}

/// A proof holds, however selective the search that found it.
#[test]
fn slow_what_a_selective_search_proves_is_true() {
    let mut proved = 0;
    for seed in 0..1500 {
        let game = hashed(seed);
        let state = game.initial();
        let truth = ask(&mut minimax(Settings::default()), &game, &state, seed);
        for depth in 2..=8 {
            let settings = settings(depth, Tie::First, false, ChancePruning::Star1);
            let report = ask(&mut engine(settings, Techniques::ALL, 1, Selective::On), &game, &state, seed);
            let (Some(Value::Proved(found)), value) = (report.value, truth.value.unwrap()) else { continue };
            proved += 1;
            let Value::Proved(known) = value else { panic!("{game:?} depth {depth}: {found:?} is {value}") };
            assert_eq!(found.word(), known.word(), "{game:?} depth {depth}");
            assert!(found.plies() >= known.plies(), "{game:?}: {found:?} {known:?}");
            assert!(!report.exact_plies);
        }
    }
    assert!(proved > 2000, "only {proved}");
}
