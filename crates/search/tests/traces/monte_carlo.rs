//! The tree of Monte Carlo tree search.

use plywood_rules::tree::{Written, WrittenTree};
use plywood_rules::{Evaluate, MoveNumber, Outcome, Player, Proved};
use plywood_search::{Mcts, MctsSettings, TreeGrowth};

use super::*;

/// The bounds of what a node is worth, points and outcomes alike, by looking at everything.
fn truth(tree: &WrittenTree, state: NodeId, worth: f64) -> f64 {
    let below = branches(tree, &state);
    let values = below.iter().map(|&(_, _, child)| truth(tree, child, worth));
    match tree.turn(&state) {
        Turn::Over(Outcome::Win(player)) => worth * player.sign(),
        Turn::Over(Outcome::Draw) => 0.0,
        Turn::Over(Outcome::Payoff(points)) => points,
        Turn::Decision(Player::First) => values.fold(f64::NEG_INFINITY, f64::max),
        Turn::Decision(Player::Second) => values.fold(f64::INFINITY, f64::min),
        Turn::Chance => below.iter().zip(values).map(|((_, p, _), value)| p.unwrap() * value).sum(),
    }
}

#[test]
fn visits_means_and_proofs() {
    let (mut trees, mut proved, mut open) = (0, 0, 0);
    for seed in 0..600 {
        let Some((tree, state)) = random_tree(seed) else { continue };
        trees += 1;
        let playouts = 1 + seed % 60;
        let settings =
            MctsSettings { playouts: Some(playouts), all: seed.is_multiple_of(2), ..MctsSettings::default() };
        let context = format!("seed {seed}, {settings:?}: {tree}");
        let make = || Box::new(Mcts::new(Box::new(Written), settings)) as Box<dyn Bot<WrittenTree>>;
        let (report, trace) = traced(make, &tree, &state, seed, &context);
        let nodes = trace.nodes();
        let worth = Written.win_worth(&tree);
        let in_tree = nodes.iter().filter(|node| node.end != End::Tactics || node.tally.is_some()).count();
        assert!(in_tree as u64 <= report.nodes && report.nodes <= nodes.len() as u64, "{context}");
        let mut states = vec![state];
        for (at, node) in nodes.iter().enumerate() {
            if let (Some(parent), Some(mv)) = (node.parent, node.mv) {
                states.push(tree.child(&states[parent], mv));
            }
            let state = states[at];
            assert_eq!(node.turn, tree.turn(&state), "{context}");
            let below: Vec<&Visit<MoveNumber>> =
                nodes.iter().filter(|child| child.parent == Some(at)).collect();
            if !below.is_empty() {
                let moves: Vec<_> =
                    below.iter().map(|child| (child.mv.unwrap(), child.probability)).collect();
                let expected: Vec<_> = branches(&tree, &state).iter().map(|&(mv, p, _)| (mv, p)).collect();
                assert_eq!(moves, expected, "{context}");
                // The first visit ends here with a playout; every other one continues below, unless all
                // values are known by then.
                let visits: u64 =
                    below.iter().filter_map(|child| child.tally).map(|tally| tally.visits).sum();
                let own = node.tally.map_or(0, |tally| tally.visits);
                assert!(visits <= own, "{context}: {node:?}");
                assert!(at == 0 || own == 0 || visits < own, "{context}: {node:?}");
            }
            let truth = truth(&tree, state, worth);
            match (node.end, node.value) {
                (End::Over | End::Proved, Some(value)) => {
                    proved += 1;
                    let is_win = matches!(value, Value::Proved(Proved::Win { .. } | Proved::Loss { .. }));
                    assert!(
                        (value.points(worth) - truth).abs() < 1e-9 || is_win && truth != 0.0,
                        "{context}: {node:?}"
                    );
                }
                (End::Searched | End::Horizon, Some(Value::Estimated(points))) => {
                    open += 1;
                    let (visits, mean) = (node.tally.unwrap().visits as f64, node.tally.unwrap().mean);
                    assert!(mean.abs() <= 1.0, "{context}: {node:?}");
                    assert!(
                        at == 0 || points == mean * visits / (visits + 2.0) * worth,
                        "{context}: {node:?}"
                    );
                }
                (End::Unvisited, None) => assert!(node.order.is_none() && node.tally.is_none(), "{context}"),
                (End::Tactics, _) => {}
                other => panic!("{context}: {other:?}"),
            }
        }
        let root = &nodes[0];
        assert!(
            root.order == Some(1) && root.tally.is_none_or(|tally| tally.visits <= playouts),
            "{context}"
        );
        // The playouts one by one leave what the tree says in the end.
        let mut visits = vec![0; nodes.len()];
        for playout in trace.playouts() {
            assert!(playout.path.windows(2).all(|pair| nodes[pair[1]].parent == Some(pair[0])), "{context}");
            for (&at, tally) in playout.path.iter().zip(&playout.tallies) {
                visits[at] += 1;
                assert_eq!(tally.visits, visits[at], "{context}");
            }
        }
        for (node, visits) in nodes.iter().zip(visits) {
            assert_eq!(node.tally.map_or(0, |tally| tally.visits), visits, "{context}");
        }
        let mut orders: Vec<u64> = nodes.iter().filter_map(|node| node.order).collect();
        orders.sort_unstable();
        assert_eq!(orders, (1..=orders.len() as u64).collect::<Vec<_>>(), "{context}");
        let line = principal(&trace);
        assert!(!line.is_empty() || nodes.len() == 1, "{context}");
        assert_eq!(line, report.pv[..line.len()], "{context}");
    }
    assert!(trees > 400 && proved > 1000 && open > 1000, "{trees} {proved} {open}");
}

/// In a tree of best-first minimax the edge has the values of the evaluation, and everything else the best of what follows.
#[test]
fn the_minimax_of_the_edge() {
    let (mut edge, mut inside) = (0, 0);
    for seed in 0..600 {
        let Some((tree, state)) = random_tree(seed) else { continue };
        let growth = TreeGrowth::BestFirst;
        let settings = MctsSettings { playouts: Some(1 + seed % 9), growth, ..MctsSettings::default() };
        let context = format!("seed {seed}, {settings:?}: {tree}");
        let make = || Box::new(Mcts::new(Box::new(Written), settings)) as Box<dyn Bot<WrittenTree>>;
        let (_, trace) = traced(make, &tree, &state, seed, &context);
        let (nodes, worth) = (trace.nodes(), Written.win_worth(&tree));
        let mut states = vec![state];
        for (at, node) in nodes.iter().enumerate() {
            if let (Some(parent), Some(mv)) = (node.parent, node.mv) {
                states.push(tree.child(&states[parent], mv));
            }
            let Some(Value::Estimated(points)) = node.value else { continue };
            let below = nodes.iter().filter(|child| child.parent == Some(at));
            let value = |child: &Visit<MoveNumber>| child.value.unwrap().points(worth);
            let expected = match (node.end, node.turn) {
                (End::Horizon, _) => Written.evaluate(&tree, &states[at]),
                (_, Turn::Decision(Player::First)) => below.map(value).fold(f64::MIN, f64::max),
                (_, Turn::Decision(Player::Second)) => below.map(value).fold(f64::MAX, f64::min),
                _ => below.map(|child| child.probability.unwrap() * value(child)).sum(),
            };
            if node.end == End::Horizon {
                edge += 1
            } else {
                inside += 1
            }
            // The value of the root is that of the move that was chosen: the one that was followed most.
            assert!(at == 0 || (points - expected).abs() < 1e-9, "{context}: {node:?} {expected}");
        }
    }
    assert!(edge > 300 && inside > 300, "{edge} {inside}");
}

/// A trace that is too large keeps its most visited part.
#[test]
fn the_most_visited_part() {
    let shape = RandomTree { depth: 7, width: 5, early_leaves: false, ..RandomTree::default() };
    let mut trees = (0..100).map(|seed| tree::random(&mut ChaCha8Rng::seed_from_u64(seed), shape));
    let tree = trees.find(|tree| tree.node_count() > 4000).unwrap();
    let settings = MctsSettings { playouts: Some(300), ..MctsSettings::default() };
    let ask = |most: usize| {
        let mut trace = Trace::new(most);
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let root = tree.initial();
        let mut bot = Mcts::new(Box::new(Written), settings);
        let report =
            bot.choose_traced(&tree, Position::new(&root), &mut rng, &Stop::never(), &mut trace).unwrap();
        (report, trace)
    };
    let (report, all) = ask(usize::MAX);
    assert_eq!((all.nodes().len() as u64, all.left_out()), (report.nodes, 0));
    let (_, few) = ask(30);
    assert_eq!((few.nodes().len(), few.left_out()), (30, report.nodes - 30));
    assert_eq!(few.nodes(), &all.nodes()[..30]);
}
