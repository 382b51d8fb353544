use std::collections::HashSet;

use plywood_rules::{Player, Run};
use plywood_solve::table::{self, Exact};

use super::{plain, winner};
use crate::common::graph::Graph;

/// Returns true if play can continue for ever from `from` without leaving `among`: a position recurs sooner
/// or later.
fn goes_on(graph: &Graph, from: usize, among: &HashSet<usize>, path: &mut Vec<usize>) -> bool {
    if path.contains(&from) {
        return true;
    }
    if !among.contains(&from) || graph.turns[from].outcome().is_some() {
        return false;
    }
    path.push(from);
    let on = graph.children[from].iter().any(|&child| goes_on(graph, child, among, path));
    path.pop();
    on
}

#[test]
fn cycles_of_every_kind_are_told_from_ends() {
    let mut kinds = [0; 4];
    for seed in 0..3000 {
        let graph = Graph::random(seed);
        let table = table::solve(&graph, &0, false, &Run::default()).unwrap();
        let values = plain(&graph, &0);
        let draws: HashSet<usize> =
            values.iter().filter(|(_, value)| value.is_none()).map(|(at, _)| *at).collect();
        for (&at, &value) in &values {
            let found = table.lookup(&graph, &at).unwrap().unwrap();
            assert_eq!(winner(found), value, "seed {seed} at {at}: {graph:?}");
            let endless = value.is_none() && goes_on(&graph, at, &draws, &mut Vec::new());
            assert_eq!(found == Exact::Endless, endless, "seed {seed} at {at}: {graph:?}");
            kinds[match found {
                Exact::Win { player: Player::First, .. } => 0,
                Exact::Win { .. } => 1,
                Exact::Draw => 2,
                Exact::Endless => 3,
            }] += 1;
        }
        assert_eq!(table.counts().positions, values.len() as u64);
    }
    assert!(kinds.iter().all(|&n| n > 1000), "{kinds:?}");
}
