//! Bots that wrap other bots.

use plywood_rules::trace::End;
use plywood_rules::tree::{Written, WrittenTree};
use plywood_rules::{Bot, Game, Position, Stop, Trace};
use plywood_search::{Engine, EngineSettings, Settings};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use plywood_workshop::Blundering;

fn engine() -> Engine<WrittenTree> {
    Engine::new(Box::new(Written), Settings::default(), EngineSettings::default())
}

/// A short game, and a long one.
fn trees() -> [WrittenTree; 2] {
    let long = format!("{}(1 2){}", "(".repeat(12), ")".repeat(12));
    ["((3 12 8) (2 4 6) (14 5 2))", &long].map(|text| WrittenTree::parse(text).unwrap())
}

#[test]
fn a_trace_changes_nothing() {
    for tree in trees() {
        for rate in [0.0, 0.5, 1.0] {
            for seed in 0..20 {
                let state = tree.initial();
                let rng = || ChaCha8Rng::seed_from_u64(seed);
                let bot = || Blundering { rate, bot: Box::new(engine()) };
                let plain = bot().choose(&tree, Position::new(&state), &mut rng(), &Stop::never());
                let mut trace = Trace::new(100);
                let report = bot()
                    .choose_traced(&tree, Position::new(&state), &mut rng(), &Stop::never(), &mut trace)
                    .unwrap();
                assert_eq!(report, plain);
                assert_eq!(trace.nodes()[0].order, Some(1));
                let marked = trace.nodes().iter().find(|node| node.principal && node.mv.is_some());
                assert_eq!(marked.and_then(|node| node.mv), Some(report.best));
                // A report says if nothing was searched for it.
                assert_eq!(report.random, report.value.is_none());
                assert!(report.random == (rate == 1.0) || rate == 0.5);
                if report.value.is_none() {
                    assert!(trace.nodes()[1..].iter().all(|node| node.end == End::Unvisited));
                }
            }
        }
    }
}
