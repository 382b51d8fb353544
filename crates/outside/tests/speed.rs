//! The time that a program from outside costs.

use std::time::Instant;

use crate::common::{Scripts, ask, has, named, position};

/// Run it alone: `cargo test --release -p plywood-outside --test all -- --ignored --nocapture speed`.
#[test]
#[ignore = "a measurement"]
fn of_a_move_with_the_bot_in_c() {
    if !has("cc") {
        return;
    }
    let scripts = Scripts::new();
    let (source, bot) =
        (concat!(env!("CARGO_MANIFEST_DIR"), "/../cli/templates/bots/bot.c"), scripts.path("bot"));
    assert!(
        std::process::Command::new("cc")
            .args(["-O2", "-o"])
            .arg(&bot)
            .arg(source)
            .status()
            .unwrap()
            .success()
    );
    let mut bot = scripts.bot(&named(&format!("exec:{}", bot.display())));
    for game in ["tictactoe", "connect4", "hex", "gomoku"] {
        let mut position = position(game, "");
        let mut times = Vec::new();
        while times.len() < 2000 {
            if position.ending().is_some() {
                position = crate::common::position(game, "");
            }
            let asked = Instant::now();
            let mv = ask(&mut bot, &*position).unwrap().mv;
            times.push(asked.elapsed());
            position.play(&mv).unwrap();
        }
        times.sort();
        let micros = |at: usize| times[at].as_nanos() as f64 / 1000.0;
        println!("{game}: median {:.0} µs, 99 % within {:.0} µs", micros(1000), micros(1980));
    }
}
