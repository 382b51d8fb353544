//! Values, on trees that fit a line. Every case is a bug that some game program has shipped.

use crate::common::{Node, Written, WrittenGuess, ask, chance, first, guess, level, loss, pay, second, win};
use plywood_rules::{Bot, Game, Proved, Value};
use plywood_search::{AlphaBeta, ChancePruning, Expectiminimax, Limits, Minimax, Order, Settings, Tie};

const DRAW: Value = Value::Proved(Proved::Draw);

fn wins(plies: u32) -> Value {
    Value::Proved(Proved::Win { plies })
}

fn loses(plies: u32) -> Value {
    Value::Proved(Proved::Loss { plies })
}

/// Every search must find this value, from the point of view of the side to move at the root, and this move.
#[track_caller]
fn check(root: Node, depth: u32, value: Value, best: u8) {
    let game = Written(root);
    for all in [false, true] {
        for chance_pruning in [ChancePruning::Off, ChancePruning::Star1, ChancePruning::Star2] {
            let limits = Limits::depth(depth);
            let settings = Settings { limits, all, chance_pruning, ..Settings::default() };
            let bots: [(&str, Box<dyn Bot<Written>>); 2] = [
                ("minimax", Box::new(Minimax::new(Box::new(WrittenGuess), settings))),
                ("alpha-beta", Box::new(AlphaBeta::new(Box::new(WrittenGuess), settings))),
            ];
            for (name, mut bot) in bots {
                let report = ask(&mut *bot, &game, &game.initial(), 0);
                assert_eq!((report.value, report.best), (Some(value), best), "{name} {settings:?}");
                assert_eq!(report.pv[0], best, "{name} {settings:?}");
            }
        }
    }
}

#[test]
fn the_textbook_tree() {
    let root = || {
        let leaves = |of: [f64; 3]| second(of.map(pay));
        first([leaves([3.0, 12.0, 8.0]), leaves([2.0, 4.0, 6.0]), leaves([14.0, 5.0, 2.0])])
    };
    check(root(), 2, Value::Exact(3.0), 0);
    let game = Written(root());
    let mut bot = AlphaBeta::new(Box::new(WrittenGuess), Settings::default());
    let report = ask(&mut bot, &game, &game.initial(), 0);
    // Two leaves of the second branch are cut off, which leaves a bound and not a value.
    assert_eq!((report.nodes, report.depth), (11, Some(2)));
    assert_eq!(
        report.moves.iter().map(|m| m.value).collect::<Vec<_>>(),
        [Some(Value::Exact(3.0)), None, None]
    );
}

#[test]
fn the_second_player_wants_the_opposite() {
    check(second([pay(3.0), pay(-2.0), pay(5.0)]), 1, Value::Exact(2.0), 1);
    check(second([win(), level()]), 1, DRAW, 1);
    check(second([win(), loss()]), 1, wins(1), 1);
}

#[test]
fn a_player_may_move_again() {
    check(first([level(), first([loss(), win()])]), 2, wins(2), 1);
    check(first([second([second([win(), loss()])]), level()]), 3, DRAW, 1);
    check(
        first([first([first([pay(1.0), pay(7.0)]), pay(2.0)]), second([second([pay(9.0), pay(6.0)])])]),
        3,
        Value::Exact(7.0),
        0,
    );
    check(second([second([pay(-4.0), pay(4.0)]), first([pay(-5.0), pay(5.0)])]), 2, Value::Exact(4.0), 0);
}

#[test]
fn finished_games_are_exact_at_the_depth_limit() {
    check(first([guess(99.0), win()]), 1, wins(1), 1);
    check(first([guess(-99.0), loss()]), 1, Value::Estimated(-99.0), 0);
    check(first([pay(2.0), pay(1.0)]), 1, Value::Exact(2.0), 0);
}

#[test]
fn wins_are_quick_and_losses_are_slow() {
    check(first([second([first([win()])]), win()]), 9, wins(1), 1);
    check(first([loss(), second([first([loss()])])]), 9, loses(3), 1);
    check(
        first([second([first([win()]), first([second([win()])])]), second([first([first([win()])])])]),
        9,
        wins(4),
        0,
    );
    // Too deep to see: an estimate, and no win or loss.
    check(first([second([first([win()])])]), 2, Value::Estimated(0.0), 0);
}

#[test]
fn a_draw_is_not_the_unknown() {
    check(first([level(), guess(-5.0)]), 1, Value::Estimated(0.0), 0);
    check(first([level(), guess(-5.0)]), 2, DRAW, 0);
    check(first([guess(0.0), guess(0.0)]), 1, Value::Estimated(0.0), 0);
    check(first([guess(0.0), level()]), 1, Value::Estimated(0.0), 0);
    // The opponent, who holds a draw, can refuse the unknown: only the sure draw is chosen.
    check(first([second([level(), guess(5.0)]), level()]), 2, DRAW, 1);
    check(first([second([level(), guess(5.0)]), loss()]), 2, Value::Estimated(0.0), 0);
    // A loss for sure on the other side of the unknown.
    check(first([second([guess(5.0), loss()])]), 2, loses(2), 0);
}

#[test]
fn outcomes_count_by_their_probability() {
    check(first([pay(0.2), chance([(0.25, pay(4.0)), (0.75, pay(-1.0))])]), 2, Value::Exact(0.25), 1);
    check(second([pay(0.2), chance([(0.25, pay(4.0)), (0.75, pay(-1.0))])]), 2, Value::Exact(-0.2), 0);
    // The depth limit holds for chance, too.
    check(first([chance([(0.5, guess(8.0)), (0.5, guess(4.0))])]), 1, Value::Estimated(0.0), 0);
    check(first([chance([(0.5, guess(8.0)), (0.5, guess(4.0))])]), 2, Value::Estimated(6.0), 0);
}

#[test]
fn chance_can_be_sure() {
    check(first([chance([(0.5, win()), (0.5, second([win()]))])]), 3, wins(3), 0);
    check(first([chance([(0.5, loss()), (0.5, second([loss()]))])]), 3, loses(3), 0);
    check(first([pay(99.0), chance([(0.5, win()), (0.5, win())])]), 3, wins(2), 1);
    check(first([chance([(0.5, level()), (0.5, level())])]), 3, DRAW, 0);
    // Winning as often as losing is no draw.
    check(first([chance([(0.5, win()), (0.5, loss())])]), 3, Value::Exact(0.0), 0);
    // A position where the opponent could choose such a gamble is no draw either; but the move chosen is a
    // draw.
    let gamble = || chance([(0.5, win()), (0.5, loss())]);
    check(first([second([gamble(), second([guess(0.0)])]), level()]), 3, Value::Exact(0.0), 1);
    check(first([chance([(0.5, win()), (0.5, guess(-10.0))])]), 2, Value::Estimated(45.0), 0);
    // The unknown is not reached: the opponent has a sure win before it.
    check(first([level(), chance([(0.5, loss()), (0.5, second([guess(1.0), loss()]))])]), 3, DRAW, 0);
}

#[test]
fn random_ties_are_among_equals_only() {
    let game = Written(first([
        second([first([win()])]),
        win(),
        level(),
        second([first([win()]), win()]),
        win(),
        chance([(1.0, win())]),
    ]));
    for order in [Order::Natural, Order::Promising] {
        let settings = Settings { tie: Tie::Random, order, ..Settings::default() };
        let mut seen = [0; 6];
        for seed in 0..200 {
            let mut bot = Expectiminimax::new(Box::new(WrittenGuess), settings);
            let report = ask(&mut bot, &game, &game.initial(), seed);
            assert_eq!(report.value, Some(wins(1)));
            seen[usize::from(report.best)] += 1;
        }
        assert!(seen[1] > 70 && seen[4] > 70 && seen[1] + seen[4] == 200, "{seen:?}");
    }
}
