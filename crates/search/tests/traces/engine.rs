//! Alpha-beta with all enhancements: its traces are true.

use std::collections::HashMap;

use plywood_rules::tree::Written;
use plywood_rules::{Evaluate, Proved, Symmetric, Tactics};
use plywood_search::{ChancePruning, Engine, EngineSettings, Limits, Selective, Settings, Techniques, Tie};

use super::minimax::{Unknown, WON, number};
use super::*;
use crate::common::{Hashed, HashedGuess};

/// A value as a number, wins and losses with their distance.
fn size(value: Value, worth: f64) -> f64 {
    match value {
        Value::Proved(Proved::Win { plies }) => WON - f64::from(plies),
        Value::Proved(Proved::Loss { plies }) => f64::from(plies) - WON,
        number => number.points(worth),
    }
}

/// Asks an engine that takes no risks, and checks what it writes down.
fn check<G>(
    game: &G,
    guess: fn() -> Box<dyn Evaluate<G>>,
    state: &G::State,
    seed: u64,
    ends: &mut HashMap<End, u32>,
    context: &str,
) where
    G: Symmetric + Tactics + Sync + 'static,
{
    let prunings = [ChancePruning::Off, ChancePruning::Star1, ChancePruning::Star2];
    let settings = Settings {
        limits: Limits::depth(1 + (seed / 11 % 6) as u32),
        tie: if seed.is_multiple_of(2) { Tie::First } else { Tie::Random },
        all: seed.is_multiple_of(7),
        chance_pruning: prunings[(seed / 5 % 3) as usize],
        ..Settings::default()
    };
    let techniques = if seed.is_multiple_of(3) { Techniques::NONE } else { Techniques::ALL };
    let engine =
        EngineSettings { techniques, selective: Selective::Off, table: 1 << 18, ..EngineSettings::default() };
    let context = format!("seed {seed}, {settings:?}, {engine:?}: {context}");
    let make = || Box::new(Engine::new(guess(), settings, engine)) as Box<dyn Bot<G>>;
    let (report, trace) = traced(make, game, state, seed, &context);
    let worth = report.win_worth;
    let mut states = vec![state.clone()];
    let mut orders = Vec::new();
    for node in trace.nodes() {
        if let (Some(parent), Some(mv)) = (node.parent, node.mv) {
            states.push(game.child(&states[parent], mv));
        }
        let state = states.last().unwrap();
        let context = format!("{context}: {state:?} {node:?}");
        assert_eq!(node.turn, game.turn(state), "{context}");
        *ends.entry(node.end).or_insert(0) += 1;
        let Some(order) = node.order else {
            assert!(matches!(node.end, End::Skipped | End::Tactics), "{context}");
            continue;
        };
        orders.push(order);
        let Some(value) = node.value else {
            assert_eq!(node.end, End::Chance, "{context}");
            continue;
        };
        // A value without a guess is true at any depth.
        let deeper = if matches!(value, Value::Estimated(_)) { node.depth.unwrap() } else { 20 };
        let truth = number(game, &*guess(), state, deeper, Unknown::Guessed);
        let found = size(value, worth);
        let near = found == truth || (found - truth).abs() < 1e-6 && found.abs() < WON / 2.0;
        match node.bound {
            Bound::Exact => assert!(near, "{context}: is {truth}"),
            Bound::Lower => assert!(near || truth > found, "{context}: is {truth}"),
            Bound::Upper => assert!(near || truth < found, "{context}: is {truth}"),
        }
    }
    orders.sort_unstable();
    assert_eq!(orders, (1..=orders.len() as u64).collect::<Vec<_>>(), "{context}");
    assert!(visited(&trace) <= report.nodes, "{context}");
    let line = principal(&trace);
    assert_eq!(line, report.pv[..line.len()], "{context}");
}

#[test]
fn every_value_and_bound_is_true() {
    let mut ends = HashMap::new();
    for seed in 0..1000 {
        if let Some((tree, state)) = random_tree(seed) {
            check(&tree, || Box::new(Written), &state, seed, &mut ends, &tree.to_string());
        }
        let game = hashed(seed);
        check(&game, || Box::new(HashedGuess), &game.initial(), seed, &mut ends, &format!("{game:?}"));
    }
    let often = |end: End| ends.get(&end).is_some_and(|&n| n > 100);
    let met = [
        End::Searched,
        End::Cut,
        End::Over,
        End::Horizon,
        End::Table,
        End::Tactics,
        End::Chance,
        End::Skipped,
    ];
    assert!(met.into_iter().all(often), "{ends:?}");
}

/// A game that is small enough to be searched to its ends from everywhere.
pub fn hashed(seed: u64) -> Hashed {
    Hashed {
        seed,
        longest: 3 + (seed % 3) as u32,
        chance: [0, 0, 20, 50][(seed / 3 % 4) as usize],
        again: [0, 30][(seed / 12 % 2) as usize],
        over: 10,
        payoffs: [0, 30, 100][(seed / 24 % 3) as usize],
        draws: 30,
        joins: seed.is_multiple_of(2),
    }
}
