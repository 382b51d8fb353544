//! The crates that `plywood new` writes: their commands. `cargo xtask own-game` checks that they build on their own.

use std::process::Command;

fn run(program: &str, words: &str) {
    let output = Command::new(program).args(words.split(' ')).output().expect("it starts");
    assert!(output.status.success(), "{words}: {}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_new_game_keeps_the_laws() {
    run(env!("CARGO_BIN_EXE_chomp"), "check chomp");
}

#[test]
fn a_new_bot_plays_a_match() {
    run(env!("CARGO_BIN_EXE_mine"), "match tictactoe mine random");
}
