//! Minimax visits every node and reports the value of every node.

use plywood_rules::tree::{Written, WrittenTree};
use plywood_rules::{Evaluate, Outcome, Player, Proved};
use plywood_search::{Limits, Minimax, Settings, Tie};

use super::*;

/// A win that is there already; a ply makes it one less.
pub const WON: f64 = 1e12;

/// The value of unknown positions.
#[derive(Clone, Copy, PartialEq)]
pub enum Unknown {
    Guessed,
    Lost,
    Won,
}

fn later(value: f64) -> f64 {
    if value.abs() > WON / 2.0 { value - value.signum() } else { value }
}

/// The value for the first player, wins and losses with their distance.
pub fn number<G: Game>(
    game: &G,
    guess: &dyn Evaluate<G>,
    state: &G::State,
    depth: u32,
    unknown: Unknown,
) -> f64 {
    let (turn, worth) = (game.turn(state), guess.win_worth(game));
    if let Turn::Over(outcome) = turn {
        return match outcome {
            Outcome::Win(player) => WON * player.sign(),
            Outcome::Draw => 0.0,
            Outcome::Payoff(points) => points,
        };
    }
    if depth == 0 {
        return match unknown {
            Unknown::Guessed => guess.evaluate(game, state),
            Unknown::Lost => 1.0 - WON,
            Unknown::Won => WON - 1.0,
        };
    }
    let below = branches(game, state);
    let values: Vec<f64> =
        below.iter().map(|(_, _, child)| later(number(game, guess, child, depth - 1, unknown))).collect();
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    match turn {
        Turn::Decision(Player::First) => greatest,
        Turn::Decision(Player::Second) => least,
        _ if least > WON / 2.0 => least,
        _ if greatest < -WON / 2.0 => greatest,
        _ => {
            let points = |value: f64| if value.abs() > WON / 2.0 { worth.copysign(value) } else { value };
            let weighed = below.iter().zip(values).map(|((_, p, _), value)| p.unwrap() * points(value));
            weighed.fold(0.0, |sum, part| sum + part)
        }
    }
}

/// Returns true if `player` can avoid a loss within `depth` plies, whatever chance does.
fn is_safe(tree: &WrittenTree, state: NodeId, depth: u32, player: Player) -> bool {
    let mut below = branches(tree, &state).into_iter();
    match tree.turn(&state) {
        Turn::Over(outcome) => outcome.utility(player) >= 0,
        _ if depth == 0 => false,
        Turn::Decision(decider) if decider == player => {
            below.any(|(_, _, child)| is_safe(tree, child, depth - 1, player))
        }
        _ => below.all(|(_, _, child)| is_safe(tree, child, depth - 1, player)),
    }
}

fn value(tree: &WrittenTree, state: NodeId, depth: u32) -> Value {
    let [guessed, lost, won] = [Unknown::Guessed, Unknown::Lost, Unknown::Won]
        .map(|unknown| number(tree, &Written, &state, depth, unknown));
    let plies = (WON - guessed.abs()) as u32;
    if Player::BOTH.iter().all(|&player| is_safe(tree, state, depth, player)) {
        Value::Proved(Proved::Draw)
    } else if guessed > WON / 2.0 {
        Value::Proved(Proved::Win { plies })
    } else if guessed < -WON / 2.0 {
        Value::Proved(Proved::Loss { plies })
    } else if lost == won {
        Value::Exact(guessed + 0.0)
    } else {
        Value::Estimated(guessed + 0.0)
    }
}

fn expect(tree: &WrittenTree, state: NodeId, depth: u32, visits: &mut u64) -> Expected {
    *visits += 1;
    let order = Some(*visits);
    let end = match tree.turn(&state) {
        Turn::Over(_) => End::Over,
        _ if depth == 0 => End::Horizon,
        _ => End::Searched,
    };
    let mut below = Vec::new();
    if end == End::Searched {
        for (mv, probability, child) in branches(tree, &state) {
            let child = expect(tree, child, depth - 1, visits);
            below.push(Expected { mv: Some(mv), probability, ..child });
        }
    }
    Expected {
        state,
        mv: None,
        probability: None,
        order,
        depth: Some(depth),
        window: None,
        after: None,
        value: Some(value(tree, state, depth)),
        bound: Bound::Exact,
        end,
        below,
    }
}

#[test]
fn every_position_in_order_with_its_value() {
    let mut trees = 0;
    for seed in 0..400 {
        let Some((tree, state)) = random_tree(seed) else { continue };
        trees += 1;
        let depth = 1 + (seed / 7 % 5) as u32;
        let tie = if seed.is_multiple_of(2) { Tie::First } else { Tie::Random };
        let settings = Settings { limits: Limits::depth(depth), tie, ..Settings::default() };
        let context = format!("seed {seed}, depth {depth}: {tree}");
        let make = || Box::new(Minimax::new(Box::new(Written), settings)) as Box<dyn Bot<WrittenTree>>;
        let (report, trace) = traced(make, &tree, &state, seed, &context);
        let expected = expect(&tree, state, depth, &mut 0);
        compare(&tree, &trace, &expected, &context);
        assert_eq!(visited(&trace), report.nodes, "{context}");
        assert_eq!(principal(&trace), report.pv, "{context}");
    }
    assert!(trees > 300, "{trees}");
}

/// The trace is that of the deepest search that was finished.
#[test]
fn the_last_depth_that_was_finished() {
    for seed in 0..100 {
        let Some((tree, state)) = random_tree(seed) else { continue };
        let limits = Limits::nodes(5 + seed % 40);
        let settings = Settings { limits, ..Settings::default() };
        let context = format!("seed {seed}: {tree}");
        let make = || Box::new(Minimax::new(Box::new(Written), settings)) as Box<dyn Bot<WrittenTree>>;
        let (report, trace) = traced(make, &tree, &state, seed, &context);
        let Some(_) = report.depth else {
            assert_eq!(visited(&trace), report.nodes, "{context}: as far as it got");
            assert_eq!(trace.nodes()[0].value, None);
            continue;
        };
        let depth = trace.nodes()[0].depth.unwrap();
        compare(&tree, &trace, &expect(&tree, state, depth, &mut 0), &context);
        assert!(Some(depth) >= report.depth, "{context}");
    }
}
