//! Trees in the forms of others: nested lists, and games in extensive form by Gambit.

use std::fmt::Write;

use plywood_rules::tree::{self, NodeId, RandomTree, WrittenTree};
use plywood_rules::{Game, Notation, Outcome, Turn};
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

fn read(text: &str) -> WrittenTree {
    WrittenTree::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Random trees; the players alternate in every other one.
fn trees() -> impl Iterator<Item = WrittenTree> {
    (0..100).map(|seed| {
        let shape = RandomTree { chance: true, repeat_movers: seed % 2 == 0, ..RandomTree::default() };
        tree::random(&mut ChaCha8Rng::seed_from_u64(seed), shape)
    })
}

#[test]
fn nested_lists_are_trees() {
    for (lists, tree) in [
        ("[[3,5],[1,2]]", "((3 5) (1 2))"),
        ("[[3, 5], [1, [2, \u{2212}7.5]]]", "((3 5) (1 (2 -7.5)))"),
        (" # a comment\n[\n  [3, \u{2013}5],\n  W, [=]\n]\n", "((3 -5) W (=))"),
        ("[a:[3 5]~4 b:{1/2 1 1/2 2}]", "(a:(3 5)~4 b:{1/2 1 1/2 2})"),
        ("(3 \u{2212}5 \u{2013}(1 2))", "(3 -5 -(1 2))"),
        // Brackets are letters of labels elsewhere.
        ("(x[1]:3 y[2]:5)", "(x[1]:3 y[2]:5)"),
    ] {
        assert_eq!(read(lists), read(tree), "{lists}");
    }
    for (lists, reason) in [
        ("[[3,5],[1,2]", "line 1, column 1: this '[' is never closed; a ']' is missing"),
        ("[[3,5),[1,2]]", "this ')' cannot close the '[' of line 1, column 2; ']' would"),
        ("[3,5]]", "closes nothing, so that a '[' is missing before it"),
        ("[]", "a node needs at least one move"),
        ("[1, null]", "this 'null' is not a node"),
    ] {
        let error = WrittenTree::parse(lists).unwrap_err().to_string();
        assert!(error.contains(reason), "{lists}: {error}");
    }
}

/// The tree as nested lists, its chance nodes as they are.
#[test]
fn nested_lists_are_read_back() {
    for tree in trees() {
        let text = tree.to_string();
        if !text.starts_with('(') || text.contains("+(") || text.contains("-(") {
            continue;
        }
        let lists = text.replace('(', "[").replace(')', "]").replace('-', "\u{2212}");
        assert_eq!(read(&lists), tree, "{lists}");
    }
}

/// One of a few games, as Gambit writes it: a choice, chance, a choice of the other player, payoffs that sum to 12.
const GAME: &str = r#"EFG 2 R "A small game" { "Player 1" "Player 2" }
"A comment, which may say anything: { } \"quoted\""

p "start" 1 1 "(1,1)" { "Safe" "Dare it" } 0
t "" 1 "Half" { 6, 6 }
c "" 1 "weather" { "Sun" 1/3 "Rain" 2/3 } 0
p "" 2 1 "(2,1)" { "l" "r" } 0
t "" 2 "Win" { 10, 2 }
t "" 3 "Loss" { 3/2, 10.5 }
p "" 2 2 "" { "l" "l" } 0
t "" 1
t "" 2
"#;

#[test]
fn games_of_gambit_are_trees() {
    let tree = "(Safe:0 Dare-it:{1/3 Sun:-(l:4 r:-4.5) 2/3 Rain:-(l:0 l-2:4)})";
    assert_eq!(read(GAME), read(tree));
    let lines = GAME.replace('\n', "\r\n");
    assert_eq!(read(&lines), read(tree));
    // Payoffs on the way add up; a set of chance is written once.
    let added = r#"EFG 2 D "" { "" "" } c "" 1 "" { "a" .5 "b" 0.5 } 1 "" { 1 -1 }
        c "" 1 0 t "" 2 { 2 -2 } t "" 0 p "" 2 7 { "" "" "b" } 0 t "" 2 t "" 0 t "" 3 { -4 4 }"#;
    let added = added.replace(".5 ", "1/2 ").replace("0.5 ", "1/2 ").replace("01/2", "1/2");
    assert_eq!(read(&added), read("{1/2 a:{1/2 a:3 1/2 b:1} 1/2 b:-(3 1 b-2:-3)}"));
}

#[test]
fn other_games_of_gambit_are_refused_with_the_reason() {
    let change = |from: &str, to: &str| {
        assert!(GAME.contains(from), "{from}");
        GAME.replace(from, to)
    };
    for (text, reason) in [
        (
            change("{ \"Player 1\" \"Player 2\" }", "{ \"1\" \"2\" \"3\" }"),
            "line 1, column 24: it is a game of 3 players",
        ),
        (
            change("2 2 \"\" { \"l\" \"l\" }", "2 1 { \"l\" \"l\" }"),
            "line 10, column 1: player 2 does not know which node of information set 1",
        ),
        (
            change("{ 10, 2 }", "{ 10, 3 }"),
            "line 8, column 1: the payoffs here sum to 13 and those of the first end to 12",
        ),
        (change("{ 10, 2 }", "{ 10, 1, 1 }"), "an outcome has two payoffs"),
        (change("{ 10, 2 }", "{ ten, 2 }"), "a payoff is a number"),
        (change("1/3", "1/2"), "the probabilities of this chance node sum to"),
        (change("1/3", "0"), "a probability is above 0"),
        (change("EFG 2", "EFG 1"), "this is not version 2 of the format"),
        (change("t \"\" 1\nt \"\" 2\n", "t \"\" 1\n"), "the text ends where a node should be"),
        (change("t \"\" 1\nt \"\" 2\n", "t \"\" 9\nt \"\" 2\n"), "outcome 9 has no payoffs"),
        (format!("{GAME} t \"\" 2"), "the tree ends before this"),
        (change("p \"start\" 1 1", "p \"start\" 3 1"), "there is no player 3"),
        ("EFG ".to_string(), "this is not version 2"),
    ] {
        let error = WrittenTree::parse(&text).unwrap_err().to_string();
        assert!(error.contains(reason), "{reason}: {error}");
    }
    let deep = (0..300).fold(String::from("EFG 2 R \"\" { \"\" \"\" }"), |text, set| {
        format!("{text} p \"\" 1 {} {{ \"a\" }} 0", set + 1)
    });
    assert!(WrittenTree::parse(&deep).unwrap_err().to_string().contains("too deep"));
}

/// The game as Gambit writes it: payoffs of a constant sum.
fn to_efg(tree: &WrittenTree, state: &NodeId, sets: &mut [u32; 3], sum: f64, text: &mut String) {
    let mut moves = Vec::new();
    tree.legal_moves(state, &mut moves);
    match tree.turn(state) {
        Turn::Over(outcome) => {
            let Outcome::Payoff(points) = outcome else { panic!("{outcome:?}") };
            sets[2] += 1;
            let [first, second] = [points + sum / 2.0, sum / 2.0 - points];
            writeln!(text, "t \"\" {} \"\" {{ {first}, {second} }}", sets[2]).unwrap();
            return;
        }
        Turn::Decision(player) => {
            sets[player.index()] += 1;
            let names: Vec<String> =
                moves.iter().map(|&mv| format!("{:?}", tree.move_text(state, mv))).collect();
            let (number, set) = (player.index() + 1, sets[player.index()]);
            writeln!(text, "p \"\" {number} {set} \"\" {{ {} }} 0", names.join(" ")).unwrap();
        }
        Turn::Chance => {
            let mut outcomes = Vec::new();
            tree.chance_outcomes(state, &mut outcomes);
            moves = outcomes.iter().map(|outcome| outcome.0).collect();
            sets[2] += 1;
            let each = outcomes.iter().map(|&(mv, p)| {
                let parts = (1..=5040).find(|parts| (p * f64::from(*parts)).fract().abs() < 1e-9).unwrap();
                format!("{:?} {}/{parts}", tree.move_text(state, mv), (p * f64::from(parts)).round())
            });
            let each: Vec<String> = each.collect();
            writeln!(text, "c \"\" {} \"\" {{ {} }} 0", sets[2], each.join(" ")).unwrap();
        }
    }
    for mv in moves {
        to_efg(tree, &tree.child(state, mv), sets, sum, text);
    }
}

#[test]
fn games_of_gambit_are_read_back() {
    for (number, tree) in trees().enumerate() {
        let mut text = String::from("EFG 2 R \"\" { \"1\" \"2\" }\n");
        to_efg(&tree, &tree.initial(), &mut [0; 3], (number % 3) as f64, &mut text);
        assert_eq!(read(&text).to_string(), tree.to_string(), "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        rng_seed: proptest::test_runner::RngSeed::Fixed(9),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn no_text_breaks_the_reader(text in "\\PC{0,60}", lists in "[\\[\\],0-9.:~a{}()\u{2212}-]{0,40}") {
        for text in [text.clone(), format!("EFG {text}"), format!("EFG 2 R \"\" {{ \"\" \"\" }} {text}"), format!("[{lists}"), lists.clone()] {
            let _ = WrittenTree::parse(&text);
        }
    }

    #[test]
    fn nearly_right_games_are_read_or_refused(
        at in 0..GAME.len(),
        piece in "[pct] \"\" [0-3] [0-3] |[{}\"\\\\ 0-9]{1,5}|1/2|t \"\" 1",
        cut in 0..12usize,
    ) {
        let before = (0..=at).rev().find(|&at| GAME.is_char_boundary(at)).unwrap();
        let after = (before + cut).min(GAME.len());
        let text = format!("{}{piece}{}", &GAME[..before], &GAME[after..]);
        if let Ok(tree) = WrittenTree::parse(&text) {
            assert_eq!(read(&tree.to_string()), tree);
        }
    }
}
