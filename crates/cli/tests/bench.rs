//! The signature of the searches.

use crate::common::{json, plywood};

/// The bench signature of the repository.
fn expected(size: &str) -> u64 {
    let text = include_str!("../../../bench/signature.txt");
    let line = text.lines().find_map(|line| line.strip_prefix(size)).expect("it is in the file");
    line.trim().parse().expect("a number")
}

/// A change of the searches changes it, and then `bench/signature.txt` says so.
#[test]
fn searches_visit_what_they_are_known_to_visit() {
    let told = json("bench --quick");
    let games: u64 =
        told["games"].as_array().unwrap().iter().map(|game| game["nodes"].as_u64().unwrap()).sum();
    let positions: u64 = told["positions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|position| position["nodes"].as_u64().unwrap())
        .sum();
    let signature = told["signature"].as_u64().unwrap();
    assert_eq!((games, positions), (signature, signature));
    assert_eq!(signature, expected("quick"), "what the searches do has changed: see CONTRIBUTING.md");
}

#[test]
fn another_signature_than_expected_fails() {
    let signature = json("bench --quick --games tictactoe cube3")["signature"].to_string();
    let run = |expected: &str| {
        plywood(&["bench", "--quick", "--games", "tictactoe", "cube3", "--expect", expected])
    };
    let same = run(&signature);
    assert_eq!(same.code, 0, "{}", same.stderr);
    assert!(same.stdout.starts_with(&format!("signature {signature}\n")), "{}", same.stdout);
    let other = run("1");
    assert_eq!(other.code, 1);
    assert!(other.stderr.contains(&format!("the signature is {signature}, not 1")), "{}", other.stderr);
}

#[test]
fn only_games_of_the_list_can_be_asked_for() {
    let run = plywood(&["bench", "--games", "chess"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("'chess'") && run.stderr.contains("connect4"), "{}", run.stderr);
}
