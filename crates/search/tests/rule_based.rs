//! The rule-based player: wins at once, else prevents an immediate win, else searches.

use crate::common::{Hashed, HashedGuess, ManyLines, Marks, TicTacToe, ask, bits};
use plywood_rules::{Game, Outcome, Player, Proved, Turn, Value};
use plywood_search::{Limits, Minimax, RuleBased, Settings, Tie};

#[track_caller]
fn check(text: &str, best: &[u8], value: Option<Value>) {
    for depth in [1, 2, 3, 9] {
        for seed in 0..5 {
            for tie in [Tie::First, Tie::Random] {
                let mut bot = RuleBased::new(Box::new(ManyLines), depth, tie);
                let report = ask(&mut bot, &TicTacToe, &Marks::read(text), seed);
                assert!(best.contains(&report.best), "{} at depth {depth}", report.best);
                assert!(tie == Tie::Random || report.best == best[0]);
                assert!(value.is_none() || report.value == value, "{:?} at depth {depth}", report.value);
            }
        }
    }
}

#[test]
fn wins_at_once() {
    let win = Some(Value::Proved(Proved::Win { plies: 1 }));
    check("xoxo.ox..", &[4], win);
    check("xx.oo....", &[2], win);
    check("xx.x..oo.", &[8], win);
    check("xxo.x.oo.", &[8], win);
    check("x.xoo.x.o", &[1], win);
    check("x.x.o.xoo", &[1, 3], win);
}

#[test]
fn blocks_a_win() {
    check("x...x..o.", &[8], None);
    check("xx.o.....", &[2], None);
    check("o.o.x...x", &[1], None);
}

#[test]
fn looks_ahead_where_nothing_is_decided_at_once() {
    // Two lines open for the last mark: every move loses, and all are searched.
    let mut bot = RuleBased::new(Box::new(ManyLines), 5, Tie::First);
    let report = ask(&mut bot, &TicTacToe, &Marks::read("x.x.o.x.o"), 0);
    assert_eq!(report.value, Some(Value::Proved(Proved::Loss { plies: 2 })));
    // The best cell by the number of lines through it, where the search finds no difference.
    let mut bot = RuleBased::new(Box::new(ManyLines), 3, Tie::First);
    let report = ask(&mut bot, &TicTacToe, &TicTacToe.initial(), 0);
    assert_eq!((report.value, report.best), (Some(Value::Estimated(0.0)), 0));
}

/// On hashed trees, dice and repeated moves included: the rules are kept, and what is reported of moves is true.
#[test]
fn keeps_its_rules_in_any_game() {
    let (mut won, mut blocked) = (0, 0);
    for seed in 0..2000 {
        let [chance, again] = [[0, 25][(seed / 2 % 2) as usize], [0, 30][(seed % 2) as usize]];
        let game = Hashed { seed, longest: 6, chance, again, over: 25, payoffs: 20, draws: 30, joins: false };
        let root = game.initial();
        let mut bot = RuleBased::new(Box::new(HashedGuess), 3, Tie::First);
        let report = ask(&mut bot, &game, &root, 0);
        let over = |state| game.turn(&state).outcome();
        let wins = |mv| over(game.child(&root, mv)) == Some(Outcome::Win(Player::First));
        let loses = |mv| {
            let child = game.child(&root, mv);
            let mut replies = Vec::new();
            if game.turn(&child) == Turn::Decision(Player::Second) {
                game.legal_moves(&child, &mut replies);
            }
            over(child) == Some(Outcome::Win(Player::Second))
                || replies
                    .iter()
                    .any(|&reply| over(game.child(&child, reply)) == Some(Outcome::Win(Player::Second)))
        };
        let moves: Vec<u8> = report.moves.iter().map(|m| m.mv).collect();
        if moves.iter().any(|&mv| wins(mv)) {
            assert_eq!(Some(&report.best), moves.iter().find(|&&mv| wins(mv)), "{game:?}");
            assert_eq!(report.value, Some(Value::Proved(Proved::Win { plies: 1 })));
            won += 1;
        } else if moves.iter().any(|&mv| loses(mv)) && !moves.iter().all(|&mv| loses(mv)) {
            assert!(!loses(report.best), "{game:?}");
            blocked += 1;
        }
        let settings = Settings { limits: Limits::depth(3), ..Settings::default() };
        let truth = ask(&mut Minimax::new(Box::new(HashedGuess), settings), &game, &root, 0);
        for (found, expected) in report.moves.iter().zip(&truth.moves) {
            if found.value.is_some() {
                assert_eq!(bits(found.value), bits(expected.value), "{game:?}");
            }
        }
    }
    assert!(won > 100 && blocked > 100, "{won} {blocked}");
}
