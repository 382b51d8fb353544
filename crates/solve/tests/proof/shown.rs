//! Proof numbers in a trace.

use std::collections::{HashMap, HashSet};

use plywood_rules::trace::End;
use plywood_rules::{Playable, Player, Proved, Run, Trace, Value};
use plywood_solve::proof::search::{ProofNumberSearch, REPORT, SearchOptions};

use super::found::value;
use crate::common::line;

/// Shows the results of a search when it is complete, and when it was stopped on the way. Returns the number
/// of settled nodes and of the others.
fn shows<G: Playable>(game: &G) -> [u32; 2] {
    let mut counts = [0; 2];
    let start = game.initial();
    let mut known = HashMap::new();
    for attacker in Player::BOTH {
        for merge in [0, 4] {
            for most in [u64::MAX, 0] {
                let run = Run { memory: 1 << 24, ..Run::default() };
                if most == 0 {
                    run.stop.raise();
                }
                let settings = SearchOptions { merge, report: REPORT };
                let search = ProofNumberSearch::new(game, attacker, settings, &run);
                let wins = search.settle(&start, 0);
                let mut trace = Trace::new(3000);
                search.show(&start, 0, &mut trace);
                assert!(trace.nodes().len() > 1 || trace.nodes()[0].end == End::Proved);
                let mut states = vec![start.clone()];
                let mut orders = Vec::new();
                for node in trace.nodes() {
                    if let (Some(parent), Some(mv)) = (node.parent, node.mv) {
                        states.push(game.child(&states[parent], mv));
                    }
                    let state = states.last().unwrap();
                    orders.extend(node.order);
                    let Some((proof, disproof)) = node.numbers else {
                        assert_eq!((node.end, node.order), (End::Unvisited, None));
                        continue;
                    };
                    let truth = value(game, state, &mut known);
                    let never = |number: u32| number == u32::MAX;
                    assert_eq!((proof == 0, disproof == 0), (never(disproof), never(proof)));
                    counts[usize::from(proof > 0 && disproof > 0)] += 1;
                    // Of the first player's wins, or of the second's not winning.
                    let least = if attacker == Player::First { 1 } else { 0 };
                    assert!(proof > 0 || truth >= least, "{state:?}: {node:?} is {truth}");
                    assert!(disproof > 0 || truth < least, "{state:?}: {node:?} is {truth}");
                    match node.value {
                        Some(Value::Proved(Proved::Win { .. })) => assert_eq!(truth, 1),
                        Some(Value::Proved(Proved::Loss { .. })) => assert_eq!(truth, -1),
                        _ => {}
                    }
                }
                assert_eq!(orders.iter().collect::<HashSet<_>>().len(), orders.len());
                let root = trace.nodes()[0].numbers;
                let sign = attacker.sign() as i32;
                if let Ok(wins) = wins {
                    assert_eq!(wins, sign * value(game, &start, &mut known) > 0);
                    let (numbers, attacks) = (root.unwrap(), attacker == Player::First);
                    assert_eq!(if attacks { numbers.0 } else { numbers.1 } == 0, wins);
                }
            }
        }
    }
    counts
}

#[test]
fn numbers_that_are_settled_are_true() {
    let mut counts = [0; 2];
    for name in ["tictactoe", "mnk:m=4,n=3,k=3", "mnk:m=3,n=3,k=3,misere=on"] {
        let found = shows(&line(name));
        counts.iter_mut().zip(found).for_each(|(all, found)| *all += found);
    }
    assert!(counts[0] > 300, "{counts:?}");
}
