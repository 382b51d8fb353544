//! Nothing is any different for being written down: the same choice, value, line, moves and number of positions, whatever
//! searches, within whatever limits.

use plywood_rules::Evaluate;
use plywood_rules::Symmetric;
use plywood_rules::Tactics;
use plywood_rules::evaluate::Nothing;
use plywood_rules::tree::Written;
use plywood_search::{
    AlphaBeta, ChancePruning, Engine, EngineSettings, Limits, Mcts, MctsSettings, Minimax, Order, RuleBased,
    Selective, Settings, Tie,
};

use super::engine::hashed;
use super::*;
use crate::common::{HashedGuess, ManyLines, Marks, TicTacToe};

/// Asks every search, within the limits of this seed.
fn check<G>(game: &G, guess: fn() -> Box<dyn Evaluate<G>>, state: &G::State, seed: u64, context: &str)
where
    G: Symmetric + Tactics + Sync + 'static,
{
    let limits = [
        Limits::depth(1 + (seed % 4) as u32),
        Limits::nodes(1 + seed % 200),
        Limits { depth: Some(4), ..Limits::nodes(100_000) },
    ];
    let limits = limits[(seed % 3) as usize];
    let settings = Settings {
        limits,
        tie: [Tie::First, Tie::Random, Tie::Any][(seed / 3 % 3) as usize],
        all: seed.is_multiple_of(5),
        order: if seed.is_multiple_of(2) { Order::Natural } else { Order::Promising },
        chance_pruning: [ChancePruning::Off, ChancePruning::Star2][(seed / 2 % 2) as usize],
    };
    let selective = if seed.is_multiple_of(4) { Selective::Off } else { Selective::On };
    let engine = EngineSettings { selective, table: 1 << 18, ..EngineSettings::default() };
    let playouts = MctsSettings {
        playouts: Some(1 + seed % 100),
        all: seed.is_multiple_of(2),
        ..MctsSettings::default()
    };
    let context = format!("seed {seed}, {settings:?}, {engine:?}: {context}");
    let depth = 1 + (seed % 4) as u32;
    let makers: [&dyn Fn() -> Box<dyn Bot<G>>; 5] = [
        &|| Box::new(Minimax::new(guess(), settings)),
        &|| Box::new(AlphaBeta::new(guess(), settings)),
        &|| Box::new(Engine::new(guess(), settings, engine)),
        &|| Box::new(Mcts::new(guess(), playouts)),
        &|| Box::new(RuleBased::new(guess(), depth, settings.tie)),
    ];
    for (place, make) in makers.into_iter().enumerate() {
        let context = format!("search {place}, {context}");
        let (report, trace) = traced(make, game, state, seed, &context);
        let root = &trace.nodes()[0];
        assert_eq!((root.order, root.parent, root.turn), (Some(1), None, game.turn(state)), "{context}");
        assert!(visited(&trace) <= report.nodes.max(1), "{context}");
        if report.value.is_some() && limits.nodes.is_none() {
            let player = game.turn(state).player().unwrap();
            let value = root.value.map(|value| match player {
                plywood_rules::Player::First => value,
                plywood_rules::Player::Second => value.reversed(),
            });
            assert_eq!(value, report.value, "{context}");
        }
        // Where each move is visited once, siblings differ.
        if place != 2 {
            let mut below: Vec<_> = trace.nodes().iter().filter(|node| node.parent == Some(0)).collect();
            let count = below.len();
            below.dedup_by_key(|node| node.mv);
            assert_eq!(below.len(), count, "{context}");
        }
    }
}

#[test]
fn on_written_trees() {
    for seed in 0..300 {
        if let Some((tree, state)) = random_tree(seed) {
            check(&tree, || Box::new(Written), &state, seed, &tree.to_string());
        }
    }
}

#[test]
fn on_trees_in_which_lines_meet() {
    for seed in 0..300 {
        let game = hashed(seed);
        check(&game, || Box::new(HashedGuess), &game.initial(), seed, &format!("{game:?}"));
    }
}

#[test]
fn on_tic_tac_toe() {
    for (seed, text) in
        ["x...o....", "xo.......", "xoxo.....", "x...o...x", "xo..x....", "xoxoxo..."].into_iter().enumerate()
    {
        let state = Marks::read(text);
        let makers: [&dyn Fn() -> Box<dyn Bot<TicTacToe>>; 2] =
            [&|| Box::new(Minimax::new(Box::new(Nothing), Settings::default())), &|| {
                Box::new(AlphaBeta::new(Box::new(ManyLines), Settings::default()))
            }];
        for make in makers {
            let (report, trace) = traced(make, &TicTacToe, &state, seed as u64, text);
            assert!(visited(&trace) <= report.nodes, "{text}");
        }
    }
}
