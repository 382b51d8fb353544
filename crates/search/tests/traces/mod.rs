//! Traces of searches, against plain implementations that share nothing with them.

mod alpha_beta;
mod engine;
mod minimax;
mod monte_carlo;
mod same;
mod textbook;

use plywood_rules::trace::{Bound, End, Span, Visit};
use plywood_rules::tree::{self, Leaves, NodeId, RandomTree, WrittenTree};
use plywood_rules::{Bot, Game, MoveNumber, Position, Report, Stop, Trace, Turn, Value};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// A node as a plain implementation expects it, with those below it.
#[derive(Clone, Debug)]
struct Expected {
    state: NodeId,
    mv: Option<MoveNumber>,
    probability: Option<f64>,
    order: Option<u64>,
    depth: Option<u32>,
    window: Option<Span>,
    after: Option<Span>,
    value: Option<Value>,
    bound: Bound,
    end: End,
    below: Vec<Expected>,
}

impl Expected {
    /// A node that was not visited.
    fn skipped(state: NodeId, mv: MoveNumber, probability: Option<f64>) -> Expected {
        Expected {
            state,
            mv: Some(mv),
            probability,
            order: None,
            depth: None,
            window: None,
            after: None,
            value: None,
            bound: Bound::Exact,
            end: End::Skipped,
            below: Vec::new(),
        }
    }
}

/// Asks a bot with and without a trace; both must say the same, to the last bit.
fn traced<G: Game>(
    mut make: impl FnMut() -> Box<dyn Bot<G>>,
    game: &G,
    state: &G::State,
    seed: u64,
    context: &str,
) -> (Report<G::Move>, Trace<G::Move>) {
    let rng = || ChaCha8Rng::seed_from_u64(seed);
    let plain = make().choose(game, Position::new(state), &mut rng(), &Stop::never());
    let mut trace = Trace::new(usize::MAX);
    let report = make()
        .choose_traced(game, Position::new(state), &mut rng(), &Stop::never(), &mut trace)
        .expect("it has a tree to show");
    assert_eq!(format!("{report:?}"), format!("{plain:?}"), "{context}");
    assert_eq!(trace.left_out(), 0);
    (report, trace)
}

/// Compares a trace with what is expected, node by node.
fn compare(tree: &WrittenTree, trace: &Trace<MoveNumber>, expected: &Expected, context: &str) {
    assert!(!trace.nodes().is_empty(), "{context}: nothing was written down");
    let nodes = compare_node(tree, trace, 0, expected, context);
    assert_eq!(nodes, trace.nodes().len(), "{context}: nodes that belong nowhere");
}

fn compare_node(
    tree: &WrittenTree,
    trace: &Trace<MoveNumber>,
    at: usize,
    expected: &Expected,
    context: &str,
) -> usize {
    let node: &Visit<MoveNumber> = &trace.nodes()[at];
    let found = (node.mv, node.probability, node.order, node.depth, node.turn, node.end);
    let turn = tree.turn(&expected.state);
    let wanted = (expected.mv, expected.probability, expected.order, expected.depth, turn, expected.end);
    assert_eq!(found, wanted, "{context}: {:?}", expected.state);
    let found = format!("{:?} {:?} {:?} {:?}", node.window, node.window_after, node.value, node.bound);
    let wanted =
        format!("{:?} {:?} {:?} {:?}", expected.window, expected.after, expected.value, expected.bound);
    assert_eq!(found, wanted, "{context}: {:?} {node:?}", expected.state);
    let below: Vec<usize> =
        (0..trace.nodes().len()).filter(|&child| trace.nodes()[child].parent == Some(at)).collect();
    assert_eq!(below.len(), expected.below.len(), "{context}: {:?}", expected.state);
    let sizes =
        below.iter().zip(&expected.below).map(|(&at, child)| compare_node(tree, trace, at, child, context));
    1 + sizes.sum::<usize>()
}

/// The nodes of a trace that were visited.
fn visited<M>(trace: &Trace<M>) -> u64 {
    trace.nodes().iter().filter(|node| node.order.is_some()).count() as u64
}

/// The line that a trace marks.
fn principal<M: Copy>(trace: &Trace<M>) -> Vec<M> {
    trace.nodes().iter().filter(|node| node.principal).filter_map(|node| node.mv).collect()
}

/// A random tree of some kind, one kind a seed, and a decision in it to ask about.
fn random_tree(seed: u64) -> Option<(WrittenTree, NodeId)> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let shape = RandomTree {
        depth: 2 + (seed % 4) as u32,
        width: 3 + (seed / 4 % 2) as u32,
        chance: !(seed / 8).is_multiple_of(3),
        repeat_movers: (seed / 24).is_multiple_of(2),
        early_leaves: !(seed / 48).is_multiple_of(3),
        written: !seed.is_multiple_of(5),
        leaves: match seed % 3 {
            0 => Leaves::Outcomes,
            1 => Leaves::Payoffs { size: if seed.is_multiple_of(2) { 3 } else { 20 } },
            _ => Leaves::Mixed { size: 6 },
        },
    };
    let tree = tree::random(&mut rng, shape);
    let mut state = tree.initial();
    loop {
        match tree.turn(&state) {
            Turn::Decision(_) => return Some((tree, state)),
            Turn::Over(_) => return None,
            Turn::Chance => {
                let mut outcomes = Vec::new();
                tree.chance_outcomes(&state, &mut outcomes);
                state = tree.child(&state, outcomes[outcomes.len() - 1].0);
            }
        }
    }
}

/// A move or an outcome, with its probability, and where it leads.
type Branch<G> = (<G as Game>::Move, Option<f64>, <G as Game>::State);

/// The moves of a position, or its outcomes.
fn branches<G: Game>(game: &G, state: &G::State) -> Vec<Branch<G>> {
    let (mut moves, mut outcomes) = (Vec::new(), Vec::new());
    match game.turn(state) {
        Turn::Decision(_) => game.legal_moves(state, &mut moves),
        Turn::Over(_) => {}
        Turn::Chance => game.chance_outcomes(state, &mut outcomes),
    }
    let moves = moves.into_iter().map(|mv| (mv, None));
    let all = moves.chain(outcomes.into_iter().map(|(mv, probability)| (mv, Some(probability))));
    all.map(|(mv, probability)| (mv, probability, game.child(state, mv))).collect()
}
