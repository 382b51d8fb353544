//! Bounds of values against races, trees, tables and graphs that were solved in other ways.

mod graphs;

use std::collections::{HashMap, HashSet};

use std::sync::Mutex;

use plywood_games::pig::race::RaceSolution;
use plywood_games::pig::{Die, HOLD, Pig};
use plywood_rules::tree::{self, Leaves, RandomTree, WrittenTree};
use plywood_rules::{Game, Outcome, Playable, Player, Run, Stop, Turn, moves_or_outcomes};
use plywood_solve::iterate::{self, IteratedValues, IterationProgress, half_width, in_view_of, middle};
use plywood_solve::table::{self, Exact, SolveError};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::common::{line, pikk_pakk, reported};

fn solved<G: Game>(game: &G, error: f64) -> IteratedValues<G::State> {
    iterate::solve(game, &game.initial(), error, &Run::default()).unwrap()
}

/// All positions from the start on.
fn reached<G: Playable>(game: &G) -> Vec<G::State> {
    let mut states = vec![game.initial()];
    let mut known = HashSet::from([game.initial()]);
    let mut at = 0;
    while let Some(state) = states.get(at).cloned() {
        at += 1;
        for mv in moves_or_outcomes(game, &state) {
            let child = game.child(&state, mv);
            if known.insert(child.clone()) {
                states.push(child);
            }
        }
    }
    states
}

/// The worth of an end to the first player.
fn payoff(outcome: Outcome) -> f64 {
    match outcome {
        Outcome::Win(player) => player.sign(),
        Outcome::Draw => 0.0,
        Outcome::Payoff(points) => points,
    }
}

#[test]
fn races_are_worth_what_they_are() {
    for (target, die, error) in [
        (10, Die::with_faces(6), 1e-9),
        (20, Die::with_faces(6), 1e-9),
        (30, Die::with_faces(6), 1e-6),
        (30, Die::with_faces(2), 1e-12),
        (12, Die::COIN, 0.01),
    ] {
        let game = Pig::new(target, die);
        let race = RaceSolution::optimal(&game.race(), &Run::default()).unwrap();
        let values = solved(&game, error);
        assert!(values.error() <= error && !values.was_stopped(), "{}", values.error());
        assert!((values.value() - (2.0 * race.first_wins() - 1.0)).abs() <= values.error());
        // Chance throws everybody out of circles.
        assert!(values.is_decided() && !values.is_endless());
        let states = reached(&game);
        assert_eq!(states.len() as u64, values.positions());
        let mut clear = 0;
        for state in states {
            let Turn::Decision(player) = game.turn(&state) else {
                assert_eq!(values.best(&game, &state), None);
                continue;
            };
            let choice = race.choice(0, state.spot());
            let (low, high) = in_view_of(player, values.lookup(&state).unwrap());
            let exact = 2.0 * choice.best() - 1.0;
            assert!(low <= exact + 1e-13 && exact <= high + 1e-13, "{state:?}: {exact} in {low} {high}");
            let apart = choice.hold.map_or(1.0, |hold| (hold - choice.roll).abs());
            if apart > error {
                clear += 1;
                let best = values.best(&game, &state).unwrap();
                assert_eq!(game.nth_move(&state, best) == HOLD, choice.holds(), "{state:?}");
            }
        }
        assert!(clear > 10);
    }
}

/// The points, and the winning probability of the first player.
const PIGLETS: [(u16, f64); 4] = [
    (2, 4.0 / 7.0),
    (3, 6.0 / 11.0),
    (5, 1026.0 / 1925.0),
    (10, 5_556_238_701_119_487_884.0 / 10_634_368_774_326_171_875.0),
];

/// Piglet to 2 points is Neller and Presser's (UMAP Journal 25(1), 2004); the others were found by policy iteration in
/// fractions.
#[test]
fn piglet_has_its_fractions() {
    for (target, exact) in PIGLETS {
        let values = solved(&Pig::new(target, Die::COIN), 1e-13);
        let wins = (1.0 + values.value()) / 2.0;
        assert!(values.error() <= 1e-13, "{target}: {}", values.error());
        assert!((wins - exact).abs() <= values.error() / 2.0 + f64::EPSILON, "{target}: {wins} {exact}");
    }
}

/// The plainest search there is.
fn expectiminimax<G: Game>(game: &G, state: &G::State, all: &mut HashMap<G::State, f64>) -> f64 {
    let value = match game.turn(state) {
        Turn::Over(outcome) => payoff(outcome),
        Turn::Chance => {
            let mut outcomes = Vec::new();
            game.chance_outcomes(state, &mut outcomes);
            outcomes.iter().map(|&(mv, p)| p * expectiminimax(game, &game.child(state, mv), all)).sum()
        }
        Turn::Decision(player) => {
            let mut moves = Vec::new();
            game.legal_moves(state, &mut moves);
            let children = moves.iter().map(|&mv| expectiminimax(game, &game.child(state, mv), all));
            children.map(|value| player.sign() * value).fold(f64::NEG_INFINITY, f64::max) * player.sign()
        }
    };
    all.insert(state.clone(), value);
    value
}

#[test]
fn trees_are_worth_what_expectiminimax_says() {
    for seed in 0..400 {
        let shape = RandomTree {
            depth: 6,
            chance: seed % 4 > 0,
            repeat_movers: seed % 3 == 0,
            leaves: [Leaves::Outcomes, Leaves::Payoffs { size: 10 }, Leaves::Mixed { size: 3 }]
                [seed as usize % 3],
            ..RandomTree::default()
        };
        let tree = tree::random(&mut ChaCha8Rng::seed_from_u64(seed), shape);
        let mut exact = HashMap::new();
        expectiminimax(&tree, &tree.initial(), &mut exact);
        // No position recurs, so one sweep is enough for any error.
        let values = solved(&tree, 0.0);
        assert_eq!((values.sweeps(), values.is_endless()), (1, false));
        assert!(values.error() < 1e-13, "{}", values.error());
        for (state, value) in exact {
            let (low, high) = values.lookup(&state).unwrap();
            assert!(low <= value + 1e-13 && value <= high + 1e-13, "{seed}: {value} in {low} {high}");
            if !shape.chance {
                assert_eq!((low, high), (value, value));
            }
        }
    }
    let tree = WrittenTree::parse("(safe:1 dare:{1/3 10 2/3 -(-6 -3)} none:0)").unwrap();
    let values = solved(&tree, 0.0);
    assert!((values.value() - 1.0).abs() <= values.error());
    assert_eq!(values.best(&tree, &tree.initial()), Some(0));
    assert!(!values.is_decided() && values.positions() == 8);
}

/// Without chance the bounds meet, in any cycle.
#[test]
fn tables_say_the_same() {
    fn is_endless<G: Playable>(game: &G) -> bool {
        let book = table::solve_packed(game, &game.initial(), false, &Run::default()).unwrap();
        let values = solved(game, 0.0);
        let states = reached(game);
        assert_eq!(states.len() as u64, values.positions());
        for state in states {
            let exact = match book.lookup(game, &state).unwrap().unwrap() {
                Exact::Win { player, .. } => player.sign(),
                Exact::Draw | Exact::Endless => 0.0,
            };
            assert_eq!(values.lookup(&state), Some((exact, exact)), "{}", game.state_text(&state));
        }
        assert_eq!(values.error(), 0.0);
        values.is_endless()
    }
    assert!(!is_endless(&line("tictactoe")));
    assert!(!is_endless(&line("mnk:m=4,n=3,k=3,gravity=on")));
    assert!(is_endless(&pikk_pakk("pikkpakk:size=3")));
}

#[test]
fn it_can_be_stopped_and_says_what_it_knows() {
    let game = Pig::new(25, Die::with_faces(6));
    let race = RaceSolution::optimal(&game.race(), &Run::default()).unwrap();
    let solve = |run: &Run<'_, _>| iterate::solve(&game, &game.initial(), 1e-12, run);
    assert_eq!(reported(&Run::default(), 1, solve).0.err(), Some(SolveError::Stopped));
    let needs = solve(&Run { memory: 1 << 20, ..Run::default() }).err();
    assert!(matches!(needs, Some(SolveError::Memory { needs: 2.., limit: 1 })), "{needs:?}");
    let last = Mutex::new(IterationProgress::default());
    let stop = Stop::never();
    let progress = |so_far: IterationProgress| {
        *last.lock().unwrap() = so_far;
        if so_far.settled > 0 {
            stop.raise();
        }
    };
    let values = solve(&Run { progress: &progress, ..Run::until(&stop) }).unwrap();
    let told = last.into_inner().unwrap();
    assert!(values.was_stopped() && told.settled < told.found && told.found == values.positions());
    assert!(told.bytes < 1 << 30 && told.sweeps > 0);
    let bounds = values.lookup(&game.initial()).unwrap();
    let exact = 2.0 * race.first_wins() - 1.0;
    assert!(values.error() > 1e-12 && (values.value() - exact).abs() <= values.error(), "{bounds:?}");
    assert_eq!((values.value(), values.error()), (middle(bounds), half_width(bounds)));
    assert_eq!(in_view_of(Player::Second, (-0.5, 1.0)), (-1.0, 0.5));
}
